/* test-legend.c: the legend says of each colour what the cells of that colour are
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-legend-private.h"
#include "loom-text.h"
#include "plot-fixture.h"

#include <math.h>
#include <string.h>

#define CELL 16                 /* pixels of a cell */
#define WIDTH 240               /* of the legend */
#define HEIGHT 700
#define NEAR 8                  /* a colour of the bar may be off by so much in each channel */

/* A picture and its legend, drawn. */
typedef struct
{
  LoomPicture    *picture;
  guint32        *cells;
  guint           stride;       /* pixels */
  cairo_surface_t *legend;
  GArray         *entries;
  LoomLegendPlan  plan;
} Drawn;

static void
draw (Drawn       *drawn,
      LoomPicture *picture)
{
  const cairo_rectangle_t area = { 0, 0, WIDTH, HEIGHT };
  cairo_t *cr;

  drawn->picture = picture;
  drawn->stride = loom_picture_get_cols (picture) * CELL;
  drawn->cells = fixture_render (picture, drawn->stride, loom_picture_get_rows (picture) * CELL);
  drawn->legend = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  drawn->entries = _loom_legend_list_entries (picture);
  cr = cairo_create (drawn->legend);
  loom_legend_draw (picture, cr, &area);
  _loom_legend_plan (picture, cr, drawn->entries, &area, &drawn->plan);
  cairo_destroy (cr);
  cairo_surface_flush (drawn->legend);
}

static void
drawn_clear (Drawn *drawn)
{
  g_free (drawn->cells);
  cairo_surface_destroy (drawn->legend);
  g_array_unref (drawn->entries);
}

static guint32
legend_pixel (const Drawn *drawn,
              double       x,
              double       y)
{
  const guint8 *data = cairo_image_surface_get_data (drawn->legend);
  const int stride = cairo_image_surface_get_stride (drawn->legend);

  return ((const guint32 *) (gconstpointer) (data + (int) y * stride))[(int) x] | 0xff000000;
}

static gboolean
is_near (guint32 a,
         guint32 b)
{
  for (guint shift = 0; shift < 24; shift += 8)
    if (ABS ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff)) > NEAR)
      return FALSE;
  return TRUE;
}

/* The colour under the pattern: no pattern inks half of a cell. */
static guint32
cell_color (const Drawn *drawn,
            guint64      col,
            guint64      row)
{
  guint32 first = drawn->cells[row * CELL * drawn->stride + col * CELL], other = first;
  guint n = 0;

  for (guint y = 0; y < CELL; y++)
    for (guint x = 0; x < CELL; x++)
      {
        const guint32 pixel = drawn->cells[(row * CELL + y) * drawn->stride + col * CELL + x];

        n += pixel == first;
        if (pixel != first)
          other = pixel;
      }
  return n * 2 >= CELL * CELL ? first : other;
}

/* Whether a stripe of a swatch is of a colour, whatever pattern lies on it. */
static gboolean
swatch_has (const Drawn           *drawn,
            const LoomLegendEntry *entry,
            guint                  line,
            guint32                color)
{
  const double stripe = drawn->plan.swatch / entry->n_codes;
  const double y = drawn->plan.first + line * drawn->plan.line;

  for (guint i = 0; i < entry->n_codes; i++)
    for (double dy = 2; dy < drawn->plan.swatch - 2; dy++)
      for (double dx = 2; dx < stripe - 2; dx++)
        if (legend_pixel (drawn, drawn->plan.x + i * stripe + dx, y + dy) == color)
          return TRUE;
  return FALSE;
}

/* The words beside the colour of a cell, as a person would find them; NULL if it has none. */
static const char *
read_legend (const Drawn *drawn,
             guint32      color)
{
  for (guint i = 0; i < drawn->entries->len; i++)
    {
      const LoomLegendEntry *entry = &g_array_index (drawn->entries, LoomLegendEntry, i);

      if (entry->n_codes > 0 && swatch_has (drawn, entry, i, color))
        return entry->text;
    }
  return NULL;
}

static gboolean
bar_has (const Drawn *drawn,
         double       position,
         guint32      color)
{
  const cairo_rectangle_t *bar = &drawn->plan.bar;
  const double y = bar->y + (1 - position) * bar->height;

  for (double dy = -2; dy <= 2; dy++)
    for (double x = bar->x + 2; x < bar->x + bar->width - 2; x++)
      if (is_near (legend_pixel (drawn, x, CLAMP (y + dy, bar->y + 1, bar->y + bar->height - 2)),
                   color))
        return TRUE;
  return FALSE;
}

