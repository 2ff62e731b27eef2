/* loom-legend-entries.c: what the legend says, in words and numbers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-legend-private.h"
#include "loom-number.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <math.h>

/* No number of five digits is wider. */
#define WIDEST_NUMBER "-8.8888e+88"
/* Translators: in a legend, below other lines; of what is drawn around an array */
#define GHOST N_("thread outside")
#define LOST_WARP N_("warp outside")

static void
clear_entry (gpointer data)
{
  g_free (((LoomLegendEntry *) data)->text);
}

static void
add_entry (GArray *entries,
           guint8  code,
           char   *text)
{
  LoomLegendEntry entry = { .codes = { code }, .n_codes = 1, .text = text };

  g_array_append_val (entries, entry);
}

static void
add_remark (GArray     *entries,
            const char *text)
{
  LoomLegendEntry entry = { .text = g_strdup (text) };

  g_array_append_val (entries, entry);
}

static void
add_counts (GArray *entries)
{
  add_entry (entries, LOOM_CODE_FIRST, g_strdup ("0"));
  add_entry (entries, LOOM_CODE_FIRST + 1, g_strdup ("1"));
  add_entry (entries, LOOM_CODE_FIRST + 2, g_strdup ("2"));
  add_entry (entries, LOOM_CODE_FIRST + 3, g_strdup (_("3 or more")));
}

static void
add_classes (const LoomLensFacts *facts,
             const LoomPlanes    *planes,
             GArray              *entries)
{
  if (facts->classes == NULL)
    {
      add_entry (entries, LOOM_CODE_FIRST + 1, g_strdup ("true"));
      add_entry (entries, LOOM_CODE_FIRST, g_strdup ("false"));
      return;
    }
  for (const LoomLensClass *class = facts->classes; class->code != 0; class++)
    if (class->plane == 0 || G_STRUCT_MEMBER (gconstpointer, planes, class->plane) != NULL)
      add_entry (entries, class->code, g_strdup (_(class->label)));
}

char *
_loom_legend_name_warp (const LoomCoder *coder,
                        guint64          number)
{
  return g_strdup_printf (_("warp %" PRIu64), number);
}

char *
_loom_legend_name_block (const LoomCoder *coder,
                         guint64          number)
{
  const LoomDim3 *grid = &coder->grid;
  const LoomDim3 block = loom_dim3_unpack (grid, number);

  if (grid->z > 1)
    return g_strdup_printf (_("block (%u, %u, %u)"), block.x, block.y, block.z);
  if (grid->y > 1)
    return g_strdup_printf (_("block (%u, %u)"), block.x, block.y);
  return g_strdup_printf (_("block %u"), block.x);
}

char *
_loom_legend_name_device (const LoomCoder *coder,
                          guint64          number)
{
  return g_strdup (((LoomRunPart *) coder->parts->pdata[number])->device);
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b,
                 gpointer      firsts)
{
  const guint64 x = ((const guint64 *) firsts)[((const LoomLegendEntry *) a)->codes[0]];
  const guint64 y = ((const guint64 *) firsts)[((const LoomLegendEntry *) b)->codes[0]];

  return x < y ? -1 : x > y;
}

/* The tints of one colour: the first one holds the lowest number. */
static void
add_category (const LoomCoder *coder,
              guint            color,
              GArray          *entries)
{
  const guint tints = coder->facts->tints;
  LoomLegendEntry entry = { 0 };
  guint64 lowest = LOOM_NO_WRITER;

  for (guint tint = 0; tint < tints; tint++)
    {
      const guint8 code = LOOM_CODE_FIRST + color * tints + tint;

      if (coder->firsts[code] == LOOM_NO_WRITER)
        continue;
      entry.codes[entry.n_codes++] = code;
      if (coder->firsts[code] >= lowest)
        continue;
      lowest = coder->firsts[code];
      entry.codes[entry.n_codes - 1] = entry.codes[0];
      entry.codes[0] = code;
    }
  if (entry.n_codes == 0)
    return;
  entry.text = coder->facts->name_category (coder, lowest);
  g_array_append_val (entries, entry);
}

