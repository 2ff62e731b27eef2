/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for host headers, by several names: what device code can use of them, so that real
 * files compile. */
#ifndef __LOOM_THRUST_TUPLE_H
#define __LOOM_THRUST_TUPLE_H

#include <tuple>

namespace thrust
{
using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::swap;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;
}

#endif
