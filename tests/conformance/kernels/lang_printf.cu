//! in=s32:n out=s32:1 printf
extern "C" __global__ void run (const int* a, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
    if (i % 97 == 5)
    {
        r = printf ("i %d n %u x %#06x %c %s|%5.2f|%-8d|%+d\n", i, (unsigned) a[i], a[i], 'A' + a[i] % 26, i & 1 ? "odd" : "even", a[i] / 3.0, i, a[i]);
        r += printf ("%hd %hu %hx %lld %llu %e %g %a %G %%\n", 70000 + i, 70000 - i, 0x12345, -1234567890123ll * i, 9876543210987ull, i * 1e10, i / 1e7, i + 0.5, 1e-7 * i);
        r += printf ("%*d|%-*d|%5s|%-5s|%.2s|%10.3s|%zd|%y\n", 7, i, 6, i, "ab", "ab", "abc", "abcdef");
        r += printf ("nothing %% at all\n");
        r += printf ("nan %f %F inf %f %e neg %f\n", __int_as_float (0x7fc00000), __int_as_float (0x7fc00000), __int_as_float (0x7f800000), -__int_as_float (0x7f800000), -0.0);
        r += printf ("%p %p %20p|\n", (void*) 0, (void*) 0x1234, (void*) 0xabcdef);
        r += printf ("%.3d|%8.3d|%-8.3d|% d|%05d|%#o|%X|%i\n", 5, 5, 5, 5, 5, 8, 48879, -7);
        r += printf ("%.0f|%#.0f|%.10g|%10.2e|%-12.1E|%010.3f|%+.1f\n", 2.5, 8.0, 1.0 / 3, 12345.678, 0.00012, -7.125, 3.14);
        r += printf ("%hhd %hhu %hhx\n", 115, 300, 0x1ff);
        r += printf ("%c%c%c\n", 'x', 'y', 'z');
    }
    out[i] = r;
}
