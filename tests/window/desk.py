"""A desk for tests: the real program in real windows on a screen of its own, seen through AT-SPI, used with pointer and
keys. README.md says how to write a test with it.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time

import accessible
import screen

BINARY = os.environ['GRIDLOOM']
OUTPUT = os.environ['GRIDLOOM_TEST_OUTPUT']
DEADLINE = float(os.environ.get('GRIDLOOM_TEST_DEADLINE', '60'))

# One desktop and no keys of its own, so that what is pressed is the window's. Windows lie where they can be seen whole.
OPENBOX = '''<openbox_config>
<desktops><number>1</number></desktops><keyboard/>
<placement><policy>Smart</policy><center>yes</center></placement>
<applications><application class="*" type="normal"><maximized>{maximized}</maximized></application></applications>
</openbox_config>'''


class Failed(AssertionError):
    """What was waited for did not come, or is not as it must be."""


# So often anything is asked for, however long the machine takes for it.
ASKED = 30

# GTK draws a border around a window where nothing composes shadows, never wider than this.
BORDER = 8
# beside a handle between two panes, so many pixels are the handle's
HANDLE = 5

# So often a click is made that GTK 4.8 may lose.
LOST_CLICKS = 3


def wait(predicate, what, deadline=None):
    """Asks again and again until `predicate` gives something true, and returns that. There is nothing to wait for but
    another process, and nothing else sleeps here. What takes long on a busy machine are the questions as well, so the
    deadline only counts once there were some."""
    end = time.monotonic() + (deadline or DEADLINE)
    asked = 0
    while True:
        value = predicate()
        asked += 1
        if value:
            return value
        if asked >= ASKED and time.monotonic() > end:
            raise Failed(f'{what() if callable(what) else what} never came')
        time.sleep(0.03)


def expect(condition, *what):
    """An assertion that says what it saw."""
    if not condition:
        raise Failed('\n'.join(map(str, what)))


def expect_equal(got, wanted, *what):
    expect(got == wanted, f'expected {wanted!r}, got {got!r}', *what)


# Who is chosen closes the popup that it lies in.
CHOICES = {'menu item', 'check menu item', 'radio menu item', 'list item'}
# What is looked at and never pressed.
PASSIVE = {'label', 'image', 'panel', 'filler', 'separator'}


class Desk:
    """A screen with a window manager, a session bus and a home folder that is thrown away, and the program on it."""

    def __init__(self, width=1280, height=800, maximized=True, environment=None):
        self.width, self.height = width, height
        self.maximized = maximized
        self.environment = environment or {}
        self.processes = []
        self.program = self.sender = None
        self.log = None

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix='gridloom-desk-')
        try:
            self._set_up()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.kill()
        for process in reversed(self.processes):
            process.terminate()
        for process in reversed(self.processes):
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _spawn(self, *command, **more):
        with open(self('services.log'), 'ab') as log:
            process = subprocess.Popen(command, env=self.environ, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **more)
        self.processes.append(process)
        return process

    def _spawn_telling(self, *command):
        """Starts what writes its address to the descriptor that takes the place of FD in its arguments."""
        ours, theirs = os.pipe()
        self._spawn(*(part.replace('FD', str(theirs)) for part in command), pass_fds=[theirs])
        os.close(theirs)
        with os.fdopen(ours) as pipe:
            address = pipe.readline().strip()
        expect(address, f'{command[0]} did not start: see', open(self('services.log')).read())
        return address

    def _set_up(self):
        for name in ('screen', 'run'):
            os.mkdir(self(name), 0o700)
        self.clear()
        self.environ = {**os.environ, 'HOME': self('home'), 'XDG_RUNTIME_DIR': self('run'), 'NO_AT_BRIDGE': '1'}
        for name in ('CONFIG', 'DATA', 'STATE', 'CACHE'):
            self.environ[f'XDG_{name}_HOME'] = self(f'home/{name.lower()}')
        # LD_LIBRARY_PATH: where Meson puts the CUDA runtime that plays GPUs, which a test asks for by its name
        for name in ('WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'AT_SPI_BUS_ADDRESS', 'GTK_A11Y', 'G_DEBUG',
                     'LD_LIBRARY_PATH'):
            self.environ.pop(name, None)
        self.environ['DISPLAY'] = ':' + self._spawn_telling(
            'Xvfb', '-displayfd', 'FD', '-screen', '0', f'{self.width}x{self.height}x24', '-noreset',
            '-fbdir', self('screen'))
        self.environ['DBUS_SESSION_BUS_ADDRESS'] = self._spawn_telling(
            'dbus-daemon', '--session', '--nofork', '--print-address=FD')
        with open(self('openbox.xml'), 'w', encoding='utf-8') as file:
            file.write(OPENBOX.format(maximized='yes' if self.maximized else 'no'))
        self._spawn('openbox', '--config-file', self('openbox.xml'))
        self.screen = screen.Screen(self.environ, self('screen/Xvfb_screen0'))
        wait(self.screen.has_window_manager, 'the window manager')
        self.bus = accessible.Bus(self.environ['DBUS_SESSION_BUS_ADDRESS'])

    def __call__(self, name):
        """The path of a file on this desk."""
        return os.path.join(self.folder, name)

    # The program

    def start(self, *arguments, environment=None):
        """Starts the program, and returns its first window once it is there."""
        self.log = self('home/gridloom.log')
        with open(self.log, 'ab') as log:
            self.program = subprocess.Popen(
                [BINARY, *arguments], cwd=self('files'), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**self.environ, 'GDK_BACKEND': 'x11', 'GSK_RENDERER': 'cairo', 'GSETTINGS_BACKEND': 'keyfile',
                     'GTK_USE_PORTAL': '0', 'ADW_DISABLE_PORTAL': '1', 'LC_ALL': 'C.UTF-8',
                     **self.environment, **(environment or {})})
        return self.window()

    def _sender(self):
        """The program's name on the bus of accessible objects. Fails when the program has ended."""
        if self.program is None or self.program.poll() is not None:
            raise Failed(f'the program has ended: {self.said()}')
        if self.sender is None:
            self.sender = self.bus.find(self.program.pid)
        return self.sender

    def tree(self, top=accessible.ROOT):
        """What the program tells a screen reader now, of all or of what is below one object; None for what has gone."""
        sender = self._sender()
        try:
            return accessible.Tree(self.bus, sender, top) if sender else None
        except accessible.Gone:
            return None

    def said(self):
        """What the program wrote on its terminal, in all of its starts since the desk was cleared."""
        if self.log is None:
            return ''
        with open(self.log, encoding='utf-8', errors='replace') as file:
            return file.read()

    def windows(self):
        """The windows that are there, by their titles."""
        sender = self._sender()
        try:
            return {title: Window(self, path) for path, title in self.bus.windows(sender).items()} if sender else {}
        except accessible.Gone:
            return {}

    def window(self, title=None):
        """The window with a title, or the only one, once it is there."""
        def look():
            windows = self.windows()
            if title is None:
                return next(iter(windows.values()), None)
            return windows.get(title)
        return wait(look, f'a window “{title}”')

    def save(self, name):
        """Keeps what there is to see in the build folder: a picture of the screen, the trees and what was said."""
        os.makedirs(OUTPUT, exist_ok=True)
        self.screen.picture(os.path.join(OUTPUT, f'{name}.png'))
        with open(os.path.join(OUTPUT, f'{name}.txt'), 'w', encoding='utf-8') as file:
            try:
                tree = self.tree()
                file.write(tree.dump() if tree else '')
            except Failed as error:
                file.write(f'{error}\n')
            file.write(self.said())

    def clear(self):
        """Ends the program and makes the home as new."""
        self.kill()
        self.log = None
        for name in ('home', 'files'):
            shutil.rmtree(self(name), ignore_errors=True)
            os.mkdir(self(name))
        # GTK's dialog for files begins in a folder, not with what was opened lately; End is that of a line of the text;
        # most cases look into the drawer
        os.makedirs(self('home/config/glib-2.0/settings'))
        with open(self('home/config/glib-2.0/settings/keyfile'), 'w', encoding='utf-8') as file:
            file.write("[org/gtk/gtk4/settings/file-chooser]\nstartup-mode='cwd'\n"
                       '[org/gridloom/Gridloom]\nwrap-lines=false\nshow-drawer=true\n')
        # the compiler of kernels, where it is the user's own, which ./dev fetched
        cuda = os.path.join(os.environ.get('XDG_DATA_HOME') or os.path.expanduser('~/.local/share'), 'gridloom', 'cuda')
        if os.path.isdir(cuda):
            os.makedirs(self('home/data/gridloom'))
            os.symlink(cuda, self('home/data/gridloom/cuda'))

    def wait_popup_closed(self, popup):
        """Waits until X shows a popup no more. It takes every click for itself until then, though a screen reader is
        told earlier that it is gone."""
        wait(lambda: not self.screen.is_shown(popup.number), 'the end of the menu')

    def wait_ended(self):
        """Waits until the program has ended by itself."""
        wait(lambda: self.program.poll() is not None, 'the end of the program')
        expect_equal(self.program.returncode, 0, self.said())
        self.program = self.sender = None

    def kill(self, number=signal.SIGKILL):
        """Ends the program as if the power failed."""
        if self.program is not None:
            self.program.send_signal(number)
            self.program.wait()
            self.program = self.sender = None


