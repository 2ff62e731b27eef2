/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the stand-ins for types of the host are made of. Their headers bring the names of integers
 * of some width along, and files rely on that. */
#pragma once

#include "cstdint"
#include "stddef.h"

namespace std
{
template <size_t __n> struct alignas (8) __loom_host_object
{
  char __held[__n];
};
}
