#ifndef LAPSCALE_RUNTIME_COMPILED_ONCE_HPP
#define LAPSCALE_RUNTIME_COMPILED_ONCE_HPP

// Functions of the core that several units use and that take long to compile. As headers only, they
// are inline. A package of several units compiles them once: it defines LAPSCALE_COMPILED_ONCE for
// all of them, and LAPSCALE_COMPILED_HERE in the one unit that has the bodies.
//   LAPSCALE_ONCE    stands before such a function
//   LAPSCALE_BODIES  whether this unit reads its body
#ifndef LAPSCALE_COMPILED_ONCE
#define LAPSCALE_ONCE inline
#define LAPSCALE_BODIES 1
#else
#define LAPSCALE_ONCE
#ifdef LAPSCALE_COMPILED_HERE
#define LAPSCALE_BODIES 1
#else
#define LAPSCALE_BODIES 0
#endif
#endif

#endif
