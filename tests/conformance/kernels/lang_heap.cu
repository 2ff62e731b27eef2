//! in=s32:n out=s32:3
struct node { int value; node* next; };
extern "C" __global__ void run (const int* a, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = a[i] % 9 + 1, sum = 0;
    node* head = nullptr;
    for (int k = 0; k < n; k++) { node* fresh = new node; fresh->value = k * i; fresh->next = head; head = fresh; }
    for (node* w = head; w; w = w->next) sum = sum * 3 + w->value;
    while (head) { node* next = head->next; delete head; head = next; }
    int* block = (int*) malloc (n * sizeof (int));
    for (int k = 0; k < n; k++) block[k] = k + n;
    int* copy = (int*) malloc (n * sizeof (int)); memcpy (copy, block, n * sizeof (int)); memset (block, 1, n * 4);
    out[i * 3] = sum; out[i * 3 + 1] = copy[n - 1] + block[0]; out[i * 3 + 2] = ((unsigned long long) block & 15) == 0;
    free (block); free (copy);
}
