/* Array of structs, struct of arrays
 *
 * 256 particles have a place and a mass, and a kernel adds up the masses of pairs. structs has one
 * struct after the other, as one would write it: the masses that a warp loads lie 16 bytes apart.
 * arrays has all x, then all y, all z and all masses: those of a warp lie side by side, and what
 * is not asked for is not brought.
 *
 * Switch on Profile (Ctrl+3), choose Sectors per Request beside the lines (Ctrl+Shift+G), and one
 * kernel after the other in the pane Launch. The line that adds asks for 16.00 sectors
 * with each request in structs, for 4.00 in arrays.
 */
struct Particle
{
  float x, y, z, mass;
};

extern "C" __global__ void
structs (const float *data, float *pairs, int n)
{
  const Particle *particles = (const Particle *) data;
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n / 2)
    {
      float sum = particles[i].mass + particles[i + n / 2].mass;        // out of structs

      pairs[i] = sum;
    }
}

extern "C" __global__ void
arrays (const float *data, float *pairs, int n)
{
  const float *masses = data + 3 * n;
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n / 2)
    {
      float sum = masses[i] + masses[i + n / 2];        // out of an array

      pairs[i] = sum;
    }
}

/* gridloom
[launch]
kernel=structs
over=pairs
block=64

[arg data]
shape=32,32
fill=ones

[arg pairs]
shape=128
fill=zeros

[arg n]
value=256

[expect pairs]
domain=1
reference=expr:2

[view]
array=data
lens=reads
*/
