#!/usr/bin/env python3
"""The rules between the layers (src/DESIGN.md), held against every source: TAP.

Each rule is first tried on a line that breaks it, so that a rule that catches nothing fails too.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1]).resolve()

# What each layer may include of the others.
LAYERS = {
    'core': {'core'},
    'generator': {'core', 'generator'},
    'ptx': {'core', 'ptx'},
    'sim': {'core', 'ptx', 'sim'},
    'cudart': {'core', 'ptx', 'sim', 'cudart'},
    'record': {'core', 'ipc', 'record'},
    'ipc': {'core', 'ipc'},
    'plot': {'core', 'plot'},
    'runner': {'core', 'ptx', 'sim', 'ipc', 'runner'},
    'mpi': {'core', 'ptx', 'sim', 'ipc', 'runner', 'mpi'},
    'report': {'core', 'plot', 'report'},
    'cli': {'core', 'generator', 'ipc', 'plot', 'record', 'report', 'cli'},
    'app': {'core', 'generator', 'ipc', 'plot', 'record', 'report', 'app'},
}
# What each room of a layer, a folder in it, may include of the others.
VALUES = {'base', 'text', 'values'}
ROOMS = {
    'core': {
        'base': set(),
        'text': {'base'},
        'values': {'base', 'text'},
        'files': VALUES,
        'findings': VALUES,
        'source/text': VALUES,
        'source/preprocess': VALUES | {'findings', 'source/text'},
        'source/device': VALUES | {'source/text', 'source/preprocess'},
        'source/declarations': VALUES | {'source/text', 'source/preprocess'},
        'source/variables': VALUES | {'source/text', 'source/preprocess', 'source/declarations'},
        'source/kernels': VALUES | {'source/text', 'source/declarations', 'source/variables'},
        'source/host': VALUES | {'source/text', 'source/declarations', 'source/variables'},
        'document': VALUES | {'files', 'findings'},
        'expressions': VALUES | {'document'},
        'compiled': VALUES | {'findings', 'source/text', 'source/kernels', 'source/host', 'expressions'},
        'devices': VALUES,
        'watch': VALUES | {'findings', 'expressions'},
        'plan': VALUES | {'files', 'findings', 'source/text', 'source/kernels', 'source/host', 'document',
                          'expressions', 'compiled', 'devices'},
        'run': VALUES | {'findings', 'document', 'expressions', 'compiled', 'devices', 'watch', 'plan'},
        'model': VALUES | {'source/variables', 'compiled', 'devices', 'watch', 'plan'},
        'advice': VALUES | {'findings', 'document', 'compiled', 'devices', 'watch', 'plan', 'run', 'model'},
        'sweep': VALUES | {'document', 'devices', 'plan', 'run', 'model'},
    },
    'sim': {
        'machine': set(),
        'lower': {'machine'},
        'count': {'machine'},
        'exec': {'machine', 'count'},
        'extent': {'machine', 'exec'},
        'watch': {'machine', 'extent'},
        'run': {'machine', 'count', 'exec', 'extent', 'watch'},
    },
    'plot': {
        'drawing': set(),
        'cells': {'drawing'},
        'picture': {'drawing', 'cells'},
        'charts': {'drawing', 'cells', 'picture'},
    },
    'runner': {
        'system': set(),
        'compile': {'system'},
        'run': {'compile'},
        'cuda': {'system', 'run'},
        'service': {'system', 'compile', 'run', 'cuda'},
    },
    'app': {
        'widgets': set(),
        'session': {'widgets'},
        'editor': {'widgets', 'session'},
        'picture': {'widgets', 'session'},
        'launch': {'widgets', 'session'},
        'drawer': {'widgets', 'session', 'editor', 'picture', 'launch'},
        'dialogs': {'widgets', 'session', 'editor', 'picture', 'launch', 'drawer'},
        'window': {'widgets', 'session', 'editor', 'picture', 'launch', 'drawer', 'dialogs'},
    },
}
# Libraries that only some layers may see, by how their headers begin.
LIBRARIES = {
    'gtk/': {'app'}, 'gdk/': {'app'}, 'gsk/': {'app'}, 'adwaita': {'app'}, 'gtksourceview': {'app'},
    'cairo': {'plot', 'cli', 'app'}, 'pango': {'plot', 'cli', 'app'}, 'json-glib': {'record', 'report', 'cli', 'app'},
    'mpi.h': {'mpi'}, 'cuda': {'runner', 'cudart'}, 'nvrtc': {'runner'}, 'nvtx': {'runner'},
}
# Headers for kernels, not for us.
STUBS = 'headers'
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.M)
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.S)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
TRANSLATED = re.compile(r'\bN?_ ?\(\s*(?:"(?:[^"\\\n]|\\.)*"\s*)+')
OPTION = re.compile(r'--[a-z]')
FLOAT_FORMAT = re.compile(r'%(?:\d+\$)?[-+ #0]*[\d*]*(?:\.[\d*]*)?l?[aAeEfFgG](?![A-Za-z_])')

# name of the rule, layers it holds in, pattern in code without comments and strings
OUTSIDE_APP = set(LAYERS) - {'app'}
CODE_RULES = [
    ('no call of app blocks', {'app'}, re.compile(r'\b\w+_sync \(|\bg_main_loop_run \(|\bg_usleep \(|\bsleep \(')),
    ('no gtk_builder_get_object', set(LAYERS), re.compile(r'\bgtk_builder_get_object\b')),
    ('no locale-dependent numbers outside app', OUTSIDE_APP,
     re.compile(r'\b(?:strtod|strtof|strtold|atof|sscanf|fscanf|vsscanf|localeconv|g_strtod)\s*\(|'
                r'\bsetlocale\s*\(\s*LC_(?:ALL|NUMERIC)|\bnewlocale\s*\(\s*LC_(?:ALL|NUMERIC)')),
    ('no CUDA or NVRTC outside runner and cudart', set(LAYERS) - {'runner', 'cudart'},
     re.compile(r'\b(?:cuda[A-Z]|nvrtc[A-Z]|cu[A-Z][a-z])\w*')),
    ('actions are activated by loom_action_activate ()', {'app'},
     re.compile(r'\bgtk_widget_activate_action \(')),
    ('no goto but to out', {'core', 'ipc', 'app', 'cli', 'plot'}, re.compile(r'\bgoto (?!out\b)')),
]
# Breaks the rule of the same name, in its first layer.
SAMPLES = {
    'no call of app blocks': 'g_file_load_contents_sync (file);',
    'no gtk_builder_get_object': 'w = gtk_builder_get_object (b, "w");',
    'no locale-dependent numbers outside app': 'x = strtod (text, NULL);',
    'no CUDA or NVRTC outside runner and cudart': 'cudaError_t error = cudaMalloc (&p, 4);',
    'actions are activated by loom_action_activate ()': 'gtk_widget_activate_action (widget, name, NULL);',
    'no goto but to out': 'goto fail;',
}


def strip(text):
    """Code without comments and strings; lines stay where they are."""
    return COMMENT.sub(lambda m: ('""' if m[0][0] == '"' else ' ') + '\n' * m[0].count('\n'), text)


def strip_comments(text):
    return COMMENT.sub(lambda m: m[0] if m[0][0] in '"\'' else ' ' + '\n' * m[0].count('\n'), text)


def line_of(text, offset):
    return text.count('\n', 0, offset) + 1


def room_of(layer, path):
    """The folder of a file within its layer, as in lower or source/device."""
    return path.parent.relative_to(ROOT / 'src' / layer).as_posix()


def check_includes(layer, text, owners):
    """Includes of a file that its layer may not have."""
    for match in INCLUDE.finditer(text):
        header = match[2]
        name = header.rsplit('/', 1)[-1]
        owner = owners.get(name) if match[1] == '"' else None
        line = line_of(text, match.start())
        if owner is not None and owner not in LAYERS[layer]:
            yield line, f'{layer} may not include {name} of {owner}'
        elif owner is not None and owner != layer and name.endswith('-private.h'):
            yield line, f'{name} is private to {owner}'
        for start, layers in LIBRARIES.items():
            if owner is None and header.startswith(start) and layer not in layers:
                yield line, f'{layer} may not include <{header}>'


def check_rooms(layer, room, text, rooms):
    """Includes of a file that its room may not have, where its layer has rooms."""
    allowed = ROOMS[layer].get(room)
    if allowed is None:
        yield 1, f'{layer} has no room {room}'
        return
    for match in INCLUDE.finditer(text):
        owner = rooms.get((layer, match[2])) if match[1] == '"' else None
        if owner is not None and owner != room and owner not in allowed:
            yield line_of(text, match.start()), f'{room} may not include {match[2]} of {owner}'


def list_turned(layer, rooms):
    """Rooms that may include one that follows them in the list: arrows that turn back."""
    before = set()
    for room, allowed in rooms.items():
        for other in sorted(allowed - before):
            yield f'{layer}: {room} may include {other}, which is not before it'
        before.add(room)


def check_code(rule, layer, text):
    name, layers, pattern = rule
    if layer in layers:
        code = strip(text)
        for match in pattern.finditer(code):
            yield line_of(code, match.start()), f'“{match[0]}”'


def check_formats(layer, text):
    """Floats that printf() would write with the decimal comma of the user; cli never takes the user's."""
    if layer in {'app', 'cli'}:
        return
    code = strip_comments(text)
    for match in LITERAL.finditer(code):
        statement = code[max(0, match.start() - 120):match.start()].split(';')[-1]
        if FLOAT_FORMAT.search(match[1].replace('%%', '')) and 'g_ascii_formatd (' not in statement:
            yield line_of(code, match.start()), f'format {match[0]}: use g_ascii_formatd ()'


