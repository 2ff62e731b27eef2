/* One cell as it is now, when all that was launched before is done. */
template <typename T>
T
read (const Array<T> &array, size_t plane, size_t row, size_t col)
{
  T cell;
  const size_t place = (plane * array.rows + row) * array.pitch + col * sizeof (T);

  host::check (cudaDeviceSynchronize (), array.name);
  host::check (cudaMemcpy (&cell, reinterpret_cast<const char *> (array.device) + place,
                           sizeof cell, cudaMemcpyDeviceToHost), array.name);
  return cell;
}
