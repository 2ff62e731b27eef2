class Program:
    """The kernels and variables of a source; names are those that the compiler gives them."""

    def __init__(self, source, options=(), names=None):
        self.module = SourceModule(source, options=list(options), no_extern_c=True)
        self.names = names or {}

    def kernel(self, name, shared=0):
        kernel = self.module.get_function(self.names.get(name, name))
        if shared > 48 << 10:
            kernel.set_attribute(cuda.function_attribute.MAX_DYNAMIC_SHARED_SIZE_BYTES, shared)
        return kernel

    def write(self, symbol, cells):
        address, _ = self.module.get_global(symbol)
        cuda.memcpy_htod(address, np.ascontiguousarray(cells))

    def read(self, symbol, like):
        cells = np.empty_like(like)
        address, _ = self.module.get_global(symbol)
        cuda.memcpy_dtoh(cells, address)
        return cells


class Array(Cells):
    """An array of a kernel: cells with memory on the device, where rows begin `pitch` bytes apart.

    Copies are on the default stream, which waits for all others, and they for it.
    """

    def __init__(self, name, shape, dtype, pitch=0):
        super().__init__(name, shape, dtype)
        self.row = self.before.shape[-1] * self.before.dtype.itemsize
        self.rows = self.before.size // self.before.shape[-1]
        self.pitch = pitch or self.row
        self.device = cuda.mem_alloc(self.rows * self.pitch)

    def upload(self, cells=None, stream=None):
        cells = np.ascontiguousarray(self.before if cells is None else cells)
        memory = np.zeros((self.rows, self.pitch), np.uint8)
        memory[:, :self.row] = cells.reshape(-1).view(np.uint8).reshape(self.rows, self.row)
        cuda.memcpy_htod(self.device, memory)

    def download(self, stream=None):
        memory = np.empty((self.rows, self.pitch), np.uint8)
        cuda.memcpy_dtoh(memory, self.device)
        cells = np.ascontiguousarray(memory[:, :self.row])
        self.after = cells.reshape(-1).view(self.before.dtype).reshape(self.before.shape)
        return self.after

    def copy_from(self, other, stream=None):
        copy = cuda.Memcpy2D()
        copy.set_src_device(other.device)
        copy.set_dst_device(self.device)
        copy.src_pitch, copy.dst_pitch = other.pitch, self.pitch
        copy.width_in_bytes, copy.height = self.row, self.rows
        copy(aligned=False)

    @property
    def address(self):
        return int(self.device)


def as_argument(value):
    """As PyCUDA takes it: numbers of a type that it has, or memory."""
    if isinstance(value, Array):
        return value.device
    if isinstance(value, np.bool_):
        return np.uint8(value)
    return value.view(np.uint16) if isinstance(value, np.float16) else value


def launch(kernel, grid, block, arguments, shared=0, stream=None):
    kernel(*map(as_argument, arguments), grid=grid, block=block, shared=shared, stream=stream)


class Timer:
    """The time between two events of the device."""

    def __init__(self):
        self.begin, self.end = cuda.Event(), cuda.Event()

    def start(self):
        self.begin.record()

    def stop(self):
        self.end.record()
        self.end.synchronize()
        return self.end.time_since(self.begin)


def make_stream():
    return cuda.Stream()


def make_event():
    return cuda.Event()


def record(event, stream=None):
    event.record(stream)


def wait(event, stream=None):
    if stream is None:
        event.synchronize()
    else:
        stream.wait_for_event(event)
