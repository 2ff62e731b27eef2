class Program:
    """The kernels and variables of a source, which NVRTC compiles; names are as in the source."""

    def __init__(self, source, options=(), names=None):
        self.module = cupy.RawModule(code=source, options=options, name_expressions=names and tuple(names))

    def kernel(self, name, shared=0):
        kernel = self.module.get_function(name)
        if shared > 48 << 10:
            kernel.max_dynamic_shared_size_bytes = shared
        return kernel

    def write(self, symbol, cells):
        cells = np.ascontiguousarray(cells)
        self.module.get_global(symbol).copy_from_host(cells.ctypes.data, cells.nbytes)

    def read(self, symbol, like):
        cells = np.empty_like(like)
        self.module.get_global(symbol).copy_to_host(cells.ctypes.data, cells.nbytes)
        return cells


class Array(Cells):
    """An array of a kernel: cells with memory on the device, where rows begin `pitch` bytes apart."""

    def __init__(self, name, shape, dtype, pitch=0):
        super().__init__(name, shape, dtype)
        self.row = self.before.shape[-1] * self.before.dtype.itemsize
        self.rows = self.before.size // self.before.shape[-1]
        self.device = cupy.zeros((self.rows, pitch or self.row), cupy.uint8)

    def upload(self, cells=None, stream=None):
        cells = np.ascontiguousarray(self.before if cells is None else cells)
        memory = np.zeros(self.device.shape, np.uint8)
        memory[:, :self.row] = cells.reshape(-1).view(np.uint8).reshape(self.rows, self.row)
        self.device.set(memory, stream=stream)

    def download(self, stream=None):
        memory = self.device.get(stream=stream)[:, :self.row]
        self.after = np.ascontiguousarray(memory).reshape(-1).view(self.before.dtype).reshape(self.before.shape)
        return self.after

    def copy_from(self, other, stream=None):
        with stream or cupy.cuda.Stream.null:
            self.device[:, :self.row] = other.device[:, :other.row]

    @property
    def address(self):
        return self.device.data.ptr


def launch(kernel, grid, block, arguments, shared=0, stream=None):
    kernel(grid, block, tuple(argument.device if isinstance(argument, Array) else argument for argument in arguments),
           shared_mem=shared, stream=stream)


class Timer:
    """The time between two events of the device."""

    def __init__(self):
        self.begin, self.end = cupy.cuda.Event(), cupy.cuda.Event()

    def start(self):
        self.begin.record()

    def stop(self):
        self.end.record()
        self.end.synchronize()
        return cupy.cuda.get_elapsed_time(self.begin, self.end)


def make_stream():
    return cupy.cuda.Stream()


def make_event():
    return cupy.cuda.Event(disable_timing=True)


def record(event, stream=None):
    event.record(stream)


def wait(event, stream=None):
    (stream or cupy.cuda.Stream.null).wait_event(event)
