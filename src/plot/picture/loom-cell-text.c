/* loom-cell-text.c: one cell in words and numbers, for the picture and a screen reader
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-coder-private.h"
#include "loom-comparison.h"
#include "loom-number.h"
#include "loom-picture-private.h"
#include "loom-sentence.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

char *
_loom_cell_format_value (const LoomCoder *coder,
                         guint64          cell)
{
  const LoomPlanes *planes = &coder->planes;

  return loom_number_format_short (planes->value.scalar,
                                   planes->data + cell * planes->type.size + planes->value.offset);
}

char *
_loom_cell_format_count (const LoomCoder *coder,
                         guint64          cell)
{
  return g_strdup_printf ("%u", loom_planes_get_count (_loom_coder_get_plane (coder), cell));
}

/* With its sign: a change is up or down. */
char *
_loom_cell_format_change (const LoomCoder *coder,
                          guint64          cell)
{
  g_autofree char *number = NULL;
  double change;

  loom_planes_read_changes (&coder->planes, cell, 1, &change);
  number = loom_number_format (change, 3);
  return change > 0 ? g_strconcat ("+", number, NULL) : g_steal_pointer (&number);
}

char *
_loom_cell_format_measure (const LoomCoder *coder,
                           guint64          cell)
{
  const double value = coder->facts->measure (coder, cell);

  return value < 0 ? NULL : loom_number_format (value, 3);
}

static char *
format_number (guint64 number,
               guint64 thread)
{
  return thread != LOOM_NO_WRITER ? g_strdup_printf ("%" G_GUINT64_FORMAT, number) : NULL;
}

char *
_loom_cell_format_writer (const LoomCoder *coder,
                          guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (coder, cell);

  return format_number (thread, thread);
}

char *
_loom_cell_format_lane (const LoomCoder *coder,
                        guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (coder, cell);

  return format_number (thread % coder->threads_per_block % LOOM_WARP_LANES, thread);
}

char *
_loom_cell_format_warp (const LoomCoder *coder,
                        guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (coder, cell);

  return format_number (_loom_coder_get_warp_number (coder, thread), thread);
}

/* The indices of a place, as many as its extent has axes. */
static char *
format_indices (const LoomDim3 *extent,
                guint64         linear,
                const char     *separator)
{
  const LoomDim3 place = loom_dim3_unpack (extent, linear);

  if (extent->z > 1)
    return g_strdup_printf ("%u%s%u%s%u", place.x, separator, place.y, separator, place.z);
  if (extent->y > 1)
    return g_strdup_printf ("%u%s%u", place.x, separator, place.y);
  return g_strdup_printf ("%u", place.x);
}

static char *
name_place (const LoomDim3 *extent,
            guint64         linear)
{
  g_autofree char *indices = format_indices (extent, linear, ", ");

  return extent->y > 1 || extent->z > 1 ? g_strdup_printf ("(%s)", indices)
                                        : g_steal_pointer (&indices);
}

char *
_loom_cell_format_block (const LoomCoder *coder,
                         guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (coder, cell);

  return thread == LOOM_NO_WRITER
         ? NULL : format_indices (&coder->grid, thread / coder->threads_per_block, ",");
}

char *
_loom_cell_format_device (const LoomCoder *coder,
                          guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (coder, cell);

  return thread == LOOM_NO_WRITER
         ? NULL : g_strdup_printf ("%" PRIu64, _loom_coder_get_device_number (coder, thread));
}

char *
_loom_cell_format_thread (const LoomCoder *coder,
                          guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (coder, cell);

  return thread == LOOM_NO_WRITER
         ? NULL : format_indices (&coder->block, thread % coder->threads_per_block, ",");
}

/**
 * loom_sentence_of_thread:
 * @coder: a coder
 * @thread: the linear number of a thread
 *
 * Returns: (transfer full): which thread of which block it is
 */
