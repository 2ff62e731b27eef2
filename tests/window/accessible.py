"""What a screen reader sees: the trees of accessible objects, read through AT-SPI by its D-Bus interfaces.

SPDX-License-Identifier: GPL-3.0-or-later
"""

from gi.repository import Gio, GLib

ATSPI = 'org.a11y.atspi.'
ROOT = '/org/a11y/atspi/accessible/root'
WINDOW_COORDINATES = 1

# In the order of AtspiRole.
ROLES = '''invalid|accelerator label|alert|animation|arrow|calendar|canvas|check box|check menu item|color chooser|
column header|combo box|date editor|desktop icon|desktop frame|dial|dialog|directory pane|drawing area|file chooser|
filler|focus traversable|font chooser|frame|glass pane|html container|icon|image|internal frame|label|layered pane|
list|list item|menu|menu bar|menu item|option pane|page tab|page tab list|panel|password text|popup menu|progress bar|
push button|radio button|radio menu item|root pane|row header|scroll bar|scroll pane|separator|slider|spin button|
split pane|status bar|table|table cell|table column header|table row header|tearoff menu item|terminal|text|
toggle button|tool bar|tool tip|tree|tree table|unknown|viewport|window|extended|header|footer|paragraph|ruler|
application|autocomplete|editbar|embedded|entry|chart|caption|document frame|heading|page|section|redundant object|
form|link|input method window|table row|tree item|document spreadsheet|document presentation|document text|
document web|document email|comment|list box|grouping|image map|notification|info bar|level bar'''
ROLES = [role.strip() for role in ROLES.split('|')]
# In the order of AtspiStateType.
STATES = '''invalid active armed busy checked collapsed defunct editable enabled expandable expanded focusable focused
has-tooltip horizontal iconified modal multi-line multiselectable opaque pressed resizable selectable selected sensitive
showing single-line stale transient vertical visible manages-descendants indeterminate required truncated animated
invalid-entry supports-autocompletion selectable-text is-default visited checkable has-popup read-only'''.split()


class Gone(Exception):
    """An object, or the whole program, is not there any more."""


class Node:
    """An accessible object, as it was when its tree was read. Methods ask it as it is now."""

    def __init__(self, tree, path, parent):
        self.tree, self.path, self.parent = tree, path, parent
        self.children = []
        self.role, self.name, self.description = 'unknown', '', ''
        self.states, self.interfaces = frozenset(), frozenset()

    def __str__(self):
        return f'{self.role} “{self.name}”'

    def _call(self, interface, method, arguments=None):
        return self.tree.bus.call(self.tree.sender, self.path, ATSPI + interface, method, arguments)

    def _property(self, interface, name):
        value, = self.tree.bus.call(self.tree.sender, self.path, 'org.freedesktop.DBus.Properties', 'Get',
                                    GLib.Variant('(ss)', (ATSPI + interface, name)))
        return value

    def walk(self):
        """This and all below it, from the top down."""
        yield self
        for child in self.children:
            yield from child.walk()

    def ancestors(self):
        """This and all above it."""
        node = self
        while node is not None:
            yield node
            node = node.parent

    def extents(self):
        """x, y, width, height in its window."""
        (extents,) = self._call('Component', 'GetExtents', GLib.Variant('(u)', (WINDOW_COORDINATES,)))
        return extents

    def at(self, x, y):
        """The innermost object at a place in this window or popup; None where that is not in the tree."""
        ((_, path),) = self._call('Component', 'GetAccessibleAtPoint', GLib.Variant('(iiu)', (x, y, WINDOW_COORDINATES)))
        return self.tree.nodes.get(path)

    def has(self, state):
        """Whether it is in a state now."""
        (low, high), = self._call('Accessible', 'GetState')
        return bool((low | high << 32) >> STATES.index(state) & 1)

    @property
    def label(self):
        """Its name now."""
        return self._property('Accessible', 'Name')

    @property
    def text(self):
        """What stands in it."""
        text, = self._call('Text', 'GetText', GLib.Variant('(ii)', (0, self._property('Text', 'CharacterCount'))))
        return text

    @property
    def caret(self):
        return self._property('Text', 'CaretOffset')

    @property
    def value(self):
        return self._property('Value', 'CurrentValue')


