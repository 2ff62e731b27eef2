/* loom-recorded-launch.c: a launch of a program as settings of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-recorded-launch.h"

#include "loom-document-launch.h"
#include "loom-error.h"
#include "loom-recorded-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

void
_loom_recorded_writer_clear (LoomRecordedWriter *self)
{
  g_clear_pointer (&self->document, loom_document_unref);
  g_clear_pointer (&self->text, g_free);
}

/**
 * loom_recorded_launch_find_kernel:
 * @compiled: what the launch's source compiled to
 *
 * Returns: (nullable): the kernel that was launched
 */
const LoomKernel *
loom_recorded_launch_find_kernel (const LoomRecordedLaunch *self,
                                  LoomCompiled             *compiled)
{
  for (guint i = 0; i < compiled->kernels->len; i++)
    {
      const LoomKernel *kernel = compiled->kernels->pdata[i];

      if (g_strcmp0 (kernel->entry, self->kernel) == 0)
        return kernel;
    }
  return NULL;
}

/* A sentence for whoever asked for the document. */
void
_loom_recorded_writer_note (LoomRecordedWriter *self,
                            const char         *format,
                            ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (self->notes, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

/* Makes a change of the text, and clears it. A group that is new is set off by a blank line. */
void
_loom_recorded_writer_replace (LoomRecordedWriter *self,
                               LoomTextEdit       *edit)
{
  char *text;

  if (edit->length == 0 && *edit->text == '[' && edit->offset > 1 &&
      self->text[edit->offset - 2] != '\n' && !g_str_has_suffix (self->text, "\r\n"))
    {
      char *set_off = g_strconcat ("\n", edit->text, NULL);

      g_free (edit->text);
      edit->text = set_off;
    }
  text = loom_text_edit_apply (edit, self->text);

  loom_text_edit_clear (edit);
  g_free (self->text);
  self->text = text;
  g_clear_pointer (&self->document, loom_document_unref);
  self->document = loom_document_parse (text, -1);
}

/* value NULL removes the key. */
gboolean
_loom_recorded_writer_set (LoomRecordedWriter  *self,
                           const char          *group,
                           const char          *key,
                           const char          *value,
                           GError             **error)
{
  LoomTextEdit edit = { 0, };

  if (g_strcmp0 (loom_document_get_value (self->document, group, key), value) == 0)
    return TRUE;
  if (!loom_document_edit (self->document, group, key, value, &edit, error))
    return FALSE;
  _loom_recorded_writer_replace (self, &edit);
  return TRUE;
}

/* A parameter of the kernel; behind the last one the pointers in structs. */
const LoomParam *
_loom_recorded_writer_get_param (const LoomRecordedWriter *self,
                                 guint                     index)
{
  return index < self->kernel->params->len
         ? self->kernel->params->pdata[index]
         : self->kernel->pointers->pdata[index - self->kernel->params->len];
}

/* What is passed for a parameter, as far as it is a whole number. */
static LoomReadArgument
read_argument (const LoomRecordedWriter *self,
               guint                     index)
{
  const LoomParam *param = self->kernel->params->pdata[index];
  LoomReadArgument argument = { NULL };
  g_autofree char *text = NULL;

  if (param->kind != LOOM_PARAM_SCALAR || param->type.lanes != 1 ||
      loom_scalar_is_float (param->type.scalar))
    return argument;
  text = _loom_recorded_dup_number (self, index);
  argument.value.is_certain = text != NULL &&
                              g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64,
                                                        &argument.value.value, NULL);
  return argument;
}

/* The launch as one that stands in host code. */
LoomSourceLaunch *
_loom_recorded_writer_dup_launch (const LoomRecordedWriter *self)
{
  LoomSourceLaunch *launch = loom_source_launch_new ();

  launch->kernel = g_strdup (self->kernel->name);
  launch->instance = g_strdup (self->kernel->name);
  launch->line = self->launch->line;
  launch->grid = loom_read_extent_of (&self->launch->grid);
  launch->block = loom_read_extent_of (&self->launch->block);
  launch->shared = (LoomReadNumber) { TRUE, (gint64) self->launch->shared };
  for (guint i = 0; i < self->kernel->params->len; i++)
    {
      const LoomReadArgument argument = read_argument (self, i);

      g_array_append_val (launch->arguments, argument);
    }
  return launch;
}

/* The shapes that somebody gave the launch's arrays, which the change of the launch drops. */
static GStrv
take_shapes (LoomRecordedWriter *self)
{
  const guint n = self->kernel->params->len + self->kernel->pointers->len;
  GStrv shapes = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const char *name = _loom_recorded_writer_get_param (self, i)->name;
      g_autofree char *group = loom_document_dup_group (self->document, self->kernel->name, name,
                                                        "shape");
      const char *shape = loom_document_get_value (self->document, group, "shape");

      shapes[i] = g_strdup (shape != NULL ? shape : "");
    }
  return shapes;
}