/* What the run says of a cell through a lens, found without a coder: words, or a number. */
typedef struct
{
  char  *text;                  /* NULL: the number */
  double number;
} Truth;

static char *
name_count (const guint8 *counts,
            guint64       cell)
{
  const guint32 n = loom_planes_get_count (counts, cell);

  return n > 2 ? g_strdup ("3 or more") : g_strdup_printf ("%u", n);
}

static char *
name_block (const LoomRun *run,
            guint64        block)
{
  const LoomDim3 place = loom_dim3_unpack (&run->grid, block);

  if (run->grid.z > 1)
    return g_strdup_printf ("block (%u, %u, %u)", place.x, place.y, place.z);
  if (run->grid.y > 1)
    return g_strdup_printf ("block (%u, %u)", place.x, place.y);
  return g_strdup_printf ("block %u", place.x);
}

static const char *
name_expected (const LoomPlanes *planes,
               guint64           cell)
{
  const guint32 writes = loom_planes_get_count (planes->writes, cell);

  if (planes->domain[cell] == 0)
    return writes > 0 ? "extra" : "not expected";
  if (writes == 0)
    return "missed";
  return planes->mismatch[cell] != 0 ? "wrong value" : writes == 1 ? "covered" : "rewritten";
}

static const char *
name_difference (guint8 bits)
{
  if (bits & 1 << LOOM_COMPARED_VALUES)
    return "other value";
  if (bits & (1 << LOOM_COMPARED_WRITES | 1 << LOOM_COMPARED_READS))
    return "other counts";
  return bits != 0 ? "other writers" : "the same";
}

static char *
name_number (double number)
{
  if (isnan (number))
    return g_strdup ("NaN");
  return isinf (number) ? g_strdup (number > 0 ? "+∞" : "−∞") : NULL;
}

/* One of those of add_parts(). */
static char *
name_device (const LoomRun *run,
             guint64        block)
{
  const guint64 blocks = (guint64) run->grid.x * run->grid.y * run->grid.z;

  return g_strdup (block < blocks / 3       ? "device 0"
                   : block < blocks * 2 / 3 ? "device 1"
                                            : "device 2");
}

static double
tell_of_lanes (const LoomProfile *profile,
               guint64            thread)
{
  const guint32 *instructions = g_bytes_get_data (profile->threads, NULL);
  const guint64 *lanes = g_bytes_get_data (profile->lanes, NULL);

  return (double) lanes[thread] / instructions[thread] / 32 * 100;
}

static Truth
tell_of_writer (const LoomRun *run,
                LoomLens       lens,
                guint64        thread)
{
  const guint64 in_block = (guint64) run->block.x * run->block.y * run->block.z;
  gsize n;
  const LoomBlockSpan *span;

  if (thread == LOOM_NO_WRITER)
    return (Truth) { g_strdup ("unwritten"), 0 };
  span = &loom_schedule_get_spans (run->schedule, &n)[thread / in_block];
  switch (lens)
    {
    case LOOM_LENS_BLOCK:
      return (Truth) { name_block (run, thread / in_block), 0 };
    case LOOM_LENS_DEVICE:
      return (Truth) { name_device (run, thread / in_block), 0 };
    case LOOM_LENS_WARP:
      return (Truth) { g_strdup_printf ("warp %u", (guint) (thread % in_block / 32)), 0 };
    case LOOM_LENS_THREAD:
      return (Truth) { NULL, thread % in_block };
    case LOOM_LENS_LANE:
      return (Truth) { NULL, thread % in_block % 32 };
    case LOOM_LENS_MULTIPROCESSOR:
      return (Truth) { NULL, span->multiprocessor };
    case LOOM_LENS_START:
      return (Truth) { NULL, span->start_ns / 1000.0 };
    case LOOM_LENS_WAVE:
      return (Truth) { NULL, loom_schedule_get_places (run->schedule)[thread / in_block].wave + 1 };
    case LOOM_LENS_INSTRUCTIONS:
      return (Truth) {
        NULL, ((const guint32 *) g_bytes_get_data (run->profile->threads, NULL))[thread]
      };
    case LOOM_LENS_DIVERGENCE:
      return (Truth) { NULL, tell_of_lanes (run->profile, thread) };
    default:
      return (Truth) { NULL, thread };
    }
}

/* Floats in a row have whole numbers in a row. */
static gint64
get_rank (const guint8 *bytes)
{
  gint32 number;

  memcpy (&number, bytes, sizeof number);
  return number < 0 ? (gint64) G_MININT32 - number : number;
}

