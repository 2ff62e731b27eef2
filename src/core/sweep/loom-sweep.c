/* loom-sweep.c: configurations of a launch, and which is best
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * On a GPU they are ranked by measured time; who cannot be told from the best is best as well, so
 * that the next sweep names the same ones. The simulator's own time says nothing of a GPU: there
 * they are ranked by the time that is modelled for a device, where one can be, else by the warp
 * instructions that are counted. Both are the same each time.
 */

#include "config.h"

#include "loom-sweep.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static double
get_time (const LoomSweepTile *tile)
{
  return tile->outcome->samples->len > 0 ? tile->outcome->decile.value : NAN;
}

static double
get_count (const LoomSweepTile *tile,
           gint64               count)
{
  return loom_sweep_outcome_has_run (tile->outcome) && count >= 0 ? (double) count : NAN;
}

static double
get_known (double value)
{
  return value >= 0 ? value : NAN;
}

#define KNOWN(name, member) \
  static double name (const LoomSweepTile *tile) { return get_known (tile->outcome->member); }
#define COUNT(name, member) \
  static double name (const LoomSweepTile *tile) \
  { return get_count (tile, (gint64) tile->outcome->member); }

KNOWN (get_modelled, modelled_ms)
KNOWN (get_occupancy, occupancy)
KNOWN (get_waves, waves)
KNOWN (get_tail, tail)
COUNT (get_warp_instructions, warp_instructions)
COUNT (get_threads, threads)
COUNT (get_written, tally.counts.written)
COUNT (get_rewritten, tally.counts.rewritten)
COUNT (get_missed, tally.counts.missed)
COUNT (get_extra, tally.counts.extra)
COUNT (get_mismatches, tally.mismatches)

/* What configurations are ranked by comes first. */
enum { MEASURED, MODELLED, COUNTED };
static const LoomSweepFigure figures[] = {
  [MEASURED] = { "kernel_ms", N_("time"), N_("ms"), get_time },
  [MODELLED] = { "modelled_ms", N_("modelled time"), N_("ms"), get_modelled },
  [COUNTED] = { "warp_instructions", N_("warp instructions"), NULL, get_warp_instructions },
  { "occupancy", N_("occupancy"), NULL, get_occupancy },
  { "waves", N_("waves"), NULL, get_waves },
  { "tail", N_("tail"), NULL, get_tail },
  { "threads", N_("threads"), NULL, get_threads },
  { "written", N_("written cells"), NULL, get_written },
  { "rewritten", N_("rewritten cells"), NULL, get_rewritten },
  { "missed", N_("missed cells"), NULL, get_missed },
  { "extra", N_("extra cells"), NULL, get_extra },
  { "mismatches", N_("cells that differ"), NULL, get_mismatches },
};

/**
 * loom_sweep_figures_get:
 * @n: (out): how many there are
 *
 * Returns: (array length=n): all numbers that configurations have
 */
const LoomSweepFigure *
loom_sweep_figures_get (guint *n)
{
  *n = G_N_ELEMENTS (figures);
  return figures;
}

/**
 * loom_sweep_figures_find:
 *
 * Returns: (nullable): the number of that key
 */
const LoomSweepFigure *
loom_sweep_figures_find (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    if (g_str_equal (figures[i].key, key))
      return &figures[i];
  return NULL;
}

/* Times of steps, and for devices that tell too little of themselves, are not modelled. */
static gboolean
has_models (const LoomSweep *self)
{
  for (guint i = 0; i < self->tiles->len; i++)
    if (!isnan (get_modelled (self->tiles->pdata[i])))
      return TRUE;
  return FALSE;
}

static int
get_kind (const LoomSweep *self)
{
  if (self->backend.kind != LOOM_BACKEND_SIMULATOR)
    return MEASURED;
  return has_models (self) ? MODELLED : COUNTED;
}

/**
 * loom_sweep_get_figure:
 *
 * Returns: what configurations are ranked by: the less the better
 */
const LoomSweepFigure *
loom_sweep_get_figure (const LoomSweep *self)
{
  return &figures[get_kind (self)];
}

/**
 * loom_sweep_get_fidelity:
 *
 * Returns: where the numbers come from that configurations are ranked by
 */
LoomFidelity
loom_sweep_get_fidelity (const LoomSweep *self)
{
  static const LoomFidelity fidelities[] = {
    [MEASURED] = LOOM_FIDELITY_MEASURED, [MODELLED] = LOOM_FIDELITY_MODELLED,
    [COUNTED] = LOOM_FIDELITY_SIMULATED,
  };

  return fidelities[get_kind (self)];
}

