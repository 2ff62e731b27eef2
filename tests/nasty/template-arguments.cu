/* nasty: launches k<4> out=4,4,4 */
template <int n> __global__ void k (int *out) { out[threadIdx.x] = n; }

template __global__ void k<2> (int *);

int main () { k<3><<<1, 32>>> (nullptr); k<4><<<1, 32>>> (nullptr); k<(2 > 1) ? 5 : 6><<<1, 32>>> (nullptr); }
