/* loom-curand-name.c: libgridloom-curand under the name that NVIDIA gives it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "curand.h"

/* Whoever loads this library loads the one that makes generators. */
extern curandStatus_t (* const gridloom_needed) (int *version);
curandStatus_t (* const gridloom_needed) (int *version) = curandGetVersion;

/* What C++ programs are told by the header, others are told here. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wold-style-definition"
#define REFUSED(name) \
  curandStatus_t name () \
  { \
    gridloom_refuse (#name); \
    return CURAND_STATUS_INTERNAL_ERROR; \
  }
#include "gridloom_curand_refused.h"
#undef REFUSED
#pragma GCC diagnostic pop
