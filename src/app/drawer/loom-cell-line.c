/* loom-cell-line.c: a line of what is told of a cell, in words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cell-line.h"

#include "loom-format.h"
#include "loom-subscript.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

struct _LoomCellLine
{
  GObject          parent_instance;

  LoomRun         *answer;      /* has the history */
  LoomRun         *shown;       /* has the arrays */
  char            *source;      /* a GRefString: of both */
  LoomCellLineKind kind;
  guint            index;
};

G_DEFINE_FINAL_TYPE (LoomCellLine, loom_cell_line, G_TYPE_OBJECT)

static void
loom_cell_line_finalize (GObject *object)
{
  LoomCellLine *self = LOOM_CELL_LINE (object);

  g_clear_pointer (&self->answer, loom_run_unref);
  g_clear_pointer (&self->shown, loom_run_unref);
  g_clear_pointer (&self->source, g_ref_string_release);

  G_OBJECT_CLASS (loom_cell_line_parent_class)->finalize (object);
}

static void
loom_cell_line_class_init (LoomCellLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_cell_line_finalize;
}

static void
loom_cell_line_init (LoomCellLine *self)
{
}

/**
 * loom_cell_line_new:
 * @answer: a run with the history of a cell
 * @shown: the run that was asked about
 * @source: a #GRefString: the text that both are of
 * @kind: which list of the history the line is of
 * @index: in that list
 *
 * Returns: (transfer full): the line
 */
LoomCellLine *
loom_cell_line_new (LoomRun          *answer,
                    LoomRun          *shown,
                    char             *source,
                    LoomCellLineKind  kind,
                    guint             index)
{
  LoomCellLine *self = g_object_new (LOOM_TYPE_CELL_LINE, NULL);

  self->answer = loom_run_ref (answer);
  self->shown = loom_run_ref (shown);
  self->source = g_ref_string_acquire (source);
  self->kind = kind;
  self->index = index;
  return self;
}

static const LoomCellAccess *
get_access (LoomCellLine *self)
{
  const LoomCellHistory *history = self->answer->cell;

  return self->kind == LOOM_CELL_LINE_SOURCE
             ? NULL
             : &g_array_index (self->kind == LOOM_CELL_LINE_WRITE ? history->writes
                                                                  : history->reads,
                               LoomCellAccess, self->index);
}

static const LoomCellLaunch *
get_launch (LoomCellLine *self)
{
  const LoomCellAccess *access = get_access (self);

  return access != NULL ? self->answer->cell->launches->pdata[access->launch] : NULL;
}

/**
 * loom_cell_line_get_source:
 * @array: (out): its name
 *
 * Returns: (nullable): the cell that was read, of a line about one
 */
const LoomCellSource *
loom_cell_line_get_source (LoomCellLine  *self,
                           const char   **array)
{
  const LoomCellHistory *history = self->answer->cell;
  const LoomCellSource *source;

  if (self->kind != LOOM_CELL_LINE_SOURCE)
    return NULL;
  source = &g_array_index (history->footprint, LoomCellSource, self->index);
  *array = history->arrays->pdata[source->array];
  return source;
}

/**
 * loom_cell_line_get_site:
 *
 * Returns: where in the source it was done
 */
const LoomCellSite *
loom_cell_line_get_site (LoomCellLine *self)
{
  const LoomCellAccess *access = get_access (self);
  const char *array;

  return self->answer->cell->sites->pdata[access != NULL
                                              ? access->site
                                              : loom_cell_line_get_source (self, &array)->site];
}

/**
 * loom_cell_line_get_thread:
 * @site: (out): the thread, and where it was
 *
 * Returns: whether it is a thread of the launch that is shown
 */
