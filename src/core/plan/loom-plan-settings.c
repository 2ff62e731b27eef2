/* loom-plan-settings.c: which of several places gives a setting: the kernel's own group before the
 * common one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-error.h"
#include "loom-extents-private.h"
#include "loom-plan-private.h"
#include "loom-scalar-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* An empty value is as good as none: that is what an emptied field of the panel leaves. */
gboolean
_loom_binder_get (LoomBinder  *self,
                  const char  *group,
                  const char  *key,
                  LoomSetting *setting)
{
  const LoomOverrides *typed = self->overrides;
  const char *text = loom_document_get_value (self->document, group, key);

  if (g_strcmp0 (typed->group, group) == 0 && g_strcmp0 (typed->key, key) == 0)
    {
      *setting = (LoomSetting) { typed->value, NULL, 0 };
      return TRUE;
    }
  if (text == NULL || *text == '\0')
    return FALSE;

  *setting = (LoomSetting) {
    text, key, loom_document_get_value_line (self->document, group, key),
    loom_document_get_value_column (self->document, group, key),
  };
  return TRUE;
}

/* What the statement that launches the kernel gives a parameter or a word of the launch. */
static gboolean
get_item (LoomBinder  *self,
          const char  *name,
          LoomSetting *setting)
{
  const char *text
      = self->statement != NULL ? loom_statement_get (self->statement, name) : NULL;

  if (text == NULL)
    return FALSE;
  *setting = (LoomSetting) { text, name, self->statement->line, self->statement->column };
  return TRUE;
}

/* From the first of some groups that has it. */
static gboolean
get_first (LoomBinder  *self,
           GStrv        groups,
           const char  *key,
           LoomSetting *setting)
{
  for (guint i = 0; groups[i] != NULL; i++)
    if (_loom_binder_get (self, groups[i], key, setting))
      return TRUE;
  return FALSE;
}

gboolean
_loom_binder_get_launch (LoomBinder  *self,
                         const char  *key,
                         LoomSetting *setting)
{
  g_auto (GStrv) groups = loom_document_list_groups_of (self->kernel->name, NULL, 0);

  return get_item (self, key, setting) || get_first (self, groups, key, setting);
}

/* What the command line or the panel says goes first. */
gboolean
_loom_binder_get_laid_over (LoomBinder  *self,
                            const char  *key,
                            const char  *override,
                            LoomSetting *setting)
{
  if (override != NULL && *override != '\0')
    {
      *setting = (LoomSetting) { override, key, 0, 0 };
      return TRUE;
    }

  return _loom_binder_get_launch (self, key, setting);
}

/* `--set NAME=VALUE` or `NAME.MEMBER=VALUE`: value or fill, whichever the argument has. The last
 * one counts. */
static gboolean
get_override (LoomBinder  *self,
              const char  *name,
              const char  *key,
              LoomSetting *setting)
{
  const char *dot = strchr (key, '.');
  const gsize word = dot != NULL ? (gsize) (dot - key) : strlen (key);
  g_autofree char *full = g_strconcat (name, dot, NULL);
  const gsize length = strlen (full);
  gboolean found = FALSE;

  if ((word != 5 || strncmp (key, "value", 5) != 0) && (word != 4 || strncmp (key, "fill", 4) != 0))
    return FALSE;

  for (guint i = 0; self->overrides->set != NULL && self->overrides->set[i] != NULL; i++)
    {
      const char *text = self->overrides->set[i];

      if (strncmp (text, full, length) != 0 || text[length] != '=' || text[length + 1] == '\0')
        continue;
      *setting = (LoomSetting) { text + length + 1, name, 0, 0 };
      found = TRUE;
    }

  return found;
}

/* The name that settings have for an argument: where a step gives a parameter an array, it is that
 * of the array. */
const char *
_loom_binder_get_arg_name (LoomBinder *self,
                           guint       index)
{
  const LoomParam *param = _loom_kernel_get_param (self->kernel, index);
  LoomSetting setting;

  return param->kind == LOOM_PARAM_ARRAY && get_item (self, param->name, &setting)
         ? setting.text : param->name;
}

