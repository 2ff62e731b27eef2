/* nasty: refused comment */
__global__ void k (int *out) { out[threadIdx.x] = 1; }

/* This does not end.
int main () { }
