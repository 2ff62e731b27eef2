/* loom-recorded-reset.c: what a launch that was chosen before left in the settings, taken away
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-document-launch.h"
#include "loom-recorded-launch.h"
#include "loom-recorded-private.h"

#include <string.h>

/* What is said of an argument that comes as an object. */
static gboolean
is_object (LoomRecordedWriter *self,
           const char         *group,
           const LoomParam    *param)
{
  return param->texture.kind != LOOM_TEXTURE_NONE ||
         loom_document_get_value (self->document, group, "texture") != NULL ||
         loom_document_get_value (self->document, group, "surface") != NULL;
}

/* Rows that somebody gave an array are kept, the type of what has none, and the fill of what the
 * program has not written; not those that one of the launches gives it by itself. */
static gboolean
is_kept (LoomRecordedWriter *self,
         const char         *group,
         const char         *key,
         const LoomParam    *param,
         GHashTable         *shapes)
{
  const char *value = loom_document_get_value (self->document, group, key);
  g_autofree char *given = g_strdup_printf ("%s=%s", param->name, value);
  g_autofree char *own = g_strdup_printf ("file:%s-arrays/", self->prefix);
  LoomShape shape;

  if (strcmp (key, "fill") == 0)
    return !g_str_has_prefix (value, own) && _loom_recorded_is_undefined (self, param);
  if (is_object (self, group, param) || g_hash_table_contains (shapes, given))
    return FALSE;
  return strcmp (key, "type") == 0 ||
         (strcmp (key, "shape") == 0 && param->fixed == 0 &&
          loom_shape_parse (value, &shape, NULL) &&
          shape.rank > 1);
}

/* param NULL: the group is of a variable. */
static gboolean
reset_group (LoomRecordedWriter  *self,
             const char          *group,
             const LoomParam     *param,
             GHashTable          *shapes,
             GError             **error)
{
  static const char * const words[] = { "type", "shape", "same", "fill", "cells", "value", "pitch",
                                        "texture", "surface", NULL };
  g_auto (GStrv) keys = loom_document_list_keys (self->document, group);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) dropped = NULL;
  LoomTextEdit edit = { 0, };

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      g_autofree char *word = g_strndup (keys[i], strcspn (keys[i], "."));

      if (g_strv_contains (words, word) &&
          (param == NULL || !is_kept (self, group, keys[i], param, shapes)))
        g_strv_builder_add (builder, keys[i]);
    }
  dropped = g_strv_builder_end (builder);
  for (guint i = 0; dropped[i] != NULL; i++)
    if (!_loom_recorded_writer_set (self, group, dropped[i], NULL, error))
      return FALSE;
  while (loom_document_edit_empty_group (self->document, group, &edit))
    _loom_recorded_writer_replace (self, &edit);
  return TRUE;
}

static gboolean
reset_param (LoomRecordedWriter  *self,
             const LoomKernel    *kernel,
             const LoomParam     *param,
             guint                index,
             GHashTable          *shapes,
             GError             **error)
{
  g_auto (GStrv) groups = loom_document_list_groups_of (kernel->name, param->name, index + 1);

  for (guint i = 0; groups[i] != NULL; i++)
    if (!reset_group (self, groups[i], param, shapes, error))
      return FALSE;
  return TRUE;
}

static gboolean
reset_kernel (LoomRecordedWriter  *self,
              const LoomKernel    *kernel,
              GHashTable          *shapes,
              GError             **error)
{
  for (guint i = 0; i < kernel->params->len; i++)
    if (!reset_param (self, kernel, kernel->params->pdata[i], i, shapes, error))
      return FALSE;
  for (guint i = 0; i < kernel->pointers->len; i++)
    if (!reset_param (self, kernel, kernel->pointers->pdata[i], kernel->params->len + i, shapes,
                      error))
      return FALSE;
  return TRUE;
}