def check_options(layer, text):
    """Options of the command line in what people read elsewhere: the window has none."""
    if layer == 'cli':
        return
    code = strip_comments(text)
    for match in TRANSLATED.finditer(code):
        if OPTION.search(match[0]):
            yield line_of(code, match.start()), f'{match[0]} names an option of the command line'


def main():
    sources = {}
    owners = {}
    rooms = {}
    for layer in LAYERS:
        for path in sorted((ROOT / 'src' / layer).rglob('*.[ch]')):
            if STUBS in path.parts:
                continue
            sources[path] = (layer, path.read_text(encoding='utf-8'))
            if path.suffix == '.h':
                owners[path.name] = layer
                rooms[layer, path.name] = room_of(layer, path)
    furnished = {path: source for path, source in sources.items() if source[0] in ROOMS}

    results = [
        ('includes keep the layers', includes_rule_catches(),
         collect(sources, lambda layer, text: check_includes(layer, text, owners))),
        ('includes keep the rooms', rooms_rule_catches(),
         [f'{path.relative_to(ROOT)}:{line}: {what}' for path, (layer, text) in furnished.items()
          for line, what in check_rooms(layer, room_of(layer, path), text, rooms)]),
        ('no arrow between rooms turns back', any(list_turned('app', {'a': {'b'}, 'b': {'a'}})),
         [what for layer, of_layer in ROOMS.items() for what in list_turned(layer, of_layer)]),
        ('no floats by printf below app and cli',
         any(check_formats('core', 'f ("%5.2f")')) and not any(check_formats('core', 'f ("50 %% of %d")')),
         collect(sources, check_formats)),
        ('only cli names its options',
         any(check_options('runner', '_("leave"\n  "out --profile")')) and not any(check_options('core', '_("a -- b")')),
         collect(sources, check_options)),
        ('there are sources', len(sources) > 50, []),
    ]
    for rule in CODE_RULES:
        layer = sorted(rule[1])[0]
        sample = SAMPLES[rule[0]]
        catches = any(check_code(rule, layer, sample)) and not any(check_code(rule, layer, f'/* {sample} */'))
        results.append((rule[0], catches,
                        collect(sources, lambda layer, text, rule=rule: check_code(rule, layer, text))))

    print(f'1..{len(results)}')
    failed = False
    for number, (name, can_fail, found) in enumerate(results, 1):
        good = can_fail and not found
        failed |= not good
        print(f'{"ok" if good else "not ok"} {number} - {name}')
        if not can_fail:
            print('# the rule does not catch what breaks it')
        for line in found:
            print(f'# {line}')
    return 1 if failed else 0


def includes_rule_catches():
    return (any(check_includes('app', '#include "sim.h"', {'sim.h': 'sim'}))
            and any(check_includes('app', '#include "a-private.h"', {'a-private.h': 'core'}))
            and any(check_includes('core', '#include <gtk/gtk.h>', {}))
            and not any(check_includes('sim', '#include "core.h"', {'core.h': 'core'})))


def rooms_rule_catches():
    rooms = {('app', 'window.h'): 'window', ('app', 'field.h'): 'widgets'}
    return (any(check_rooms('app', 'widgets', '#include "window.h"', rooms))
            and any(check_rooms('app', 'app', '', rooms))
            and not any(check_rooms('app', 'window', '#include "field.h"', rooms)))


def collect(sources, check):
    return [f'{path.relative_to(ROOT)}:{line}: {what}'
            for path, (layer, text) in sources.items() for line, what in check(layer, text)]


if __name__ == '__main__':
    sys.exit(main())
