/* loom-recorded-steps.c: the launches of a program as [steps] of a document
 *
 * Each array of the program has one name for all kernels: that of the first parameter that it was
 * passed for. What the host wrote into an array between two launches is a step that fills it with
 * what it held before the second, so that each launch finds what it found in the program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-recorded-steps.h"

#include "loom-error.h"
#include "loom-recorded-launch.h"
#include "loom-recorded-private.h"
#include "loom-statement.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MOST_LINES 1000         /* of [steps]; nobody reads more, and it is in the editor */
#define MOST_PERIOD 64          /* lines of a loop that is looked for */

/* An array of the program. */
typedef struct
{
  char           *name;         /* that it has in all steps */
  char           *fill;         /* setting; NULL: not yet */
  LoomShape       shape;        /* flat, or with the rows that the first launch goes along */
  const LoomType *type;         /* of its cells, as the first kernel has it */
} Memory;

typedef struct
{
  LoomRecordedWriter  writer;
  GHashTable         *memories; /* (element-type guint Memory) by their numbers */
  GHashTable         *names;    /* (element-type utf8) that are taken */
  GHashTable         *written;  /* (element-type guint) numbers of memories that the host wrote
                                   since a launch found them last */
  GPtrArray          *lines;    /* (element-type utf8) */
} Steps;

static void
memory_free (gpointer data)
{
  Memory *self = data;

  g_free (self->name);
  g_free (self->fill);
  g_free (self);
}

static void
steps_clear (Steps *self)
{
  _loom_recorded_writer_clear (&self->writer);
  g_clear_pointer (&self->memories, g_hash_table_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->written, g_hash_table_unref);
  g_clear_pointer (&self->lines, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Steps, steps_clear)

static gboolean
fail_launch (Steps       *self,
             const char  *name,
             const char  *why,
             GError     **error)
{
  const guint64 number = self->writer.launch->number;

  /* Translators: %1$u is the number of a launch, %2$s a parameter, %3$s why it cannot be a step */
  return loom_fail (error, LOOM_ERROR_DOCUMENT, _("launch %1$u cannot be a step: %2$s %3$s"),
                    (guint) number, name, why);
}

/* The name of the parameter, or that with a number where another array has it. */
static char *
choose_name (Steps      *self,
             const char *wanted)
{
  char *name = g_strdup (wanted);

  for (guint i = 2; g_hash_table_contains (self->names, name); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s%u", wanted, i);
    }
  return name;
}

static Memory *
get_memory (Steps                   *self,
            const LoomRecordedArray *array,
            const LoomParam         *param)
{
  Memory *memory = g_hash_table_lookup (self->memories, GUINT_TO_POINTER (array->memory));
  const guint64 cells = param->type.size > 0 ? array->size / param->type.size : 0;

  if (memory == NULL)
    {
      memory = g_new0 (Memory, 1);
      memory->name = choose_name (self, param->name);
      memory->type = &param->type;
      memory->shape.rank = 1;
      g_hash_table_insert (self->memories, GUINT_TO_POINTER (array->memory), memory);
      g_hash_table_add (self->names, memory->name);
    }
  if (memory->shape.rank == 1)
    memory->shape = _loom_recorded_choose_shape (&self->writer, param, cells, "");
  return memory;
}

/* The cells of an array before the launch, in a file. */
static char *
save (Steps                    *self,
      const Memory             *memory,
      const LoomRecordedArray  *array,
      const LoomParam          *param,
      GError                  **error)
{
  const guint64 cells = param->type.size > 0 ? array->size / param->type.size : 0;
  g_autoptr (GBytes) all = NULL, bytes = NULL;

  if (array->contents == NULL || cells == 0)
    {
      fail_launch (self, param->name, _("has no contents that were kept"), error);
      return NULL;
    }
  all = loom_recording_load (self->writer.recording, array->contents, array->size, error);
  if (all == NULL)
    return NULL;
  bytes = g_bytes_new_from_bytes (all, 0, cells * param->type.size);
  return _loom_recorded_save_contents (&self->writer, memory->name, &param->type, &memory->shape,
                                       bytes, error);
}

/* What it holds before the launch: at first the fill of the array, later a step. */
static gboolean
fill (Steps                    *self,
      Memory                   *memory,
      const LoomRecordedArray  *array,
      const LoomParam          *param,
      GError                  **error)
{
  g_autofree char *file = save (self, memory, array, param, error);

  if (file == NULL)
    return FALSE;
  if (memory->fill != NULL)
    {
      g_ptr_array_add (self->lines, g_strdup_printf ("fill %s = file:%s", memory->name, file));
      return TRUE;
    }
  memory->fill = g_strconcat ("file:", file, NULL);
  return TRUE;
}

static gboolean
add_array (Steps            *self,
           guint             index,
           GString          *line,
           GError          **error)
{
  const LoomRecordedLaunch *launch = self->writer.launch;
  const LoomParam *param = self->writer.kernel->params->pdata[index];
  const LoomRecordedArray *array = loom_recorded_launch_find_array (launch, index);
  Memory *memory;

  if (array == NULL)
    return fail_launch (self, param->name, _("points to no array"), error);
  if (array->offset > 0)
    return fail_launch (self, param->name, _("points into an array"), error);
  if (array->texture.kind != LOOM_TEXTURE_NONE)
    return fail_launch (self, param->name, _("is a texture"), error);

  memory = get_memory (self, array, param);
  if (!loom_type_equal (memory->type, &param->type))
    return fail_launch (self, param->name, _("has the cells of an array in another type"), error);
  if ((g_hash_table_remove (self->written, GUINT_TO_POINTER (array->memory)) ||
       memory->fill == NULL || array->is_mapped) &&
      !fill (self, memory, array, param, error))
    return FALSE;
  if (strcmp (memory->name, param->name) != 0)
    g_string_append_printf (line, " %s=%s", param->name, memory->name);
  return TRUE;
}

static gboolean
add_launch (Steps   *self,
            GError **error)
{
  const LoomRecordedLaunch *launch = self->writer.launch;
  const LoomKernel *kernel = self->writer.kernel;
  g_autofree char *grid = loom_dim3_format (&launch->grid);
  g_autofree char *block = loom_dim3_format (&launch->block);
  g_auto (GStrv) words = g_strsplit (kernel->name, " ", -1);
  g_autofree char *name = g_strjoinv ("", words);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < launch->written->len; i++)
    g_hash_table_add (self->written,
                      GUINT_TO_POINTER (g_array_index (launch->written, guint, i)));
  g_string_printf (line, "launch %s grid=%s block=%s", name, grid, block);
  if (launch->shared > 0)
    g_string_append_printf (line, " shared=%" G_GUINT64_FORMAT, launch->shared);
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const LoomParam *param = kernel->params->pdata[i];
      g_autofree char *value = NULL;

      if (param->kind == LOOM_PARAM_ARRAY)
        {
          if (!add_array (self, i, line, error))
            return FALSE;
          continue;
        }
      value = param->kind == LOOM_PARAM_SCALAR
              ? _loom_recorded_dup_number (&self->writer, i) : NULL;
      if (value == NULL || strchr (value, ' ') != NULL)
        return fail_launch (self, param->name, _("is not a number that a step can have"), error);
      g_string_append_printf (line, " %s=%s", param->name, value);
    }
  g_ptr_array_add (self->lines, g_string_free (g_steal_pointer (&line), FALSE));
  return TRUE;
}

