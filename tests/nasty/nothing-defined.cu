/* nasty: refused kernel */
__global__ void somewhere_else (int *out);

int main () { somewhere_else<<<1, 1>>> (nullptr); }
