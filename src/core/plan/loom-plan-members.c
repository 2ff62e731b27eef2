/* loom-plan-members.c: numbers of structs and vectors that settings give by name, bound
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cell-values.h"
#include "loom-extents-private.h"
#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* As many names as anybody reads. */
#define MOST_NAMED 12

static gboolean
has_names (const LoomType *type)
{
  return type->record != NULL || type->lanes > 1;
}

/* Those that settings give: arrays that a struct points to have settings of their own. */
static GArray *
list_numbers (const LoomType *type)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (LoomComponent));

  for (guint i = 0; has_names (type) && i < loom_type_count_components (type); i++)
    {
      const LoomComponent component = loom_type_get_component (type, i);

      if (!loom_component_is_array (&component))
        g_array_append_val (numbers, component);
    }

  return numbers;
}

/* "x, y, z" */
static char *
join_names (GArray *numbers)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < MIN (numbers->len, MOST_NAMED); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            g_array_index (numbers, LoomComponent, i).name);
  if (numbers->len > MOST_NAMED)
    g_string_append (names, ", …");
  return g_string_free (g_steal_pointer (&names), FALSE);
}

/* The numbers of a cell, as settings name them. */
static char *
dup_names (const LoomType *type)
{
  g_autoptr (GArray) numbers = list_numbers (type);

  return join_names (numbers);
}

/* `pos` leads to `pos`, `pos.x`, `pos.v.0` …, but not to `position`. */
static gboolean
leads_to (const char *path,
          const char *name)
{
  const gsize length = strlen (path);

  return strncmp (name, path, length) == 0 && (name[length] == '\0' || name[length] == '.');
}

/* Those numbers of a struct that nobody gave and nothing tells, as settings name them. */
char *
_loom_plan_arg_dup_open_names (LoomPlanArg *arg)
{
  g_autoptr (GArray) numbers = list_numbers (&arg->type);

  for (guint i = numbers->len; i > 0; i--)
    if (loom_plan_args_find (arg->members, g_array_index (numbers, LoomComponent, i - 1).name)
        != NULL)
      g_array_remove_index (numbers, i - 1);
  return join_names (numbers);
}

/* The number as an argument of its own, with all cells of the array that it is in. */
static LoomPlanArg *
get_member (LoomPlanArg         *arg,
            const LoomComponent *component)
{
  LoomPlanArg *member = (LoomPlanArg *) loom_plan_args_find (arg->members, component->name);

  if (member != NULL)
    return member;

  member = loom_plan_arg_new ();
  member->name = g_strdup (component->name);
  member->kind = arg->kind == LOOM_PARAM_STRUCT ? LOOM_PARAM_SCALAR : LOOM_PARAM_ARRAY;
  member->type = loom_type_of (component->scalar, 1);
  member->shape = arg->shape;
  member->fill.kind = LOOM_FILL_KEEP;
  if (arg->members == NULL)
    arg->members = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_plan_arg_free);
  g_ptr_array_add (arg->members, member);
  return member;
}

/* A setting whose path leads to numbers of a cell. */
typedef struct
{
  LoomPlanSource    *source;
  const LoomSetting *setting;
  guint              nth, count;        /* the number that is given something now, of how many */
} Path;

typedef gboolean (* MemberFunc) (const Path   *path,
                                 LoomPlanArg  *member,
                                 GError      **error);

static guint
count_led_to (const LoomType *type,
              const char     *path)
{
  guint count = 0;

  for (guint i = 0; i < loom_type_count_components (type); i++)
    count += leads_to (path, loom_type_get_component (type, i).name);
  return count;
}

static gboolean
fail_unknown (const LoomPlanArg  *arg,
              const char         *path,
              const LoomSetting  *setting,
              GError            **error)
{
  g_autofree char *shown = _loom_abbreviate (path);
  g_autofree char *names = dup_names (&arg->type);

  if (has_names (&arg->type))
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                 _("%1$s has no member “%2$s” that can be set; there are %3$s"), arg->name, shown,
                 names);
  else
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                 _("%1$s has no members, so there is no “%2$s” to set"), arg->name, shown);
  return _loom_setting_fail (setting, error);
}

static gboolean
fail_pointer (const LoomPlanArg    *arg,
              const LoomComponent  *component,
              const LoomSetting    *setting,
              GError              **error)
{
  return _loom_setting_refuse (setting, error, LOOM_ERROR_DOCUMENT,
                               _("%1$s.%2$s is an array of its own: write its settings into [arg "
                                 "%1$s.%2$s]"), arg->name, component->name);
}

