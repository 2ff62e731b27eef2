/* What kernels of the generator are made of, for the device and for the host: nothing here overflows, divides by zero or
 * shifts too far, so that both must give the same. Included behind device.h or host.h. */

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned u32;
typedef long long i64;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;

/* Arithmetic in an unsigned type U that no promotion makes signed. */
#define INTEGER(T, U) \
  DEVICE T add_##T (T a, T b) { return (T) ((U) a + (U) b); } \
  DEVICE T sub_##T (T a, T b) { return (T) ((U) a - (U) b); } \
  DEVICE T mul_##T (T a, T b) { return (T) ((U) a * (U) b); } \
  DEVICE T neg_##T (T a) { return (T) (0 - (U) a); } \
  DEVICE T shl_##T (T a, u32 n) { return (T) ((U) a << (n & (sizeof (T) * 8 - 1))); } \
  DEVICE T shr_##T (T a, u32 n) { return (T) (a >> (n & (sizeof (T) * 8 - 1))); } \
  DEVICE T divisor_##T (T b) { return (T) (b == 0 || (b == (T) -1 && (T) -1 < (T) 0) ? 3 : b); } \
  DEVICE T div_##T (T a, T b) { return (T) (a / divisor_##T (b)); } \
  DEVICE T rem_##T (T a, T b) { return (T) (a % divisor_##T (b)); } \
  DEVICE T min_##T (T a, T b) { return a < b ? a : b; } \
  DEVICE T max_##T (T a, T b) { return a > b ? a : b; } \
  DEVICE u64 bits_##T (T a) { return (u64) a; }

INTEGER (i8, u32)
INTEGER (u8, u32)
INTEGER (i16, u32)
INTEGER (u16, u32)
INTEGER (i32, u32)
INTEGER (u32, u32)
INTEGER (i64, u64)
INTEGER (u64, u64)

/* Of any NaN the same bits: which one comes out is the hardware's. */
DEVICE u64 bits_f32 (f32 a) { return a != a ? 0x7fffffffu : FLOAT_BITS (a); }
DEVICE u64 bits_f64 (f64 a) { return a != a ? 0x7fffffffffffffffull : DOUBLE_BITS (a); }
DEVICE f32 neg_f32 (f32 a) { return -a; }
DEVICE f64 neg_f64 (f64 a) { return -a; }

#define SELECTED(T) DEVICE T pick_##T (int which, T a, T b) { return which ? a : b; }
SELECTED (i8) SELECTED (u8) SELECTED (i16) SELECTED (u16) SELECTED (i32) SELECTED (u32) SELECTED (i64) SELECTED (u64)
SELECTED (f32) SELECTED (f64)

typedef struct
{
  i32 a;
  u8  b;
  i16 c;
  f64 d;
  u32 e[3];
} Record;

DEVICE Record
make_record (i32 a, u8 b, i16 c, f64 d, u32 e)
{
  Record made;

  made.a = a;
  made.b = b;
  made.c = c;
  made.d = d;
  made.e[0] = e;
  made.e[1] = e + 1;
  made.e[2] = ~e;
  return made;
}

/* Not a sum of products with bytes: NVRTC 13.0 makes dp2a of that, which loses what does not go into 32 bits. */
DEVICE u64
sum_record (Record r)
{
  return (u64) (u32) r.a ^ r.b * 3ull ^ (u64) (u32) r.c * 7 ^ bits_f64 (r.d) ^ r.e[0] * 11ull ^ r.e[1] * 5ull ^ r.e[2];
}
