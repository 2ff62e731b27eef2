/* test-gallery-ptx.c: the gallery as two compilers made it, straight through the simulator
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sim.h"
#include "loom-type.h"
#include "rewritten.h"

#include <stdlib.h>
#include <string.h>

#define MAX_ARGS 6

/* How often each kernel runs on each number of workers; every run must leave the same bytes. */
#define SEEDS 2
#define REPEATS 20

/* What a texture of the gallery is. */
static const LoomTexture image = { LOOM_TEXTURE_SAMPLED, { LOOM_ADDRESS_CLAMP, LOOM_ADDRESS_CLAMP, LOOM_ADDRESS_CLAMP },
                                   .is_linear = TRUE };

static const char *const compilers[] = { "11.8", "13.0" };

/* The value of a cell; i counts cells from the first. */
typedef double (*Cell) (int x,
                        int y,
                        int i);

/* An argument: an array, or a number where it has no cells. */
typedef struct
{
  const char *name;
  LoomScalar  scalar;
  double      value;            /* of a number */
  guint       cols, rows;       /* of an array; planes are rows of rows here */
  Cell        fill, expect;     /* NULL: zeros, not compared */
  guint       written;          /* cells */
  guint64     reads;
  const LoomTexture *texture;   /* NULL: none */
} Arg;

typedef struct
{
  const char *name, *entry;
  LoomDim3    grid, block;
  guint       launches;         /* above one, the first two arguments change places after each */
  LoomError   trap;             /* LOOM_ERROR_FAILED: none */
  guint64     idle;
  Arg         args[MAX_ARGS];
  gboolean    races;            /* on purpose */
} Kernel;