gboolean
loom_cell_line_get_thread (LoomCellLine *self,
                           LoomSite     *site)
{
  const LoomCellAccess *access = get_access (self);
  const LoomCellLaunch *launch = get_launch (self);

  if (access == NULL || g_strcmp0 (launch->kernel, self->shown->kernel) != 0 ||
      !loom_dim3_equal (&launch->block, &self->shown->block) ||
      !loom_dim3_equal (&launch->grid, &self->shown->grid))
    return FALSE;
  *site = (LoomSite) {
    .line = loom_cell_line_get_site (self)->line,
    .file = loom_cell_line_get_site (self)->file,
    .block = loom_dim3_unpack (&launch->grid, access->block),
    .thread = loom_dim3_unpack (&launch->block, access->thread),
  };
  return TRUE;
}

char *
loom_cell_line_dup_what (LoomCellLine *self)
{
  const LoomCellAccess *access = get_access (self);
  const char *const words[LOOM_N_CELL_ACCESSES] = { _("Read"), _("Written"), _("Atomic") };

  return access != NULL ? g_strdup (words[access->kind]) : NULL;
}

char *
loom_cell_line_dup_launch (LoomCellLine *self)
{
  const LoomCellLaunch *launch = get_launch (self);

  /* Translators: launches are counted from 0; a number and the kernel’s name */
  return launch != NULL ? g_strdup_printf (_("%1$u: %2$s"), launch->number, launch->kernel) : NULL;
}

static char *
dup_position (LoomDim3 position)
{
  return g_strdup_printf ("(%u, %u, %u)", position.x, position.y, position.z);
}

char *
loom_cell_line_dup_block (LoomCellLine *self)
{
  const LoomCellLaunch *launch = get_launch (self);

  return launch != NULL
             ? dup_position (loom_dim3_unpack (&launch->grid, get_access (self)->block))
             : NULL;
}

char *
loom_cell_line_dup_thread (LoomCellLine *self)
{
  const LoomCellLaunch *launch = get_launch (self);

  return launch != NULL
             ? dup_position (loom_dim3_unpack (&launch->block, get_access (self)->thread))
             : NULL;
}

char *
loom_cell_line_dup_place (LoomCellLine *self)
{
  const LoomCellSite *site = loom_cell_line_get_site (self);

  if (site->line == 0)
    return NULL;
  return site->file != NULL ? g_strdup_printf ("%s:%u", site->file, site->line)
                            : g_strdup_printf ("%u", site->line);
}

char *
loom_cell_line_dup_value (LoomCellLine *self)
{
  const LoomCellAccess *access = get_access (self);
  const LoomRunArray *array = loom_run_find_array (self->shown, self->answer->cell->target.array);

  return access != NULL && array != NULL
             ? loom_typeset (loom_cell_access_format (access,
                                                      loom_array_get_cell_type (array->array)))
             : NULL;
}

/* Of steps each launch may have numbers of its own; those that are known are the first one's. */
char *
loom_cell_line_dup_index (LoomCellLine *self)
{
  const LoomCellLaunch *launch = get_launch (self);
  LoomSite site;

  if (self->shown->steps->len > 0 || !loom_cell_line_get_thread (self, &site) || site.file != NULL)
    return NULL;
  return loom_subscript_dup_numbers (&(LoomSubscript) {
    .source = self->source, .line = site.line, .array = self->answer->cell->target.array,
    .cell = self->answer->cell->cell, .grid = launch->grid, .block = launch->block,
    .block_index = site.block, .thread_index = site.thread,
    .arguments = self->shown->arguments,
  });
}

char *
loom_cell_line_dup_cell (LoomCellLine *self)
{
  const char *name = NULL;
  const LoomCellSource *source = loom_cell_line_get_source (self, &name);
  const LoomRunArray *array = source != NULL ? loom_run_find_array (self->shown, name) : NULL;
  g_autofree char *place = NULL;

  if (source == NULL)
    return NULL;
  place = loom_cell_dup_subscript (array != NULL ? loom_array_get_shape (array->array) : NULL,
                                   source->cell);
  return g_strconcat (name, place, NULL);
}

char *
loom_cell_line_dup_loads (LoomCellLine *self)
{
  const char *name;
  const LoomCellSource *source = loom_cell_line_get_source (self, &name);

  return source != NULL ? loom_typeset_count (source->count) : NULL;
}