# Roles that GTK calls by several names, from version to version.
ALIASES = {
    'button': {'push button', 'toggle button'},
    'entry': {'entry', 'text', 'password text'},
    'menu item': {'menu item', 'check menu item', 'radio menu item'},
    'window': {'frame', 'dialog', 'window'},
}


def fits(node, role, name):
    """Whether an object has a role, and a name: a text, a pattern to be found in it, or None for any."""
    if role is not None and node.role not in ALIASES.get(role, {role}):
        return False
    return name is None or (node.name == name if isinstance(name, str) else name.search(node.name) is not None)


class Window:
    """A window of the program, or a dialog."""

    def __init__(self, desk, path):
        self.desk, self.path = desk, path

    def read(self):
        """The window's accessible object now, with all below it; None if it has gone."""
        if not self.is_open():
            return None
        tree = self.desk.tree(self.path)
        return tree.root if tree else None

    @property
    def title(self):
        return next((title for title, window in self.desk.windows().items() if window.path == self.path), None)

    def is_open(self):
        return self.title is not None

    def _widgets(self, role, name, within):
        node = self.read()
        return [Widget(self, found) for found in (node.walk() if node else [])
                if fits(found, role, name) and (within is None or within.path in {a.path for a in found.ancestors()})]

    def all(self, role=None, name=None, within=None, scrolled=False):
        """The widgets of a role and name that are seen now, or could be by scrolling, in the order of a screen reader."""
        widgets = self._widgets(role, name, within)
        surfaces = widgets[0].surfaces() if widgets else None
        return [widget for widget in widgets
                if widget.is_seen(surfaces) or scrolled and widget.is_scrolled_away(surfaces)]

    def find(self, role=None, name=None, within=None):
        """The first widget of a role and name, once it is seen, or could be by scrolling."""
        def look():
            widgets = self._widgets(role, name, within)
            surfaces = widgets[0].surfaces() if widgets else None
            return (next((widget for widget in widgets if widget.is_seen(surfaces)), None)
                    or next((widget for widget in widgets if widget.is_scrolled_away(surfaces)), None))
        return wait(look, f'{role or "anything"} “{getattr(name, "pattern", name)}” in “{self.title}”')

    def has(self, role=None, name=None, within=None):
        """Whether such a widget is seen now."""
        return bool(self.all(role, name, within))

    def texts(self, within=None):
        """The labels that are seen now."""
        return [widget.name for widget in self.all('label', None, within)]

    def focus(self):
        """The widget that has the keys, or None."""
        node = self.read()
        found = [each for each in node.walk() if 'focused' in each.states] if node else []
        return Widget(self, found[-1]) if found else None

    def surfaces(self, title=None):
        """This window as X sees it, and the popups."""
        surfaces = self.desk.screen.surfaces(self.desk.program.pid)
        popups = [surface for surface in surfaces if surface.popup]
        title = title or self.title
        own = [surface for surface in surfaces if not surface.popup and surface.title == title]
        return own[-1] if own else None, popups

    def activate(self):
        """Gives it the keys, as a click on its title would."""
        def is_active():
            surface, _ = self.surfaces()
            if surface is None:
                return False
            if self.desk.screen.active() == surface.number:
                return True
            self.desk.screen.activate(surface.number)
            return False
        wait(is_active, f'the keys for “{self.title}”')

    def open_menu(self, button):
        """Presses a button that opens a menu, and once more, as a person would, where that came to nothing: GTK 4.8 loses
        clicks for a while after a key has closed another menu."""
        for _ in range(LOST_CLICKS):
            self.find('button', button).click()
            try:
                return wait(lambda: self.has('menu item'), f'the menu of “{getattr(button, "pattern", button)}”', 5)
            except Failed as failed:
                error = failed
        raise error

    def press_menu(self, button, *items):
        """Presses a button that opens a menu, and an item of it; those before the last lead to other pages of the menu,
        which stays."""
        self.open_menu(button)
        for item in items[:-1]:
            self.desk.screen.click(*self.find('menu item', item).place())
        self.find('menu item', items[-1]).click()

    def close_menu(self, item):
        """Closes the menu that an item is in."""
        popup = item.popup()
        self.key('Escape')
        self.desk.wait_popup_closed(popup)

    def key(self, *keys):
        """Presses keys, by the names that xdotool knows, with ctrl+, shift+ or alt+ before them."""
        self.activate()
        self.desk.screen.key(*keys)

    def type(self, text):
        """Types where the focus is."""
        self.activate()
        self.desk.screen.type(text)

    def wait_closed(self):
        wait(lambda: not self.is_open(), f'the end of “{self.title}”')