/* How often so many lines from there on stand one behind the other; at least once. */
static guint
count_rounds (const GPtrArray *lines,
              guint            from,
              guint            period)
{
  guint n = 1;

  for (guint i = from + period; i + period <= lines->len; i += period, n++)
    for (guint j = 0; j < period; j++)
      if (strcmp (lines->pdata[i + j], lines->pdata[from + j]) != 0)
        return n;
  return n;
}

/* Lines with what recurs as loops, the longest and of those the shortest one first; a loop is one
 * line of the result, so that doing it again finds the loops around. */
static GPtrArray *
find_loops (const GPtrArray *lines)
{
  GPtrArray *shorter = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < lines->len;)
    {
      guint best = 1, rounds = 1;

      for (guint period = 1; period <= MOST_PERIOD && i + 2 * period <= lines->len; period++)
        {
          const guint n = count_rounds (lines, i, period);

          if (n > 1 && n * period > best * rounds)
            {
              best = period;
              rounds = n;
            }
        }
      if (rounds == 1)
        {
          g_ptr_array_add (shorter, g_strdup (lines->pdata[i]));
        }
      else
        {
          g_autoptr (GString) loop = g_string_new (NULL);

          g_string_printf (loop, "repeat %u", rounds);
          for (guint j = 0; j < best; j++)
            {
              g_auto (GStrv) inner = g_strsplit (lines->pdata[i + j], "\n", -1);

              for (guint k = 0; inner[k] != NULL; k++)
                g_string_append_printf (loop, "\n  %s", inner[k]);
            }
          g_string_append (loop, "\nend");
          g_ptr_array_add (shorter, g_string_free (g_steal_pointer (&loop), FALSE));
        }
      i += best * rounds;
    }
  return shorter;
}

