"""As much of Numba's CUDA target as exported programs use, with its documented signatures, on the host: for test-export.py.

SPDX-License-Identifier: GPL-3.0-or-later
"""
