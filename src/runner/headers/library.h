/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for a header of the C++ library that only host code uses. Most bring the names of
 * integers of some width along, and files rely on that. */
#pragma once

#include "cstdint"