/* Whether a step gives a number that hangs on what was computed before. */
gboolean
_loom_binder_is_computed (LoomBinder *self,
                          guint       index)
{
  const LoomParam *param = _loom_kernel_get_param (self->kernel, index);
  LoomSetting setting;
  LoomScalarBits bits;

  return param->kind == LOOM_PARAM_SCALAR && get_item (self, param->name, &setting) &&
         !loom_scalar_text_parse (setting.text, param->type.scalar, &bits) &&
         !get_override (self, param->name, "value", &setting);
}

/* The groups that may speak of an argument, the closest one first. */
GStrv
_loom_binder_list_arg_groups (LoomBinder *self,
                              guint       index)
{
  return loom_document_list_groups_of (self->kernel->name,
                                       _loom_binder_get_arg_name (self, index), index + 1);
}

gboolean
_loom_binder_get_arg (LoomBinder  *self,
                      guint        index,
                      const char  *key,
                      LoomSetting *setting)
{
  LoomParam *param = _loom_kernel_get_param (self->kernel, index);
  g_auto (GStrv) groups = _loom_binder_list_arg_groups (self, index);

  return get_override (self, param->name, key, setting) ||
         (param->kind == LOOM_PARAM_SCALAR && strcmp (key, "value") == 0 &&
          get_item (self, param->name, setting)) ||
         get_first (self, groups, key, setting);
}

/* `pos.x` of the key `fill.pos.x`. */
static void
add_path (GPtrArray  *paths,
          const char *key,
          const char *word)
{
  const gsize length = strlen (word);

  if (key != NULL && strncmp (key, word, length) == 0 && key[length] == '.' &&
      !g_ptr_array_find_with_equal_func (paths, key + length + 1, g_str_equal, NULL))
    g_ptr_array_add (paths, g_strdup (key + length + 1));
}

/* `A.elements`, or a member of its cells: settings of an array, not of the struct A. */
static gboolean
is_of_pointer (LoomKernel *kernel,
               const char *name)
{
  for (guint i = 0; i < kernel->pointers->len; i++)
    {
      const LoomParam *pointer = g_ptr_array_index (kernel->pointers, i);
      const gsize length = strlen (pointer->name);

      if (strncmp (name, pointer->name, length) == 0 &&
          (name[length] == '\0' || name[length] == '.'))
        return TRUE;
    }

  return FALSE;
}

/* Of `--set p.pos.x=1`, where the word is one that it can mean. */
static void
add_override_paths (LoomBinder *self,
                    GPtrArray  *paths,
                    guint       index,
                    const char *word)
{
  LoomParam *param = _loom_kernel_get_param (self->kernel, index);
  const gboolean is_array = param->kind == LOOM_PARAM_ARRAY;

  if (strcmp (word, is_array ? "fill" : "value") != 0)
    return;

  for (guint i = 0; self->overrides->set != NULL && self->overrides->set[i] != NULL; i++)
    {
      g_autofree char *name = g_strndup (self->overrides->set[i],
                                         strcspn (self->overrides->set[i], "="));

      if (is_array || !is_of_pointer (self->kernel, name))
        add_path (paths, name, param->name);
    }
}

/* The members that are given by settings of one word. */
GPtrArray *
_loom_plan_source_list_paths (LoomPlanSource *source,
                              const char     *word)
{
  LoomBinder *binder = source->binder;
  const char * const own[] = { source->group, NULL };
  g_auto (GStrv) groups = source->index >= 0 ? _loom_binder_list_arg_groups (binder, source->index)
                                             : g_strdupv ((GStrv) own);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      g_auto (GStrv) keys = loom_document_list_keys (binder->document, groups[i]);

      for (guint j = 0; keys != NULL && keys[j] != NULL; j++)
        add_path (paths, keys[j], word);
      if (g_strcmp0 (binder->overrides->group, groups[i]) == 0)
        add_path (paths, binder->overrides->key, word);
    }
  if (source->index >= 0)
    add_override_paths (binder, paths, source->index, word);
  return paths;
}

/* Of a file that cannot be read so it is known what may follow its name, or another key of its
 * array, which what is expected of it does not stand beside. */
