/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for a host header: what device code can use of it, so that real files compile. */
#pragma once

#include <complex>

namespace thrust
{
using std::abs;
using std::arg;
using std::complex;
using std::conj;
using std::cos;
using std::exp;
using std::log;
using std::norm;
using std::polar;
using std::pow;
using std::sin;
using std::sqrt;
}
