#!/bin/sh
# Rcpp glue, NAMESPACE and man/ from the sources. roxygen2 reads the installed package, so it is
# installed first; a second round picks up methods for generics that the first one exported.
set -e
Rscript -e 'Rcpp::compileAttributes()'
for round in 1 2; do
  R CMD INSTALL --no-docs --no-test-load . > /dev/null 2>&1
  Rscript -e 'suppressMessages(roxygen2::roxygenise(load_code = "installed"))' 2>&1 | grep -v '^Writing' || true
done
R CMD INSTALL . > /dev/null 2>&1