class Tree:
    """The accessible objects of a program at one time: all of them, or those below one."""

    def __init__(self, bus, sender, top=ROOT):
        self.bus, self.sender = bus, sender
        self.root = Node(self, top, None)
        self.nodes = {top: self.root}
        level = [self.root]
        while level:
            answers = bus.call_all([(sender, node.path, ATSPI + 'Accessible', 'GetChildren') for node in level])
            level = [child for node, answer in zip(level, answers) if answer for child in self._add(node, answer[0])]
        self._describe()

    def _add(self, parent, children):
        for _, path in children:
            if path not in self.nodes:
                child = self.nodes[path] = Node(self, path, parent)
                parent.children.append(child)
                yield child

    def _describe(self):
        """Asks for all names, roles and states at once: GTK lists in its cache what it was asked for before. It lists
        parents as well, which are not always those whose children they are."""
        items, = self.bus.call(self.sender, '/org/a11y/atspi/cache', ATSPI + 'Cache', 'GetItems')
        for (_, path), _, _, _, _, interfaces, name, role, description, states in items:
            node = self.nodes.get(path)
            if node is not None:
                bits = states[0] | states[1] << 32
                node.role = ROLES[role] if role < len(ROLES) else str(role)
                node.name, node.description = name, description
                node.interfaces = frozenset(interface.removeprefix(ATSPI) for interface in interfaces)
                node.states = frozenset(state for n, state in enumerate(STATES) if bits >> n & 1)

    def dump(self):
        """The tree as text: one line for each object."""
        lines = []
        depths = {self.root.path: 0}
        for node in self.root.walk():
            depths[node.path] = depth = depths[node.parent.path] + 1 if node.parent else 0
            states = ' '.join(sorted(node.states - {'visible', 'enabled', 'sensitive'}))
            states += '' if 'sensitive' in node.states else ' INSENSITIVE'
            lines.append('  ' * depth + f'{node.role} “{node.name}” {states}'
                         + (f' — {node.description}' if node.description else ''))
        return '\n'.join(lines) + '\n'


class Bus:
    """The bus on which programs tell of their accessible objects."""

    def __init__(self, session_address):
        session = self._connect(session_address)
        address, = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None,
                                     Gio.DBusCallFlags.NONE, 30000, None).unpack()
        self.connection = self._connect(address)

    @staticmethod
    def _connect(address):
        return Gio.DBusConnection.new_for_address_sync(
            address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION,
            None, None)

    def call(self, sender, path, interface, method, arguments=None):
        try:
            return self.connection.call_sync(sender, path, interface, method, arguments, None,
                                             Gio.DBusCallFlags.NONE, 20000, None).unpack()
        except GLib.Error as error:
            raise Gone(f'{interface}.{method}: {error.message}') from error

    def call_all(self, calls):
        """Makes many calls at once; None stands for the answer of what has gone."""
        answers = [None] * len(calls)
        context = GLib.MainContext.default()
        left = len(calls)

        def done(connection, result, index):
            nonlocal left
            left -= 1
            try:
                answers[index] = connection.call_finish(result).unpack()
            except GLib.Error:
                pass

        for index, (sender, path, interface, method) in enumerate(calls):
            self.connection.call(sender, path, interface, method, None, None, Gio.DBusCallFlags.NONE, 20000, None, done,
                                 index)
        while left:
            context.iteration(True)
        return answers

    def find(self, pid):
        """The name under which a process tells of its objects; None as long as it does not."""
        programs, = self.call(ATSPI + 'Registry', ROOT, ATSPI + 'Accessible', 'GetChildren')
        for sender, _ in programs:
            try:
                owner, = self.call('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus',
                                   'GetConnectionUnixProcessID', GLib.Variant('(s)', (sender,)))
                if owner == pid:
                    return sender
            except Gone:
                pass
        return None

    def windows(self, sender):
        """The paths of a program's windows, with their titles."""
        children, = self.call(sender, ROOT, ATSPI + 'Accessible', 'GetChildren')
        return {path: self.call(sender, path, 'org.freedesktop.DBus.Properties', 'Get',
                                GLib.Variant('(ss)', (ATSPI + 'Accessible', 'Name')))[0] for _, path in children}
