/* loom-recorded-reset.c: what a launch that was chosen before left in the settings, taken away
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-recorded-private.h"

#include "loom-recorded-launch.h"

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

/* A recorded array is a row of cells, unless its declaration or its object says more. Rows that
 * somebody gave it are kept, and the type of what has none. */
static gboolean
is_kept (LoomRecordedWriter *self,
         const char         *group,
         const char         *key,
         const LoomParam    *param)
{
  LoomShape shape;

  if (is_object (self, group, param))
    return FALSE;
  return strcmp (key, "type") == 0 ||
         (strcmp (key, "shape") == 0 && param->fixed == 0 &&
          loom_shape_parse (loom_document_get_value (self->document, group, key), &shape, NULL) &&
          shape.rank > 1);
}

/* param NULL: the group is of a variable. */
static gboolean
reset_group (LoomRecordedWriter  *self,
             const char          *group,
             const LoomParam     *param,
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
          (param == NULL || !is_kept (self, group, keys[i], param)))
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
             GError             **error)
{
  g_autofree char *base = g_strchomp (g_strndup (kernel->name, strcspn (kernel->name, "<")));
  g_autofree char *number = g_strdup_printf ("#%u", index + 1);
  const char * const kernels[] = { kernel->name, base, NULL };
  const char * const names[] = { param->name, number };

  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      {
        g_autofree char *group = kernels[i] != NULL
                                 ? g_strdup_printf ("arg %s/%s", kernels[i], names[j])
                                 : g_strdup_printf ("arg %s", names[j]);

        if (!reset_group (self, group, param, error))
          return FALSE;
      }
  return TRUE;
}

static gboolean
reset_kernel (LoomRecordedWriter  *self,
              const LoomKernel    *kernel,
              GError             **error)
{
  for (guint i = 0; i < kernel->params->len; i++)
    if (!reset_param (self, kernel, kernel->params->pdata[i], i, error))
      return FALSE;
  for (guint i = 0; i < kernel->pointers->len; i++)
    if (!reset_param (self, kernel, kernel->pointers->pdata[i], kernel->params->len + i, error))
      return FALSE;
  return TRUE;
}

/* Those that the program launched: only of them a launch can have been chosen before. */
static GHashTable *
list_kernels (LoomRecordedWriter *self)
{
  GHashTable *kernels = g_hash_table_new (NULL, NULL);
  const char *last = NULL;

  for (guint i = 0; i < self->recording->launches->len; i++)
    {
      const LoomRecordedLaunch *launch = self->recording->launches->pdata[i];
      const LoomKernel *kernel;

      if (launch->unit != self->launch->unit || g_strcmp0 (launch->kernel, last) == 0)
        continue;
      last = launch->kernel;
      kernel = loom_recorded_launch_find_kernel (launch, self->compiled);
      if (kernel != NULL)
        g_hash_table_add (kernels, (gpointer) kernel);
    }
  return kernels;
}

static gboolean
reset_launch (LoomRecordedWriter  *self,
              GError             **error)
{
  static const char * const keys[] = { "range", "shared", "launches", "swap" };
  g_autofree char *own = g_strconcat ("launch ", self->kernel->name, NULL);
  const char * const groups[] = { "launch", own };

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
      if (!_loom_recorded_writer_set (self, groups[i], keys[k], NULL, error))
        return FALSE;
  return TRUE;
}

/* Takes away all that a launch of the recording may have set, so that the text does not hang on
 * which one was chosen before. */
gboolean
_loom_recorded_writer_reset (LoomRecordedWriter  *self,
                             GError             **error)
{
  g_autoptr (GHashTable) kernels = list_kernels (self);

  if (!reset_launch (self, error))
    return FALSE;
  for (guint i = 0; i < self->compiled->kernels->len; i++)
    if (g_hash_table_contains (kernels, self->compiled->kernels->pdata[i]) &&
        !reset_kernel (self, self->compiled->kernels->pdata[i], error))
      return FALSE;
  for (guint i = 0; i < self->compiled->symbols->len; i++)
    {
      const LoomSymbol *symbol = self->compiled->symbols->pdata[i];
      g_autofree char *group = g_strconcat ("symbol ", symbol->name, NULL);

      if (!reset_group (self, group, NULL, error))
        return FALSE;
    }
  return TRUE;
}
