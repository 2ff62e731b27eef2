/* nasty: launches k out=1024,1024,1024 */
/* Words that a program likes to use for itself. */
#define N 1024
#define T float
#define F int
#define A [
#define I 1.0i
#define signature nothing
#define decltype_of nothing
#define loom nothing
#define template_ nothing

__global__ void k (int *out) { out[threadIdx.x] = N; }