static gboolean
write_values (LoomRecordedWriter  *self,
              GError             **error)
{
  for (guint i = 0; i < self->kernel->params->len; i++)
    {
      const LoomParam *param = self->kernel->params->pdata[i];

      if ((param->kind == LOOM_PARAM_SCALAR && !_loom_recorded_write_number (self, i, error)) ||
          (param->kind == LOOM_PARAM_STRUCT && !_loom_recorded_write_struct (self, i, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_variable (LoomRecordedWriter          *self,
                const LoomRecordedVariable  *variable,
                const LoomSymbol            *symbol,
                GError                     **error)
{
  g_autofree char *group = g_strconcat ("symbol ", symbol->name, NULL);
  g_autoptr (GBytes) bytes = NULL;
  guint64 cells = 0;

  if (variable->contents == NULL)
    {
      _loom_recorded_writer_note (self, _("what %s held was not kept; it begins as settings say"),
                                  symbol->name);
      return TRUE;
    }
  if (!loom_shape_cells (&symbol->shape, &cells) || cells * symbol->type.size != variable->size)
    {
      _loom_recorded_writer_note (self, _("what %s held is not taken over"), symbol->name);
      return TRUE;
    }
  bytes = loom_recording_load (self->recording, variable->contents, variable->size, error);
  return bytes != NULL && _loom_recorded_write_contents (self, group, symbol->name, &symbol->type,
                                                         &symbol->shape, bytes, error);
}

gboolean
_loom_recorded_write_variables (LoomRecordedWriter  *self,
                                GError             **error)
{
  for (guint i = 0; i < self->launch->variables->len; i++)
    for (guint s = 0; s < self->compiled->symbols->len; s++)
      {
        const LoomRecordedVariable *variable = self->launch->variables->pdata[i];
        const LoomSymbol *symbol = self->compiled->symbols->pdata[s];

        if (strcmp (symbol->lowered, variable->lowered) == 0 &&
            !write_variable (self, variable, symbol, error))
          return FALSE;
      }
  return TRUE;
}

/**
 * loom_recorded_launch_dup_text:
 * @recording: of which it is
 * @text: of its source, also with settings, such as those of another launch
 * @compiled: what that compiled to
 * @folder: of the document that will have the text; contents are written into a folder in it
 * @prefix: of that folder's name, which goes on with "-arrays"
 * @notes: (element-type utf8): gets a sentence for each thing that is not as the program had it
 * @made: (nullable) (element-type filename): gets the path of each file that was not there before
 * @error: return location; %LOOM_ERROR_DOCUMENT if the source has not its kernel, or the settings
 *   cannot be written; %LOOM_ERROR_FILE
 *
 * Makes a document of a launch: the source, and settings that are kernel, block, grid, shared
 * memory, numbers, structs, arrays and textures with what they held before, and variables. What
 * settings said of arguments of any kernel that the program launched is gone afterwards, but for
 * the types of arrays and for shapes with rows of as many cells. A file is never replaced.
 *
 * Returns: (transfer full): its text, or %NULL
 */
char *
loom_recorded_launch_dup_text (const LoomRecordedLaunch  *self,
                               LoomRecording             *recording,
                               const char                *text,
                               LoomCompiled              *compiled,
                               const char                *folder,
                               const char                *prefix,
                               GPtrArray                 *notes,
                               GPtrArray                 *made,
                               GError                   **error)
{
  g_auto (LoomRecordedWriter) writer = {
    .launch = self, .recording = recording, .compiled = compiled, .folder = folder,
    .prefix = prefix, .notes = notes, .made = made,
    .kernel = loom_recorded_launch_find_kernel (self, compiled),
  };
  g_autoptr (LoomSourceLaunch) launch = NULL;
  g_auto (GStrv) shapes = NULL;
  LoomTextEdit edit = { 0, };

  if (writer.kernel == NULL)
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT,
                           _("the source has no kernel %s"), self->kernel);

  writer.text = g_strdup (text);
  writer.document = loom_document_parse (text, -1);
  launch = _loom_recorded_writer_dup_launch (&writer);
  if (!_loom_recorded_writer_reset (&writer, error))
    return NULL;
  shapes = take_shapes (&writer);
  /* What it is given is written afterwards. */
  g_array_set_size (launch->arguments, 0);
  if (!loom_document_edit_launch (writer.document, compiled, launch, &edit, error))
    return NULL;

  _loom_recorded_writer_replace (&writer, &edit);
  /* Without a setting other launches in the source say how much there is. */
  if ((self->shared == 0 && !_loom_recorded_writer_set (&writer, "launch", "shared", "0", error)) ||
      !write_values (&writer, error) ||
      !_loom_recorded_write_arrays (&writer, (const char * const *) shapes, error) ||
      !_loom_recorded_write_variables (&writer, error))
    return NULL;
  return g_steal_pointer (&writer.text);
}