static void
tile_free (gpointer data)
{
  LoomSweepTile *self = data;

  loom_sweep_outcome_free (self->outcome);
  g_free (self);
}

/**
 * loom_sweep_new:
 * @axes: (transfer full) (element-type LoomSweepAxis): of loom_sweep_axes_parse()
 * @device: (nullable): that times are modelled for
 *
 * Returns: (transfer full): a sweep whose configurations all wait
 */
LoomSweep *
loom_sweep_new (GPtrArray     *axes,
                LoomBackendId  backend,
                const char    *kernel,
                const char    *device)
{
  LoomSweep *self = g_new0 (LoomSweep, 1);
  guint n = 1;

  self->axes = axes;
  self->backend = backend;
  self->kernel = g_strdup (kernel);
  self->device = g_strdup (device);
  self->tiles = g_ptr_array_new_with_free_func (tile_free);
  for (guint i = 0; i < axes->len; i++)
    n *= ((LoomSweepAxis *) axes->pdata[i])->values->len;
  for (guint i = 0; i < n; i++)
    {
      LoomSweepTile *tile = g_new0 (LoomSweepTile, 1);
      guint rest = i;

      for (guint j = 0; j < axes->len; j++)
        {
          const guint values = ((LoomSweepAxis *) axes->pdata[j])->values->len;

          tile->picks[j] = rest % values;
          rest /= values;
        }
      tile->outcome = loom_sweep_outcome_new ();
      g_ptr_array_add (self->tiles, tile);
    }
  return self;
}

void
loom_sweep_free (LoomSweep *self)
{
  g_ptr_array_unref (self->tiles);
  g_ptr_array_unref (self->axes);
  g_free (self->kernel);
  g_free (self->device);
  g_free (self);
}

/**
 * loom_sweep_get_value:
 *
 * Returns: (transfer none): what a configuration has of an axis
 */
const char *
loom_sweep_get_value (const LoomSweep     *self,
                      const LoomSweepTile *tile,
                      guint                axis)
{
  return ((const LoomSweepAxis *) self->axes->pdata[axis])->values->pdata[tile->picks[axis]];
}

/**
 * loom_sweep_dup_name:
 *
 * Returns: (transfer full): a configuration by its values, "block.x=32, block.y=8"
 */
char *
loom_sweep_dup_name (const LoomSweep     *self,
                     const LoomSweepTile *tile)
{
  GString *name = g_string_new (NULL);

  for (guint i = 0; i < self->axes->len; i++)
    g_string_append_printf (name, "%s%s=%s", i > 0 ? ", " : "",
                            ((const LoomSweepAxis *) self->axes->pdata[i])->name,
                            loom_sweep_get_value (self, tile, i));
  return g_string_free (name, FALSE);
}

/* Modelled times that are closer than this share are not told apart: the model leaves out more. Nor
 * are those that a GPU's events would not tell apart, so a kernel of a few blocks has no best. */
#define MODEL_RESOLUTION 0.05

/* A configuration that is right, with what it is ranked by and what that may be as well. */
typedef struct
{
  LoomSweepTile *tile;
  LoomDecile     decile;
  guint          index;
} Entry;

static gint
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *x = a, *y = b;

  if (x->decile.value != y->decile.value)
    return x->decile.value < y->decile.value ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

static gboolean
measure (int    kind,
         Entry *entry)
{
  const double value = figures[kind].get (entry->tile);

  if (entry->tile->outcome->state != LOOM_OUTCOME_DONE || isnan (value))
    return FALSE;
  entry->decile = kind == MEASURED ? entry->tile->outcome->decile
                                   : (LoomDecile) { value, value, value };
  return TRUE;
}

/* Counts are exact; times are not. */
static gboolean
exceeds (int          kind,
         const Entry *entry,
         const Entry *best)
{
  const double value = entry->decile.value, least = best->decile.value;

  if (kind == MEASURED)
    return loom_decile_exceeds (&entry->decile, &best->decile);
  if (kind == MODELLED)
    return value > least * (1 + MODEL_RESOLUTION) && value > least + LOOM_EVENT_RESOLUTION_MS;
  return value > least;
}

/**
 * loom_sweep_rank:
 *
 * Ranks the configurations that are right and done.
 */
