/* loom-cudriver-name.c: a library under the name that NVIDIA gives it, all of which is in
 * libgridloom-cudart
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "cuda.h"

/* Whoever loads this library loads the one that has cuInit(). */
extern CUresult (* const gridloom_needed) (unsigned int flags);
CUresult (* const gridloom_needed) (unsigned int flags) = cuInit;
