/* loom-recorded-launch.c: a launch of a program as settings of a document, with files for what its
 * arrays held
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-recorded-launch.h"

#include "loom-document-launch.h"
#include "loom-error.h"
#include "loom-npy.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* A document that is changed setting by setting. */
typedef struct
{
  const LoomRecordedLaunch *launch;
  LoomRecording            *recording;
  const LoomKernel         *kernel;
  const char               *folder, *prefix;
  GPtrArray                *notes;
  char                     *text;
  LoomDocument             *document;
} Writer;

static void
writer_clear (Writer *self)
{
  g_clear_pointer (&self->document, loom_document_unref);
  g_clear_pointer (&self->text, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

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

/* The array that a parameter itself points to. */
static const LoomRecordedArray *
find_array (const LoomRecordedLaunch *self,
            guint                     parameter)
{
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const LoomRecordedArray *array = self->arrays->pdata[i];

      if (array->parameter == parameter && array->at == 0)
        return array;
    }
  return NULL;
}

static void
note (Writer     *self,
      const char *format,
      ...) G_GNUC_PRINTF (2, 3);

static void
note (Writer     *self,
      const char *format,
      ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (self->notes, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

/* A number by its type. */
static gboolean
read_number (const LoomType   *type,
             GBytes           *bytes,
             LoomReadArgument *argument)
{
  union
  {
    gint8  i8;
    gint16 i16;
    gint32 i32;
    gint64 i64;
    guint8 u8;
    guint16 u16;
    guint32 u32;
    guint64 u64;
    float  f32;
    double f64;
  } number = { .i64 = 0 };

  if (type->lanes != 1 || g_bytes_get_size (bytes) != type->size || type->size > sizeof number)
    return FALSE;
  memcpy (&number, g_bytes_get_data (bytes, NULL), type->size);
  argument->value.is_certain = TRUE;
  switch ((int) type->scalar)
    {
    case LOOM_SCALAR_I8: argument->value.value = number.i8; return TRUE;
    case LOOM_SCALAR_I16: argument->value.value = number.i16; return TRUE;
    case LOOM_SCALAR_I32: argument->value.value = number.i32; return TRUE;
    case LOOM_SCALAR_I64: argument->value.value = number.i64; return TRUE;
    case LOOM_SCALAR_BOOL:
    case LOOM_SCALAR_U8: argument->value.value = number.u8; return TRUE;
    case LOOM_SCALAR_U16: argument->value.value = number.u16; return TRUE;
    case LOOM_SCALAR_U32: argument->value.value = number.u32; return TRUE;
    case LOOM_SCALAR_U64:
      argument->value.value = (gint64) number.u64;
      return number.u64 <= G_MAXINT64;
    case LOOM_SCALAR_F32: argument->real = (double) number.f32; break;
    case LOOM_SCALAR_F64: argument->real = number.f64; break;
    default: return FALSE;
    }
  argument->value.is_certain = FALSE;
  argument->is_real = TRUE;
  return TRUE;
}

/* The launch as one that stands in host code with numbers for all that is not known there. */
static LoomSourceLaunch *
make_source_launch (Writer *self)
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
      const LoomParam *param = self->kernel->params->pdata[i];
      const LoomRecordedArray *array = find_array (self->launch, i);
      LoomReadArgument argument = { NULL };

      if (param->kind == LOOM_PARAM_ARRAY && array != NULL)
        argument.bytes = (LoomReadNumber) { TRUE, (gint64) (array->size - array->offset) };
      else if (param->kind == LOOM_PARAM_SCALAR && i < self->launch->parameters->len &&
               !read_number (&param->type, self->launch->parameters->pdata[i], &argument))
        note (self, _("%s is no number that settings can have; it keeps what they say"),
              param->name);
      g_array_append_val (launch->arguments, argument);
    }
  return launch;
}

static void
replace_text (Writer       *self,
              LoomTextEdit *edit)
{
  char *text = loom_text_edit_apply (edit, self->text);

  loom_text_edit_clear (edit);
  g_free (self->text);
  self->text = text;
  g_clear_pointer (&self->document, loom_document_unref);
  self->document = loom_document_parse (text, -1);
}

static gboolean
set (Writer      *self,
     const char  *group,
     const char  *key,
     const char  *value,
     GError     **error)
{
  LoomTextEdit edit = { 0, };

  if (g_strcmp0 (loom_document_get_value (self->document, group, key), value) == 0)
    return TRUE;
  if (!loom_document_edit (self->document, group, key, value, &edit, error))
    return FALSE;
  replace_text (self, &edit);
  return TRUE;
}

/* Writes what an array or a variable held into a file beside the document, as its fill. */
static gboolean
write_contents (Writer           *self,
                const char       *group,
                const char       *name,
                const LoomType   *type,
                const LoomShape  *shape,
                GBytes           *bytes,
                GError          **error)
{
  g_autofree char *file = g_strdup_printf ("%s-%s.npy", self->prefix, name);
  g_autofree char *path = g_build_filename (self->folder, file, NULL);
  g_autofree char *fill = g_strconcat ("file:", file, NULL);
  g_autoptr (LoomArray) array = loom_array_new (type, shape, bytes, error);

  return array != NULL && loom_npy_save (array, path, error) &&
         set (self, group, "fill", fill, error);
}

/* The parameter before that points to the same place. */
static const LoomParam *
find_same (Writer                  *self,
           guint                    parameter,
           const LoomRecordedArray *array)
{
  for (guint i = 0; i < parameter; i++)
    {
      const LoomRecordedArray *other = find_array (self->launch, i);
      const LoomParam *param = self->kernel->params->pdata[i];

      if (param->kind == LOOM_PARAM_ARRAY && other != NULL && other->memory == array->memory &&
          other->offset == array->offset)
        return param;
    }
  return NULL;
}

/* Arrays that share memory from different places on cannot be said in settings. */
static void
note_overlap (Writer                  *self,
              guint                    parameter,
              const LoomParam         *param,
              const LoomRecordedArray *array)
{
  for (guint i = 0; i < parameter; i++)
    {
      const LoomRecordedArray *other = find_array (self->launch, i);

      if (other != NULL && other->memory == array->memory && other->offset != array->offset)
        note (self, _("%1$s and %2$s are parts of one array in the program; here each has cells of "
                      "its own"),
              ((LoomParam *) self->kernel->params->pdata[i])->name, param->name);
    }
}

static gboolean
write_array (Writer   *self,
             guint     index,
             GError  **error)
{
  const LoomParam *param = self->kernel->params->pdata[index];
  const LoomRecordedArray *array = find_array (self->launch, index);
  const LoomParam *same = array != NULL ? find_same (self, index, array) : NULL;
  g_autofree char *group = loom_document_dup_group (self->document, self->kernel->name, param->name,
                                                    "shape");
  g_autoptr (GBytes) all = NULL, bytes = NULL;
  LoomShape shape;
  guint64 cells;

  if (array == NULL)
    {
      note (self, _("%s points to nothing that was allocated; it has an array here"), param->name);
      return TRUE;
    }
  if (same != NULL)
    return set (self, group, "shape", NULL, error) && set (self, group, "fill", NULL, error) &&
           set (self, group, "same", same->name, error);

  note_overlap (self, index, param, array);
  if (array->texture != NULL)
    {
      note (self, _("%s is a texture; its description is not taken over"), param->name);
      return TRUE;
    }
  cells = (array->size - array->offset) / MAX (param->type.size, 1);
  if (array->contents == NULL || cells == 0)
    {
      note (self, _("what %s held was not kept; it begins as settings say"), param->name);
      return TRUE;
    }
  if (!loom_shape_parse (loom_document_get_value (self->document, group, "shape"), &shape, NULL))
    shape = (LoomShape) { 1, cells, 1, 1 };
  all = loom_recording_load (self->recording, array->contents, array->size, error);
  if (all == NULL)
    return FALSE;

  bytes = g_bytes_new_from_bytes (all, array->offset, cells * param->type.size);
  return write_contents (self, group, param->name, &param->type, &shape, bytes, error);
}

static gboolean
write_variables (Writer        *self,
                 LoomCompiled  *compiled,
                 GError       **error)
{
  for (guint i = 0; i < self->launch->variables->len; i++)
    {
      const LoomRecordedVariable *variable = self->launch->variables->pdata[i];

      for (guint s = 0; s < compiled->symbols->len && variable->contents != NULL; s++)
        {
          const LoomSymbol *symbol = compiled->symbols->pdata[s];
          g_autofree char *group = g_strconcat ("symbol ", symbol->name, NULL);
          g_autoptr (GBytes) bytes = NULL;
          guint64 cells = 0;

          if (strcmp (symbol->lowered, variable->lowered) != 0)
            continue;
          if (!loom_shape_cells (&symbol->shape, &cells) ||
              cells * symbol->type.size != variable->size)
            {
              note (self, _("what %s held is not taken over"), symbol->name);
              continue;
            }
          bytes = loom_recording_load (self->recording, variable->contents, variable->size, error);
          if (bytes == NULL || !write_contents (self, group, symbol->name, &symbol->type,
                                                &symbol->shape, bytes, error))
            return FALSE;
        }
    }
  return TRUE;
}

/**
 * loom_recorded_launch_dup_text:
 * @recording: of which it is
 * @text: of its source
 * @compiled: what that compiled to
 * @folder: into which files are written, beside the document that will have the text
 * @prefix: of their names
 * @notes: (element-type utf8): gets a sentence for each thing that is not as the program had it
 * @error: return location; %LOOM_ERROR_DOCUMENT if the source has not its kernel, or the settings
 *   cannot be written; %LOOM_ERROR_FILE
 *
 * Makes a document of a launch: the source, and settings that are kernel, block, grid, shared
 * memory, numbers, arrays with what they held before, and variables.
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
                               GError                   **error)
{
  g_auto (Writer) writer = {
    .launch = self, .recording = recording, .folder = folder, .prefix = prefix, .notes = notes,
    .kernel = loom_recorded_launch_find_kernel (self, compiled),
  };
  g_autoptr (LoomSourceLaunch) launch = NULL;
  LoomTextEdit edit = { 0, };

  if (writer.kernel == NULL)
    {
      loom_fail (error, LOOM_ERROR_DOCUMENT, _("the source has no kernel %s"), self->kernel);
      return NULL;
    }

  writer.text = g_strdup (text);
  writer.document = loom_document_parse (text, -1);
  launch = make_source_launch (&writer);
  if (!loom_document_edit_launch (writer.document, compiled, launch, &edit, error))
    return NULL;

  replace_text (&writer, &edit);
  for (guint i = 0; i < writer.kernel->params->len; i++)
    {
      const LoomParam *param = writer.kernel->params->pdata[i];

      if (param->kind == LOOM_PARAM_STRUCT)
        note (&writer, _("what %s holds is not taken over"), param->name);
      else if (param->kind == LOOM_PARAM_ARRAY && !write_array (&writer, i, error))
        return NULL;
    }
  if (!write_variables (&writer, compiled, error))
    return NULL;
  return g_steal_pointer (&writer.text);
}
