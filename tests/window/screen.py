"""The screen of a desk: its windows as X sees them, pointer, keys, and pictures of it.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re
import struct
import subprocess
import zlib


class Surface:
    """A window as X sees it: where it lies on the screen, and how wide its shadow is on each side."""

    def __init__(self, number, x, y, width, height, popup, title, shadow):
        self.number, self.x, self.y, self.width, self.height = number, x, y, width, height
        self.popup, self.title, self.shadow = popup, title, shadow


class Screen:
    def __init__(self, environ, framebuffer):
        self.environ = environ
        self.framebuffer = framebuffer

    def _ask(self, *command):
        return subprocess.run(command, env=self.environ, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors='replace', check=False).stdout

    def has_window_manager(self):
        return 'window id' in self._ask('xprop', '-root', '_NET_SUPPORTING_WM_CHECK')

    def _surface(self, number):
        """None for a window that has gone meanwhile."""
        info = self._ask('xwininfo', '-id', number)
        facts = dict(re.findall(r'^\s*([A-Z][\w -]*?):?\s*:\s+(.*)$', info, re.M))
        if facts.get('Map State') != 'IsViewable':
            return None
        properties = self._ask('xprop', '-id', number, '_GTK_FRAME_EXTENTS', '_NET_WM_NAME')
        shadow = re.search(r'_GTK_FRAME_EXTENTS.*= (\d+), (\d+), (\d+), (\d+)', properties)
        title = re.search(r'_NET_WM_NAME.*? = "(.*)"', properties)
        return Surface(number, int(facts['Absolute upper-left X']), int(facts['Absolute upper-left Y']),
                       int(facts['Width']), int(facts['Height']), facts['Override Redirect State'] == 'yes',
                       title[1] if title else '', [int(side) for side in shadow.groups()] if shadow else [0, 0, 0, 0])

    def surfaces(self, pid):
        """The windows and popups of a process that are seen, the oldest first."""
        numbers = self._ask('xdotool', 'search', '--onlyvisible', '--pid', str(pid)).split()
        found = [self._surface(number) for number in sorted(numbers, key=int)]
        return [surface for surface in found if surface is not None]

    def is_shown(self, number):
        """Whether a window or popup is there and seen."""
        return self._surface(number) is not None

    def active(self):
        """The number of the window that has the keys."""
        match = re.search(r'# (0x[0-9a-f]+)', self._ask('xprop', '-root', '_NET_ACTIVE_WINDOW'))
        return str(int(match[1], 16)) if match else None

    def activate(self, number):
        self._ask('xdotool', 'windowactivate', number)

    def resize(self, number, width, height):
        self._ask('xdotool', 'windowsize', number, str(width), str(height))

    def move_pointer(self, x, y):
        self._ask('xdotool', 'mousemove', str(round(x)), str(round(y)))

    def click(self, x, y, button=1, times=1):
        """A hand is never still. Half a second after a popover has closed GTK 4.8 does not know what is under a pointer
        that has not moved since, and a click there reaches nobody."""
        self._ask('xdotool', 'mousemove', str(round(x) - 1), str(round(y)), 'mousemove', str(round(x)), str(round(y)),
                  'click', '--repeat', str(times), '--delay', '60', str(button))

    def click_with(self, key, x, y):
        """A click while a key is held down."""
        self._ask('xdotool', 'keydown', key)
        self.click(x, y)
        self._ask('xdotool', 'keyup', key)

    def drag(self, x, y, to_x, to_y):
        middle = (x + to_x) / 2, (y + to_y) / 2
        self._ask('xdotool', 'mousemove', str(round(x)), str(round(y)), 'mousedown', '1',
                  'mousemove', str(round(middle[0])), str(round(middle[1])),
                  'mousemove', str(round(to_x)), str(round(to_y)), 'mouseup', '1')

    def key(self, *keys):
        self._ask('xdotool', 'key', '--clearmodifiers', '--delay', '20', *keys)

    def type(self, text):
        self._ask('xdotool', 'type', '--clearmodifiers', '--delay', '20', '--', text)

    def pixels(self, x=0, y=0, width=None, height=None):
        """The rows of a part of the screen, or of all of it, as bytes of red, green and blue."""
        with open(self.framebuffer, 'rb') as file:
            data = file.read()
        header = struct.unpack('>25I', data[:100])
        width, height = width or header[4], height or header[5]
        start = header[0] + 12 * header[19]
        rows = []
        for line in range(y, y + height):
            begin = start + line * header[12] + 4 * x
            row = data[begin:begin + 4 * width]
            pixels = bytearray(3 * width)
            pixels[0::3], pixels[1::3], pixels[2::3] = row[2::4], row[1::4], row[0::4]
            rows.append(bytes(pixels))
        return rows

    def picture(self, path):
        """Writes what the screen shows as a PNG."""
        rows = self.pixels()

        def chunk(kind, content):
            body = kind + content
            return struct.pack('>I', len(content)) + body + struct.pack('>I', zlib.crc32(body))

        header = struct.pack('>IIBBBBB', len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
        with open(path, 'wb') as file:
            file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header)
                       + chunk(b'IDAT', zlib.compress(b''.join(b'\0' + row for row in rows), 6)) + chunk(b'IEND', b''))
