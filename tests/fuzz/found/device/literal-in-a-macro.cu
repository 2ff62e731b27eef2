#ifdef A
int main (
#elsdef A
int main (
#else
__global__ void k (
#endif
int n) { if (n) {
#if B
} else {
#endif
} }
#define OPEN(x) struct x { (n) {
#if B
} e f ();
