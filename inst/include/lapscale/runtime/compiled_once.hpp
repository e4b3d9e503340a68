#ifndef LAPSCALE_RUNTIME_COMPILED_ONCE_HPP
#define LAPSCALE_RUNTIME_COMPILED_ONCE_HPP

// Functions of the core that several units use and that take long to compile. As headers only, they
// are inline. A package of several units compiles them once: it defines LAPSCALE_COMPILED_ONCE for
// all of them, LAPSCALE_COMPILED_HERE in the one unit that has the bodies, and LAPSCALE_DENSE_HERE
// in the one that has those of dense algebra. (Together they take longer than apart: what g++ needs
// for a template grows with the number of types that it has seen.)
//   LAPSCALE_ONCE          stands before such a function
//   LAPSCALE_BODIES        whether this unit reads its body
//   LAPSCALE_DENSE_BODIES  the same of dense algebra
#ifndef LAPSCALE_COMPILED_ONCE
#define LAPSCALE_ONCE inline
#define LAPSCALE_BODIES 1
#define LAPSCALE_DENSE_BODIES 1
#else
#define LAPSCALE_ONCE
#ifdef LAPSCALE_COMPILED_HERE
#define LAPSCALE_BODIES 1
#else
#define LAPSCALE_BODIES 0
#endif
#ifdef LAPSCALE_DENSE_HERE
#define LAPSCALE_DENSE_BODIES 1
#else
#define LAPSCALE_DENSE_BODIES 0
#endif
#endif

#endif
