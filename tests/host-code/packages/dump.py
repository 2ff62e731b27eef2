"""Writes what a program has at its end, for stub.py.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os

import numpy


def dump(cells):
    for each in cells:
        if '.' not in each.name and each.after is not None:
            with open(os.path.join(os.environ['DUMP_TO'], each.name + '.raw'), 'wb') as file:
                file.write(numpy.ascontiguousarray(each.after).tobytes())
