/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for host headers, by several names: what device code can use of them, so that real
 * files compile. */
#ifndef __LOOM_CUFFT_H
#define __LOOM_CUFFT_H

#if __has_include(<cuComplex.h>)
#include <cuComplex.h>
#else
typedef float2 cuComplex;
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
#endif

typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
typedef int cufftHandle;

#ifndef CUFFT_FORWARD
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1
#endif

#endif
