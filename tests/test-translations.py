#!/usr/bin/env python3
"""Everything a person reads can be translated, and is: TAP.

Looks at the sources, not at a build: files with strings are listed in po/POTFILES.in, .ui files mark their texts,
C files don't hand bare literals to functions that show them, formats are such that gettext reads them whole, and each
catalogue is complete, well-formed and keeps mnemonics.
"""
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(sys.argv[1]).resolve()
SHOWN = {'label', 'title', 'subtitle', 'tooltip-text', 'text', 'description', 'placeholder-text', 'menu-label',
         'heading', 'body', 'action-name-label', 'secondary-text', 'tooltip'}
# functions whose literal argument appears on a screen as it stands
C_SHOWS = re.compile(r'\b(?:gtk_label_new|gtk_label_set_text|gtk_label_set_label|gtk_button_new_with_label|'
                     r'gtk_button_set_label|gtk_widget_set_tooltip_text|gtk_window_set_title|adw_toast_new|'
                     r'adw_preferences_row_set_title|adw_action_row_set_subtitle|adw_status_page_set_title|'
                     r'adw_status_page_set_description|adw_message_dialog_new|g_menu_append|g_menu_item_new|'
                     r'gtk_menu_button_set_label|adw_window_title_new)\s*\(([^;]*?)\)\s*;', re.S)
LITERAL = re.compile(r'(?<![_\w(])"((?:[^"\\]|\\.)*)"')
MARKED = re.compile(r'\b(?:N?C?_|n?gettext|(?:g_)?dn?gettext)\s*\(\s*(?:GETTEXT_PACKAGE,\s*)?"[^"]')
SOURCES = ('.c', '.h', '.def', '.ui', '.xml')
# a string put together of what only the compiler knows: xgettext stops there, and the catalogue never matches
CUT = re.compile(r'\b(?:N?C?_|ngettext|g_dngettext)\s*\(\s*(?:GETTEXT_PACKAGE,\s*)?'
                 r'(?:"(?:[^"\\]|\\.)*"\s*|PRI[diouxX]64\s*|,\s*(?="))+'
                 r'((?!PRI[diouxX]64)[A-Z]\w*)')
WORD = re.compile(r'[^\W\d_]{2,}')
number = 0
failures = 0


def report(ok, name, details=()):
    global number, failures
    number += 1
    failures += not ok
    print(f'{"ok" if ok else "not ok"} {number} - /project/translations/{name}')
    for detail in details:
        print(f'# {detail}')


def potfiles():
    text = (ROOT / 'po/POTFILES.in').read_text(encoding='utf-8')
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith('#')]


def translatable(path):
    text = path.read_text(encoding='utf-8', errors='replace')
    if path.suffix in ('.c', '.h', '.def'):
        return MARKED.search(text) is not None
    if path.suffix == '.xml':
        return 'gettext-domain=' in text
    return 'translatable="yes"' in text or 'translatable="true"' in text


def check_potfiles():
    listed = set(potfiles())
    missing = [str(p.relative_to(ROOT)) for folder in ('src', 'ui', 'data') for p in sorted((ROOT / folder).rglob('*'))
               if p.suffix in SOURCES and translatable(p) and str(p.relative_to(ROOT)) not in listed]
    gone = [name for name in sorted(listed) if not (ROOT / name).exists()]
    report(not missing, 'every-file-with-strings-is-listed', [f'add {name} to po/POTFILES.in' for name in missing])
    report(not gone, 'every-listed-file-exists', gone)
    names, ordered = potfiles(), sorted(set(potfiles()))
    report(names == ordered, 'the-list-is-sorted', [a for a, b in zip(names, ordered) if a != b][:1])


def check_ui():
    bare = []
    for path in sorted((ROOT / 'ui').rglob('*.ui')):
        for element in ET.parse(path).iter():
            if element.tag in ('property', 'attribute', 'relation') and element.get('name') in SHOWN:
                if WORD.search(element.text or '') and element.get('translatable') not in ('yes', 'true', 'no'):
                    bare.append(f'{path.relative_to(ROOT)}: {element.get("name")}: {element.text.strip()}')
    report(not bare, 'every-text-of-the-interface-is-marked', bare)