void
loom_sweep_rank (LoomSweep *self)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  const int kind = get_kind (self);

  for (guint i = 0; i < self->tiles->len; i++)
    {
      Entry entry = { self->tiles->pdata[i], { 0 }, i };

      entry.tile->rank = 0;
      entry.tile->is_best = FALSE;
      if (measure (kind, &entry))
        g_array_append_val (entries, entry);
    }
  g_array_sort (entries, compare_entries);
  for (guint i = 0; i < entries->len; i++)
    {
      Entry *entry = &g_array_index (entries, Entry, i);

      entry->tile->rank = i + 1;
      entry->tile->is_best = !exceeds (kind, entry, &g_array_index (entries, Entry, 0));
    }
}

/**
 * loom_sweep_count:
 *
 * Returns: how many configurations are in a state
 */
guint
loom_sweep_count (const LoomSweep  *self,
                  LoomOutcomeState  state)
{
  guint n = 0;

  for (guint i = 0; i < self->tiles->len; i++)
    n += ((const LoomSweepTile *) self->tiles->pdata[i])->outcome->state == state;
  return n;
}

/**
 * loom_sweep_count_ended:
 *
 * Returns: how many configurations neither wait nor run
 */
guint
loom_sweep_count_ended (const LoomSweep *self)
{
  return self->tiles->len - loom_sweep_count (self, LOOM_OUTCOME_WAITING)
         - loom_sweep_count (self, LOOM_OUTCOME_RUNNING);
}

#define MOST_NAMED 8

/* The best first; between them may stand some that are measurably slower. */
static char *
dup_best (const LoomSweep *self,
          guint           *n)
{
  g_autofree const LoomSweepTile **ranked = g_new0 (const LoomSweepTile *, self->tiles->len);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < self->tiles->len; i++)
    {
      const LoomSweepTile *tile = self->tiles->pdata[i];

      if (tile->is_best)
        ranked[tile->rank - 1] = tile;
    }
  *n = 0;
  for (guint i = 0; i < self->tiles->len; i++)
    {
      g_autofree char *name = NULL;

      if (ranked[i] == NULL || (*n)++ >= MOST_NAMED)
        continue;
      name = loom_sweep_dup_name (self, ranked[i]);
      g_string_append_printf (names, "%s%s", names->len > 0 ? "; " : "", name);
    }
  if (*n > MOST_NAMED)
    g_string_append (names, "; …");
  return g_strdup (names->str);
}

/* Why there is no best one. */
static char *
dup_excuse (const LoomSweep *self)
{
  const LoomSweepTile *first = self->tiles->pdata[0];

  if (loom_sweep_count (self, LOOM_OUTCOME_INFEASIBLE) == self->tiles->len)
    return g_strdup_printf (_("No configuration can be launched; the first: %s"),
                            first->outcome->text);
  return g_strdup (_("No configuration gave a correct result."));
}

static char *
dup_modelled (const LoomSweep *self,
              const char      *best,
              guint            n)
{
  if (n == 1)
    /* Translators: %1$s is a GPU, %2$s a configuration such as block.x=32, block.y=8 */
    return g_strdup_printf (_("Fastest as modelled for %1$s: %2$s"), self->device, best);
  return g_strdup_printf (ngettext ("Fastest as modelled for %1$s; %2$u is too close to tell "
                                    "apart: %3$s",
                                    "Fastest as modelled for %1$s; %2$u are too close to tell "
                                    "apart: %3$s", n), self->device, n, best);
}

/**
 * loom_sweep_dup_sentence:
 *
 * Returns: (transfer full): which is best, and by what, for people
 */
char *
loom_sweep_dup_sentence (const LoomSweep *self)
{
  const int kind = get_kind (self);
  const gboolean is_counted = kind == COUNTED;
  guint n;
  g_autofree char *best = dup_best (self, &n);

  if (n == 0)
    return dup_excuse (self);
  if (kind == MODELLED)
    return dup_modelled (self, best, n);
  if (n == 1)
    return g_strdup_printf (is_counted ? _("Fewest warp instructions (simulated): %s")
                                       : _("Fastest as measured: %s"), best);
  if (is_counted)
    return g_strdup_printf (ngettext ("Fewest warp instructions (simulated), %1$u alike: %2$s",
                                      "Fewest warp instructions (simulated), %1$u alike: %2$s", n),
                            n, best);
  return g_strdup_printf (ngettext ("Fastest as measured; %1$u is too close to tell apart: %2$s",
                                    "Fastest as measured; %1$u are too close to tell apart: %2$s",
                                    n), n, best);
}