char *
loom_sentence_of_thread (const LoomCoder *coder,
                         guint64          thread)
{
  g_autofree char *in_block = name_place (&coder->block, thread % coder->threads_per_block);
  g_autofree char *block = name_place (&coder->grid, thread / coder->threads_per_block);

  return g_strdup_printf (_("thread %1$s of block %2$s"), in_block, block);
}

/**
 * loom_sentence_of_lane:
 * @coder: a coder
 * @thread: the linear number of a thread
 *
 * Returns: (transfer full): which thread of which block it is, and its lane and warp
 */
char *
loom_sentence_of_lane (const LoomCoder *coder,
                       guint64          thread)
{
  g_autofree char *name = loom_sentence_of_thread (coder, thread);
  const guint in_block = (guint) (thread % coder->threads_per_block);

  /* Translators: 1: “thread 3 of block 0” */
  return g_strdup_printf (_("%1$s, lane %2$u of warp %3$u"), name, in_block % LOOM_WARP_LANES,
                          in_block / LOOM_WARP_LANES);
}

static char *
name_cell (LoomPicture *picture,
           guint64      col,
           guint64      row)
{
  const LoomShape *shape = loom_array_get_shape (picture->array->array);
  const LoomCellLayout *layout = &picture->coder.layout;

  if (shape->rank <= 1)
    return g_strdup_printf (_("cell %" PRIu64), loom_cell_layout_cell (layout, col, row));
  if (shape->rank == 2)
    return g_strdup_printf (_("row %1$" PRIu64 ", column %2$" PRIu64), row,
                            col);
  return g_strdup_printf (_("plane %1$" PRIu64 ", row %2$" PRIu64 ", column %3$" PRIu64),
                          layout->first / layout->cells, row, col);
}

/* Of two writes lowest and highest are the two writers; of more they are the ends of the list. */
static char *
describe_writers (const LoomCoder *coder,
                  guint64          cell,
                  guint32          writes)
{
  const LoomPlanes *planes = &coder->planes;
  guint64 low = loom_planes_get_writer (planes, planes->lowest, cell);
  guint64 high = planes->highest != NULL ? loom_planes_get_writer (planes, planes->highest, cell)
                                         : low;
  g_autofree char *lowest = NULL, *highest = NULL;

  if (low == LOOM_NO_WRITER || high == LOOM_NO_WRITER)
    return NULL;
  lowest = loom_sentence_of_thread (coder, low);
  highest = loom_sentence_of_thread (coder, high);
  if (writes == 1)
    return g_strdup_printf (_("written once by %s"), lowest);
  if (low == high)
    return g_strdup_printf (ngettext ("written %1$u time by %2$s", "written %1$u times by %2$s",
                                      writes),
                            writes, lowest);
  if (writes == 2)
    return g_strdup_printf (_("written twice, by %1$s and %2$s"), lowest, highest);
  return g_strdup_printf (ngettext ("written %1$u time, lowest by %2$s, highest by %3$s",
                                    "written %1$u times, lowest by %2$s, highest by %3$s", writes),
                          writes, lowest, highest);
}

static void
add_part (GString    *text,
          const char *part)
{
  g_autofree char *before = g_strdup (text->str);

  /* Translators: two parts of the text about a cell */
  g_string_printf (text, _("%1$s, %2$s"), before, part);
}

static void
add_writes (GString         *text,
            const LoomCoder *coder,
            guint64          cell)
{
  const LoomPlanes *planes = &coder->planes;
  guint32 writes = loom_planes_get_count (planes->writes, cell);
  g_autofree char *writers = NULL;

  if (writes == 0)
    {
      add_part (text, planes->domain != NULL && planes->domain[cell] != 0 ? _("missed: not written")
                                                                          : _("not written"));
      return;
    }
  writers = planes->lowest != NULL ? describe_writers (coder, cell, writes) : NULL;
  if (writers == NULL)
    writers = g_strdup_printf (ngettext ("written %u time", "written %u times", writes), writes);
  add_part (text, writers);
  if (planes->domain != NULL && planes->domain[cell] == 0)
    add_part (text, _("not expected"));
}