/* All lines, each with a newline. */
static char *
dup_lines (Steps   *self,
           GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint depth = 0; depth < LOOM_STATEMENTS_MAX_DEPTH; depth++)
    {
      GPtrArray *shorter = find_loops (self->lines);

      g_ptr_array_unref (self->lines);
      self->lines = shorter;
    }
  for (guint i = 0; i < self->lines->len; i++)
    g_string_append_printf (text, "%s\n", (char *) self->lines->pdata[i]);
  for (const char *c = text->str; *c != '\0'; c++)
    n += *c == '\n';
  if (n <= MOST_LINES)
    return g_string_free (g_steal_pointer (&text), FALSE);
  loom_fail (error, LOOM_ERROR_DOCUMENT,
             _("the launches are %1$u different steps, and a document has %2$u at most; choose a "
               "single launch"), n, MOST_LINES);
  return NULL;
}

/* The launches of one source; those of another one may have written what these read. */
static gboolean
add_launches (Steps   *self,
              guint    unit,
              GError **error)
{
  LoomRecording *recording = self->writer.recording;

  for (guint i = 0; i < recording->launches->len; i++)
    {
      LoomRecordedLaunch *launch = recording->launches->pdata[i];

      self->writer.launch = launch;
      self->writer.kernel = loom_recorded_launch_find_kernel (launch, self->writer.compiled);
      if (launch->unit != unit || self->writer.kernel == NULL)
        return fail_launch (self, launch->kernel, _("is of another file"), error);
      if (launch->error != NULL)
        return fail_launch (self, launch->kernel, _("failed"), error);
      if (launch->follows_variable && i > 0)
        return fail_launch (self, launch->kernel, _("follows a change of a variable by the host"),
                            error);
      if (!add_launch (self, error))
        return FALSE;
    }
  return TRUE;
}

/* What settings say of a single launch is not said of these. */
static gboolean
write_settings (Steps       *self,
                const char  *lines,
                GError     **error)
{
  static const char * const keys[] = { "kernel", "over", "block", "grid", "shape" };
  LoomRecordedWriter *writer = &self->writer;
  g_autoptr (GList) memories = g_hash_table_get_values (self->memories);
  LoomTextEdit edit = { 0, };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (!_loom_recorded_writer_set (writer, "launch", keys[i], NULL, error))
      return FALSE;
  /* Each launch has the grid that it had, whatever its arrays are. */
  if (!_loom_recorded_write_open_range (writer, error) ||
      !loom_document_edit_steps (writer->document, lines, &edit, error))
    return FALSE;
  _loom_recorded_writer_replace (writer, &edit);
  for (GList *l = memories; l != NULL; l = l->next)
    {
      const Memory *memory = l->data;
      g_autofree char *group = g_strconcat ("arg ", memory->name, NULL);
      g_autofree char *shape = loom_shape_format (&memory->shape);

      if (!_loom_recorded_writer_set (writer, group, "shape", shape, error) ||
          !_loom_recorded_writer_set (writer, group, "fill", memory->fill, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * loom_recorded_steps_dup_text:
 * @recording: with at least one launch
 * @unit: index of the source that has all kernels
 * @text: of that source, also with settings
 * @compiled: what it compiled to
 * @folder: of the document that will have the text; contents are written into a folder in it
 * @prefix: of that folder's name, which goes on with "-arrays"
 * @notes: (element-type utf8): gets a sentence for each thing that is not as the program had it
 * @made: (nullable) (element-type filename): gets the path of each file that was not there before
 * @error: return location; %LOOM_ERROR_DOCUMENT for a launch that cannot be a step, and for more
 *   steps than a document has; %LOOM_ERROR_FILE
 *
 * Makes a document of all launches of a program, one after the other, with loops where they recur.
 *
 * Returns: (transfer full): its text, or %NULL
 */
char *
loom_recorded_steps_dup_text (LoomRecording  *recording,
                              guint           unit,
                              const char     *text,
                              LoomCompiled   *compiled,
                              const char     *folder,
                              const char     *prefix,
                              GPtrArray      *notes,
                              GPtrArray      *made,
                              GError        **error)
{
  g_auto (Steps) self = {
    .writer = { .recording = recording, .compiled = compiled, .folder = folder, .prefix = prefix,
                .notes = notes, .made = made, .text = g_strdup (text),
                .document = loom_document_parse (text, -1) },
    .memories = g_hash_table_new_full (NULL, NULL, NULL, memory_free),
    .names = g_hash_table_new (g_str_hash, g_str_equal),
    .written = g_hash_table_new (NULL, NULL),
    .lines = g_ptr_array_new_with_free_func (g_free),
  };
  g_autofree char *lines = NULL;

  if (!add_launches (&self, unit, error))
    return NULL;
  lines = dup_lines (&self, error);
  if (lines == NULL)
    return NULL;

  /* Variables are what they were before the first launch. */
  self.writer.launch = recording->launches->pdata[0];
  self.writer.kernel = loom_recorded_launch_find_kernel (self.writer.launch, compiled);
  return _loom_recorded_writer_reset (&self.writer, error) &&
         write_settings (&self, lines, error) &&
         _loom_recorded_write_variables (&self.writer, error)
         ? g_steal_pointer (&self.writer.text) : NULL;
}