static Truth
tell_of_reference (const LoomPlanes *planes,
                   LoomLens          lens,
                   guint64           cell)
{
  const guint8 *got = planes->data + cell * planes->type.size;
  const guint8 *wanted = planes->reference + cell * planes->type.size;
  const double a = loom_scalar_to_double (planes->type.scalar, got);
  const double b = loom_scalar_to_double (planes->type.scalar, wanted);

  if (lens == LOOM_LENS_MISMATCH)
    return (Truth) { g_strdup (planes->mismatch[cell] != 0 ? "differs" : "as expected"), 0 };
  if (a == b || (isnan (a) && isnan (b)))
    return (Truth) { NULL, 0 };
  if (isnan (a) || isnan (b))
    return (Truth) { g_strdup ("+∞"), 0 };
  if (lens == LOOM_LENS_ULPS)
    return (Truth) { NULL, llabs (get_rank (got) - get_rank (wanted)) };
  if (isinf (a) || isinf (b))
    return (Truth) { g_strdup ("+∞"), 0 };
  if (lens == LOOM_LENS_DEVIATION)
    return (Truth) { NULL, fabs (a - b) };
  return b == 0 ? (Truth) { g_strdup ("reference is 0"), 0 } : (Truth) { NULL, fabs (a - b) / fabs (b) };
}

static Truth
tell_of_sectors (const guint8 *sectors,
                 guint64       cell,
                 const char   *none)
{
  float value;

  memcpy (&value, sectors + cell * sizeof value, sizeof value);
  return (Truth) { value > 0 ? NULL : g_strdup (none), value };
}

static Truth
tell_of_change (const LoomPlanes *planes,
                guint64           cell)
{
  const LoomScalar scalar = planes->type.scalar;
  const double a = loom_scalar_to_double (scalar, planes->data + cell * planes->type.size);
  const double b = loom_scalar_to_double (scalar, planes->other + cell * planes->type.size);

  if (a == b || (isnan (a) && isnan (b)))
    return (Truth) { NULL, 0 };
  return (Truth) { name_number (a - b), a - b };
}

/* Two bits: it was read, it was left. */
static const char *
name_uninitialised (guint8 bits)
{
  static const char *names[] = { "neither", "read too soon", "left undefined", "read too soon" };

  return names[bits];
}

static Truth
tell (const LoomRun    *run,
      const LoomPlanes *planes,
      LoomLens          lens,
      guint64           cell)
{
  double value;

  switch (lens)
    {
    case LOOM_LENS_VALUE:
      loom_planes_read_values (planes, cell, 1, &value);
      if (planes->type.scalar == LOOM_SCALAR_BOOL)
        return (Truth) { g_strdup (value != 0 ? "true" : "false"), 0 };
      return (Truth) { name_number (value), value };
    case LOOM_LENS_WRITES:
      return (Truth) { name_count (planes->writes, cell), 0 };
    case LOOM_LENS_READS:
      return (Truth) { name_count (planes->reads, cell), 0 };
    case LOOM_LENS_EXPECTED:
      return (Truth) { g_strdup (name_expected (planes, cell)), 0 };
    case LOOM_LENS_DIFFERENCE:
      return (Truth) { g_strdup (name_difference (planes->difference[cell])), 0 };
    case LOOM_LENS_CHANGE:
      return tell_of_change (planes, cell);
    case LOOM_LENS_MISMATCH:
    case LOOM_LENS_DEVIATION:
    case LOOM_LENS_RELATIVE:
    case LOOM_LENS_ULPS:
      return tell_of_reference (planes, lens, cell);
    case LOOM_LENS_SECTORS:
      return tell_of_sectors (planes->sectors, cell, "not accessed");
    case LOOM_LENS_LOAD_SECTORS:
      return tell_of_sectors (planes->load_sectors, cell, "not loaded");
    case LOOM_LENS_STORE_SECTORS:
      return tell_of_sectors (planes->store_sectors, cell, "not stored to");
    case LOOM_LENS_FIRST_WRITE:
      value = loom_planes_get_count (planes->first_write, cell);
      return (Truth) { value > 0 ? NULL : g_strdup ("unwritten"), value };
    case LOOM_LENS_SEEDS:
      value = planes->seeds[cell];
      return (Truth) { value > 0 ? NULL : g_strdup ("always the same"), value };
    case LOOM_LENS_RACES:
      return (Truth) { g_strdup (planes->races[cell] != 0 ? "raced" : "no race"), 0 };
    case LOOM_LENS_UNINITIALISED:
      return (Truth) { g_strdup (name_uninitialised (planes->uninitialised[cell])), 0 };
    case LOOM_LENS_HIGHEST:
      return tell_of_writer (run, lens, loom_planes_get_writer (planes, planes->highest, cell));
    default:
      return tell_of_writer (run, lens, loom_planes_get_writer (planes, planes->lowest, cell));
    }
}