static gboolean
has_tints (GArray *entries)
{
  for (guint i = 0; i < entries->len; i++)
    if (g_array_index (entries, LoomLegendEntry, i).n_codes > 1)
      return TRUE;
  return FALSE;
}

/* What is no magnitude is named only where it occurs. */
static void
add_specials (const LoomCoder *coder,
              GArray          *entries)
{
  if (coder->shows == LOOM_SHOWS_COUNTS || coder->shows == LOOM_SHOWS_CLASSES)
    return;
  if (coder->counts[LOOM_CODE_UNWRITTEN] > 0)
    add_entry (entries, LOOM_CODE_UNWRITTEN, g_strdup (_(coder->facts->none)));
  if (coder->counts[LOOM_CODE_NAN] > 0)
    add_entry (entries, LOOM_CODE_NAN, g_strdup ("NaN"));
  if (coder->counts[LOOM_CODE_INFINITE] > 0)
    add_entry (entries, LOOM_CODE_INFINITE, g_strdup ("+∞"));
  if (coder->counts[LOOM_CODE_MINUS_INFINITE] > 0)
    add_entry (entries, LOOM_CODE_MINUS_INFINITE, g_strdup ("−∞"));
}

static void
add_remarks (const LoomCoder *coder,
             gboolean         tints,
             GArray          *entries)
{
  if (coder->repeats)
    add_remark (entries, _("… colours repeat"));
  if (tints)
    add_remark (entries, _("tints tell blocks apart"));
  if (coder->facts->alternates)
    add_remark (entries, _("tints tell neighbours apart"));
  if (coder->low <= coder->high
      && (coder->scale.low > coder->low || coder->scale.high < coder->high))
    add_remark (entries, _("values beyond have the last colours"));
}

/* What is drawn around the array. */
static void
add_ghosts (const LoomGhosts *ghosts,
            GArray           *entries)
{
  if (!ghosts->is_drawn)
    return;
  if (ghosts->threads > ghosts->lost)
    add_entry (entries, LOOM_CODE_GHOST, g_strdup (_(GHOST)));
  if (ghosts->warps > 0)
    add_entry (entries, LOOM_CODE_LOST_WARP, g_strdup (_(LOST_WARP)));
}

/*
 * _loom_legend_list_entries:
 * @picture: a picture
 *
 * Lists the lines of the legend, remarks last.
 *
 * Returns: (transfer full) (element-type LoomLegendEntry): a new array
 */
GArray *
_loom_legend_list_entries (LoomPicture *picture)
{
  const LoomCoder *coder = &picture->coder;
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (LoomLegendEntry));
  gboolean tints;

  g_array_set_clear_func (entries, clear_entry);
  if (coder->shows == LOOM_SHOWS_COUNTS)
    add_counts (entries);
  else if (coder->shows == LOOM_SHOWS_CLASSES)
    add_classes (coder->facts, &coder->planes, entries);
  else if (coder->shows == LOOM_SHOWS_CATEGORIES)
    {
      /* the blocks or the warps that wrote into the plane, each colour once */
      for (guint color = 0; color < LOOM_CATEGORIES; color++)
        add_category (coder, color, entries);
      g_array_sort_with_data (entries, compare_entries, (gpointer) coder->firsts);
    }
  tints = has_tints (entries);
  add_specials (coder, entries);
  add_ghosts (&picture->ghosts, entries);
  add_remarks (coder, tints, entries);
  return entries;
}

static gboolean
is_whole (const LoomCoder *coder)
{
  if (coder->facts->origin == LOOM_ORIGIN_CONTENTS)
    return !loom_scalar_is_float (coder->planes.value.scalar);
  return !coder->facts->has_fractions;
}

/*
 * _loom_legend_list_ticks:
 * @coder: a coder of numbers
 * @most: most ticks
 *
 * Returns: (transfer full) (element-type double): the ticks of the colour bar
 */
