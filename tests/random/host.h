/* The host's side of what kernels of the generator use: threads are coroutines that run one after the other, each until
 * it comes to a barrier. It shares nothing with the simulator; floats follow the PTX ISA's tables. */

#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "random-program.h"

typedef struct { unsigned x, y, z; } uint3;
typedef struct { unsigned x, y, z, w; } uint4;

static uint3 threadIdx, blockIdx, blockDim, gridDim;

#define DEVICE static inline __attribute__ ((unused))
#define CALLED static __attribute__ ((unused))
#define KERNEL static void
#define TABLE static const
#define SHARED static
#define STORE(array, i, value) do { uint64_t _at = (i); (array)[_at] = (value); note_store (&(array)[_at]); } while (0)
#define STORE4(array, i, a, b, c, d) \
  do { uint64_t _at = (i); (array)[_at] = (uint4) { a, b, c, d }; note_store (&(array)[_at]); } while (0)
#define ATOMIC(what, array, i, value) \
  do { uint64_t _at = (i); CHANGE_##what ((array)[_at], value); note_store (&(array)[_at]); } while (0)
#define SHARED_ATOMIC(what, array, i, value) CHANGE_##what ((array)[i], value)
#define CHANGE_Add(cell, by) (cell) += (by)
#define CHANGE_Sub(cell, by) (cell) -= (by)
#define CHANGE_Min(cell, by) do { __typeof__ (cell) _by = (by); if (_by < (cell)) (cell) = _by; } while (0)
#define CHANGE_Max(cell, by) do { __typeof__ (cell) _by = (by); if (_by > (cell)) (cell) = _by; } while (0)
#define CHANGE_And(cell, by) (cell) &= (by)
#define CHANGE_Or(cell, by) (cell) |= (by)
#define CHANGE_Xor(cell, by) (cell) ^= (by)

static inline uint32_t FLOAT_BITS (float a) { uint32_t b; memcpy (&b, &a, sizeof b); return b; }
static inline uint64_t DOUBLE_BITS (double a) { uint64_t b; memcpy (&b, &a, sizeof b); return b; }
static inline float FLOAT_OF (uint32_t a) { float b; memcpy (&b, &a, sizeof b); return b; }

#define OPERATORS(T, suffix) \
  DEVICE T add_##suffix (T a, T b) { return a + b; } \
  DEVICE T sub_##suffix (T a, T b) { return a - b; } \
  DEVICE T mul_##suffix (T a, T b) { return a * b; } \
  DEVICE T div_##suffix (T a, T b) { return a / b; } \
  DEVICE T min_##suffix (T a, T b) { return isnan (a) ? b : isnan (b) ? a : a < b || (a == b && signbit (a)) ? a : b; } \
  DEVICE T max_##suffix (T a, T b) { return isnan (a) ? b : isnan (b) ? a : a > b || (a == b && signbit (b)) ? a : b; }
OPERATORS (float, f32)
OPERATORS (double, f64)
DEVICE float fma_f32 (float a, float b, float c) { return fmaf (a, b, c); }
DEVICE double fma_f64 (double a, double b, double c) { return fma (a, b, c); }

#define MODE_rn FE_TONEAREST
#define MODE_rz FE_TOWARDZERO
#define MODE_rd FE_DOWNWARD
#define MODE_ru FE_UPWARD

/* What is too large is clamped; a NaN is 0, or the sign bit where either type has 64 bits. */
#define CLAMPED(T, low, high, wide, nan) \
  DEVICE T T##_clamped_##wide (double a) \
  { \
    return isnan (a) ? (T) (nan) : a <= (double) (low) ? (low) : a >= (double) (high) ? (high) : (T) a; \
  }
CLAMPED (int32_t, INT32_MIN, INT32_MAX, f32, 0)
CLAMPED (uint32_t, 0, UINT32_MAX, f32, 0)
CLAMPED (int64_t, INT64_MIN, INT64_MAX, f32, INT64_MIN)
CLAMPED (int32_t, INT32_MIN, INT32_MAX, f64, INT32_MIN)
CLAMPED (uint64_t, 0, UINT64_MAX, f64, (uint64_t) 1 << 63)

#define ROUNDED(T, expression) { volatile T _r; fesetround (_mode); _r = (expression); fesetround (FE_TONEAREST); return _r; }
#define DIRECTED(mode) \
  DEVICE float add_f32_##mode (volatile float a, volatile float b) { const int _mode = MODE_##mode; ROUNDED (float, a + b) } \
  DEVICE float mul_f32_##mode (volatile float a, volatile float b) { const int _mode = MODE_##mode; ROUNDED (float, a * b) } \
  DEVICE float div_f32_##mode (volatile float a, volatile float b) { const int _mode = MODE_##mode; ROUNDED (float, a / b) } \
  DEVICE float root_f32_##mode (volatile float a) { const int _mode = MODE_##mode; ROUNDED (float, sqrtf (a)) } \
  DEVICE float f32_of_i32_##mode (volatile int32_t a) { const int _mode = MODE_##mode; ROUNDED (float, (float) a) } \
  DEVICE float f32_of_u64_##mode (volatile uint64_t a) { const int _mode = MODE_##mode; ROUNDED (float, float_of_u64 (a, _mode)) } \
  DEVICE float f32_of_f64_##mode (volatile double a) { const int _mode = MODE_##mode; ROUNDED (float, (float) a) } \
  DEVICE double add_f64_##mode (volatile double a, volatile double b) { const int _mode = MODE_##mode; ROUNDED (double, a + b) } \
  DEVICE double mul_f64_##mode (volatile double a, volatile double b) { const int _mode = MODE_##mode; ROUNDED (double, a * b) } \
  DEVICE double root_f64_##mode (volatile double a) { const int _mode = MODE_##mode; ROUNDED (double, sqrt (a)) } \
  DEVICE double f64_of_i64_##mode (volatile int64_t a) { const int _mode = MODE_##mode; ROUNDED (double, (double) a) } \
  DEVICE double whole_##mode (volatile double a) { const int _mode = MODE_##mode; ROUNDED (double, nearbyint (a)) } \
  DEVICE int32_t i32_of_f32_##mode (float a) { return int32_t_clamped_f32 (whole_##mode (a)); } \
  DEVICE uint32_t u32_of_f32_##mode (float a) { return uint32_t_clamped_f32 (whole_##mode (a)); } \
  DEVICE int64_t i64_of_f32_##mode (float a) { return int64_t_clamped_f32 (whole_##mode (a)); } \
  DEVICE int32_t i32_of_f64_##mode (double a) { return int32_t_clamped_f64 (whole_##mode (a)); } \
  DEVICE uint64_t u64_of_f64_##mode (double a) { return uint64_t_clamped_f64 (whole_##mode (a)); }

/* The compiler's own goes by way of half the number for the largest ones. */
static float
float_of_u64 (uint64_t a, int mode)
{
  const int spare = a == 0 ? 0 : 40 - __builtin_clzll (a);
  uint64_t kept, rest, half;

  if (spare <= 0)
    return (float) (int64_t) a;
  kept = a >> spare;
  rest = a & (((uint64_t) 1 << spare) - 1);
  half = (uint64_t) 1 << (spare - 1);
  if ((mode == FE_UPWARD && rest != 0) ||
      (mode == FE_TONEAREST && (rest > half || (rest == half && (kept & 1) != 0))))
    kept++;
  return ldexpf ((float) (int64_t) kept, spare);
}

DIRECTED (rn)
DIRECTED (rz)
DIRECTED (rd)
DIRECTED (ru)

DEVICE int count_ones (uint32_t a) { return __builtin_popcount (a); }
DEVICE int count_ones_64 (uint64_t a) { return __builtin_popcountll (a); }
DEVICE int leading_zeros (uint32_t a) { return a == 0 ? 32 : __builtin_clz (a); }
DEVICE int leading_zeros_64 (uint64_t a) { return a == 0 ? 64 : __builtin_clzll (a); }
DEVICE int first_one (uint32_t a) { return __builtin_ffs ((int) a); }
DEVICE int high_i32 (int a, int b) { return (int) ((int64_t) a * b >> 32); }
DEVICE uint32_t high_u32 (uint32_t a, uint32_t b) { return (uint32_t) ((uint64_t) a * b >> 32); }
DEVICE uint64_t high_u64 (uint64_t a, uint64_t b) { return (uint64_t) ((unsigned __int128) a * b >> 64); }
DEVICE uint32_t far_i32 (int a, int b, uint32_t c) { return c + (uint32_t) (a < b ? (int64_t) b - a : (int64_t) a - b); }

DEVICE uint32_t
reverse (uint32_t a)
{
  uint32_t b = 0;

  for (int i = 0; i < 32; i++)
    b |= (a >> i & 1) << (31 - i);
  return b;
}

DEVICE uint32_t
pick_bytes (uint32_t a, uint32_t b, uint32_t selector)
{
  const uint64_t both = (uint64_t) b << 32 | a;
  uint32_t picked = 0;

  for (int i = 0; i < 4; i++)
    picked |= (uint32_t) (both >> (selector >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  return picked;
}

DEVICE uint32_t
funnel_left (uint32_t low, uint32_t high, uint32_t by)
{
  return (uint32_t) ((((uint64_t) high << 32 | low) << (by & 31)) >> 32);
}

DEVICE uint32_t
funnel_right (uint32_t low, uint32_t high, uint32_t by)
{
  return (uint32_t) (((uint64_t) high << 32 | low) >> (by < 32 ? by : 32));
}

/* A block's threads. */

#define STACK 65536
#define MAX_THREADS 1024

typedef enum { READY, AT_BARRIER, AT_WARP, DONE } State;

static struct
{
  ucontext_t context;
  State      state;
  unsigned   exchanges;
  int        stored;            /* to an array */
} threads[MAX_THREADS];
static ucontext_t scheduler;
static unsigned current, n_threads;
static uint64_t first_thread;           /* of the block */
static const RandomProgram *program;
static void *const *arguments;
static uint64_t slots[MAX_THREADS / 32][2][32];
static uint32_t given[MAX_THREADS / 32][2];     /* lanes that put something into the slots */

static void
note_store (const void *cell)
{
  for (unsigned i = 0; i < program->n_args; i++)
    {
      const RandomArg *arg = &program->args[i];
      const size_t offset = (size_t) ((const char *) cell - (const char *) arg->bytes);
      RandomCell *noted;

      if (arg->cell_size == 0 || offset >= arg->size)
        continue;
      noted = &arg->cells[offset / arg->cell_size];
      noted->lowest = noted->writes == 0 || first_thread + current < noted->lowest ? first_thread + current : noted->lowest;
      noted->highest = noted->writes == 0 || first_thread + current > noted->highest ? first_thread + current : noted->highest;
      noted->writes++;
      threads[current].stored = 1;
    }
}

static void
enter_thread (unsigned thread)
{
  current = thread;
  threadIdx.x = thread % blockDim.x;
  threadIdx.y = thread / blockDim.x % blockDim.y;
  threadIdx.z = thread / blockDim.x / blockDim.y;
}

static void
wait_in (State state)
{
  threads[current].state = state;
  swapcontext (&threads[current].context, &scheduler);
}

#define BARRIER() wait_in (AT_BARRIER)

/* Puts a value where the warp finds it; returns the slots. */
static const uint64_t *
exchange (uint64_t value, uint32_t *lanes)
{
  const unsigned warp = current / 32, parity = threads[current].exchanges++ & 1, lane = current % 32;

  if ((given[warp][parity] >> lane & 1) != 0)   /* of the exchange before the last */
    given[warp][parity] = 0;
  given[warp][parity] |= 1u << lane;
  slots[warp][parity][lane] = value;
  wait_in (AT_WARP);
  *lanes = given[warp][parity];
  return slots[warp][parity];
}

static uint32_t
take (uint32_t value, unsigned lane)
{
  uint32_t lanes;
  const uint64_t *all = exchange (value, &lanes);

  return (lanes >> lane & 1) != 0 ? (uint32_t) all[lane] : 0;
}

DEVICE uint32_t EXCHANGE (uint32_t v, unsigned mask) { return take (v, (current ^ mask) % 32); }

DEVICE uint32_t
FROM_BELOW (uint32_t v, unsigned by)
{
  const unsigned lane = current % 32;

  return take (v, lane >= by ? lane - by : lane);
}

DEVICE uint32_t
FROM_ABOVE (uint32_t v, unsigned by, unsigned width)
{
  const unsigned lane = current % 32;

  return take (v, lane % width + by < width ? lane + by : lane);
}

DEVICE uint32_t
BALLOT (int holds)
{
  uint32_t lanes, votes = 0;
  const uint64_t *all = exchange (holds != 0, &lanes);

  for (int i = 0; i < 32; i++)
    if ((lanes >> i & 1) != 0)
      votes |= (uint32_t) all[i] << i;
  return votes;
}

DEVICE int ANY (int holds) { return BALLOT (holds) != 0; }

static void
run_thread (void)
{
  program->run (arguments);
  threads[current].state = DONE;
}

static int
all_live_wait (unsigned from, unsigned to, State state)
{
  int any = 0;

  for (unsigned i = from; i < to; i++)
    {
      if (threads[i].state != DONE && threads[i].state != state)
        return 0;
      any |= threads[i].state == state;
    }
  return any;
}

static void
let_go (unsigned from, unsigned to)
{
  for (unsigned i = from; i < to; i++)
    if (threads[i].state != DONE)
      threads[i].state = READY;
}

static void
run_block_of_coroutines (void)
{
  static char *stacks;
  int live = 1;

  if (stacks == NULL)
    stacks = mmap (NULL, (size_t) MAX_THREADS * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
  memset (given, 0, sizeof given);
  for (unsigned i = 0; i < n_threads; i++)
    {
      getcontext (&threads[i].context);
      threads[i].context.uc_stack.ss_sp = stacks + (size_t) i * STACK;
      threads[i].context.uc_stack.ss_size = STACK;
      threads[i].context.uc_link = &scheduler;
      threads[i].state = READY;
      threads[i].exchanges = 0;
      makecontext (&threads[i].context, run_thread, 0);
    }
  while (live)
    {
      live = 0;
      for (unsigned i = 0; i < n_threads; i++)
        while (threads[i].state == READY)
          {
            enter_thread (i);
            swapcontext (&scheduler, &threads[i].context);
          }
      for (unsigned i = 0; i < n_threads; i += 32)
        {
          const unsigned end = i + 32 < n_threads ? i + 32 : n_threads;

          if (all_live_wait (i, end, AT_WARP))
            {
              let_go (i, end);
              live = 1;
            }
        }
      if (all_live_wait (0, n_threads, AT_BARRIER))
        {
          let_go (0, n_threads);
          live = 1;
        }
    }
  for (unsigned i = 0; i < n_threads; i++)
    if (threads[i].state != DONE)
      abort ();
}

uint64_t
random_program_run (const RandomProgram *self)
{
  void *args[RANDOM_MAX_ARGS];
  uint64_t idle = 0;

  program = self;
  arguments = args;
  for (unsigned i = 0; i < self->n_args; i++)
    args[i] = self->args[i].bytes;
  blockDim = (uint3) { self->block[0], self->block[1], self->block[2] };
  gridDim = (uint3) { self->grid[0], self->grid[1], self->grid[2] };
  n_threads = blockDim.x * blockDim.y * blockDim.z;
  for (uint64_t b = 0; b < (uint64_t) gridDim.x * gridDim.y * gridDim.z; b++)
    {
      blockIdx.x = (unsigned) (b % gridDim.x);
      blockIdx.y = (unsigned) (b / gridDim.x % gridDim.y);
      blockIdx.z = (unsigned) (b / gridDim.x / gridDim.y);
      first_thread = b * n_threads;
      for (unsigned i = 0; i < n_threads; i++)
        threads[i].stored = 0;
      if (self->waits)
        run_block_of_coroutines ();
      else
        for (unsigned i = 0; i < n_threads; i++)
          {
            enter_thread (i);
            self->run (args);
          }
      for (unsigned i = 0; i < n_threads; i++)
        idle += !threads[i].stored;
    }
  return idle;
}