def check_c():
    bare = []
    for folder in ('app', 'cli', 'plot'):
        for path in sorted((ROOT / 'src' / folder).rglob('*.c')):
            for call in C_SHOWS.finditer(path.read_text(encoding='utf-8')):
                for literal in LITERAL.findall(call.group(1)):
                    if ' ' in literal and WORD.search(re.sub(r'%[-+ #0-9.]*[a-zA-Z]+', '', literal)):
                        bare.append(f'{path.relative_to(ROOT)}: "{literal}"')
    report(not bare, 'no-bare-literal-is-shown', bare)


def check_formats():
    cut = [f'{path.relative_to(ROOT)}: {found.group(1)} in a string to translate: write PRIu64 or cast to a plain type'
           for path in sorted((ROOT / 'src').rglob('*.c')) for found in CUT.finditer(path.read_text(encoding='utf-8'))]
    report(not cut, 'gettext-reads-every-format-whole', cut)


def gallery_texts():
    """Title and first sentence of each kernel, as the window takes them from the comment that it begins with."""
    for path in sorted((ROOT / 'kernels').glob('*.cu')):
        comment = path.read_text(encoding='utf-8').removeprefix('/*').split('*/')[0]
        title, *lines = (re.sub(r'^\s*\*?', '', line).strip() for line in comment.split('\n'))
        yield title
        yield re.sub(r'\. .*', '.', ' '.join(itertools.takewhile(bool, lines[1:])))


def check_gallery():
    kept = re.findall(r'^N_\("(.*)"\)$', (ROOT / 'kernels/texts.h').read_text(encoding='utf-8'), re.M)
    taken = list(gallery_texts())
    report(kept == taken, 'the-gallery-can-be-translated',
           [f'kernels/texts.h: write N_("{text}")' for text in taken if text not in kept] +
           [f'kernels/texts.h: no kernel says "{text}"' for text in kept if text not in taken])


def words_of(comment):
    return re.sub(r'[\s*]+', ' ', comment).strip()


def check_comments(pot):
    """xgettext takes a comment that ends on the line before the string, and drops any other without a word."""
    arrived = words_of(' '.join(line[2:] for line in pot.split('\n') if line.startswith('#.')))
    lost = [f'{path.relative_to(ROOT)}: {words_of(comment)}' for path in sorted((ROOT / 'src').rglob('*.c'))
            for comment in re.findall(r'/\*\s*(Translators:.*?)\*/', path.read_text(encoding='utf-8'), re.S)
            if words_of(comment) not in arrived]
    report(not lost, 'comments-for-translators-arrive', lost)


def check_catalogues():
    languages = (ROOT / 'po/LINGUAS').read_text().split()
    with tempfile.TemporaryDirectory() as folder:
        pot = f'{folder}/gridloom.pot'
        subprocess.run(['xgettext', '--from-code=UTF-8', '--add-comments=Translators', '--keyword=_', '--keyword=N_',
                        '--keyword=C_:1c,2', '--keyword=NC_:1c,2', '--keyword=ngettext:1,2',
                        '--keyword=g_dngettext:2,3', f'--output={pot}', *potfiles()],
                       cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
        check_comments(pathlib.Path(pot).read_text(encoding='utf-8'))
        for language in languages:
            merged = f'{folder}/{language}.po'
            subprocess.run(['msgmerge', '--quiet', '--no-fuzzy-matching', f'--output-file={merged}',
                            str(ROOT / f'po/{language}.po'), pot], check=True)
            checked = subprocess.run(['msgfmt', '--check', '--check-accelerators=_', '--statistics',
                                      '--output-file=/dev/null', merged],
                                     capture_output=True, text=True, env={'LC_ALL': 'C.UTF-8', 'PATH': '/usr/bin:/bin'})
            left = subprocess.run(['msgattrib', '--untranslated', '--no-obsolete', merged],
                                  capture_output=True, text=True).stdout.splitlines()
            untranslated = [line for line in left if line.startswith('msgid "') and line != 'msgid ""']
            report(checked.returncode == 0, f'{language}-is-well-formed', checked.stderr.splitlines())
            report('untranslated' not in checked.stderr and 'fuzzy' not in checked.stderr, f'{language}-is-complete',
                   untranslated[:20])


check_potfiles()
check_ui()
check_c()
check_formats()
check_gallery()
check_catalogues()
print(f'1..{number}')
sys.exit(1 if failures else 0)