GArray *
_loom_legend_list_ticks (const LoomCoder *coder,
                         guint            most)
{
  if (coder->scale.least > 0)
    return loom_value_scale_list_ticks (&coder->scale, most);
  return loom_axes_nice_ticks (coder->scale.low, coder->scale.high, most, is_whole (coder));
}

/*
 * _loom_legend_format_tick:
 * @coder: a coder of numbers
 * @tick: a number of its scale
 *
 * Whole numbers in full while that is short.
 *
 * Returns: (transfer full): the text beside the colour bar
 */
char *
_loom_legend_format_tick (const LoomCoder *coder,
                          double           tick)
{
  const gboolean full = is_whole (coder) && MAX (fabs (coder->scale.low),
                                                    fabs (coder->scale.high)) < 1e7;

  return loom_number_format_set (tick, full ? 17 : 5);
}

/*
 * _loom_legend_dup_title:
 * @picture: a picture
 * @lens: a lens, not only the picture's own
 *
 * Returns: (transfer full): the heading of the legend
 */
char *
_loom_legend_dup_title (LoomPicture *picture,
                        LoomLens     lens)
{
  const LoomLensFacts *facts = _loom_lens_get_facts (lens);
  const LoomComponent *value = &picture->coder.planes.value;

  if (lens == LOOM_LENS_VALUE && value->scalar == LOOM_SCALAR_BYTES)
    return g_strdup (_("First byte"));
  if (lens == LOOM_LENS_VALUE && *value->name != '\0')
    /* Translators: a member of a struct, as C has it: "Value of .mass" */
    return g_strdup_printf (_("Value of .%s"), value->name);
  return g_strdup (facts->scale != NULL ? _(facts->scale) : loom_lens_get_title (lens));
}

/* Of a scale whose ends may not be known: the lens is another one than the coder's. */
static char *
dup_widest_number (const LoomCoder *coder,
                   LoomLens         lens)
{
  const LoomLensFacts *facts = _loom_lens_get_facts (lens);
  const guint64 most = facts->get_most != NULL ? facts->get_most (coder) : G_MAXUINT64;

  if (most < 10000000)
    return loom_number_format (most, 17);
  if (lens == LOOM_LENS_VALUE && loom_scalar_size (coder->planes.value.scalar) == 1)
    return loom_typeset (g_strdup ("-128"));
  return loom_typeset (g_strdup (WIDEST_NUMBER));
}

/*
 * _loom_legend_add_widest:
 * @picture: a picture
 * @lens: a lens, not only the picture's own
 * @texts: where to add texts
 *
 * Adds the widest texts that the legend may have beside its colours with a lens, whatever a kernel
 * leaves in the array.
 */
void
_loom_legend_add_widest (LoomPicture *picture,
                         LoomLens     lens,
                         GPtrArray   *texts)
{
  const LoomCoder *coder = &picture->coder;
  const LoomLensFacts *facts = _loom_lens_get_facts (lens);
  const LoomShows shows = loom_coder_find_shows (lens, coder->planes.value.scalar);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (LoomLegendEntry));

  g_array_set_clear_func (entries, clear_entry);
  if (shows == LOOM_SHOWS_COUNTS)
    add_counts (entries);
  else if (shows == LOOM_SHOWS_CLASSES)
    add_classes (facts, &coder->planes, entries);
  add_ghosts (&picture->ghosts, entries);
  for (guint i = 0; i < entries->len; i++)
    g_ptr_array_add (texts, g_strdup (g_array_index (entries, LoomLegendEntry, i).text));

  if (shows == LOOM_SHOWS_CATEGORIES)
    g_ptr_array_add (texts, facts->name_category (coder, facts->get_most (coder)));
  else if (shows == LOOM_SHOWS_NUMBERS)
    g_ptr_array_add (texts, dup_widest_number (coder, lens));
  if (facts->none != NULL)
    g_ptr_array_add (texts, g_strdup (_(facts->none)));
}
