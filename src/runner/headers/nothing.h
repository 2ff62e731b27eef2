/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for a header that only host code uses. */
