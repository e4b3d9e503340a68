#!/bin/sh
# Core tests for another machine or with another compiler, in build/<what>:
#   core_on.sh arm        g++ for arm64, run by qemu; src/ of the package is compiled for it, too
#   core_on.sh windows    mingw-w64, run by wine; src/ of the package is compiled and linked, too
#   core_on.sh debug      libstdc++'s checks of iterators and indices
#   core_on.sh libc++     clang++ with LLVM's standard library
#   core_on.sh COMPILER   any that is here: g++-11, clang++-16, ...
# Emulated or checked at every step, so without the tests tagged [slow].
set -e
on=${1:?what to build for}
build=build/on-$on
run=
launcher=
! command -v ccache > /dev/null || launcher=-DCMAKE_CXX_COMPILER_LAUNCHER=ccache
mkdir -p build
case $on in
  arm)
    set -- -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
      -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ -DCMAKE_EXE_LINKER_FLAGS=-static
    run=qemu-aarch64-static
    ;;
  windows)
    # Objects of several tests have more sections than its format counts.
    set -- -DAPART=ON -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_SYSTEM_PROCESSOR=x86_64 \
      -DCMAKE_CXX_COMPILER=x86_64-w64-mingw32-g++-posix -DCMAKE_EXE_LINKER_FLAGS=-static
    run=/usr/lib/wine/wine64
    export WINEPREFIX="$PWD/build/wine" WINEDEBUG=-all
    ;;
  debug) set -- -DCMAKE_CXX_FLAGS=-D_GLIBCXX_DEBUG ;;
  libc++) set -- -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_CXX_FLAGS=-stdlib=libc++ ;;
  *) set -- -DCMAKE_CXX_COMPILER="$on" ;;
esac
cmake -S tests/cpp -B "$build" -DCMAKE_BUILD_TYPE= $launcher "$@" > "$build.log" 2>&1 ||
  { cat "$build.log"; exit 1; }
cmake --build "$build" --parallel 2

program=$build/core_tests
[ "$on" != windows ] || program=$program.exe
if [ -n "$run" ] && ! command -v "$run" > /dev/null; then
  echo "core on $on: compiled; $run is not here to run it"
else
  $run "$program" "~[slow]"
fi

[ "$on" != arm ] || sh tools/src_by.sh aarch64-linux-gnu-g++
[ "$on" != windows ] || sh tools/src_on_windows.sh
