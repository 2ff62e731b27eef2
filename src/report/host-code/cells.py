class Cells:
    """Cells on the host: before the launch, after it, and as they should be then."""

    def __init__(self, name, shape, dtype):
        self.name, self.before, self.after, self.expected = name, np.zeros(shape, dtype), None, None

    def fill(self, values, member=...):
        """Gives each cell, or one number of each, what a function makes of its position."""
        cells = self.before.reshape(-1)
        cells[member] = values(np.arange(cells.size, dtype=np.uint64))

    def fill_bytes(self, byte):
        self.before.reshape(-1).view(np.uint8)[:] = byte

    def read(self, file):
        """The cells of a NumPy file beside this program."""
        cells = np.load(pathlib.Path(__file__).resolve().parent / file)
        return np.frombuffer(bytearray(cells.tobytes()), self.before.dtype).reshape(self.before.shape)
