/* nasty: launches k out=1,1,1 */
__global__ void k (int *out) { out[threadIdx.x] = 1; }
int main () { return 0; } // and no newline