/* Adds the shapes that a launch gives the arrays of its kernel by itself, as "NAME=SHAPE". */
static void
list_shapes (const LoomRecordedWriter *self,
             GHashTable               *shapes)
{
  g_autoptr (LoomSourceLaunch) launch = _loom_recorded_writer_dup_launch (self);

  for (guint i = 0; i < self->kernel->params->len; i++)
    {
      const LoomParam *param = self->kernel->params->pdata[i];
      const LoomRecordedArray *array = loom_recorded_launch_find_array (self->launch, i);

      if (param->kind == LOOM_PARAM_ARRAY && array != NULL && param->type.size > 0)
        {
          g_autofree char *text = NULL;
          LoomShape shape;

          if (!_loom_recorded_array_get_rows (array, &param->type, &shape))
            shape = loom_source_launch_choose_shape (
                launch, self->kernel, (array->size - array->offset) / param->type.size);
          text = loom_shape_format (&shape);
          g_hash_table_add (shapes, g_strdup_printf ("%s=%s", param->name, text));
        }
    }
}

/* Kernels that the program launched, of which alone a launch can have been chosen before, and the
 * shapes that a choice gave their arrays. */
static void
list_launched (const LoomRecordedWriter *self,
               GHashTable               *kernels,
               GHashTable               *shapes)
{
  g_autoptr (GArray) sites = loom_recording_list_sites (self->recording);

  for (guint i = 0; i < sites->len; i++)
    {
      const LoomLaunchSite *site = &g_array_index (sites, LoomLaunchSite, i);
      LoomRecordedWriter other = *self;

      other.launch = site->first;
      other.kernel = site->first->unit == self->launch->unit
                     ? loom_recorded_launch_find_kernel (site->first, self->compiled) : NULL;
      if (other.kernel == NULL)
        continue;
      g_hash_table_add (kernels, (gpointer) other.kernel);
      list_shapes (&other, shapes);
    }
}

static gboolean
reset_launch (LoomRecordedWriter  *self,
              GError             **error)
{
  static const char * const keys[] = { "range", "shared", "launches", "swap",
                                        "manual-grid" };
  g_autofree char *own = g_strconcat ("launch ", self->kernel->name, NULL);
  const char * const groups[] = { "launch", own };

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
      if (!_loom_recorded_writer_set (self, groups[i], keys[k], NULL, error))
        return FALSE;
  return TRUE;
}

/* Several launches stand in [steps], which a single one has not, nor the arrays that only those
 * steps have a name for. */
static gboolean
reset_steps (LoomRecordedWriter  *self,
             GHashTable          *shapes,
             GError             **error)
{
  g_auto (GStrv) groups = loom_document_list_groups (self->document);
  g_autofree char *own = g_strdup_printf ("file:%s-arrays/", self->prefix);
  LoomTextEdit edit = { 0, };

  if (loom_document_get_statements (self->document)->len == 0)
    return TRUE;
  if (!loom_document_edit_steps (self->document, "", &edit, error))
    return FALSE;
  _loom_recorded_writer_replace (self, &edit);
  while (loom_document_edit_empty_group (self->document, "steps", &edit))
    _loom_recorded_writer_replace (self, &edit);
  for (guint i = 0; groups[i] != NULL; i++)
    {
      const char *fill = loom_document_get_value (self->document, groups[i], "fill");

      if (g_str_has_prefix (groups[i], "arg ") && fill != NULL && g_str_has_prefix (fill, own) &&
          !reset_group (self, groups[i], NULL, shapes, error))
        return FALSE;
    }
  return TRUE;
}

/* Takes away all that a launch of the recording may have set, so that the text does not hang on
 * which one was chosen before. */
gboolean
_loom_recorded_writer_reset (LoomRecordedWriter  *self,
                             GError             **error)
{
  g_autoptr (GHashTable) kernels = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) shapes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  list_launched (self, kernels, shapes);
  if (!reset_steps (self, shapes, error) || !reset_launch (self, error))
    return FALSE;
  for (guint i = 0; i < self->compiled->kernels->len; i++)
    if (g_hash_table_contains (kernels, self->compiled->kernels->pdata[i]) &&
        !reset_kernel (self, self->compiled->kernels->pdata[i], shapes, error))
      return FALSE;
  for (guint i = 0; i < self->compiled->symbols->len; i++)
    {
      const LoomSymbol *symbol = self->compiled->symbols->pdata[i];
      g_autofree char *group = g_strconcat ("symbol ", symbol->name, NULL);

      if (!reset_group (self, group, NULL, shapes, error))
        return FALSE;
    }
  return TRUE;
}
