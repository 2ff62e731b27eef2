template <typename T>
void
copy (Array<T> &to, const Array<T> &from, cudaStream_t stream = nullptr)
{
  host::check (cudaMemcpy2DAsync (to.device, to.pitch, from.device, from.pitch, from.row (),
                                  from.rows * from.planes, cudaMemcpyDeviceToDevice, stream), to.name);
}
