/* loom-sweep-settings.c: a configuration of a sweep as settings of its document
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sweep-settings.h"

#include "loom-compile-options.h"
#include "loom-document.h"
#include "loom-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The settings of one configuration, while they are made. */
typedef struct
{
  const GPtrArray *axes;
  const guint     *picks;
  LoomDocument    *document;
  LoomPlan        *plan;
  GPtrArray       *settings;
} Maker;

static void
setting_free (LoomSweepSetting *self)
{
  g_free (self->group);
  g_free (self->key);
  g_free (self->value);
  g_free (self);
}

/**
 * loom_sweep_get_default:
 *
 * Returns: (transfer none): axes for who says none: blocks of as many dimensions as the launch has
 */
const char *
loom_sweep_get_default (LoomPlan *plan)
{
  return plan->rank == 1 ? "block.x=32..1024*2" : "block.x=4..128*2; block.y=1..32*2";
}

/* Macros that the source has a value of its own for unless one is given. */
static void
add_macro_names (GStrvBuilder *names,
                 LoomDocument *document)
{
  g_autoptr (GRegex) guards
      = g_regex_new ("^[ \\t]*#[ \\t]*ifndef[ \\t]+([A-Za-z_]\\w*)", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  g_regex_match (guards, loom_document_get_source (document, NULL), 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 1);
      g_autofree char *macro = g_strconcat ("-D", name, NULL);

      g_strv_builder_add (names, macro);
    }
}

/**
 * loom_sweep_list_names:
 *
 * Returns: (transfer full): what can be an axis of a sweep of this launch
 */
GStrv
loom_sweep_list_names (LoomDocument *document,
                       LoomPlan     *plan)
{
  static const char * const extents[] = { "shape.cols", "shape.rows", "shape.planes" };
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  const LoomPlanArg *array = loom_plan_get_main_array (plan);

  g_strv_builder_add_many (names, "block.x", "block.y", "block.z", "grid.x", "grid.y", "grid.z",
                           "shared", NULL);
  for (guint i = 0; array != NULL && i < array->shape.rank; i++)
    g_strv_builder_add (names, extents[i]);
  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *arg = plan->args->pdata[i];

      if (arg->kind == LOOM_PARAM_SCALAR)
        g_strv_builder_add (names, arg->name);
    }
  add_macro_names (names, document);
  return g_strv_builder_end (names);
}

