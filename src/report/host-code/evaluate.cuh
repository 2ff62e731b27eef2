/* The cells that one of the kernels below computes. */
template <typename T>
std::unique_ptr<T[]>
evaluate (void (*kernel) (T *), size_t count, const char *what)
{
  std::unique_ptr<T[]> cells (new T[count]);
  T *device = nullptr;
  const dim3 grid (static_cast<unsigned int> ((count + 255) / 256)), block (256);

  host::check (cudaMalloc (reinterpret_cast<void **> (&device), count * sizeof (T)), what);
  kernel<<<grid, block>>> (device);
  host::check (cudaGetLastError (), what);
  host::check (cudaMemcpy (cells.get (), device, count * sizeof (T), cudaMemcpyDeviceToHost), what);
  host::check (cudaFree (device), what);
  return cells;
}
