#!/usr/bin/env python3
"""Every action that the program has is pressed by some case of these tests, which names it in @presses. The program's
actions are read from its sources: those that it installs, and those that its windows, menus and keys mention.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1]).resolve()
NAME = r'[a-z]+\.[a-z]+(?:-[a-z]+)*'
# What GTK has: closing a window.
OF_GTK = {'window.close'}


def installed(code):
    """The actions that some code installs."""
    names = set(re.findall(rf'install(?:_property)?_action \(\w+(?: \(\w+\))?,\s*"({NAME})"', code))
    names |= set(re.findall(rf'^\s*\{{ "({NAME})", (?:NULL|"\w+"), G_CALLBACK \(\w+\)', code, re.M))
    names |= {'app.' + name for name in re.findall(r'\.name = "([a-z-]+)", \.activate', code)}
    for table in re.findall(r'} switches\[\] = \{(.*?)\n\};', code, re.S):
        names |= {'win.' + name for name in re.findall(r'\{ "([a-z-]+)"', table)}
    names |= {'win.' + name for name in re.findall(r'g_simple_action_new\w* \("([a-z-]+)"', code)}
    names |= {'win.' + name for name in re.findall(r'g_property_action_new \("([a-z-]+)"', code)}
    names |= {'win.' + name for name in re.findall(r'g_settings_create_action \(\S+, "([a-z-]+)"', code)}
    return names


def mentioned(text, groups):
    """The actions of known groups that stand in quotes or between tags."""
    names = re.findall(rf'[">]({NAME})(?:::[a-z-]+)?["<]', text)
    return {name for name in names if name.split('.')[0] in groups}


def main():
    sources = [path.read_text(encoding='utf-8') for path in sorted((ROOT / 'src' / 'app').glob('*.c'))]
    windows = [path.read_text(encoding='utf-8') for path in sorted((ROOT / 'ui').glob('*.ui'))]
    tests = [path.read_text(encoding='utf-8') for path in sorted((ROOT / 'tests' / 'window').glob('test-*.py'))]
    has = set().union(*map(installed, sources)) | {'win.show-help-overlay'}
    groups = {name.split('.')[0] for name in has | OF_GTK}
    says = set().union(*(mentioned(text, groups) for text in sources + windows))
    pressed = {name for text in tests for call in re.findall(r'^@presses\((.*?)\)$', text, re.M | re.S)
               for name in re.findall(r"'([^']+)'", call)}
    results = [
        ('the sources tell of actions', [] if len(has) > 60 else sorted(has)),
        ('every action is pressed', sorted((has | says) - pressed)),
        ('what is mentioned is there', sorted(says - has - OF_GTK)),
        ('what is pressed is there', sorted(pressed - has - OF_GTK)),
    ]
    print(f'1..{len(results)}')
    for number, (name, wrong) in enumerate(results, 1):
        print(f'{"not ok" if wrong else "ok"} {number} - {name}')
        for action in wrong:
            print(f'# {action}')
    return 1 if any(wrong for _, wrong in results) else 0


if __name__ == '__main__':
    sys.exit(main())
