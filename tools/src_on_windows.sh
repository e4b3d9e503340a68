#!/bin/sh
# The package's own units compiled by mingw-w64 and linked to a library, as R on Windows does it: by
# src/Makevars, with the flags of R there. What they call in R and in RcppParallel is not here, so
# their import libraries are made of the names: those that R's library has, and those that the units
# leave open and that are TBB's or RcppParallel's. Whatever else is missing, and what is there twice,
# stops the link.
set -e
cross=x86_64-w64-mingw32
build=build/on-windows-src
rm -rf "$build"
mkdir -p "$build/src" "$build/inst"
cp src/*.cpp src/*.h src/Makevars "$build/src"
cp -r inst/include "$build/inst"
ask() { Rscript --no-init-file -e "cat($1)"; }
include=$(ask 'sprintf("-I%s", c(R.home("include"), sapply(c("Rcpp", "RcppEigen", "RcppParallel",
  "RSpectra"), function(p) system.file("include", package = p))))')
R_HOME=$(R RHOME)
export R_HOME
launcher=
! command -v ccache > /dev/null || launcher=ccache
# Follows src/Makevars, as R's own Makeconf does.
cd "$build/src"
cat > Makeconf << END
CXX = $launcher $cross-g++-posix -std=gnu++17
ALL_CPPFLAGS = $include -DNDEBUG \$(PKG_CPPFLAGS)
ALL_CXXFLAGS = -O2 -Wall -mfpmath=sse -msse2 -mstackrealign
.cpp.o:
	\$(CXX) \$(ALL_CPPFLAGS) \$(ALL_CXXFLAGS) -c \$< -o \$@
OBJECTS ?= \$(patsubst %.cpp,%.o,\$(wildcard *.cpp))
\$(SHLIB): \$(OBJECTS)
	sh imports.sh \$(OBJECTS)
	\$(CXX) -shared -static-libgcc -o \$@ \$(OBJECTS) \$(PKG_LIBS) libR.a libtbb.a
END
cat > imports.sh << END
library() {
  { echo "LIBRARY \$1.dll"; echo EXPORTS; cat; } > \$1.def
  $cross-dlltool -d \$1.def -D \$1.dll -l lib\$1.a
}
$cross-nm -u "\$@" | sed -nE 's/^ +U (__imp_)?//p' | sort -u > open
$cross-nm --defined-only "\$@" | awk 'NF == 3 { print \$3 }' | sort -u > defined
nm -D --defined-only "\$R_HOME/lib/libR.so" | awk '{ print \$3 }' | sort -u | comm -12 open - | library R
grep -E '(tbb|RcppParallel|tthread)' open | comm -23 - defined | library tbb
END
make -j2 -f Makevars -f Makeconf SHLIB=lapscale.dll all > link.log 2>&1 ||
  { grep -E 'error|multiple|undefined|Error' link.log | head -20; tail -n 5 link.log; exit 1; }
echo "src/ on windows: $(ls ./*.o | wc -l) units make lapscale.dll"
