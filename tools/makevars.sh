# To be sourced in the project's root: the package is compiled in two processes, and through ccache
# where that is there, so that install, build and check compile once. The Makevars and the cache lie
# in build/; the user's own Makevars is read too and left as it is.
# A make that R starts cannot share the processes of the make above it, and would take one.
export MAKEFLAGS=-j2
if command -v ccache > /dev/null; then
  mkdir -p build
  own=${R_MAKEVARS_USER:-$HOME/.R/Makevars}
  compiler=$(R CMD config CXX17)
  case "$own $compiler" in
    *build/Makevars*" "* | *ccache*) ;;
    *)
      { [ ! -r "$own" ] || cat "$own"; printf 'CXX17 = ccache %s\n' "$compiler"; } > build/Makevars
      export R_MAKEVARS_USER="$PWD/build/Makevars"
      ;;
  esac
  export CCACHE_DIR="${CCACHE_DIR:-$PWD/build/ccache}"
  # Where the folder of the compilation stands is of no interest: R compiles in temporary ones.
  export CCACHE_NOHASHDIR=1
  export CCACHE_SLOPPINESS=include_file_mtime,include_file_ctime
fi