class Widget:
    """Something in a window that is seen, as it was when it was found; methods ask it as it is now."""

    def __init__(self, window, node):
        self.window, self.node = window, node
        self.path, self.role, self.name, self.description = node.path, node.role, node.name, node.description

    def __str__(self):
        return str(self.node)

    def __getattr__(self, name):
        return getattr(self.node, name)

    def _surface(self, surfaces):
        """What of the screen it lies in, and the accessible object of that. A popup is known by its size: nothing else
        is told of it."""
        own, popups = surfaces
        sizes = {(popup.width, popup.height): popup for popup in popups}
        chain = [node for node in self.node.ancestors() if 'Component' in node.interfaces]
        for node in reversed(chain[:-1]):
            popup = sizes.get(tuple(node.extents()[2:]))
            if popup is not None:
                return popup, node
        return own, chain[-1]

    def surfaces(self):
        return self.window.surfaces(self.node.tree.root.name)

    def _is_hit(self, hit):
        """Whether the pointer reaches it, by what it meets. What is insensitive, or only looked at, lets it through to
        what holds it."""
        if hit is None:
            return False
        if self.path in {node.path for node in hit.ancestors()}:
            return True
        passes = 'sensitive' not in self.node.states or self.role in PASSIVE
        return passes and hit.path in {node.path for node in self.node.ancestors()}

    def _place(self, surfaces):
        """The middle of it on the screen; None if it is not seen there."""
        surface, top = self._surface(surfaces)
        if surface is None:
            return None
        x, y, width, height = self.node.extents()
        if width <= 0 or height <= 0 or self._is_beyond():
            return None
        middle = x + width // 2, y + height // 2
        # what lies in the middle, an icon, may be left out of the tree, corners are round, and a button's padding is
        # not always counted to its extents
        probes = [middle, (middle[0], y + 2), (x + 1, y + 1), (x + width - 2, y + height - 2)]
        if self.role not in PASSIVE:
            probes.append((x - 3, middle[1]))
        hits = [top.at(*probe) for probe in probes]
        # what an entry is filled with is always left out of the tree
        is_filled = hits[0] is None and 'EditableText' in self.node.interfaces and 'sensitive' in self.node.states
        if not is_filled and not any(self._is_hit(hit) for hit in hits):
            return None
        left, top_edge, top_width, top_height = top.extents()
        border_x = (surface.width - surface.shadow[0] - surface.shadow[1] - top_width) // 2
        border_y = (surface.height - surface.shadow[2] - surface.shadow[3] - top_height) // 2
        # the window manager has given it another size, which it is not laid out for yet
        if not (0 <= border_x <= BORDER and 0 <= border_y <= BORDER):
            return None
        return (surface.x + surface.shadow[0] + border_x + middle[0] - left,
                surface.y + surface.shadow[2] + border_y + middle[1] - top_edge)

    def is_seen(self, surfaces=None):
        try:
            return self._place(surfaces or self.surfaces()) is not None
        except accessible.Gone:
            return False

    def _is_beyond(self):
        """The innermost pane that it is scrolled out of, and whether it lies below what the pane shows; or None."""
        _, y, width, height = self.node.extents()
        for node in self.node.ancestors():
            if node.role == 'scroll pane' and node is not self.node and width > 0 and height > 0:
                _, top, _, pane_height = node.extents()
                if not top + HANDLE <= y + height // 2 < top + pane_height - HANDLE:
                    return Widget(self.window, node), y + height // 2 > top
        return None

    def _pane(self, surfaces):
        """Where on the screen to turn the wheel, and which way, to bring it into view; None if that is not the way."""
        beyond = self._is_beyond()
        place = beyond[0]._place(surfaces) if beyond else None
        return (place, 5 if beyond[1] else 4) if place else None

    def is_scrolled_away(self, surfaces=None):
        try:
            return self._pane(surfaces or self.surfaces()) is not None
        except accessible.Gone:
            return False

    def _read_again(self):
        """What lies in it may be another object since, as the label of a tab whose title changes."""
        root = self.window.read()
        self.node = (root.tree.nodes.get(self.path) if root else None) or self.node

    def place(self):
        """The middle of it on the screen, once it lies there and is still; scrolls to it."""
        last = None

        def look():
            nonlocal last
            place = None
            try:
                surfaces = self.surfaces()
                place = self._place(surfaces)
                pane = self._pane(surfaces) if place is None else None
                if pane is not None:
                    self.window.desk.screen.click(*pane[0], pane[1])
                elif place is None:
                    self._read_again()
            except accessible.Gone:
                pass
            still = place is not None and place == last
            last = place
            return place if still else None
        return wait(look, f'{self} on the screen')

    def popup(self):
        """The popup that it lies in, as X sees it; None for what lies in the window itself."""
        surface, _ = self._surface(self.surfaces())
        return surface if surface is not None and surface.popup else None

    def click(self, button=1, times=1):
        place = self.place()
        popup = self.popup() if self.role in CHOICES else None
        self.window.desk.screen.click(*place, button, times)
        if popup is not None:
            self.window.desk.wait_popup_closed(popup)

    def point(self):
        """Moves the pointer onto it."""
        self.window.desk.screen.move_pointer(*self.place())

    def look(self):
        """Its pixels, to be compared with what they were."""
        x, y = self.place()
        _, _, width, height = self.node.extents()
        return self.window.desk.screen.pixels(x - width // 2, y - height // 2, width, height)

    def write(self, text):
        """Puts a text in the place of what stands in it."""
        self.click()
        self.window.desk.screen.key('ctrl+a')
        self.window.desk.screen.type(text)