/* What a cell should hold, where it does not. */
static void
add_reference (GString          *text,
               const LoomPlanes *planes,
               guint64           cell)
{
  g_autofree char *value = NULL, *part = NULL;

  if (planes->reference == NULL)
    {
      add_part (text, _("differs from the reference"));
      return;
    }
  value = loom_typeset (loom_number_format_cell (
      &planes->type, planes->reference + cell * planes->type.size));
  /* Translators: what a cell should hold */
  part = g_strdup_printf (_("differs from the reference, %s"), value);
  add_part (text, part);
}

/* What the other run made of a cell, where that is not the same. */
static void
add_difference (GString            *text,
                const LoomRunArray *array,
                guint8              bits,
                guint64             cell)
{
  const char *formats[LOOM_N_COMPARED] = {
    [LOOM_COMPARED_VALUES] = N_("%1$s on %2$s"),
    [LOOM_COMPARED_WRITES] = N_("written %1$s times on %2$s"),
    [LOOM_COMPARED_READS] = N_("read %1$s times on %2$s"),
    [LOOM_COMPARED_LOWEST] = N_("lowest writer %1$s on %2$s"),
    [LOOM_COMPARED_HIGHEST] = N_("highest writer %1$s on %2$s"),
  };
  g_autofree char *with = loom_array_difference_dup_with (array->difference);

  for (guint i = 0; i < LOOM_N_COMPARED; i++)
    {
      g_autofree char *here = NULL, *there = NULL, *part = NULL;

      if (!(bits & 1 << i))
        continue;
      loom_comparison_dup_cell (array, i, cell, &here, &there);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      there = loom_typeset (g_steal_pointer (&there));
      part = g_strdup_printf (_(formats[i]), there, with);
#pragma GCC diagnostic pop
      add_part (text, part);
    }
}

/* Where and when the block of the lowest writer ran. */
static void
add_span (GString         *text,
          const LoomCoder *coder,
          guint64          cell)
{
  const guint64 thread = loom_planes_get_writer (&coder->planes, coder->planes.lowest, cell);
  const guint64 block = thread / coder->threads_per_block;
  g_autofree char *start = NULL, *end = NULL, *part = NULL, *wave = NULL;

  if (thread == LOOM_NO_WRITER || block >= coder->n_spans)
    return;
  start = loom_number_format (coder->spans[block].start_ns / 1000.0, 6);
  end = loom_number_format (coder->spans[block].end_ns / 1000.0, 6);
  part = g_strdup_printf (_("on SM %1$u from %2$s to %3$s µs"), coder->spans[block].multiprocessor,
                          start, end);
  add_part (text, part);
  if (coder->places == NULL)
    return;
  wave = g_strdup_printf (_("in wave %u"), coder->places[block].wave + 1);
  add_part (text, wave);
}

static const char *
get_measure_title (const LoomCoder *coder)
{
  const LoomLensFacts *facts = coder->facts;

  return facts->scale != NULL ? _(facts->scale) : _(facts->title);
}

/* What the lens calls a cell that is of one of a handful of classes. */
static const char *
get_class_label (const LoomCoder *coder,
                 guint64          cell)
{
  guint8 code;

  coder->facts->encode (coder, cell, 1, &code);
  for (const LoomLensClass *class = coder->facts->classes; class->code != 0; class++)
    if (class->code == code)
      return _(class->label);
  return NULL;
}

