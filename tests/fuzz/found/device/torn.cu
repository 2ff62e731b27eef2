#ifdef A
int main (
#else
__global__ void k (
#endif
int n) { if (n) {
#if B
} else {
#endif
} }
#define OPEN(x) struct x {
#define CLOSE };
OPEN (a) int b; CLOSE
A::A () : b {1}, c (2) try { } catch (...) { } template <class T, int n = (1 < 2)> requires requires (T t) { t; } void f ();
