// Graphs and what is embedded by them, compiled together for the same reason as scales_unit.cpp.
#include "bind_embed.cpp"
#include "bind_graph.cpp"