static void
set_fix (const LoomSetting *self,
         GError            *error)
{
  const char *key, *value;
  g_autofree char *whole = NULL;

  if (!loom_error_get_fix (error, &key, &value))
    return;
  if (self->line == 0 || (*key != '\0' && !g_str_equal (self->key, "fill")))
    {
      loom_error_set_fix (error, NULL, NULL);
      return;
    }
  if (*key != '\0')
    return;
  whole = g_strconcat (self->text, value, NULL);
  loom_error_set_fix (error, self->key, whole);
}

/* Says which setting @error is about, and where it stands. Always FALSE. */
gboolean
_loom_setting_fail (const LoomSetting  *self,
                    GError            **error)
{
  if (self->key == NULL)
    return FALSE;
  if (self->line > 0)
    /* Translators: begins a sentence, behind the place in the file */
    g_prefix_error (error, _("the setting %s: "), self->key);
  else
    g_prefix_error (error, "%s: ", self->key);
  if (error != NULL && *error != NULL)
    {
      set_fix (self, *error);
      loom_error_set_place (*error, self->line, self->column);
    }

  return FALSE;
}

/* The same with an error that is new. */
gboolean
_loom_setting_refuse (const LoomSetting  *self,
                      GError            **error,
                      LoomError           code,
                      const char         *format,
                      ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error, g_error_new_valist (LOOM_ERROR, code, format, args));
  va_end (args);
  return _loom_setting_fail (self, error);
}

/* Marks the setting that made what @error is about too large, if the document has one and nothing
 * is laid over it: of argument @arg, or of the launch where that is -1 or has none. Always
 * FALSE. */
gboolean
_loom_binder_blame (LoomBinder  *self,
                    gint         arg,
                    const char  *key,
                    const char  *override,
                    GError     **error)
{
  LoomSetting setting;

  if (error == NULL || *error == NULL || (override != NULL && *override != '\0'))
    return FALSE;
  if ((arg >= 0 && _loom_binder_get_arg (self, arg, key, &setting)) ||
      _loom_binder_get_launch (self, key, &setting))
    loom_error_set_place (*error, setting.line, setting.column);
  return FALSE;
}

gboolean
_loom_setting_parse_u64 (const LoomSetting  *self,
                         guint64             least,
                         guint64             most,
                         guint64            *value,
                         GError            **error)
{
  g_autofree char *shown = NULL;

  if (g_ascii_string_to_unsigned (self->text, 10, least, most, value, NULL))
    return TRUE;

  shown = _loom_abbreviate (self->text);
  return _loom_setting_refuse (self, error, LOOM_ERROR_LAUNCH,
                               _("“%1$s” is not a whole number from %2$llu to %3$llu"), shown,
                               (unsigned long long) least, (unsigned long long) most);
}

/* A parameter; behind the last one the pointers in structs. */
LoomParam *
_loom_kernel_get_param (LoomKernel *kernel,
                        guint       index)
{
  return index < kernel->params->len
         ? g_ptr_array_index (kernel->params, index)
         : g_ptr_array_index (kernel->pointers, index - kernel->params->len);
}

/* Says which arrays there are. */
gboolean
_loom_kernel_fail_array (LoomKernel  *kernel,
                         const char  *name,
                         GError     **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *shown = _loom_abbreviate (name), *known = NULL;

  for (guint i = 0; i < kernel->params->len + kernel->pointers->len; i++)
    if (_loom_kernel_get_param (kernel, i)->kind == LOOM_PARAM_ARRAY)
      g_ptr_array_add (names, _loom_kernel_get_param (kernel, i)->name);
  g_ptr_array_add (names, NULL);
  known = g_strjoinv (", ", (char **) names->pdata);

  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("the kernel %1$s has no array “%2$s”; it has these: %3$s"), kernel->name,
                    shown, known);
}

/* Index of a parameter by its name or by its number, as in `#2` for the second, or of a pointer in
 * a struct by `NAME.MEMBER`; -1: none. */
gint
_loom_kernel_find_param (LoomKernel *kernel,
                         const char *name)
{
  guint64 number;

  for (guint i = 0; i < kernel->params->len + kernel->pointers->len; i++)
    if (g_strcmp0 (_loom_kernel_get_param (kernel, i)->name, name) == 0)
      return i;

  if (*name == '#' &&
      g_ascii_string_to_unsigned (name + 1, 10, 1, kernel->params->len, &number, NULL))
    return number - 1;

  return -1;
}
