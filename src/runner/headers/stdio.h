/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for a host header: what device code can use of it, so that real files compile. */
#pragma once

#include "stddef.h"

typedef struct __loom_file FILE;

#ifndef EOF
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define stdin ((FILE *) 0)
#define stdout ((FILE *) 0)
#define stderr ((FILE *) 0)
#endif
