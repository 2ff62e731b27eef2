/* Pointers that travel in structs, through memory and through a call. */
struct View { float *data; int n; };

__device__ __noinline__ void raise (const View *view, int i)
{
  if (i < view->n)
    view->data[view->n - 1 - i] += 1;
}

__global__ void pointer_in_a_struct (float *out, float *other, int n)
{
  __shared__ View views[2];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (threadIdx.x < 2)
    views[threadIdx.x] = View { threadIdx.x == 0 ? out : other, n - (int) threadIdx.x * 7 };
  __syncthreads ();
  raise (&views[i % 2], i / 2);
}

/* gridloom
[launch]
block=64
grid=4
manual-grid=true
[arg out]
shape=120
[arg other]
shape=120
*/
