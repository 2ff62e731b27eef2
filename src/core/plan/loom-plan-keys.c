/* loom-plan-keys.c: settings of arguments that say nothing of what they stand at: a value of an
 * array, a fill of a number, cells of another type than the source has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* As many as anybody reads. */
#define MAX_PROBLEMS 100

/* A key of a group, and the argument that the group is of. */
typedef struct
{
  LoomBinder        *binder;
  const char        *group, *key;
  const LoomParam   *param;
  const LoomPlanArg *arg;
} Place;

static void G_GNUC_PRINTF (2, 3)
warn (const Place *self,
      const char  *format,
      ...)
{
  LoomDocument *document = self->binder->document;
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (self->binder->plan->problems,
                   loom_diagnostic_new (LOOM_SEVERITY_WARNING,
                                        loom_document_get_value_line (document, self->group,
                                                                      self->key),
                                        loom_document_get_value_column (document, self->group,
                                                                        self->key),
                                        "%s", text));
}

/* Bytes may be read as anything, and numbers as vectors of them; a texture makes floats of whole
 * numbers if it is to. */
static void
check_type (const Place *self)
{
  const LoomType *declared = &self->param->type, *set = &self->arg->type;
  g_autofree char *known = loom_type_format (declared), *other = loom_type_format (set);

  if (declared->scalar != LOOM_SCALAR_BYTES && declared->scalar != set->scalar &&
      !self->arg->texture.reads_normalized)
    warn (self, _("the source says that %1$s has cells of %2$s, and takes the bytes of %3$s for "
                  "those; leave the type out"), self->arg->name, known, other);
}

static void
check_key (const Place *self)
{
  static const char * const of_arrays[] = { "fill", "shape", "same", "cells", "pitch", "texture",
                                            "surface", NULL };
  g_autofree char *word = g_strndup (self->key, strcspn (self->key, "."));
  const LoomParamKind kind = self->arg->kind;
  const char *value = loom_document_get_value (self->binder->document, self->group, self->key);

  if (*value == '\0')
    return;
  /* An array may be laid over null. */
  if (kind == LOOM_PARAM_ARRAY && g_str_equal (word, "value") && !g_str_equal (value, "null"))
    warn (self, _("nothing reads a value of %1$s, which is an array; fill says what it holds, as "
                  "in fill=values:1,2, and value=null that there is none"), self->arg->name);
  else if (loom_plan_arg_is_null (self->arg) && !g_str_equal (word, "value"))
    warn (self, _("nothing reads the %2$s of %1$s, which is null; leave value=null out"),
          self->arg->name, word);
  else if (kind == LOOM_PARAM_SCALAR && g_strv_contains (of_arrays, word))
    warn (self, _("nothing reads the %2$s of %1$s, which is a number; value says what it is"),
          self->arg->name, word);
  else if (kind == LOOM_PARAM_ARRAY && g_str_equal (word, "type"))
    check_type (self);
}

/* Several kernels share [arg NAME]: what one of them does not read another may. */
static gboolean
may_be_of_another (const Place *self)
{
  const GPtrArray *kernels = self->binder->compiled->kernels;

  if (strchr (self->group, '/') != NULL || strchr (self->group, '#') != NULL)
    return FALSE;
  for (guint i = 0; i < kernels->len; i++)
    {
      LoomKernel *kernel = g_ptr_array_index (kernels, i);
      const gint index = _loom_kernel_find_param (kernel, self->param->name);

      if (index >= 0 && _loom_kernel_get_param (kernel, index)->kind != self->param->kind)
        return TRUE;
    }
  return FALSE;
}

static void
check_group (LoomBinder *self,
             guint       index,
             const char *group)
{
  g_auto (GStrv) keys = loom_document_list_keys (self->document, group);

  for (guint i = 0; keys != NULL && keys[i] != NULL && self->plan->problems->len < MAX_PROBLEMS;
       i++)
    {
      const Place place = { self, group, keys[i], _loom_kernel_get_param (self->kernel, index),
                            self->plan->args->pdata[index] };

      if (!may_be_of_another (&place))
        check_key (&place);
    }
}

/* Warns of each key that nothing reads at the argument that it stands at. */
void
_loom_binder_check_keys (LoomBinder *self)
{
  for (guint i = 0; i < self->kernel->params->len + self->kernel->pointers->len; i++)
    {
      g_auto (GStrv) groups = _loom_binder_list_arg_groups (self, i);

      for (guint k = 0; groups[k] != NULL; k++)
        check_group (self, i, groups[k]);
    }
}
