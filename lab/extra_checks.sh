#!/bin/sh
# What CRAN's machines or its policy look at and R CMD check does not, with the installed package:
#   extra_checks.sh strace [test]      no network, no file written outside tempdir()
#   extra_checks.sh gctorture [test]   garbage collected at every thousandth allocation
#   extra_checks.sh valgrind [test]    nothing uninitialised is read, nothing is lost
#   extra_checks.sh nold [test]        with R_NOLD, an R configured with --disable-long-double
#   extra_checks.sh sexp               no PROTECT, Rf_allocVector or .Call by hand in src/
# test: a filter of testthat, as in tests/testthat/test-<test>.R.
set -e
what=${1:?strace, gctorture, valgrind, nold or sexp}
filter=${2:-^bw_knn$}
mkdir -p build
run="Sys.setenv(NOT_CRAN = 'true')
  options(lapscale.threads = 1, warn = 1)
  found <- as.data.frame(testthat::test_dir('tests/testthat', package = 'lapscale', filter = '$filter',
    load_package = 'installed', reporter = 'silent', stop_on_failure = FALSE))
  cat(sum(found[['nb']]), 'expectations,', sum(found[['failed']]) + sum(found[['error']]), 'failed\n')
  quit(status = any(found[['failed']] > 0 | found[['error']]))"

case $what in
  strace)
    # R removes its temporary folder itself; what a test writes has to be in it.
    scratch=$(mktemp -d)
    TMPDIR=$scratch strace -f -qq -o build/strace.log -e trace=%network,%file \
      Rscript --no-init-file -e "$run"
    network=$(grep -E 'AF_INET' build/strace.log || true)
    written=$(grep -E 'O_(WRONLY|RDWR|CREAT)|mkdir|rename|unlink|symlink' build/strace.log |
      grep -vE "ENOENT|EEXIST|\"($scratch|/dev/(null|tty|shm)|/proc/)|_snaps/|unlinkat\([0-9]" || true)
    rm -rf "$scratch"
    [ -z "$network$written" ] || { printf '%s\n' "$network" "$written"; exit 1; }
    echo "no network, nothing written outside tempdir()"
    ;;
  gctorture)
    Rscript --no-init-file -e "loadNamespace('lapscale'); gctorture2(1000); $run"
    ;;
  valgrind)
    RCPP_PARALLEL_BACKEND=tinythread R --vanilla --no-echo \
      -d "valgrind -q --leak-check=full --show-leak-kinds=definite --log-file=build/valgrind.log" \
      -e "$run"
    ! grep -B 2 -A 20 'lapscale\.so' build/valgrind.log || exit 1
    echo "valgrind: no report from lapscale"
    ;;
  nold)
    "${R_NOLD:?an R without long double}" --vanilla --no-echo \
      -e "stopifnot(!capabilities('long.double')); $run"
    ;;
  sexp)
    # r_allocate.h is where R allocates, guarded against its jumps.
    kept='(R_|Rf_|UN|Rf_un)?(PROTECT|protect|PreserveObject|ReleaseObject)(_PTR|WithIndex)?'
    made='(Rf_)?(alloc(Vector3?|Matrix|3DArray|Array|List|SExp)|mk(String|Named))|no_init'
    copied='Rf_(cons|lcons|coerceVector|duplicate|Scalar[A-Za-z]+)'
    ! grep -nE "\b($kept|$made|$copied|\.Call)\b" \
      $(ls src/bind_*.cpp src/r_*.cpp src/r_*.h | grep -v r_allocate) || exit 1
    echo "no object of R is protected or allocated by hand"
    ;;
esac