/* What other orders and checks found there. */
static void
add_marks (GString          *text,
           const LoomPlanes *planes,
           guint64           cell)
{
  const guint8 uninitialised = planes->uninitialised != NULL ? planes->uninitialised[cell] : 0;

  if (planes->first_seeds != NULL && planes->first_seeds[cell] != 0)
    {
      /* Translators: an order of warps and blocks, by its number */
      g_autofree char *part = g_strdup_printf (_("another value with seed %d"),
                                               planes->first_seeds[cell] - 1);

      add_part (text, part);
    }
  if (planes->races != NULL && planes->races[cell] != 0)
    add_part (text, _("took part in a race"));
  if (uninitialised & LOOM_UNINITIALISED_READ)
    add_part (text, _("read before anything was written there"));
  if (uninitialised & LOOM_UNINITIALISED_LEFT)
    add_part (text, _("left with what came of an uninitialised read"));
}

/* What the lens shows of a cell, where nothing else says it. */
static void
add_measure (GString         *text,
             const LoomCoder *coder,
             guint64          cell)
{
  g_autofree char *number = loom_typeset (coder->facts->format (coder, cell)), *part = NULL;

  if (number == NULL)
    return;
  /* Translators: what is measured, and how much: “Sectors per load: 4” */
  part = g_strdup_printf (_("%1$s: %2$s"), get_measure_title (coder), number);
  add_part (text, part);
}

/* Whose block the lowest writer's was. */
static void
add_device (GString         *text,
            const LoomCoder *coder,
            guint64          cell)
{
  const guint64 thread = loom_planes_get_writer (&coder->planes, coder->planes.lowest, cell);
  const LoomRunPart *part;

  if (thread == LOOM_NO_WRITER)
    return;
  part = coder->parts->pdata[_loom_coder_get_device_number (coder, thread)];
  add_part (text, part->device);
}

/**
 * loom_picture_dup_cell_text:
 * @picture: a picture
 * @col: column
 * @row: row of the data
 *
 * What is known of a cell: where it is, its whole value, who wrote it, how often it was read.
 *
 * Returns: (transfer full) (nullable): the text, %NULL where there is no cell
 */
char *
loom_picture_dup_cell_text (LoomPicture *picture,
                            guint64      col,
                            guint64      row)
{
  const LoomCoder *coder = &picture->coder;
  const LoomPlanes *planes = &coder->planes;
  g_autofree char *name = NULL, *value = NULL;
  GString *text;
  guint64 cell;

  if (picture->array == NULL || !loom_cell_layout_has (&coder->layout, col, row))
    return NULL;
  cell = loom_cell_layout_cell (&coder->layout, col, row);
  name = name_cell (picture, col, row);
  value = planes->data != NULL
              ? loom_typeset (loom_number_format_cell (
                    &planes->type, planes->data + cell * planes->type.size))
              : g_strdup ("?");
  text = g_string_new (NULL);
  /* Translators: where a cell is, and its value */
  g_string_printf (text, _("%1$s: %2$s"), name, value);
  if (planes->writes != NULL)
    add_writes (text, coder, cell);
  if (planes->reads != NULL && loom_planes_get_count (planes->reads, cell) > 0)
    {
      guint32 reads = loom_planes_get_count (planes->reads, cell);
      g_autofree char *part = g_strdup_printf (ngettext ("read %u time", "read %u times", reads),
                                               reads);
      add_part (text, part);
    }
  if (planes->mismatch != NULL && planes->mismatch[cell] != 0)
    add_reference (text, planes, cell);
  if (planes->difference != NULL && planes->difference[cell] != 0)
    add_difference (text, picture->array, planes->difference[cell], cell);
  add_marks (text, planes, cell);
  if (loom_picture_has_field (picture, LOOM_CELL_FIELD_MEASURE) && coder->facts->classes == NULL
      && coder->facts->origin != LOOM_ORIGIN_SCHEDULE)
    add_measure (text, coder, cell);
  if (coder->spans != NULL && planes->lowest != NULL)
    add_span (text, coder, cell);
  if (coder->parts->len > 0 && planes->lowest != NULL)
    add_device (text, coder, cell);
  return g_string_free (text, FALSE);
}

/**
 * loom_picture_get_field_title:
 * @field: a field
 *
 * The heading of a column, translated.
 */
