/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for a host header: what device code can use of it, so that real files compile. */
#pragma once

/* What nvcc has in each source, whether it is included there or not. */
#include "cmath"
#include "cstddef"
#include "cstdlib"
#include "limits.h"
#include "string.h"
#include "sys/types.h"
#include "time.h"
#include "utility"

/* Words of GNU C that nvcc takes and this compiler lacks. */
#define __asm asm
#define __asm__ asm
#define __const const
#define __const__ const
#define __extension__
#define __signed signed
#define __signed__ signed
#define __volatile volatile
