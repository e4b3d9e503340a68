#!/bin/sh
# Each header of the core compiles by itself, and all of them together, as lapscale.hpp includes
# them. It takes seconds for each header, since each reads what it includes anew. CXX and INCLUDES
# come from the Makefile.
core=inst/include/lapscale
# shellcheck disable=SC2086 # flags
if ls $core/*.hpp $core/*/*.hpp | sed "s|^inst/include/||" | xargs -P 2 -I{} sh -c \
  "echo '#include \"{}\"' | ${CXX:-g++} -std=gnu++17 -fsyntax-only -x c++ -I inst/include $INCLUDES -"
then
  echo "$(ls $core/*/*.hpp | wc -l) headers, each by itself"
else
  exit 1
fi
