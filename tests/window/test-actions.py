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
# Those of windows that have no actions of the main one.
ELSEWHERE = {'form', 'profiles', 'raw', 'sweep'}


def installed(code):
    """The actions that some code installs."""
    names = set(re.findall(rf'install(?:_property)?_action \(\w+(?: \(\w+\))?,\s*"({NAME})"', code))
    names |= set(re.findall(rf'^\s*\{{ "({NAME})", (?:NULL|"[\w()]+"), G_CALLBACK \(\w+\)', code, re.M))
    names |= {'app.' + name for name in re.findall(r'\.name = "([a-z-]+)", \.activate', code)}
    for table in re.findall(r'(?:} switches|LoomAnalysis analyses)\[\] = \{(.*?)\n\};', code, re.S):
        names |= {'win.' + name for name in re.findall(r'\{ "([a-z-]+)"', table)}
    names |= {'win.' + name for name in re.findall(r'g_simple_action_new\w* \("([a-z-]+)"', code)}
    names |= {'win.' + name for name in re.findall(r'add_switch \(self, "([a-z-]+)"', code)}
    names |= {'win.' + name for name in re.findall(r'g_property_action_new \("([a-z-]+)"', code)}
    names |= {'app.' + name for name in re.findall(r'g_settings_create_action \(\S+, "([a-z-]+)"', code)}
    return names


def mentioned(text, groups):
    """The actions of known groups that stand in quotes or between tags."""
    names = re.findall(rf'[">]({NAME})(?:::[a-z-]+)?["<]', text)
    return {name for name in names if name.split('.')[0] in groups}


def keys_of_windows(code):
    """Keys as the window has them, by action: what it takes reaches no widget."""
    found = {}
    for name, keys in re.findall(rf'^\s*\{{ "({NAME})(?:::[a-z-]+)?", \{{ ("[^}}]*) \}} \}}', code, re.M):
        for key in re.findall(r'"([^"]+)"', keys):
            found[frozenset(re.findall(r'<(\w+)>', key)), key.rsplit('>', 1)[-1].lower()] = name
    return found


def keys_of_widgets(code):
    """Keys that a widget answers by an action."""
    words = {'GDK_CONTROL_MASK': 'Control', 'GDK_SHIFT_MASK': 'Shift', 'GDK_ALT_MASK': 'Alt'}
    for key, held, name in re.findall(rf'GDK_KEY_(\w+),\s*([A-Z_| 0]+),\s*"({NAME})"', code):
        yield (frozenset(words[word] for word in re.findall(r'GDK_\w+', held)), key.lower()), name


def main():
    sources = [path.read_text(encoding='utf-8') for path in sorted((ROOT / 'src' / 'app').rglob('*.c'))]
    windows = [path.read_text(encoding='utf-8') for path in sorted((ROOT / 'ui').glob('*.ui'))]
    tests = [path.read_text(encoding='utf-8') for path in sorted((ROOT / 'tests' / 'window').glob('test-*.py'))]
    has = set().union(*map(installed, sources))
    groups = {name.split('.')[0] for name in has | OF_GTK}
    says = set().union(*(mentioned(text, groups) for text in sources + windows))
    pressed = {name for text in tests for call in re.findall(r'^@presses\((.*?)\)$', text, re.M | re.S)
               for name in re.findall(r"'([^']+)'", call)}
    keys = set().union(*(keys_of_windows(code).items() for code in sources))
    taken = [f'{name} has the key of {dict(keys)[key]}' for code in sources for key, name in keys_of_widgets(code)
             if dict(keys).get(key, name) != name and name not in OF_GTK and name.split('.')[0] not in ELSEWHERE]
    results = [
        ('the sources tell of keys', [] if len(keys) > 30 else sorted(keys)),
        ('no key of a widget is the window\'s', taken),
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