/* Every number that a path leads to. Pointers among several stay null; one alone is given. */
static gboolean
bind_path (LoomPlanSource     *source,
           LoomPlanArg        *arg,
           const char         *path,
           const LoomSetting  *setting,
           MemberFunc          func,
           GError            **error)
{
  Path given = {
    source, setting, 0, has_names (&arg->type) ? count_led_to (&arg->type, path) : 0,
  };

  if (given.count == 0)
    return fail_unknown (arg, path, setting, error);

  for (guint i = 0; i < loom_type_count_components (&arg->type); i++)
    {
      const LoomComponent component = loom_type_get_component (&arg->type, i);

      if (!leads_to (path, component.name))
        continue;
      if (given.count == 1 && loom_component_is_array (&component))
        return fail_pointer (arg, &component, setting, error);
      if (!(component.pointer != NULL && given.count > 1) &&
          !func (&given, get_member (arg, &component), error))
        return FALSE;
      given.nth++;
    }

  return TRUE;
}

static int
compare_lengths (gconstpointer a,
                 gconstpointer b)
{
  const gsize x = strlen (*(char *const *) a), y = strlen (*(char *const *) b);

  return x < y ? -1 : x > y;
}

/* All settings of a word and a path, `fill.pos.x`, whole members before the numbers in them. */
static gboolean
bind_paths (LoomPlanSource  *source,
            LoomPlanArg     *arg,
            const char      *word,
            MemberFunc       func,
            GError         **error)
{
  g_autoptr (GPtrArray) paths = _loom_plan_source_list_paths (source, word);

  g_ptr_array_sort (paths, compare_lengths);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *key = g_strconcat (word, ".", (char *) paths->pdata[i], NULL);
      LoomSetting setting;

      if (_loom_plan_source_get (source, key, &setting) &&
          !bind_path (source, arg, paths->pdata[i], &setting, func, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
set_fill (const Path   *path,
          LoomPlanArg  *member,
          GError      **error)
{
  LoomFill *fill = &member->fill;

  loom_fill_clear (fill);
  if (!_loom_binder_parse_fill (path->source->binder, path->setting, fill, error))
    return FALSE;

  /* Members that are filled by one setting must not be alike. */
  if (fill->kind == LOOM_FILL_RANDOM)
    fill->number += path->nth;
  if (fill->kind == LOOM_FILL_POISON)
    return _loom_setting_refuse (path->setting, error, LOOM_ERROR_DOCUMENT,
                                 _("poison is for whole cells; %s is a member"), member->name);
  if (path->count > 1 && (fill->kind == LOOM_FILL_VALUES || fill->kind == LOOM_FILL_FILE))
    return _loom_setting_refuse (path->setting, error, LOOM_ERROR_DOCUMENT,
                                 _("values and files fill one number of each cell, but this "
                                   "names %u of them; name one, such as %s"),
                                 path->count, member->name);
  return _loom_binder_check_fill (path->source->binder, member, path->setting, error);
}

static gboolean
refuse_value (const Path   *path,
              LoomPlanArg  *member,
              GError      **error)
{
  return _loom_setting_refuse (path->setting, error, LOOM_ERROR_DOCUMENT,
                               _("members of arrays are filled: write “fill.%s”"), member->name);
}

static gboolean
refuse_fill (const Path   *path,
             LoomPlanArg  *member,
             GError      **error)
{
  return _loom_setting_refuse (path->setting, error, LOOM_ERROR_DOCUMENT,
                               _("members of a struct that is passed by value have a value: "
                                 "write “value.%s”"), member->name);
}

/* Checked once the shape is known; what reaches beyond it is said. */
static gboolean
take_cells (LoomBinder         *binder,
            LoomPlanArg        *arg,
            const LoomSetting  *setting,
            GError            **error)
{
  guint64 outside;

  if (!loom_cell_values_apply (setting->text, &arg->type, &arg->shape, NULL, &outside, error))
    return _loom_setting_fail (setting, error);

  g_free (arg->cells);
  arg->cells = g_strdup (setting->text);
  if (outside > 0)
    g_ptr_array_add (binder->plan->findings,
                     loom_finding_new (LOOM_ERROR_SETTINGS,
                                       ngettext ("%1$llu of the cells that are set of %2$s is "
                                                 "beyond the array, where it counts for nothing",
                                                 "%1$llu of the cells that are set of %2$s are "
                                                 "beyond the array, where they count for nothing",
                                                 (gulong) outside),
                                       (unsigned long long) outside, arg->name));
  return TRUE;
}

static gboolean
set_cells (const Path   *path,
           LoomPlanArg  *member,
           GError      **error)
{
  return take_cells (path->source->binder, member, path->setting, error);
}

/* `fill.MEMBER`, `cells` and `cells.MEMBER` of an array whose shape is known. */
gboolean
_loom_plan_source_bind_members (LoomPlanSource  *source,
                                LoomPlanArg     *arg,
                                GError         **error)
{
  LoomSetting setting;

  if (!bind_paths (source, arg, "value", refuse_value, error) ||
      !bind_paths (source, arg, "fill", set_fill, error) ||
      (_loom_plan_source_get (source, "cells", &setting) &&
       !take_cells (source->binder, arg, &setting, error)) ||
      !bind_paths (source, arg, "cells", set_cells, error))
    return FALSE;
  if ((arg->members == NULL && arg->cells == NULL) || arg->fill.kind != LOOM_FILL_POISON)
    return TRUE;

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               arg->members != NULL
               ? _("%s is poisoned as a whole, so its members cannot be filled")
               : _("%s is poisoned as a whole, so its cells cannot be set"), arg->name);
  return _loom_plan_source_get (source, "fill", &setting) ? _loom_setting_fail (&setting, error)
                                                          : FALSE;
}

/* The texts between commas that stand in no brackets: `max (1, 2), 3` are two. */
static GPtrArray *
split_list (const char *text)
{
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);
  const char *start = text;
  gint depth = 0;

  for (const char *at = text; ; at++)
    {
      depth += (*at == '(' || *at == '[' || *at == '{') - (*at == ')' || *at == ']' || *at == '}');
      if (*at != '\0' && (*at != ',' || depth > 0))
        continue;
      g_ptr_array_add (values, g_strstrip (g_strndup (start, at - start)));
      if (*at == '\0')
        return values;
      start = at + 1;
    }
}

/* Those before the first that is empty. */
static guint
count_values (GPtrArray *values)
{
  guint count = 0;

  while (count < values->len && *(const char *) values->pdata[count] != '\0')
    count++;
  return count;
}

/* One value is that of all numbers that the path leads to; several are theirs, in their order. */
static gboolean
set_value (const Path   *path,
           LoomPlanArg  *member,
           GError      **error)
{
  const LoomSetting *setting = path->setting;
  g_autoptr (GPtrArray) values = split_list (setting->text);
  const guint count = count_values (values);

  if (count != values->len || (count != 1 && count != path->count))
    return _loom_setting_refuse (setting, error, LOOM_ERROR_DOCUMENT,
                                 ngettext ("the path leads to %1$u number, but the value gives "
                                           "%2$u",
                                           "the path leads to %1$u numbers, but the value gives "
                                           "%2$u", path->count), path->count, count);

  g_free (member->value);
  member->value = g_strdup (values->pdata[count == 1 ? 0 : path->nth]);
  return TRUE;
}

/* `value=1,2,3`: every number of a struct or vector, in the order of its members. */
gboolean
_loom_plan_source_bind_list (LoomPlanSource     *source,
                             LoomPlanArg        *arg,
                             const LoomSetting  *setting,
                             GError            **error)
{
  g_autoptr (GPtrArray) values = split_list (setting->text);
  g_autoptr (GArray) numbers = list_numbers (&arg->type);
  const guint count = numbers->len;
  g_autofree char *names = NULL;

  if (!has_names (&arg->type))
    return _loom_setting_refuse (setting, error, LOOM_ERROR_DOCUMENT,
                                 _("the members of the struct %s are not known, so its value is "
                                   "zeros or file:NAME with its bytes"), arg->name);

  for (guint i = 0; i < MIN (values->len, count); i++)
    {
      LoomPlanArg *member;

      if (*(const char *) values->pdata[i] == '\0')
        break;
      member = get_member (arg, &g_array_index (numbers, LoomComponent, i));
      g_free (member->value);
      member->value = g_strdup (values->pdata[i]);
    }
  if (values->len == count && arg->members != NULL && arg->members->len == count)
    return TRUE;

  names = dup_names (&arg->type);
  return _loom_setting_refuse (setting, error, LOOM_ERROR_DOCUMENT,
                               _("%1$s has %2$u numbers (%3$s), but the value gives %4$u"),
                               arg->name, count, names, values->len);
}

/* `value.MEMBER` of a struct or vector that is passed by value. */
gboolean
_loom_plan_source_bind_values (LoomPlanSource  *source,
                               LoomPlanArg     *arg,
                               GError         **error)
{
  return bind_paths (source, arg, "fill", refuse_fill, error) &&
         bind_paths (source, arg, "value", set_value, error);
}

/* Numbers of a struct that nobody gave and that are named as extents are: those of its arrays. */
void
_loom_binder_bind_extents (LoomBinder  *self,
                           LoomPlanArg *arg)
{
  g_autoptr (GArray) numbers = list_numbers (&arg->type);

  for (guint i = 0; i < numbers->len; i++)
    {
      const LoomComponent *number = &g_array_index (numbers, LoomComponent, i);
      char *value = NULL;

      if (loom_plan_args_find (arg->members, number->name) == NULL)
        value = _loom_binder_dup_default_member (self, arg->name, number);
      if (value != NULL)
        get_member (arg, number)->value = value;
    }
}

static gboolean
set_reference (const Path   *path,
               LoomPlanArg  *member,
               GError      **error)
{
  return _loom_binder_bind_reference (path->source->binder, member, path->setting, error);
}

/* `reference.MEMBER` in a group of what is expected, with the tolerances of the group. */
gboolean
_loom_plan_source_bind_references (LoomPlanSource  *source,
                                   LoomPlanArg     *arg,
                                   GError         **error)
{
  return bind_paths (source, arg, "reference", set_reference, error);
}
