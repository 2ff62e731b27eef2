/* The time between two events of the device. */
struct Timer
{
  cudaEvent_t begin, end;

  Timer ()
  {
    host::check (cudaEventCreate (&begin), "cudaEventCreate");
    host::check (cudaEventCreate (&end), "cudaEventCreate");
  }
  Timer (const Timer &) = delete;
  Timer &operator= (const Timer &) = delete;
  ~Timer ()
  {
    cudaEventDestroy (begin);
    cudaEventDestroy (end);
  }

  void start () { host::check (cudaEventRecord (begin), "cudaEventRecord"); }
  float stop ()
  {
    float ms = 0;

    host::check (cudaEventRecord (end), "cudaEventRecord");
    host::check (cudaEventSynchronize (end), "a kernel");
    host::check (cudaEventElapsedTime (&ms, begin, end), "cudaEventElapsedTime");
    return ms;
  }
};
