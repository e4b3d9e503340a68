#!/bin/sh
# Builds the package from what git would ship and installs it; says where. `vignettes`: builds these
# too, so that the tarball in build/ is the one to check.
set -e
. tools/makevars.sh
mkdir -p build
vignettes=--no-build-vignettes
[ "$1" != vignettes ] || ! command -v pandoc > /dev/null || vignettes=
# R copies the whole folder, whatever others write to build/ meanwhile; so it is given a copy.
rm -rf build/source
mkdir build/source
tar --exclude=./build --exclude=./.git --exclude=./docs -cf - . | tar -xf - -C build/source
cd build
rm -f lapscale_*.tar.gz
# shellcheck disable=SC2086 # empty or one word
R CMD build $vignettes --no-manual source > build.log 2>&1 || { cat build.log; exit 1; }
Rscript --no-init-file -e '
  writable <- .libPaths()[file.access(.libPaths(), 2) == 0]
  lib <- if (length(writable)) writable[[1]] else path.expand(Sys.getenv("R_LIBS_USER"))
  dir.create(lib, recursive = TRUE, showWarnings = FALSE)
  cat(lib)' > library.txt
R CMD INSTALL --library="$(cat library.txt)" lapscale_*.tar.gz > install.log 2>&1 ||
  { cat install.log; exit 1; }
echo "-- installed into $(cat library.txt)"