/* The ends of the scale are those of the whole array, of threads those of a block. */
static void
find_scale (const LoomRun    *run,
            const LoomPlanes *planes,
            LoomLens          lens,
            double           *low,
            double           *high)
{
  const double in_block = (double) run->block.x * run->block.y * run->block.z;
  const gboolean is_known = lens == LOOM_LENS_THREAD || lens == LOOM_LENS_LANE;

  *low = is_known ? 0 : INFINITY;
  *high = !is_known ? -INFINITY : (lens == LOOM_LENS_LANE ? MIN (in_block, 32) : in_block) - 1;
  for (guint64 cell = 0; cell < planes->cells && !is_known; cell++)
    {
      const Truth truth = tell (run, planes, lens, cell);

      if (truth.text == NULL)
        {
          *low = MIN (*low, truth.number);
          *high = MAX (*high, truth.number);
        }
      g_free (truth.text);
    }
  if (lens == LOOM_LENS_CHANGE)
    {
      *high = MAX (fabs (*low), fabs (*high));
      *low = -*high;
    }
}

static void
assert_entry (const Drawn *drawn,
              const char  *wanted,
              guint32      color)
{
  const char *found = read_legend (drawn, color);

  if (g_strcmp0 (found, wanted) == 0)
    return;
  /* colours that repeat are named once, after the first of those that have them */
  g_assert_nonnull (found);
  g_assert_true (drawn->picture->coder.repeats);
  g_assert_cmpint (strncmp (found, wanted, 4), ==, 0);
  for (guint i = 0; i < drawn->entries->len; i++)
    g_assert_cmpstr (g_array_index (drawn->entries, LoomLegendEntry, i).text, !=, wanted);
}

/* Each cell of a picture against the legend beside it. */
static void
assert_agrees (LoomRun *run,
               LoomLens lens,
               guint64  plane,
               gboolean dark)
{
  g_autoptr (LoomPicture) picture = NULL;
  LoomPlanes planes;
  LoomView view;
  double low, high;
  Drawn drawn;

  loom_view_init (&view, run);
  view.lens = lens;
  view.plane = plane;
  view.dark = dark;
  picture = loom_picture_new (run, &view);
  g_assert_cmpint (loom_picture_get_view (picture)->lens, ==, lens);
  loom_planes_init (&planes, g_ptr_array_index (run->arrays, 0));
  draw (&drawn, picture);
  find_scale (run, &planes, lens, &low, &high);
  for (guint64 row = 0; row < loom_picture_get_rows (picture); row++)
    for (guint64 col = 0; col < loom_picture_get_cols (picture); col++)
      {
        const guint32 color = cell_color (&drawn, col, row);
        Truth truth;
        guint64 cell;

        if (!loom_picture_index_of (picture, col, row, &cell))
          continue;
        truth = tell (run, &planes, lens, cell);
        if (truth.text != NULL)
          assert_entry (&drawn, truth.text, color);
        else
          g_assert_true (bar_has (&drawn,
                                  high > low ? (truth.number - low) / (high - low) : 0.5, color));
        g_free (truth.text);
      }
  drawn_clear (&drawn);
}

static guint
draw_lots (guint below)
{
  return (guint) g_test_rand_int_range (0, (gint32) below);
}

static GBytes *
make_values (LoomScalar scalar,
             guint64    cells)
{
  if (scalar == LOOM_SCALAR_F32)
    {
      static const float odd[] = { NAN, INFINITY, -INFINITY };
      float *values = g_new (float, cells);

      for (guint64 i = 0; i < cells; i++)
        values[i] = draw_lots (9) == 0 ? odd[draw_lots (3)] : (float) g_test_rand_double () - 0.5f;
      return g_bytes_new_take (values, cells * sizeof *values);
    }
  else
    {
      guint8 *values = g_malloc (cells);

      for (guint64 i = 0; i < cells; i++)
        values[i] = scalar == LOOM_SCALAR_BOOL ? draw_lots (2) : draw_lots (256);
      return g_bytes_new_take (values, cells);
    }
}

static LoomRunArray *
make_other (LoomArray *like)
{
  const LoomType *type = loom_array_get_cell_type (like);
  g_autoptr (LoomArray) array = NULL;
  g_autoptr (GBytes) bytes = NULL;
  guint64 cells;

  loom_shape_cells (loom_array_get_shape (like), &cells);
  bytes = make_values (type->scalar, cells);
  array = loom_array_new (type, loom_array_get_shape (like), bytes, NULL);
  return loom_run_array_new ("other", array);
}