#define ANY G_MAXUINT
#define INT(number) { "", LOOM_SCALAR_I32, (number), }
#define FLOAT(number) { "", LOOM_SCALAR_F32, (number), }
#define IN(type, cols, rows, fill, reads) \
  { "in", LOOM_SCALAR_##type, 0, cols, rows, fill, NULL, 0, reads }
#define TEXTURE(type, cols, rows, fill, reads) \
  { "texture", LOOM_SCALAR_##type, 0, cols, rows, fill, NULL, 0, reads, &image }
#define OUT(type, cols, rows, expect, written) \
  { "out", LOOM_SCALAR_##type, 0, cols, rows, NULL, expect, written, ANY }

static double one (int x, int y, int i) { return 1; }
static double iota (int x, int y, int i) { return i; }
static double block_of_32 (int x, int y, int i) { return i / 32; }
static double twice (int x, int y, int i) { return 2 * i; }
static double thrice (int x, int y, int i) { return 3 * i; }
static double square (int x, int y, int i) { return i < 896 ? (double) i * i : 0; }
static double length (int x, int y, int i) { return 128; }
static double triangle (int x, int y, int i) { return x >= y; }
static double band (int x, int y, int i) { return y < 12 && x >= y && x < y + 8; }
static double corner (int x, int y, int i) { return x < 8 && x >= y; }
static double columns (int x, int y, int i) { return x < 12; }
static double red (int x, int y, int i) { return (x + y) % 2 == 0; }
static double line (int x, int y, int i) { return 3 * i + 1; }
static double bowl (int x, int y, int i) { return x * x + y * y; }
static double turned (int x, int y, int i) { return x * 64 + y; }
static double diagonal (int x, int y, int i) { return x == y ? 2 : 0; }
static double total (int x, int y, int i) { return 499500; }
static double warp_sum (int x, int y, int i) { return 1024 * i + 496; }
static double bin (int x, int y, int i) { return i % 32 < 15 ? i % 32 : 15; }
static double hills (int x, int y, int i) { return abs (x % 16 - 8) * abs (y % 16 - 8); }
static double count (int x, int y, int i) { return i < 15 ? 32 : 544; }

static double
raised_bowl (int x,
             int y,
             int i)
{
  return x > 0 && x < 31 && y > 0 && y < 31 ? x * x + y * y + 1 : 0;
}

static double
thread_id (int x,
           int y,
           int i)
{
  return (y / 8 * 4 + x / 8) * 64 + y % 8 * 8 + x % 8;
}

static double
glider (int x,
        int y,
        int i)
{
  return (y == 1 && x == 2) || (y == 2 && x == 3) || (y == 3 && x >= 1 && x <= 3);
}

static double
moved_glider (int x,
              int y,
              int i)
{
  return glider (x - 1, y - 1, i);
}

/* The same single precision as the kernel's; the compiler forms one fma for each added product. */
static double
mandelbrot (int x,
            int y,
            int i)
{
  const float c_re = __builtin_fmaf (0.0234375f, x, -2.25f), c_im = __builtin_fmaf (0.0234375f, y,
                                                                                    -1.125f);
  float re = 0, im = 0;
  int step = 0;

  while (step < 64 && __builtin_fmaf (re, re, im * im) <= 4)
    {
      const float next = __builtin_fmaf (re, re, -(im * im)) + c_re;

      im = __builtin_fmaf (re + re, im, c_im);
      re = next;
      step++;
    }

  return step;
}

static const Kernel kernels[] = {
  { "01-triangle", "triangle", { 2, 2, 1 }, { 8, 8, 1 }, 1, LOOM_ERROR_FAILED, 120,
    { OUT (F32, 16, 16, triangle, 136), INT (16), INT (16) } },
  { "02-triangle-band", "band", { 2, 3, 1 }, { 4, 4, 1 }, 1, LOOM_ERROR_FAILED, 6,
    { OUT (F32, 16, 16, band, 90), INT (16), INT (16) } },
  { "03-triangle-guard", "guarded", { 2, 3, 1 }, { 4, 4, 1 }, 1, LOOM_ERROR_FAILED, 60,
    { OUT (F32, 16, 16, corner, 36), INT (16), INT (16) } },
  { "04-vector-add", "add", { 8, 1, 1 }, { 128, 1, 1 }, 1, LOOM_ERROR_FAILED, 0,
    { IN (F32, 1024, 1, iota, 1024), IN (F32, 1024, 1, twice, 1024), OUT (F32, 1024, 1, thrice,
                                                                          1024), INT (1024) } },
  { "05-vector-add-ragged", "add", { 8, 1, 1 }, { 128, 1, 1 }, 1, LOOM_ERROR_FAILED, 24,
    { IN (F32, 1000, 1, iota, 1000), IN (F32, 1000, 1, twice, 1000), OUT (F32, 1000, 1, thrice,
                                                                          1000), INT (1000) } },
  { "06-missing-guard", "ramp", { 8, 1, 1 }, { 128, 1, 1 }, 1, LOOM_ERROR_OOB, ANY,
    { OUT (F32, 1000, 1, NULL, ANY), INT (1000) } },
  { "07-floor-division", "square", { 7, 1, 1 }, { 128, 1, 1 }, 1, LOOM_ERROR_FAILED, 0,
    { IN (F32, 1000, 1, iota, 896), OUT (F32, 1000, 1, square, 896), INT (1000) } },
  { "08-every-block-the-same", "doubled", { 4, 1, 1 }, { 32, 1, 1 }, 1, LOOM_ERROR_FAILED, 0,
    { IN (F32, 128, 1, iota, 512), OUT (F32, 128, 1, twice, 128), IN (I32, 1, 1, length, ANY) } },
  { "09-every-block-its-share", "doubled", { 4, 1, 1 }, { 32, 1, 1 }, 1, LOOM_ERROR_FAILED, 0,
    { IN (F32, 128, 1, iota, 128), OUT (F32, 128, 1, twice, 128), IN (I32, 1, 1, length, ANY) } },
  { "10-fill-2d", "fill", { 4, 3, 1 }, { 8, 8, 1 }, 1, LOOM_ERROR_FAILED, 208,
    { OUT (I32, 28, 20, thread_id, 560), INT (28), INT (20) } },
  { "11-swapped-axes", "swapped", { 5, 3, 1 }, { 4, 4, 1 }, 1, LOOM_ERROR_FAILED, 96,
    { OUT (F32, 20, 12, columns, 144), INT (20), INT (12) } },
  { "12-checkerboard", "red_cells", { 3, 3, 1 }, { 8, 8, 1 }, 1, LOOM_ERROR_FAILED, 288,
    { OUT (F32, 24, 24, red, 288), INT (24), INT (24) } },
  { "13-grid-stride", "saxpy", { 4, 1, 1 }, { 64, 1, 1 }, 1, LOOM_ERROR_FAILED, 0,
    { FLOAT (3), IN (F32, 1000, 1, iota, 1000),
      { "y", LOOM_SCALAR_F32, 0, 1000, 1, one, line, 1000, 1000 }, INT (1000) } },
  { "14-stencil", "stencil", { 2, 4, 1 }, { 16, 8, 1 }, 1, LOOM_ERROR_FAILED, 124,
    { IN (F32, 32, 32, bowl, 3600), OUT (F32, 32, 32, raised_bowl, 900), INT (32), INT (32) } },
  { "15-transpose", "naive", { 3, 2, 1 }, { 32, 8, 1 }, 1, LOOM_ERROR_FAILED, 0,
    { IN (F32, 64, 96, iota, 6144), OUT (F32, 96, 64, turned, 6144), INT (96), INT (64) } },
  { "15-transpose", "tiled", { 3, 2, 1 }, { 32, 8, 1 }, 1, LOOM_ERROR_FAILED, 0,
    { IN (F32, 64, 96, iota, 6144), OUT (F32, 96, 64, turned, 6144), INT (96), INT (64) } },
  { "15-transpose", "padded", { 3, 2, 1 }, { 32, 8, 1 }, 1, LOOM_ERROR_FAILED, 0,
    { IN (F32, 64, 96, iota, 6144), OUT (F32, 96, 64, turned, 6144), INT (96), INT (64) } },
  { "16-matrix-product", "product", { 3, 3, 1 }, { 16, 16, 1 }, 1, LOOM_ERROR_FAILED, 704,
    { IN (F32, 40, 40, iota, 4800), IN (F32, 40, 40, diagonal, 4800), OUT (F32, 40, 40, twice,
                                                                           1600), INT (40) } },
  { "16-matrix-product", "naive", { 3, 3, 1 }, { 16, 16, 1 }, 1, LOOM_ERROR_FAILED, 704,
    { IN (F32, 40, 40, iota, 64000), IN (F32, 40, 40, diagonal, 64000), OUT (F32, 40, 40, twice,
                                                                             1600), INT (40) } },
  { "17-reduction", "sum_blocks", { 4, 1, 1 }, { 256, 1, 1 }, 1, LOOM_ERROR_FAILED, 1020,
    { IN (F32, 1000, 1, iota, 1000), OUT (F32, 1, 1, total, 1), INT (1000) } },
  { "18-warp-sum", "sum_warps", { 4, 1, 1 }, { 64, 1, 1 }, 1, LOOM_ERROR_FAILED, 248,
    { IN (I32, 256, 1, iota, 256), OUT (I32, 8, 1, warp_sum, 8), INT (256) } },
  { "19-histogram", "histogram", { 8, 1, 1 }, { 128, 1, 1 }, 1, LOOM_ERROR_FAILED, 0,
    { IN (U8, 1024, 1, bin, 1024), OUT (U32, 16, 1, count, 16), INT (1024) } },
  { "19-histogram", "privatised", { 8, 1, 1 }, { 128, 1, 1 }, 1, LOOM_ERROR_FAILED, 896,
    { IN (U8, 1024, 1, bin, 1024), OUT (U32, 16, 1, count, 16), INT (1024) } },
  { "19-histogram", "plain", { 8, 1, 1 }, { 128, 1, 1 }, 1, LOOM_ERROR_FAILED, 0,
    { IN (U8, 1024, 1, bin, 1024), OUT (U32, 16, 1, NULL, 16), INT (1024) }, TRUE },
  { "20-life", "life", { 3, 3, 1 }, { 8, 8, 1 }, 4, LOOM_ERROR_FAILED, ANY,
    { { "now", LOOM_SCALAR_U8, 0, 24, 20, glider, moved_glider, 480, ANY },
      { "next", LOOM_SCALAR_U8, 0, 24, 20, NULL, NULL, 480, ANY }, INT (24), INT (20) } },
  { "21-mandelbrot", "mandelbrot", { 8, 12, 1 }, { 16, 8, 1 }, 1, LOOM_ERROR_FAILED, 0,
    { OUT (I32, 128, 96, mandelbrot, 12288), INT (128), INT (96), FLOAT (-2.25), FLOAT (-1.125),
      FLOAT (0.0234375) } },
  { "22-barrier-branches", "halves", { 1, 1, 1 }, { 32, 1, 1 }, 1, LOOM_ERROR_BARRIER, ANY,
    { OUT (F32, 32, 1, NULL, 0) } },
  { "23-fill-3d", "twice", { 2, 2, 4 }, { 8, 8, 4 }, 1, LOOM_ERROR_FAILED, 0,
    { IN (F64, 16, 256, iota, 4096), OUT (F64, 16, 256, twice, 4096), INT (16), INT (16),
     INT (16) } },
  { "24-race", "rotate", { 2, 1, 1 }, { 128, 1, 1 }, 1, LOOM_ERROR_FAILED, 0,
    { IN (I32, 256, 1, iota, 256), OUT (I32, 256, 1, NULL, 256), INT (256) }, TRUE },
  { "25-printf", "greet", { 4, 1, 1 }, { 32, 1, 1 }, 1, LOOM_ERROR_FAILED, 28,
    { OUT (I32, 100, 1, block_of_32, 100), INT (100) } },
  { "26-texture", "turn", { 3, 3, 1 }, { 16, 16, 1 }, 1, LOOM_ERROR_FAILED, 0,
    { TEXTURE (F32, 48, 48, hills, 7153), OUT (F32, 48, 48, NULL, 2304), INT (48), INT (48) } },
};

/* One array in memory, with its planes. */
typedef struct
{
  guint8  *bytes;
  guint32 *writes, *reads;
  guint64 *lowest, *highest;
  guint64  address;
} Memory;

typedef struct
{
  LoomSim        *sim;
  Memory          arrays[MAX_ARGS];
  guint8          params[256];
  gsize           offsets[MAX_ARGS];
  gsize           params_size;
  LoomSimOutcome  outcome;
} Run;

static void
store (LoomScalar  scalar,
       guint8     *place,
       double      value)
{
  union { float f; double d; gint32 i; guint32 u; guint8 b; } number;

  switch (scalar)
    {
    case LOOM_SCALAR_F32:
      number.f = value;
      break;

    case LOOM_SCALAR_F64:
      number.d = value;
      break;

    case LOOM_SCALAR_I32:
      number.i = value;
      break;

    case LOOM_SCALAR_U32:
      number.u = value;
      break;

    case LOOM_SCALAR_U8:
      number.b = value;
      break;

    default:
      g_assert_not_reached ();
    }

  memcpy (place, &number, loom_scalar_size (scalar));
}

static guint
count_cells (const Arg *arg)
{
  return arg->cols * arg->rows;
}

static LoomShape
get_shape (const Arg *arg)
{
  return (LoomShape) { 2, arg->cols, arg->rows, 1 };
}

static void
add_array (Run       *run,
           const Arg *arg,
           Memory    *memory)
{
  const guint cells = count_cells (arg);
  const gsize size = loom_scalar_size (arg->scalar);
  LoomSimPlanes planes;

  memory->bytes = g_malloc0 (cells * size);
  memory->writes = g_new0 (guint32, cells);
  memory->reads = g_new0 (guint32, cells);
  memory->lowest = g_new (guint64, cells);
  memory->highest = g_new (guint64, cells);
  memset (memory->lowest, 0xff, cells * sizeof (guint64));
  memset (memory->highest, 0xff, cells * sizeof (guint64));
  planes = (LoomSimPlanes) { memory->writes, memory->reads, memory->lowest, memory->highest };

  for (guint i = 0; i < cells && arg->fill != NULL; i++)
    store (arg->scalar, memory->bytes + i * size, arg->fill (i % arg->cols, i / arg->cols, i));

  memory->address = loom_sim_add_array (run->sim, arg->name, memory->bytes, cells * size, size,
                                        &planes);
  if (arg->texture != NULL)
    {
      const LoomType type = loom_type_of (arg->scalar, 1);
      const LoomShape shape = get_shape (arg);

      loom_sim_set_texture (run->sim, memory->address, arg->texture, &type, &shape);
    }
}

static void
add_args (Run          *run,
          const Kernel *kernel)
{
  for (guint i = 0; i < MAX_ARGS && kernel->args[i].name != NULL; i++)
    {
      const Arg *arg = &kernel->args[i];
      gsize size;

      g_assert_true (loom_sim_get_param (run->sim, kernel->entry, i, &run->offsets[i], &size));
      g_assert_cmpuint (run->offsets[i] + size, <=, sizeof run->params);
      run->params_size = MAX (run->params_size, run->offsets[i] + size);

      if (arg->cols > 0)
        {
          add_array (run, arg, &run->arrays[i]);
          memcpy (run->params + run->offsets[i], &run->arrays[i].address, sizeof (guint64));
        }
      else
        {
          store (arg->scalar, run->params + run->offsets[i], arg->value);
        }
    }
}

static char *
read_ptx (const Kernel *kernel,
          const char   *compiler)
{
  g_autofree char *file = g_strconcat (kernel->name, ".ptx", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "kernels", "ptx", compiler, file,
                                                 NULL);
  g_autoptr (GError) error = NULL;
  char *ptx;

  g_file_get_contents (path, &ptx, NULL, &error);
  g_assert_no_error (error);

  return ptx;
}

static LoomSim *
load (const Kernel *kernel,
      const char   *compiler)
{
  g_autofree char *ptx = read_ptx (kernel, compiler);
  g_autoptr (LoomPtxModule) module = NULL;
  g_autoptr (GError) error = NULL;
  LoomSim *sim;

  module = loom_ptx_module_parse (ptx, -1, &error);
  g_assert_no_error (error);
  loom_ptx_module_verify (module, &error);
  g_assert_no_error (error);
  sim = loom_sim_new (module, &error);
  g_assert_no_error (error);

  return sim;
}

static void
run_begin (Run          *run,
           const Kernel *kernel,
           const char   *compiler,
           guint         workers,
           LoomChecks    checks,
           gint64        seed)
{
  const LoomSimOptions options = {
    .workers = workers, .schedule_seed = seed, .checks = checks, .coverage = LOOM_COVERAGE_ALL,
  };

  memset (run, 0, sizeof *run);
  run->sim = load (kernel, compiler);
  add_args (run, kernel);

  for (guint i = 0; i < kernel->launches; i++)
    {
      const guint64 swapped[] = { run->arrays[i % 2].address, run->arrays[1 - i % 2].address };
      const LoomSimLaunch launch = { kernel->entry, kernel->grid, kernel->block, 0, run->params,
                                    run->params_size };
      g_autoptr (GError) error = NULL;

      if (kernel->launches > 1)
        {
          memcpy (run->params + run->offsets[0], &swapped[0], sizeof (guint64));
          memcpy (run->params + run->offsets[1], &swapped[1], sizeof (guint64));
        }

      loom_sim_outcome_clear (&run->outcome);
      g_assert_true (loom_sim_run (run->sim, &launch, &options, &run->outcome, &error));
      g_assert_no_error (error);
      loom_sim_collect (run->sim);
    }
}

static void
run_end (Run *run)
{
  loom_sim_outcome_clear (&run->outcome);
  loom_sim_free (run->sim);

  for (guint i = 0; i < MAX_ARGS; i++)
    {
      g_free (run->arrays[i].bytes);
      g_free (run->arrays[i].writes);
      g_free (run->arrays[i].reads);
      g_free (run->arrays[i].lowest);
      g_free (run->arrays[i].highest);
    }
}

static void
check_array (const Arg    *arg,
             const Memory *memory)
{
  const gsize size = loom_scalar_size (arg->scalar);
  guint64 reads = 0;
  guint written = 0;

  for (guint i = 0; i < count_cells (arg); i++)
    {
      written += memory->writes[i] > 0;
      reads += memory->reads[i];

      if (arg->expect != NULL)
        g_assert_cmpfloat (loom_scalar_to_double (arg->scalar, memory->bytes + i * size), ==,
                           arg->expect (i % arg->cols, i / arg->cols, i));
    }

  if (arg->written != ANY)
    g_assert_cmpuint (written, ==, arg->written);

  if (arg->reads != ANY)
    g_assert_cmpuint (reads, ==, arg->reads);
}

static void
check_run (const Kernel *kernel,
           const Run    *run)
{
  const LoomFinding *trap = run->outcome.trap;

  if (trap != NULL)
    g_test_message ("%s", trap->text);

  g_assert_cmpint (trap != NULL ? trap->code : LOOM_ERROR_FAILED, ==, kernel->trap);

  if (kernel->idle != ANY)
    g_assert_cmpuint (run->outcome.idle_threads, ==, kernel->idle);

  for (guint i = 0; i < MAX_ARGS && kernel->args[i].name != NULL; i++)
    if (kernel->args[i].cols > 0)
      check_array (&kernel->args[i], &run->arrays[i]);
}

static void
check_same (const Kernel *kernel,
            const Run    *a,
            const Run    *b)
{
  for (guint i = 0; i < MAX_ARGS && kernel->args[i].name != NULL; i++)
    {
      const guint cells = count_cells (&kernel->args[i]);

      if (cells == 0)
        continue;

      g_assert_cmpmem (a->arrays[i].bytes, cells * loom_scalar_size (kernel->args[i].scalar),
                       b->arrays[i].bytes, cells * loom_scalar_size (kernel->args[i].scalar));
      g_assert_cmpmem (a->arrays[i].writes, cells * 4, b->arrays[i].writes, cells * 4);
      g_assert_cmpmem (a->arrays[i].reads, cells * 4, b->arrays[i].reads, cells * 4);
      g_assert_cmpmem (a->arrays[i].lowest, cells * 8, b->arrays[i].lowest, cells * 8);
      g_assert_cmpmem (a->arrays[i].highest, cells * 8, b->arrays[i].highest, cells * 8);
    }

  g_assert_cmpuint (a->outcome.idle_threads, ==, b->outcome.idle_threads);
  g_assert_cmpstr (a->outcome.trap != NULL ? a->outcome.trap->text : NULL, ==,
                   b->outcome.trap != NULL ? b->outcome.trap->text : NULL);
}

typedef struct
{
  const Kernel *kernel;
  const char   *compiler;
} Case;

static void
check_races (const Kernel *kernel,
             const char   *compiler)
{
  Run watched;

  run_begin (&watched, kernel, compiler, 2, LOOM_CHECK_RACES, -1);
  g_assert_cmpuint (watched.outcome.findings->len, >, 0);
  for (guint i = 0; i < watched.outcome.findings->len; i++)
    g_assert_cmpint (((LoomFinding *) watched.outcome.findings->pdata[i])->code, ==,
                     LOOM_ERROR_RACE);
  run_end (&watched);
}

/* Whoever looks for races finds none here, and changes nothing, in any order. A trap ends its block
 * sooner or later. */
static void
check_watched (const Kernel *kernel,
               const char   *compiler,
               const Run    *first)
{
  for (gint64 seed = -1; seed < SEEDS && first->outcome.trap == NULL; seed++)
    {
      Run watched;

      run_begin (&watched, kernel, compiler, 2, LOOM_CHECK_ALL, seed);
      for (guint i = 0; i < watched.outcome.findings->len; i++)
        g_test_message ("%s", ((LoomFinding *) watched.outcome.findings->pdata[i])->text);
      g_assert_cmpuint (watched.outcome.findings->len, ==, 0);
      check_same (kernel, first, &watched);
      run_end (&watched);
    }
}

static void
test_kernel (gconstpointer data)
{
  const Case *test = data;
  Run first;

  run_begin (&first, test->kernel, test->compiler, 1, LOOM_CHECK_NONE, -1);
  check_run (test->kernel, &first);

  for (guint i = 0; i < REPEATS; i++)
    for (guint workers = 1; workers <= 2; workers++)
      {
        Run again;

        run_begin (&again, test->kernel, test->compiler, workers, LOOM_CHECK_NONE, -1);
        check_same (test->kernel, &first, &again);
        g_assert_cmpuint (first.outcome.warp_instructions, ==, again.outcome.warp_instructions);
        run_end (&again);
      }

  if (test->kernel->races)
    check_races (test->kernel, test->compiler);
  else
    check_watched (test->kernel, test->compiler, &first);
  run_end (&first);
}

static RewrittenArg
make_arg (const Arg *arg,
          GPtrArray *kept)
{
  const guint cells = MAX (count_cells (arg), 1);
  const gsize size = loom_scalar_size (arg->scalar);
  guint8 *bytes = g_malloc0 (cells * size);
  RewrittenTexture *texture = NULL;

  g_ptr_array_add (kept, bytes);
  for (guint i = 0; i < cells && arg->fill != NULL; i++)
    store (arg->scalar, bytes + i * size, arg->fill (i % arg->cols, i / arg->cols, i));
  if (arg->cols == 0)
    store (arg->scalar, bytes, arg->value);

  if (arg->texture != NULL)
    {
      texture = g_new (RewrittenTexture, 1);
      *texture = (RewrittenTexture) { *arg->texture, loom_type_of (arg->scalar, 1), get_shape (arg) };
      g_ptr_array_add (kept, texture);
    }

  return (RewrittenArg) { bytes, cells * size, arg->cols > 0 && texture == NULL ? size : 0, 0, texture };
}

/* Printed again, and instrumented for a device, it does and counts the same. */
static void
test_rewritten (gconstpointer data)
{
  const Case *test = data;
  const Kernel *kernel = test->kernel;
  g_autofree char *ptx = read_ptx (kernel, test->compiler);
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) args = g_array_new (FALSE, TRUE, sizeof (RewrittenArg));
  const RewrittenLaunch launch = {
    .ptx = ptx, .entry = kernel->entry, .grid = kernel->grid, .block = kernel->block,
    .launches = kernel->launches, .swaps = kernel->launches > 1, .args = args,
  };

  for (guint i = 0; i < MAX_ARGS && kernel->args[i].name != NULL; i++)
    {
      const RewrittenArg arg = make_arg (&kernel->args[i], kept);

      g_array_append_val (args, arg);
    }
  for (guint way = 0; way < REWRITTEN_N; way++)
    {
      gboolean trapped;
      g_autofree char *difference = rewritten_compare (&launch, way, &trapped);

      g_assert_cmpstr (difference, ==, NULL);
      g_assert_cmpint (trapped, ==, kernel->trap != LOOM_ERROR_FAILED);
    }
}

/* A kernel without a row here would never be run where no compiler is. */
static void
test_every_file_has_a_row (gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "kernels", "ptx", data, NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  guint files = 0, named = 0;

  while ((name = g_dir_read_name (folder)) != NULL)
    files += g_str_has_suffix (name, ".ptx");
  /* kernels of one file stand together */
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    named += i == 0 || !g_str_equal (kernels[i].name, kernels[i - 1].name);

  g_assert_cmpuint (files, ==, named);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (compilers); i++)
    {
      g_autofree char *rows_path = g_strdup_printf ("/kernels/gallery-ptx/%s/every-file-has-a-row",
                                                    compilers[i]);

      g_test_add_data_func (rows_path, compilers[i], test_every_file_has_a_row);

      for (guint j = 0; j < G_N_ELEMENTS (kernels); j++)
        {
          g_autofree char *path = g_strdup_printf ("/kernels/gallery-ptx/%s/%s/%s", compilers[i],
                                                   kernels[j].name, kernels[j].entry);
          g_autofree char *rewritten_path = g_strconcat (path, "/rewritten", NULL);
          Case *test = g_new (Case, 1);

          *test = (Case) { &kernels[j], compilers[i] };
          g_test_add_data_func_full (path, test, test_kernel, g_free);
          g_test_add_data_func_full (rewritten_path, g_memdup2 (test, sizeof *test), test_rewritten,
                                     g_free);
        }
    }

  return g_test_run ();
}