static gboolean
has_number (LoomPlan   *plan,
            const char *name)
{
  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *arg = plan->args->pdata[i];

      if (arg->kind == LOOM_PARAM_SCALAR && g_strcmp0 (arg->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* A macro that the text never names changes nothing, so it is misspelt. */
static gboolean
check_macro (const LoomSweepAxis  *axis,
             LoomDocument         *document,
             GError              **error)
{
  const char *source = loom_document_get_source (document, NULL), *name = axis->name + 2;
  g_autofree char *pattern = g_strdup_printf ("\\b%s\\b", name);

  if (g_regex_match_simple (pattern, source, 0, 0) || strstr (source, "#include \"") != NULL)
    return TRUE;
  return loom_fail (error, LOOM_ERROR_USAGE, _("%1$s: the source never names %2$s"), axis->name,
                    name);
}

static gboolean
check_axis (const LoomSweepAxis  *axis,
            LoomDocument         *document,
            LoomPlan             *plan,
            GError              **error)
{
  const LoomPlanArg *array = loom_plan_get_main_array (plan);
  g_autoptr (GString) numbers = NULL;

  if (axis->kind == LOOM_SWEEP_MACRO)
    return check_macro (axis, document, error);
  if (axis->kind == LOOM_SWEEP_SHAPE && array == NULL)
    return loom_fail (error, LOOM_ERROR_USAGE, _("%1$s: kernel %2$s has no array"), axis->name,
                      plan->kernel);
  if (axis->kind == LOOM_SWEEP_SHAPE && axis->part >= array->shape.rank)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("%1$s: the main array %2$s has no such dimension"), axis->name,
                      array->name);
  if (axis->kind != LOOM_SWEEP_NUMBER || has_number (plan, axis->name))
    return TRUE;
  numbers = g_string_new (NULL);
  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *arg = plan->args->pdata[i];

      if (arg->kind == LOOM_PARAM_SCALAR)
        g_string_append_printf (numbers, "%s%s", numbers->len > 0 ? ", " : "", arg->name);
    }
  return loom_fail (error, LOOM_ERROR_USAGE,
                    _("%1$s: kernel %2$s has no number of this name; its numbers: %3$s"),
                    axis->name, plan->kernel, numbers->len > 0 ? numbers->str : _("none"));
}

/**
 * loom_sweep_axes_check:
 * @plan: the launch that the configurations vary
 *
 * Checks that each axis changes something of this launch.
 *
 * Errors: %LOOM_ERROR_USAGE names the axis, and what there is.
 */
gboolean
loom_sweep_axes_check (const GPtrArray  *axes,
                       LoomDocument     *document,
                       LoomPlan         *plan,
                       GError          **error)
{
  for (guint i = 0; i < axes->len; i++)
    if (!check_axis (axes->pdata[i], document, plan, error))
      return FALSE;
  return TRUE;
}

static char *
dup_group (const Maker *self,
           const char  *argument,
           const char  *key)
{
  return loom_document_dup_group (self->document, self->plan->kernel, argument, key);
}

static void
add_setting (Maker      *self,
             const char *argument,
             const char *key,
             char       *value)
{
  LoomSweepSetting *setting = g_new (LoomSweepSetting, 1);

  *setting = (LoomSweepSetting) { dup_group (self, argument, key), g_strdup (key), value };
  g_ptr_array_add (self->settings, setting);
}

static const char *
get_pick (const Maker *self,
          guint        axis)
{
  return ((const LoomSweepAxis *) self->axes->pdata[axis])->values->pdata[self->picks[axis]];
}

/* The three parts of something, those that are no axis as the launch has them, in the order x, y,
 * z; FALSE: no axis is of that kind. */
static gboolean
take_parts (const Maker   *self,
            LoomSweepKind  kind,
            char          *parts[3])
{
  gboolean is_swept = FALSE;

  for (guint i = 0; i < self->axes->len; i++)
    {
      const LoomSweepAxis *axis = self->axes->pdata[i];

      if (axis->kind != kind)
        continue;
      g_free (parts[axis->part]);
      parts[axis->part] = g_strdup (get_pick (self, i));
      is_swept = TRUE;
    }
  return is_swept;
}

static void
add_dim3 (Maker          *self,
          LoomSweepKind   kind,
          const char     *key,
          const LoomDim3 *now)
{
  char *parts[3] = { g_strdup_printf ("%u", now->x), g_strdup_printf ("%u", now->y),
                     g_strdup_printf ("%u", now->z) };

  if (take_parts (self, kind, parts))
    add_setting (self, NULL, key,
                 g_str_equal (parts[2], "1")
                     ? g_strdup_printf ("%s,%s", parts[0], parts[1])
                     : g_strdup_printf ("%s,%s,%s", parts[0], parts[1], parts[2]));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_free (parts[i]);
}

static void
add_shape (Maker *self)
{
  const LoomPlanArg *array = loom_plan_get_main_array (self->plan);
  const LoomShape shape = array != NULL ? array->shape : (LoomShape) { 1, 1, 1, 1 };
  char *parts[3] = { g_strdup_printf ("%" G_GUINT64_FORMAT, shape.cols),
                     g_strdup_printf ("%" G_GUINT64_FORMAT, shape.rows),
                     g_strdup_printf ("%" G_GUINT64_FORMAT, shape.planes) };

  if (array != NULL && take_parts (self, LOOM_SWEEP_SHAPE, parts))
    {
      g_autoptr (GString) text = g_string_new (parts[0]);
      g_autofree char *own = dup_group (self, array->name, "shape");

      for (guint i = 1; i < shape.rank; i++)
        {
          g_string_prepend_c (text, ',');
          g_string_prepend (text, parts[i]);
        }
      add_setting (self, loom_document_get_value (self->document, own, "shape") != NULL
                             ? array->name : NULL, "shape", g_strdup (text->str));
    }
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_free (parts[i]);
}

/* Without what was defined by that name before. */
static char *
define (const char *macros,
        const char *name,
        const char *value)
{
  g_autoptr (GString) changed = g_string_new (NULL);
  g_autofree char *definition = g_strdup_printf ("%s=%s", name, value);
  g_autofree char *quoted = g_shell_quote (definition);
  g_auto (GStrv) given = NULL;

  g_shell_parse_argv (macros, NULL, &given, NULL);
  for (guint i = 0; given != NULL && given[i] != NULL; i++)
    {
      const gsize length = strcspn (given[i], "=");
      g_autofree char *word = g_shell_quote (given[i]);

      if (strlen (name) != length || strncmp (given[i], name, length) != 0)
        g_string_append_printf (changed, "%s ", word);
    }
  g_string_append (changed, quoted);
  return g_strdup (changed->str);
}

static gboolean
add_macros (Maker   *self,
            GError **error)
{
  g_autofree char *group = dup_group (self, NULL, "options");
  const char *given = loom_document_get_value (self->document, group, "options");
  g_autofree char *macros = loom_compile_options_get_defined (given != NULL ? given : "");
  gboolean is_swept = FALSE;
  char *options;

  for (guint i = 0; i < self->axes->len; i++)
    {
      const LoomSweepAxis *axis = self->axes->pdata[i];
      g_autofree char *before = NULL;

      if (axis->kind != LOOM_SWEEP_MACRO)
        continue;
      before = g_steal_pointer (&macros);
      macros = define (before, axis->name + strlen ("-D"), get_pick (self, i));
      is_swept = TRUE;
    }
  if (!is_swept)
    return TRUE;
  options = loom_compile_options_set_defined (given != NULL ? given : "", macros, error);
  if (options != NULL)
    add_setting (self, NULL, "options", options);
  return options != NULL;
}

/**
 * loom_sweep_list_settings:
 * @axes: (element-type LoomSweepAxis): that loom_sweep_axes_check() let pass
 * @picks: (array): for each axis the index of a value
 * @document: whose settings they are
 * @plan: of that
 *
 * Lists what a configuration changes of the document, so that it can be run or made the
 * document's own.
 *
 * Errors: %LOOM_ERROR_DOCUMENT for what no macro can stand for.
 *
 * Returns: (transfer full) (element-type LoomSweepSetting): the settings
 */
GPtrArray *
loom_sweep_list_settings (const GPtrArray  *axes,
                          const guint      *picks,
                          LoomDocument     *document,
                          LoomPlan         *plan,
                          GError          **error)
{
  g_autoptr (GPtrArray) settings
      = g_ptr_array_new_with_free_func ((GDestroyNotify) setting_free);
  Maker self = { axes, picks, document, plan, settings };

  add_dim3 (&self, LOOM_SWEEP_BLOCK, "block", &plan->block);
  add_dim3 (&self, LOOM_SWEEP_GRID, "grid", &plan->grid);
  add_shape (&self);
  for (guint i = 0; i < axes->len; i++)
    {
      const LoomSweepAxis *axis = axes->pdata[i];

      if (axis->kind == LOOM_SWEEP_SHARED)
        add_setting (&self, NULL, "shared", g_strdup (get_pick (&self, i)));
      else if (axis->kind == LOOM_SWEEP_NUMBER)
        add_setting (&self, axis->name, "value", g_strdup (get_pick (&self, i)));
    }
  return add_macros (&self, error) ? g_steal_pointer (&settings) : NULL;
}

/**
 * loom_sweep_vary:
 *
 * Returns: (transfer full): the document with the settings of a configuration, or %NULL with the
 *   errors of loom_sweep_list_settings() and loom_document_edit()
 */
LoomDocument *
loom_sweep_vary (const GPtrArray  *axes,
                 const guint      *picks,
                 LoomDocument     *document,
                 LoomPlan         *plan,
                 GError          **error)
{
  g_autoptr (GPtrArray) settings
      = loom_sweep_list_settings (axes, picks, document, plan, error);
  g_autoptr (LoomDocument) varied = settings != NULL ? loom_document_ref (document) : NULL;

  for (guint i = 0; varied != NULL && i < settings->len; i++)
    {
      const LoomSweepSetting *setting = settings->pdata[i];
      g_autofree char *text = NULL;
      LoomTextEdit edit = { 0, };

      if (!loom_document_edit (varied, setting->group, setting->key, setting->value, &edit, error))
        return NULL;
      text = loom_document_apply_edit (varied, &edit);
      loom_text_edit_clear (&edit);
      loom_document_unref (varied);
      varied = loom_document_parse (text, -1);
    }
  return g_steal_pointer (&varied);
}