/* What the simulator, a profile, a GPU and a comparison would leave, by lot. */
static void
add_planes (Fixture *fixture)
{
  LoomRun *run = fixture->run;
  const guint64 blocks = (guint64) run->grid.x * run->grid.y * run->grid.z;
  float *sectors = g_new (float, fixture->cells), *loads = g_new (float, fixture->cells);
  guint32 *first = g_new (guint32, fixture->cells);
  guint64 *running = g_new (guint64, run->threads);
  guint8 *difference = g_malloc (fixture->cells), *mismatch = g_malloc (fixture->cells);
  guint8 *seeds = g_malloc (fixture->cells), *races = g_malloc (fixture->cells);
  guint8 *uninitialised = g_malloc (fixture->cells);
  guint32 *instructions = g_new (guint32, run->threads);
  LoomBlockSpan *spans = g_new (LoomBlockSpan, blocks);
  g_autoptr (GBytes) threads = NULL, lanes = NULL, bytes = NULL;

  for (guint64 i = 0; i < fixture->cells; i++)
    {
      sectors[i] = (float) draw_lots (5);
      loads[i] = (float) draw_lots (9);
      first[i] = draw_lots (50);
      mismatch[i] = draw_lots (4) == 0;
      seeds[i] = draw_lots (2) == 0 ? 0 : (guint8) draw_lots (9);
      races[i] = draw_lots (5) == 0;
      uninitialised[i] = draw_lots (4);
      difference[i] = draw_lots (3) == 0 ? draw_lots (1 << LOOM_N_COMPARED) : 0;
    }
  for (guint64 i = 0; i < run->threads; i++)
    {
      instructions[i] = 10 + draw_lots (90);
      running[i] = instructions[i] * (1 + draw_lots (32));
    }
  for (guint64 i = 0; i < blocks; i++)
    {
      const guint start = draw_lots (5000);

      spans[i] = (LoomBlockSpan) { start, start + 1000, draw_lots (4), 0 };
    }
  fixture->array->sectors = g_bytes_new_take (sectors, fixture->cells * sizeof *sectors);
  fixture->array->load_sectors = g_bytes_new_take (loads, fixture->cells * sizeof *loads);
  fixture->array->store_sectors = g_bytes_ref (fixture->array->sectors);
  fixture->array->first_write = g_bytes_new_take (first, fixture->cells * sizeof *first);
  fixture->array->seeds = g_bytes_new_take (seeds, fixture->cells);
  fixture->array->races = g_bytes_new_take (races, fixture->cells);
  fixture->array->uninitialised = g_bytes_new_take (uninitialised, fixture->cells);
  run->seeds = 8;
  fixture->array->compared = fixture->cells;
  for (guint64 i = 0; i < fixture->cells; i++)
    fixture->array->mismatches += mismatch[i];
  fixture->array->mismatch = g_bytes_new_take (mismatch, fixture->cells);
  fixture->array->difference = g_new0 (LoomArrayDifference, 1);
  fixture->array->difference->with = LOOM_BACKEND_ID_CUDA (0);
  fixture->array->difference->cells = g_bytes_new_take (difference, fixture->cells);
  fixture->array->difference->other = make_other (fixture->array->array);
  run->profile = loom_profile_new ();
  threads = g_bytes_new_take (instructions, run->threads * sizeof *instructions);
  loom_profile_set_threads (run->profile, threads);
  lanes = g_bytes_new_take (running, run->threads * sizeof *running);
  loom_profile_set_activity (run->profile, lanes, NULL);
  bytes = g_bytes_new_take (spans, blocks * sizeof *spans);
  run->schedule = loom_schedule_new (bytes, blocks, 4);
  g_assert_nonnull (run->schedule);
}

/* Threads that write where they like, or each its own cell. */
/* Three devices, whose blocks follow each other. */
static void
add_parts (LoomRun *run)
{
  guint64 blocks;

  loom_dim3_volume (&run->grid, &blocks);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("device %u", i);

      g_ptr_array_add (run->parts,
                       loom_run_part_new (name, (LoomSplitRange) { i, i + 1 },
                                          (LoomSplitRange) { blocks * i / 3,
                                                             blocks * (i + 1) / 3 }));
    }
}

static GBytes *
make_reference (LoomScalar  scalar,
                GBytes     *values)
{
  gsize bytes;
  const guint8 *own = g_bytes_get_data (values, &bytes);
  const gsize size = loom_scalar_size (scalar), cells = bytes / size;
  g_autoptr (GBytes) others = make_values (scalar, cells);
  const guint8 *other = g_bytes_get_data (others, NULL);
  guint8 *reference = g_malloc (bytes);

  for (gsize i = 0; i < cells; i++)
    memcpy (reference + i * size, (draw_lots (2) == 0 ? own : other) + i * size, size);
  return g_bytes_new_take (reference, bytes);
}

