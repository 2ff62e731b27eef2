/* SPDX-License-Identifier: GPL-3.0-or-later
 * The parts of CUB that device code uses need the toolkit's own. */
#ifdef CUB_VERSION
#include <./thrust/iterator/iterator_adaptor.h>
#else
#include <thrust/functional.h>
#include <thrust/tuple.h>
#endif