const char *
loom_picture_get_field_title (LoomPicture   *self,
                              LoomCellField  field)
{
  static const char *titles[] = {
    N_("Cell"), N_("Value"), N_("Writes"), N_("Reads"), N_("Lowest writer"), N_("Highest writer"),
  };

  g_return_val_if_fail (field < LOOM_N_CELL_FIELDS, NULL);
  return field == LOOM_CELL_FIELD_MEASURE ? get_measure_title (&self->coder) : _(titles[field]);
}

/* Whether what a lens shows is told of each cell whatever the lens. */
static gboolean
has_column (LoomLens lens)
{
  return lens == LOOM_LENS_VALUE || lens == LOOM_LENS_WRITES || lens == LOOM_LENS_READS
         || lens == LOOM_LENS_LOWEST || lens == LOOM_LENS_HIGHEST;
}

/**
 * loom_picture_has_field:
 * @field: a field
 *
 * Whether the run has recorded a field for the array that is shown.
 */
gboolean
loom_picture_has_field (LoomPicture   *self,
                        LoomCellField  field)
{
  const LoomPlanes *planes = &self->coder.planes;
  const guint8 *data[] = {
    NULL, planes->data, planes->writes, planes->reads, planes->lowest, planes->highest,
  };

  if (field == LOOM_CELL_FIELD_PLACE)
    return planes->cells > 0;
  if (field == LOOM_CELL_FIELD_MEASURE)
    return self->array != NULL && !has_column (self->view.lens);
  return field < LOOM_N_CELL_FIELDS && data[field] != NULL;
}

/* As the legend names it; a lens says what a cell is called that has nothing to show. */
static char *
format_measure (const LoomCoder *coder,
                guint64          cell)
{
  char *text;

  if (coder->facts->classes != NULL)
    return g_strdup (get_class_label (coder, cell));
  text = coder->facts->format (coder, cell);

  if (text != NULL || coder->facts->none == NULL)
    return text;
  return g_strdup (_(coder->facts->none));
}

static char *
format_writer (const LoomCoder *coder,
               const guint8    *writers,
               guint64          cell)
{
  guint64 thread = loom_planes_get_writer (&coder->planes, writers, cell);

  return thread == LOOM_NO_WRITER ? g_strdup ("") : loom_sentence_of_thread (coder, thread);
}

/**
 * loom_picture_dup_cell_field:
 * @col: column
 * @row: row of the data
 * @field: what to tell
 *
 * One thing that is known of a cell, as other programs read it.
 *
 * Returns: (transfer full) (nullable): the text, %NULL where there is no cell or it was not
 * recorded
 */
char *
loom_picture_dup_cell_field (LoomPicture   *self,
                             guint64        col,
                             guint64        row,
                             LoomCellField  field)
{
  const LoomPlanes *planes = &self->coder.planes;
  guint64 cell;

  if (!loom_picture_index_of (self, col, row, &cell) || !loom_picture_has_field (self, field))
    return NULL;
  switch (field)
    {
    case LOOM_CELL_FIELD_PLACE:
      return name_cell (self, col, row);
    case LOOM_CELL_FIELD_VALUE:
      return loom_number_format_cell (&planes->type, planes->data + cell * planes->type.size);
    case LOOM_CELL_FIELD_WRITES:
      return g_strdup_printf ("%u", loom_planes_get_count (planes->writes, cell));
    case LOOM_CELL_FIELD_READS:
      return g_strdup_printf ("%u", loom_planes_get_count (planes->reads, cell));
    case LOOM_CELL_FIELD_LOWEST:
      return format_writer (&self->coder, planes->lowest, cell);
    case LOOM_CELL_FIELD_HIGHEST:
      return format_writer (&self->coder, planes->highest, cell);
    case LOOM_CELL_FIELD_MEASURE:
      return format_measure (&self->coder, cell);
    default:
      return NULL;
    }
}