static LoomRun *
make_run (LoomScalar       scalar,
          const LoomShape *shape,
          LoomDim3         block,
          LoomDim3         grid,
          gboolean         in_order)
{
  Fixture fixture;
  guint64 cells;
  g_autoptr (GBytes) values = NULL;

  g_assert_true (loom_shape_cells (shape, &cells));
  values = make_values (scalar, cells);
  fixture_begin (&fixture, scalar, 1, shape, g_bytes_get_data (values, NULL));
  fixture_launch (&fixture, block, grid);
  fixture.domain = g_malloc (cells);
  for (guint64 i = 0; i < cells; i++)
    {
      fixture.domain[i] = draw_lots (2);
      fixture.reads[i] = draw_lots (5);
      if (in_order && i < fixture.run->threads)
        fixture_write (&fixture, i, i);
    }
  for (guint64 i = 0; !in_order && i < cells; i++)
    fixture_write (&fixture, draw_lots (cells), draw_lots (fixture.run->threads));
  add_planes (&fixture);
  /* half of the cells hold what they should */
  fixture.array->reference = make_reference (scalar, values);
  add_parts (fixture.run);
  return fixture_end (&fixture);
}

static void
assert_all_lenses_agree (LoomRun *run,
                         guint64  plane)
{
  const LoomRunArray *array = run->arrays->pdata[0];
  const LoomScalar scalar = loom_array_get_cell_type (array->array)->scalar;

  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    if (lens == LOOM_LENS_ULPS && !loom_scalar_is_float (scalar))
      g_assert_false (loom_lens_is_available (lens, run, 0));
    else
      for (guint dark = 0; dark < 2; dark++)
        assert_agrees (run, lens, plane, dark == 1);
}

static void
test_agrees_with_the_cells (void)
{
  static const struct
  {
    LoomScalar scalar;
    LoomShape  shape;
    LoomDim3   block, grid;
    guint64    plane;
  } rows[] = {
    { LOOM_SCALAR_F32, SHAPE_2D (16, 16), { 8, 8, 1 }, { 2, 2, 1 }, 0 },
    { LOOM_SCALAR_F32, SHAPE_1D (300), { 256, 1, 1 }, { 2, 1, 1 }, 0 },
    { LOOM_SCALAR_U8, SHAPE_1D (20), { 32, 1, 1 }, { 1, 1, 1 }, 0 },
    { LOOM_SCALAR_BOOL, SHAPE_2D (5, 9), { 3, 2, 1 }, { 3, 3, 1 }, 0 },
    { LOOM_SCALAR_F32, SHAPE_2D (32, 32), { 32, 32, 1 }, { 1, 1, 1 }, 0 },      /* 32 warps */
    { LOOM_SCALAR_U8, SHAPE_2D (7, 7), { 1, 1, 1 }, { 7, 7, 1 }, 0 },   /* one thread a block */
    { LOOM_SCALAR_F32, SHAPE_3D (3, 6, 5), { 5, 3, 1 }, { 1, 2, 3 }, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomRun) run = make_run (rows[i].scalar, &rows[i].shape, rows[i].block,
                                          rows[i].grid, TRUE);

      assert_all_lenses_agree (run, rows[i].plane);
    }
}

/* Launches and arrays by lot; a failure names the seed. */
static void
test_agrees_by_lot (void)
{
  static const LoomScalar scalars[] = { LOOM_SCALAR_F32, LOOM_SCALAR_U8, LOOM_SCALAR_BOOL };

  for (guint i = 0; i < 12; i++)
    {
      const guint planes = 1 + draw_lots (3);
      LoomShape shape = SHAPE_2D (1 + draw_lots (20), 1 + draw_lots (20));
      LoomDim3 block = { 1 + draw_lots (40), 1 + draw_lots (8), 1 + draw_lots (3) };
      LoomDim3 grid = { 1 + draw_lots (5), 1 + draw_lots (5), 1 + draw_lots (2) };
      g_autoptr (LoomRun) run = NULL;

      if (planes > 1)
        shape = SHAPE_3D (planes, shape.rows, shape.cols);
      run = make_run (scalars[draw_lots (G_N_ELEMENTS (scalars))], &shape, block, grid,
                      draw_lots (2) == 0);
      assert_all_lenses_agree (run, draw_lots (planes));
    }
}

