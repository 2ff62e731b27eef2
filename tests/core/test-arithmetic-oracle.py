#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Arithmetic as it is typed into fields, held against Python: its parser binds these operators as C does, and its
integers have no width. Division goes towards zero here, and whatever needs more than 64 bits on its way is refused."""
import ast
import operator
import random
import re
import subprocess
import sys
import warnings

CASES = 20000
LOWEST, HIGHEST = -2 ** 63, 2 ** 64 - 1


class Refused(Exception):
    pass


def divide(left, right):
    if right == 0:
        raise Refused
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def shift(function):
    def apply(left, right):
        if not 0 <= right <= 63:
            raise Refused
        return function(left, right)
    return apply


BINARY = {
    ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.BitAnd: operator.and_,
    ast.LShift: shift(operator.lshift), ast.RShift: shift(operator.rshift),
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: divide, ast.Mod: lambda left, right: left - right * divide(left, right),
}
UNARY = {ast.UAdd: operator.pos, ast.USub: operator.neg, ast.Invert: operator.invert}


def walk(node):
    if isinstance(node, ast.Constant) and type(node.value) is int:
        value = node.value
    elif isinstance(node, ast.BinOp) and type(node.op) in BINARY:
        value = BINARY[type(node.op)](walk(node.left), walk(node.right))
    elif isinstance(node, ast.UnaryOp) and type(node.op) in UNARY:
        value = UNARY[type(node.op)](walk(node.operand))
    else:
        raise Refused
    if not LOWEST <= value <= HIGHEST:
        raise Refused
    return value


def oracle(text):
    """The number, or None."""
    if re.search(r'(?<![0-9a-zA-Z])0[0-9]', text):  # base 8, in C
        return None
    try:
        return walk(ast.parse(text.strip(), mode='eval').body)
    except (SyntaxError, Refused):
        return None


def number(dice):
    kind = dice.randrange(6)
    if kind == 0:
        return hex(dice.getrandbits(dice.choice((4, 16, 32, 63, 64))))
    if kind == 1:
        return str(dice.getrandbits(dice.choice((31, 32, 63, 64, 65))))
    return str(dice.choice((0, 1, 2, 3, 7, 8, 16, 31, 32, 63, 64, 100, 255, 256, 1000, 1024)))


def expression(dice, depth):
    """An infix text without a tree behind it: what binds what is for both readers to find out."""
    words = []
    for i in range(dice.randint(1, 4)):
        if i > 0:
            words.append(dice.choice(('+', '-', '*', '/', '%', '<<', '>>', '&', '|', '^')))
        words.extend(dice.choice('+-~') for _ in range(dice.choice((0, 0, 0, 0, 1, 2))))
        if depth > 0 and dice.random() < 0.3:
            words.extend(('(', expression(dice, depth - 1), ')'))
        else:
            words.append(number(dice))
    return dice.choice(('', ' ')).join(words)


def noise(dice):
    return ''.join(dice.choice('0123456789x+-*/%<>&|^~() ') for _ in range(dice.randint(1, 12)))


def main():
    warnings.simplefilter('ignore')
    dice = random.Random(20)
    texts = []
    while len(texts) < CASES:
        text = expression(dice, 2) if dice.random() < 0.7 else noise(dice)
        if 0 < len(text.strip()) <= 200:
            texts.append(text)
    run = subprocess.run(sys.argv[1:], input='\n'.join(texts) + '\n', capture_output=True, text=True, check=True)
    answers = run.stdout.splitlines()

    assert len(answers) == len(texts)
    wrong, numbers = [], 0
    for text, answer in zip(texts, answers):
        value = oracle(text)
        if value is None:
            good = answer.startswith('! ')
        elif value < 0:
            good = answer == f'! {value} is too small; the minimum is 0'
        else:
            good = answer == str(value)
            numbers += good
        if not good:
            wrong.append(f'{text!r}: {answer!r}, but Python has {value}')

    print('1..2')
    print('\n'.join(f'# {line}' for line in wrong[:20]))
    print('ok' if not wrong else 'not ok', '1 - /core/arithmetic/agrees-with-python')
    print('ok' if CASES // 10 < numbers < CASES * 9 // 10 else 'not ok',
          f'2 - /core/arithmetic/oracle-saw-good-and-bad # {numbers} of {CASES} are numbers')


main()
