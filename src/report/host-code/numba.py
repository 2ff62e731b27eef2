class Program:
    """A source whose kernels are device functions, which Numba links with a kernel of its own around each.

    Numba launches no kernel that is written in CUDA C++. So SOURCE makes `__global__` functions device functions, and has
    behind them a function call_NAME for each, with the parameters that cuda.declare_device() asks for: first a place for
    what it returns, then addresses and numbers.
    """

    def __init__(self, source, options=(), names=None):
        self.folder = tempfile.TemporaryDirectory(prefix='gridloom-')
        self.path = os.path.join(self.folder.name, 'source.cu')
        with open(self.path, 'w', encoding='utf-8') as file:
            file.write(source)

    def kernel(self, name):
        """One that has an array and nothing else."""
        call = cuda.declare_device('call_' + name, 'int32(uint64)')

        @cuda.jit(link=[self.path])
        def kernel(out):
            call(out)
        return kernel


class Array(Cells):
    """An array of a kernel: cells with memory on the device, where rows begin `pitch` bytes apart."""

    def __init__(self, name, shape, dtype, pitch=0):
        super().__init__(name, shape, dtype)
        self.row = self.before.shape[-1] * self.before.dtype.itemsize
        self.rows = self.before.size // self.before.shape[-1]
        self.device = cuda.device_array((self.rows, pitch or self.row), np.uint8)

    def upload(self, cells=None, stream=None):
        cells = np.ascontiguousarray(self.before if cells is None else cells)
        memory = np.zeros(self.device.shape, np.uint8)
        memory[:, :self.row] = cells.reshape(-1).view(np.uint8).reshape(self.rows, self.row)
        self.device.copy_to_device(memory, stream=stream or 0)

    def download(self, stream=None):
        if stream is not None:
            stream.synchronize()
        cells = np.ascontiguousarray(self.device.copy_to_host()[:, :self.row])
        self.after = cells.reshape(-1).view(self.before.dtype).reshape(self.before.shape)
        return self.after

    def copy_from(self, other, stream=None):
        if self.device.shape == other.device.shape:
            self.device.copy_to_device(other.device, stream=stream or 0)
        else:
            self.upload(other.download(stream), stream)

    @property
    def address(self):
        return self.device.__cuda_array_interface__['data'][0]


def as_argument(value):
    """As the functions are declared: addresses are numbers, and truth values bytes."""
    if isinstance(value, Array):
        return np.uint64(value.address)
    return np.uint8(value) if isinstance(value, np.bool_) else value


def launch(kernel, grid, block, arguments, shared=0, stream=None):
    kernel[grid, block, stream or 0, shared](*map(as_argument, arguments))


class Timer:
    """The time between two events of the device."""

    def __init__(self):
        self.begin, self.end = cuda.event(), cuda.event()

    def start(self):
        self.begin.record()

    def stop(self):
        self.end.record()
        self.end.synchronize()
        return cuda.event_elapsed_time(self.begin, self.end)


def make_stream():
    return cuda.stream()


def make_event():
    return cuda.event(timing=False)


def record(event, stream=None):
    event.record(stream or 0)


def wait(event, stream=None):
    event.wait(stream or 0)