/* Whatever the lens, the room is enough for its legend and the same. */
static void
test_room_is_of_the_array (void)
{
  LoomShape shape = SHAPE_2D (16, 16);
  g_autoptr (LoomRun) run = make_run (LOOM_SCALAR_F32, &shape, LOOM_DIM3 (8, 8, 1),
                                      LOOM_DIM3 (2, 2, 1), TRUE);
  double last = 0;

  for (guint percent = 100; percent <= 200; percent += 50)
    {
      double room = 0;

      for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
        {
          g_autoptr (LoomPicture) picture = NULL;
          LoomView view;

          loom_view_init (&view, run);
          view.lens = lens;
          view.text_scale = percent / 100.0;
          picture = loom_picture_new (run, &view);
          if (lens == 0)
            room = loom_legend_get_room (picture);
          g_assert_cmpfloat (loom_legend_get_room (picture), ==, room);
        }
      g_assert_cmpfloat (room, >, last);
      last = room;
    }
}

static LoomLegendPlan
find_plan (LoomPicture             *picture,
           const cairo_rectangle_t *area)
{
  g_autoptr (GArray) entries = _loom_legend_list_entries (picture);
  cairo_t *ruler = loom_text_new_ruler ();
  LoomLegendPlan plan;

  _loom_legend_plan (picture, ruler, entries, area, &plan);
  cairo_destroy (ruler);
  return plan;
}

/* Where even lines that stand close have no room below each other, they stand in columns. */
static void
test_columns_in_a_low_area (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
  LoomView view;

  loom_view_init (&view, run);
  view.text_scale = 2;
  for (view.lens = LOOM_LENS_WRITES; view.lens <= LOOM_LENS_READS; view.lens++)
    {
      g_autoptr (LoomPicture) picture = loom_picture_new (run, &view);
      const cairo_rectangle_t area = { 0, 0, 700, 130 };
      const LoomLegendPlan plan = find_plan (picture, &area);

      g_assert_cmpuint (plan.per_column, <, 4);
      g_assert_cmpuint (plan.n_entries, ==, 4);
      g_assert_cmpfloat (3 / plan.per_column * plan.column + plan.swatch, <, area.width);
    }
}

/* More lines than there is room for stand closer together, and none reaches out of the legend. */
static void
test_fits_a_low_area (void)
{
  LoomShape shape = SHAPE_2D (32, 32);
  g_autoptr (LoomRun) run = make_run (LOOM_SCALAR_U8, &shape, LOOM_DIM3 (8, 4, 1),
                                      LOOM_DIM3 (4, 8, 1), FALSE);

  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    for (double height = 330; height <= 700; height += 74)
      {
        g_autoptr (LoomPicture) picture = NULL;
        const cairo_rectangle_t area = { 0, 0, WIDTH, height };
        LoomLegendPlan plan;
        LoomView view;

        loom_view_init (&view, run);
        view.lens = lens;
        view.text_scale = 2;
        picture = loom_picture_new (run, &view);
        plan = find_plan (picture, &area);
        g_assert_cmpfloat (plan.line, >=, plan.swatch);
        g_assert_cmpfloat (plan.first + plan.per_column * plan.line, <=, height + plan.swatch);
      }
}

static gboolean
surface_has (cairo_surface_t *surface,
             guint32          color)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  const int stride = cairo_image_surface_get_stride (surface);

  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
      if (((const guint32 *) (gconstpointer) (data + y * stride))[x] << 8 == color << 8)
        return TRUE;
  return FALSE;
}

/* Words twice as large leave no room for all lines, and a line that is left out may be of the only
 * colour that there is. */
static void
test_smaller_words_in_a_small_area (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
  LoomView view;

  loom_view_init (&view, run);
  view.text_scale = 2;
  for (view.lens = LOOM_LENS_WRITES; view.lens <= LOOM_LENS_READS; view.lens++)
    {
      g_autoptr (LoomPicture) picture = loom_picture_new (run, &view);
      g_autoptr (GArray) entries = _loom_legend_list_entries (picture);
      const cairo_rectangle_t area = { 0, 0, 160, 156 };
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 160, 156);
      cairo_t *cr = cairo_create (surface);

      g_assert_false (loom_legend_has_room (picture, &area));
      loom_picture_draw_legend (picture, cr, &area);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      for (guint i = 0; i < entries->len; i++)
        {
          const LoomLegendEntry *entry = &g_array_index (entries, LoomLegendEntry, i);

          if (entry->n_codes > 0)
            g_assert_true (surface_has (surface, picture->coder.fills[entry->codes[0]].color));
        }
      cairo_surface_destroy (surface);
    }
}

