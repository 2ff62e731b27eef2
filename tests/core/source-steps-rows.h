/* What test-source-steps.c reads: name, source, steps. */
  { "nothing",
    MAIN (""),
    "" },
  { "one",
    MAIN ("one<<<4, 32>>> (p, 7);"),
    "launch one a=p n=7 block=32 grid=4\n" },
  { "in-a-row",
    MAIN ("one<<<4, 32>>> (p, 7); two<<<1, 1>>> (p, q);"),
    "launch one a=p n=7 block=32 grid=4\n"
    "launch two a=p b=q block=1 grid=1\n" },
  { "loop",
    MAIN ("for (int i = 0; i < 100; i++) two<<<1, 1>>> (p, q);"),
    "repeat 100\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "end\n" },
  { "loop-with-its-counter",
    MAIN ("for (int i = 0; i < 10; i++) one<<<1, 1>>> (p, 3 * i + 1);"),
    "repeat 10 as i\n"
    "  launch one a=p n=1+3*i block=1 grid=1\n"
    "end\n" },
  { "counter-of-another-name",
    MAIN ("for (int p = 0; p < 10; p++) one<<<1, 1>>> (q, p);"),
    "repeat 10 as p2\n"
    "  launch one a=q n=p2 block=1 grid=1\n"
    "end\n" },
  { "loop-down",
    MAIN ("for (int i = 9; i >= 0; i -= 3) one<<<1, 1>>> (p, i);"),
    "repeat 4 as i\n"
    "  launch one a=p n=9-3*i block=1 grid=1\n"
    "end\n" },
  { "loop-that-doubles",
    MAIN ("for (int i = 1; i < 100; i *= 2) one<<<1, 1>>> (p, i);"),
    "repeat 7 as i\n"
    "  launch one a=p n=1<<i block=1 grid=1\n"
    "end\n" },
  { "loop-that-halves",
    MAIN ("for (int i = 100; i > 0; i /= 2) one<<<1, 1>>> (p, i);"),
    "repeat 7 as i\n"
    "  launch one a=p n=100>>i block=1 grid=1\n"
    "end\n" },
  { "loop-in-a-loop",
    MAIN ("for (int k = 2; k <= 16; k <<= 1) for (int j = k >> 1; j > 0; j >>= 1) one<<<1, 1>>> "
    "(p, j * 1000 + k);"),
    "repeat 2 as k\n"
    "  repeat 1+k as j\n"
    "    launch one a=p n=1002+1002*k-1000*j block=1 grid=1\n"
    "  end\n"
    "end\n"
    "launch one a=p n=4008 block=1 grid=1\n"
    "repeat 2 as j\n"
    "  launch one a=p n=2008-1000*j block=1 grid=1\n"
    "end\n"
    "repeat 2 as j\n"
    "  launch one a=p n=8016-6000*j block=1 grid=1\n"
    "  launch one a=p n=4016-3000*j block=1 grid=1\n"
    "end\n" },
  { "bitonic",
    KERNELS "__global__ void sort (int *v, int j, int k) {} int main () { int *v; cudaMalloc (&v, "
    "64); for (int k = 2; k <= 16; k <<= 1) for (int j = k >> 1; j > 0; j >>= 1) sort<<<1, "
    "16>>> (v, j, k); }",
    "repeat 4 as k\n"
    "  repeat 1+k as j\n"
    "    launch sort j=1<<k>>j k=2<<k block=16 grid=1\n"
    "  end\n"
    "end\n" },
  { "triangle",
    MAIN ("for (int i = 0; i < 4; i++) for (int j = 0; j < i; j++) one<<<1, 1>>> (p, 10 * i + "
    "j);"),
    "repeat 3 as i\n"
    "  repeat 1+i as j\n"
    "    launch one a=p n=10+10*i+j block=1 grid=1\n"
    "  end\n"
    "end\n" },
  { "while",
    MAIN ("int i = 0; while (i < 5) { two<<<1, 1>>> (p, q); i++; }"),
    "repeat 5\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "end\n" },
  { "do-while",
    MAIN ("int i = 0; do two<<<1, 1>>> (p, q); while (++i < 5);"),
    "repeat 5\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "end\n" },
  { "while-that-counts-down",
    MAIN ("int n = 4; while (n--) one<<<1, 1>>> (p, n);"),
    "repeat 4 as round\n"
    "  launch one a=p n=3-round block=1 grid=1\n"
    "end\n" },
  { "not-at-all",
    MAIN ("for (int i = 0; i < 0; i++) one<<<4, 32>>> (p, 7); two<<<1, 1>>> (p, q);"),
    "launch two a=p b=q block=1 grid=1\n" },
  { "once",
    MAIN ("do { one<<<4, 32>>> (p, 7); } while (0);"),
    "launch one a=p n=7 block=32 grid=4\n" },
  { "odd-and-even",
    MAIN ("for (int i = 0; i < 6; i++) one<<<1, 1>>> (p, i % 2);"),
    "repeat 6 as i\n"
    "  launch one a=p n=i%2==0?0:1 block=1 grid=1\n"
    "end\n" },
  { "every-other-round",
    MAIN ("for (int i = 0; i < 6; i++) { one<<<4, 32>>> (p, 7); if (i % 2 == 0) two<<<1, 1>>> "
    "(p, q); }"),
    "repeat 3\n"
    "  launch one a=p n=7 block=32 grid=4\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "  launch one a=p n=7 block=32 grid=4\n"
    "end\n" },
  { "first-round",
    MAIN ("for (int i = 0; i < 6; i++) { if (i == 0) one<<<4, 32>>> (p, 7); two<<<1, 1>>> (p, "
    "q); }"),
    "launch one a=p n=7 block=32 grid=4\n"
    "launch two a=p b=q block=1 grid=1\n"
    "repeat 5\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "end\n" },
  { "last-round",
    MAIN ("for (int i = 0; i < 6; i++) { two<<<1, 1>>> (p, q); if (i == 5) one<<<4, 32>>> (p, "
    "7); }"),
    "repeat 5\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "end\n"
    "launch two a=p b=q block=1 grid=1\n"
    "launch one a=p n=7 block=32 grid=4\n" },
  { "break",
    MAIN ("for (int i = 0; i < 6; i++) { if (i == 4) break; two<<<1, 1>>> (p, q); }"),
    "repeat 4\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "end\n" },
  { "continue",
    MAIN ("for (int i = 0; i < 6; i++) { if (i > 3) continue; two<<<1, 1>>> (p, q); }"),
    "repeat 4\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "end\n" },
  { "a-million-rounds",
    MAIN ("for (int i = 0; i < 1000000; i++) two<<<1, 1>>> (p, q);"),
    "repeat 1000000\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "end\n" },
  { "a-million-rounds-that-print",
    MAIN ("for (int i = 0; i < 1000000; i++) { two<<<1, 1>>> (p, q); if (i % 1000 == 0) printf "
    "(\"%d\", i); }"),
    "repeat 1000000\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "end\n" },
  { "swap",
    MAIN ("for (int i = 0; i < 10; i++) { two<<<1, 1>>> (p, q); float *t = p; p = q; q = t; }"),
    "repeat 10\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "  swap p, q\n"
    "end\n" },
  { "swap-of-the-library",
    MAIN ("for (int i = 0; i < 10; i++) { two<<<1, 1>>> (p, q); std::swap (p, q); }"),
    "repeat 10\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "  swap p, q\n"
    "end\n" },
  { "swap-by-a-function",
    KERNELS "void exchange_both (float **a, float **b) { float *t = *a; *a = *b; *b = t; } int "
    "main () { float *p, *q, *r; cudaMalloc (&p, 400); cudaMalloc (&q, 400); cudaMalloc "
    "(&r, 400); for (int i = 0; i < 10; i++) { two<<<1, 1>>> (p, q); exchange_both (&p, "
    "&q); } }",
    "repeat 10\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "  swap p, q\n"
    "end\n" },
  { "swap-by-references",
    KERNELS "void exchange_both (float *&a, float *&b) { float *t = a; a = b; b = t; } int main () "
    "{ float *p, *q, *r; cudaMalloc (&p, 400); cudaMalloc (&q, 400); cudaMalloc (&r, 400); "
    "for (int i = 0; i < 10; i++) { two<<<1, 1>>> (p, q); exchange_both (p, q); } }",
    "repeat 10\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "  swap p, q\n"
    "end\n" },
  { "swap-of-three",
    MAIN ("for (int i = 0; i < 10; i++) { two<<<1, 1>>> (p, q); float *t = p; p = q; q = r; r = "
    "t; }"),
    "repeat 10\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "  swap p, q\n"
    "  swap q, r\n"
    "end\n" },
  { "swap-outside-of-loops",
    MAIN ("two<<<1, 1>>> (p, q); float *t = p; p = q; q = t; two<<<1, 1>>> (p, q);"),
    "launch two a=p b=q block=1 grid=1\n"
    "launch two a=q b=p block=1 grid=1\n" },
  { "ping-pong-by-a-choice",
    MAIN ("for (int i = 0; i < 7; i++) two<<<1, 1>>> (i % 2 ? q : p, i % 2 ? p : q);"),
    "repeat 3\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "  launch two a=q b=p block=1 grid=1\n"
    "end\n"
    "launch two a=p b=q block=1 grid=1\n" },
  { "ping-pong-by-an-index",
    MAIN ("float *b[2] = { p, q }; int in = 0; for (int i = 0; i < 8; i++) { two<<<1, 1>>> "
    "(b[in], b[1 - in]); in = 1 - in; }"),
    "repeat 4\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "  launch two a=q b=p block=1 grid=1\n"
    "end\n" },
  { "after-a-swap",
    MAIN ("for (int i = 0; i < 3; i++) { two<<<1, 1>>> (p, q); std::swap (p, q); } one<<<4, "
    "32>>> (p, 7);"),
    "repeat 3\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "  swap p, q\n"
    "end\n"
    "launch one a=p n=7 block=32 grid=4\n" },
  { "copies",
    MAIN ("one<<<4, 32>>> (p, 7); cudaMemcpy (q, p, 400, cudaMemcpyDeviceToDevice); two<<<1, "
    "1>>> (q, r);"),
    "launch one a=p n=7 block=32 grid=4\n"
    "copy p to q\n"
    "launch two a=q b=r block=1 grid=1\n" },
  { "copy-of-a-part",
    MAIN ("one<<<4, 32>>> (p, 7); cudaMemcpy (q, p, 200, cudaMemcpyDeviceToDevice); two<<<1, "
    "1>>> (q, r);"),
    "launch one a=p n=7 block=32 grid=4\n"
    "# line 1: cudaMemcpy() is left out: it copies a part of an array\n"
    "launch two a=q b=r block=1 grid=1\n" },
  { "copy-to-the-host",
    MAIN ("float h[100]; one<<<4, 32>>> (p, 7); cudaMemcpy (h, p, 400, cudaMemcpyDeviceToHost);"),
    "launch one a=p n=7 block=32 grid=4\n"
    "copy p to host\n" },
  { "first-copies-need-no-step",
    MAIN ("float h[100]; cudaMemcpy (p, h, 400, cudaMemcpyHostToDevice); one<<<4, 32>>> (p, 7);"),
    "launch one a=p n=7 block=32 grid=4\n" },
  { "first-cells-again",
    MAIN ("float h[100]; for (int i = 0; i < 3; i++) { cudaMemcpy (p, h, 400, "
    "cudaMemcpyHostToDevice); one<<<4, 32>>> (p, 7); }"),
    "repeat 3\n"
    "  copy host to p\n"
    "  launch one a=p n=7 block=32 grid=4\n"
    "end\n" },
  { "cells-that-the-host-has-changed",
    MAIN ("float h[100]; cudaMemcpy (p, h, 400, cudaMemcpyHostToDevice); one<<<4, 32>>> (p, 7); "
    "cudaMemcpy (h, p, 400, cudaMemcpyDeviceToHost); cudaMemcpy (p, h, 400, "
    "cudaMemcpyHostToDevice); one<<<4, 32>>> (p, 7);"),
    "launch one a=p n=7 block=32 grid=4\n"
    "copy p to host\n"
    "# line 1: cudaMemcpy() is left out: what the host copies to the array then is not known\n"
    "launch one a=p n=7 block=32 grid=4\n" },
  { "fill",
    MAIN ("cudaMemset (p, 0, 400); one<<<4, 32>>> (p, 7);"),
    "fill p = zeros\n"
    "launch one a=p n=7 block=32 grid=4\n" },
  { "fill-with-a-pattern",
    MAIN ("cudaMemset (p, 17, 400); one<<<4, 32>>> (p, 7);"),
    "# line 1: cudaMemset() is left out: what it fills cells with is not known\n"
    "launch one a=p n=7 block=32 grid=4\n" },
  { "streams-and-events",
    MAIN ("cudaStream_t s, t; cudaEvent_t e; cudaStreamCreate (&s); cudaStreamCreate (&t); "
    "cudaEventCreate (&e); one<<<1, 1, 0, s>>> (p, 1); cudaEventRecord (e, s); "
    "cudaStreamWaitEvent (t, e, 0); one<<<1, 1, 0, t>>> (p, 2); cudaMemsetAsync (q, 0, "
    "400, s); two<<<1, 1>>> (p, q);"),
    "launch one on s a=p n=1 block=1 grid=1\n"
    "record e on s\n"
    "wait e on t\n"
    "launch one on t a=p n=2 block=1 grid=1\n"
    "fill q on s = zeros\n"
    "launch two a=p b=q block=1 grid=1\n" },
  { "streams-in-an-array",
    MAIN ("cudaStream_t s[2]; for (int i = 0; i < 2; i++) cudaStreamCreate (&s[i]); float *d[2] "
    "= { p, q }; for (int i = 0; i < 2; i++) one<<<1, 1, 0, s[i]>>> (d[i], 1);"),
    "launch one on s0 a=p n=1 block=1 grid=1\n"
    "launch one on s1 a=q n=1 block=1 grid=1\n" },
  { "shared-memory",
    MAIN ("one<<<1, 64, 64 * sizeof (float)>>> (p, 1);"),
    "launch one a=p n=1 block=64 grid=1 shared=256\n" },
  { "a-plane",
    MAIN ("dim3 b (16, 8), g; g.x = 2; g.y = b.y; one<<<g, b>>> (p, 1);"),
    "launch one a=p n=1 block=16,8 grid=2,8\n" },
  { "blocks-that-change",
    MAIN ("for (int n = 64; n >= 16; n /= 2) one<<<n, 32>>> (p, n);"),
    "launch one a=p n=64 block=32 grid=64\n"
    "launch one a=p n=32 block=32 grid=32\n"
    "launch one a=p n=16 block=32 grid=16\n" },
  { "numbers-with-points",
    MAIN ("float dt = 0.5f; for (int i = 0; i < 4; i++) real<<<1, 1>>> (p, i * dt);"),
    "repeat 4 as i\n"
    "  launch real a=p t=0.5*i block=1 grid=1\n"
    "end\n" },
  { "helper",
    KERNELS "void go (float *x, int n) { for (int i = 0; i < n; i++) one<<<1, 1>>> (x, i); } int "
    "main () { float *p, *q, *r; cudaMalloc (&p, 400); cudaMalloc (&q, 400); cudaMalloc "
    "(&r, 400); go (p, 3); go (q, 5); }",
    "repeat 3 as i\n"
    "  launch one a=p n=i block=1 grid=1\n"
    "end\n"
    "repeat 5 as i\n"
    "  launch one a=q n=i block=1 grid=1\n"
    "end\n" },
  { "helper-of-a-template",
    KERNELS "template <typename T> __global__ void scale (T *a, T f) {} template <typename T> void "
    "go (T *x) { scale<<<1, 1>>> (x, (T) 2); } int main () { float *p, *q, *r; cudaMalloc "
    "(&p, 400); cudaMalloc (&q, 400); cudaMalloc (&r, 400); go (p); }",
    "launch scale<float> a=p f=2 block=1 grid=1\n" },
  { "functions-in-types-are-followed",
    KERNELS "class Sim { public: Sim () { n = 3; } void init () { cudaMalloc (&u, 400); cudaMalloc (&v, 400); } "
    "void go () { two<<<1, 1>>> (u, v); float *t = u; u = v; v = t; } "
    "private: float *u, *v; int n; }; "
    "int main () { Sim s; s.init (); for (int i = 0; i < 3; i++) s.go (); }",
    "repeat 3\n  launch two a=u b=v block=1 grid=1\n  swap u, v\nend\n" },
  { "members",
    KERNELS "struct Sim { float *u, *v; int n; }; void go (Sim *s) { for (int i = 0; i < s->n; "
    "i++) { two<<<1, 1>>> (s->u, s->v); float *t = s->u; s->u = s->v; s->v = t; } } int "
    "main () { Sim sim; sim.n = 4; cudaMalloc (&sim.u, 400); cudaMalloc (&sim.v, 400); go "
    "(&sim); }",
    "repeat 4\n"
    "  launch two a=u b=v block=1 grid=1\n"
    "  swap u, v\n"
    "end\n" },
  { "recursion",
    KERNELS "void go (float *x, int n) { if (n == 0) return; one<<<1, 1>>> (x, n); go (x, n - 1); "
    "} int main () { float *p, *q, *r; cudaMalloc (&p, 400); cudaMalloc (&q, 400); "
    "cudaMalloc (&r, 400); go (p, 3); }",
    "launch one a=p n=3 block=1 grid=1\n"
    "launch one a=p n=2 block=1 grid=1\n"
    "launch one a=p n=1 block=1 grid=1\n" },
  { "same-array-by-two-names",
    MAIN ("float *alias = p; two<<<1, 1>>> (alias, q); one<<<1, 1>>> (p, 1);"),
    "launch two a=p b=q block=1 grid=1\n"
    "launch one a=p n=1 block=1 grid=1\n" },
  { "allocated-again",
    MAIN ("for (int i = 0; i < 3; i++) { float *x; cudaMalloc (&x, 40); one<<<1, 1>>> (x, i); "
    "cudaFree (x); }"),
    "repeat 3 as i\n"
    "  launch one a=x n=i block=1 grid=1\n"
    "end\n" },
  { "without-arguments",
    KERNELS "int main (int argc, char **argv) { int n = 3; if (argc > 1) n = atoi (argv[1]); float "
    "*p, *q, *r; cudaMalloc (&p, 400); cudaMalloc (&q, 400); cudaMalloc (&r, 400); "
    "one<<<1, 1>>> (p, n); }",
    "# line 1: as without arguments of the command line\n"
    "launch one a=p n=3 block=1 grid=1\n" },
  { "with-arguments",
    KERNELS "int main (int argc, char **argv) { if (argc < 2) return 1; int n = atoi (argv[1]); "
    "float *p, *q, *r; cudaMalloc (&p, 400); cudaMalloc (&q, 400); cudaMalloc (&r, 400); "
    "one<<<1, 1>>> (p, n); }",
    "# line 1: n is not known: n\n"
    "launch one a=p block=1 grid=1\n" },
  { "not-known-number",
    MAIN ("int n; scanf (\"%d\", &n); one<<<1, 1>>> (p, n);"),
    "# line 1: n is not known: n\n"
    "launch one a=p block=1 grid=1\n" },
  { "not-known-condition",
    MAIN ("if (getenv (\"X\")) one<<<4, 32>>> (p, 7); else two<<<1, 1>>> (p, q); two<<<1, 1>>> "
    "(p, q);"),
    "# line 1: whether getenv (\"X\") is not known, so what hangs on it is left out\n"
    "launch two a=p b=q block=1 grid=1\n" },
  { "not-known-rounds",
    MAIN ("int n; scanf (\"%d\", &n); for (int i = 0; i < n; i++) one<<<1, 1>>> (p, i);"),
    "# line 1: how often this goes round is not known, so it does once: i < n\n"
    "repeat 1\n"
    "  # line 1: n is not known: i\n"
    "  launch one a=p block=1 grid=1\n"
    "end\n" },
  { "not-known-end",
    MAIN ("for (int i = 0; i < 9; i++) { two<<<1, 1>>> (p, q); if (h[0] < 1) break; }"),
    "repeat 9\n"
    "  launch two a=p b=q block=1 grid=1\n"
    "  # line 1: whether h[0] < 1 is not known; it goes on as if not\n"
    "end\n" },
  { "not-known-pointer",
    MAIN ("one<<<1, 1>>> (p + 10, 1); two<<<1, 1>>> (p, q);"),
    "# line 1: p + 10 is no array as a whole that is known, so the launch of one is left out\n"
    "launch two a=p b=q block=1 grid=1\n" },
  { "not-known-kernel",
    MAIN ("unseen<<<1, 1>>> (p); two<<<1, 1>>> (p, q);"),
    "# line 1: which kernel unseen is here is not known, so its launch is left out\n"
    "launch two a=p b=q block=1 grid=1\n" },
  { "not-known-function",
    MAIN ("one<<<4, 32>>> (p, 7); cublasSscal (h, 100, &f, p, 1);"),
    "launch one a=p n=7 block=32 grid=4\n"
    "# line 1: what cublasSscal() does to p is not known\n" },
  { "not-known-swap",
    MAIN ("if (getenv (\"X\")) std::swap (p, q); two<<<1, 1>>> (p, q);"),
    "# line 1: p is no array as a whole that is known, so the launch of two is left out\n"
    "# line 1: q is no array as a whole that is known, so the launch of two is left out\n" },
  { "errors-are-not-expected",
    MAIN ("if (cudaMalloc (&r, 40) != cudaSuccess) { printf (\"no\"); exit (1); } cudaError_t "
    "err = cudaGetLastError (); if (err != cudaSuccess) return 1; one<<<4, 32>>> (p, 7);"),
    "launch one a=p n=7 block=32 grid=4\n" },
  { "lambda",
    MAIN ("auto f = [&] () { one<<<4, 32>>> (p, 7); }; f (); two<<<1, 1>>> (p, q);"),
    "# line 1: what a lambda does is not followed\n"
    "launch two a=p b=q block=1 grid=1\n" },
  { "rounds-that-all-differ",
    MAIN ("int n = 1; for (int i = 0; i < 6; i++) { one<<<1, 1>>> (p, n); n = n * 3 % 7; }"),
    "repeat 2 as i\n"
    "  launch one a=p n=1+5*i block=1 grid=1\n"
    "  launch one a=p n=3+i block=1 grid=1\n"
    "  launch one a=p n=2+3*i block=1 grid=1\n"
    "end\n" },
  { "an-endless-loop",
    MAIN ("for (;;) one<<<4, 32>>> (p, 7);"),
    "# line 1: it does more than is followed; nothing of it is taken for steps\n" },
  { "array-without-a-launch",
    MAIN ("cudaMemset (r, 0, 400); one<<<4, 32>>> (p, 7);"),
    "# line 1: no launch has the array r, so what is done with it is left out\n"
    "launch one a=p n=7 block=32 grid=4\n" },
  { "managed",
    KERNELS "int main () { float *m; cudaMallocManaged (&m, 400); for (int i = 0; i < 100; i++) "
    "m[i] = i; one<<<1, 1>>> (m, 1); m[0] = 4; one<<<1, 1>>> (m, 2); }",
    "launch one a=m n=1 block=1 grid=1\n"
    "# line 1: what the host writes into m is not known\n"
    "launch one a=m n=2 block=1 grid=1\n" },
  { "a-parameter-that-is-a-word",
    KERNELS "__global__ void k (float *a, int range) {} int main () { float *p, *q, *r; cudaMalloc "
    "(&p, 400); cudaMalloc (&q, 400); cudaMalloc (&r, 400); k<<<1, 1>>> (p, 3); }",
    "# line 1: range is the name of a parameter, but a word of steps, too\n"
    "launch k a=p block=1 grid=1\n" },
  { "a-name-that-is-a-number-elsewhere",
    KERNELS "__global__ void k (float *a, int p) {} int main () { float *p, *q, *r; cudaMalloc "
    "(&p, 400); cudaMalloc (&q, 400); cudaMalloc (&r, 400); k<<<1, 1>>> (p, 3); }",
    "launch k a=p_2 p=3 block=1 grid=1\n" },
