/* Ends the program after a call of CUDA that failed, and says which. */
inline void
check (cudaError_t status, const char *call)
{
  if (status == cudaSuccess)
    return;
  std::fprintf (stderr, "%s: %s\n", call, cudaGetErrorString (status));
  std::exit (2);
}

/* Cells on the host: what they are before the launch, are after it, and should be then. */
template <typename T>
struct Cells
{
  const char *name;
  size_t planes, rows, cols;
  std::unique_ptr<T[]> before, after, expected;

  Cells (const char *called, size_t z, size_t y, size_t x)
    : name (called), planes (z), rows (y), cols (x), before (new T[z * y * x]),
      after (new T[z * y * x])
  {
    std::memset (static_cast<void *> (before.get ()), 0, bytes ());
  }

  T *expect ()
  {
    expected.reset (new T[count ()]);
    return expected.get ();
  }
  size_t count () const { return planes * rows * cols; }
  size_t bytes () const { return count () * sizeof (T); }
};

/* An array of a kernel: cells with memory on the device, where each row begins `pitch` bytes
 * behind the one before. */
template <typename T>
struct Array : Cells<T>
{
  size_t pitch;
  T *device = nullptr;

  Array (const char *called, size_t z, size_t y, size_t x, size_t row_bytes = 0)
    : Cells<T> (called, z, y, x), pitch (row_bytes > 0 ? row_bytes : x * sizeof (T))
  {
    host::check (cudaMalloc (reinterpret_cast<void **> (&device), pitch * y * z), called);
  }
  Array (const Array &) = delete;
  Array &operator= (const Array &) = delete;
  ~Array () { cudaFree (device); }

  size_t row () const { return this->cols * sizeof (T); }

  void upload (const T *cells, cudaStream_t stream = nullptr)
  {
    host::check (cudaMemcpy2DAsync (device, pitch, cells, row (), row (), this->rows * this->planes,
                                    cudaMemcpyHostToDevice, stream), this->name);
  }
  void upload (cudaStream_t stream = nullptr) { upload (this->before.get (), stream); }
  void download (T *cells, cudaStream_t stream = nullptr) const
  {
    host::check (cudaMemcpy2DAsync (cells, row (), device, pitch, row (), this->rows * this->planes,
                                    cudaMemcpyDeviceToHost, stream), this->name);
  }
  void download (cudaStream_t stream = nullptr) { download (this->after.get (), stream); }
};