/* What all examples say, the words of the keys in English. */
static char *
read_gallery (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "kernels", NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  GString *text = g_string_new (NULL);
  const char *name;

  g_assert_nonnull (folder);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL), *kernel = NULL;
      const char *end;

      if (!g_str_has_suffix (name, ".cu") || !g_file_get_contents (file, &kernel, NULL, NULL))
        continue;
      end = strstr (kernel, "*/");
      g_assert_nonnull (end);
      g_string_append_len (text, kernel, end - kernel);
    }
  g_string_replace (text, "\n * ", " ", 0);
  return g_string_free (text, FALSE);
}

/* A lens as an example speaks of it: “Divergence (Alt+0)”. */
static char *
name_with_key (LoomLens lens)
{
  g_autoptr (GString) key = g_string_new (loom_lens_get_key (lens));

  g_string_replace (key, "<Control>", "Ctrl+", 0);
  g_string_replace (key, "<Alt>", "Alt+", 0);
  return g_strdup_printf ("%s (%s)", loom_lens_get_title (lens), key->str);
}

/* A column of row 0 where the other run, of which there are no counts here, is not spoken of. */
static guint64
find_same (LoomPicture *picture)
{
  guint64 col = 0;

  while (picture->coder.planes.difference[col] != 0)
    col++;
  g_assert_cmpuint (col, <, loom_picture_get_cols (picture));
  return col;
}

static void
assert_says_what_it_shows (LoomPicture *picture)
{
  const guint64 col = find_same (picture);
  g_autofree char *sentence = loom_picture_dup_sentence (picture),
                  *spoken = loom_picture_dup_cell_text (picture, col, 0);
  g_autoptr (GArray) entries = _loom_legend_list_entries (picture);
  g_autoptr (GArray) ticks = NULL;
  const LoomLensFacts *facts = _loom_lens_get_facts (picture->view.lens);
  const char *heading = facts->scale != NULL ? facts->scale : facts->title;
  guint fields = 0;

  g_assert_cmpstr (sentence, !=, "");
  if (picture->coder.shows == LOOM_SHOWS_NUMBERS)
    ticks = _loom_legend_list_ticks (&picture->coder, 5);
  g_assert_cmpuint (entries->len + (ticks != NULL ? ticks->len : 0), >, 0);
  for (LoomCellField field = LOOM_CELL_FIELD_VALUE; field < LOOM_N_CELL_FIELDS; field++)
    if (loom_picture_has_field (picture, field) &&
        g_str_equal (loom_picture_get_field_title (picture, field), heading))
      {
        g_autofree char *text = loom_picture_dup_cell_field (picture, col, 0, field);

        g_assert_nonnull (text);
        fields++;
      }
  g_assert_cmpuint (fields, ==, 1);
  g_assert_nonnull (spoken);
}

/* Help, a sentence, a legend, a column of the table, words for a screen reader, a key of its own,
 * and an example that tells of it. */
static void
test_every_lens_is_whole (void)
{
  LoomShape shape = SHAPE_2D (16, 16);
  g_autoptr (LoomRun) run = make_run (LOOM_SCALAR_F32, &shape, LOOM_DIM3 (8, 8, 1),
                                      LOOM_DIM3 (2, 2, 1), TRUE);
  g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *gallery = read_gallery ();

  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    {
      g_autoptr (LoomPicture) picture = NULL;
      g_autofree char *named = name_with_key (lens);
      LoomView view;

      g_test_message ("%s", named);
      loom_view_init (&view, run);
      view.lens = lens;
      picture = loom_picture_new (run, &view);
      g_assert_cmpint (loom_picture_get_view (picture)->lens, ==, lens);
      g_assert_cmpstr (loom_lens_get_help (lens), !=, "");
      assert_says_what_it_shows (picture);
      g_assert_true (g_hash_table_add (keys, (gpointer) loom_lens_get_key (lens)));
      if (strstr (gallery, named) == NULL)
        g_error ("no example tells of %s", named);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/legend/agrees-with-the-cells", test_agrees_with_the_cells);
  g_test_add_func ("/plot/legend/agrees-by-lot", test_agrees_by_lot);
  g_test_add_func ("/plot/legend/every-lens-is-whole", test_every_lens_is_whole);
  g_test_add_func ("/plot/legend/room-is-of-the-array", test_room_is_of_the_array);
  g_test_add_func ("/plot/legend/fits-a-low-area", test_fits_a_low_area);
  g_test_add_func ("/plot/legend/columns-in-a-low-area", test_columns_in_a_low_area);
  g_test_add_func ("/plot/legend/smaller-words-in-a-small-area",
                   test_smaller_words_in_a_small_area);
  return g_test_run ();
}
