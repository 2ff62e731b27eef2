/* loom-view-settings.c: the [view] group of a document, laid over a view
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-view-settings.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

static void
apply_array (LoomView   *self,
             LoomRun    *run,
             const char *name)
{
  for (guint i = 0; name != NULL && i < run->arrays->len; i++)
    {
      const LoomRunArray *array = g_ptr_array_index (run->arrays, i);

      if (strcmp (array->name, name) == 0)
        self->array = i;
    }
}

/**
 * loom_view_apply_settings:
 * @self: a view, initialised
 * @run: what it looks at
 * @document: whose `[view]` group says how
 *
 * Lays what a document says about its picture over @self: `array`, `lens`, `colormap`, `limits`,
 * `scale`, `origin`, `plane`, `style`, `member`. What is missing, unknown or not available in @run
 * stays as it is: a view never makes a run fail.
 */
void
loom_view_apply_settings (LoomView     *self,
                          LoomRun      *run,
                          LoomDocument *document)
{
  const char *lens = loom_document_get_value (document, "view", "lens");
  const char *origin = loom_document_get_value (document, "view", "origin");
  const char *plane = loom_document_get_value (document, "view", "plane");
  const char *style = loom_document_get_value (document, "view", "style");
  const char *member = loom_document_get_value (document, "view", "member");
  const char *scale = loom_document_get_value (document, "view", "scale");
  const LoomRunArray *array;
  LoomLens wanted;

  apply_array (self, run, loom_document_get_value (document, "view", "array"));
  loom_colormap_from_name (loom_document_get_value (document, "view", "colormap"), &self->colormap);

  loom_color_limits_parse (loom_document_get_value (document, "view", "limits"), &self->limits);
  if (scale != NULL)
    self->logarithmic = strcmp (scale, "log") == 0;

  if (self->array >= run->arrays->len)
    return;

  array = g_ptr_array_index (run->arrays, self->array);

  if (lens != NULL && loom_lens_from_name (lens, &wanted) &&
      loom_lens_is_available (wanted, run, self->array))
    self->lens = wanted;

  if (style != NULL && strcmp (style, "pystencils") == 0)
    self->pystencils = self->origin_lower = TRUE;

  if (origin != NULL)
    self->origin_lower = strcmp (origin, "lower") == 0;

  if (member != NULL)
    self->member = MAX (loom_type_find_component (loom_array_get_cell_type (array->array), member),
                        0);

  if (plane != NULL)
    g_ascii_string_to_unsigned (plane, 10, 0, loom_array_get_shape (array->array)->planes - 1,
                                &self->plane, NULL);
}

/* What is wrong with [view], as it is found. */
typedef struct
{
  LoomDocument      *document;
  GPtrArray         *problems;
  const LoomPlanArg *array;     /* that is shown, or NULL */
} Check;

static const char *
get (const Check *self,
     const char  *key)
{
  const char *text = loom_document_get_value (self->document, "view", key);

  return text != NULL && *text != '\0' ? text : NULL;
}

static void G_GNUC_PRINTF (3, 4)
warn (Check      *self,
      const char *key,
      const char *format,
      ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (self->problems,
                   loom_diagnostic_new (LOOM_SEVERITY_WARNING,
                                        loom_document_get_value_line (self->document, "view", key),
                                        loom_document_get_value_column (self->document, "view",
                                                                        key), "%s", text));
}

/* Of the launch, or of another kernel of the file, or a variable. */
static gboolean
is_named (LoomCompiled *compiled,
          const char   *name)
{
  for (guint i = 0; i < compiled->symbols->len; i++)
    if (strcmp (((LoomSymbol *) compiled->symbols->pdata[i])->name, name) == 0)
      return TRUE;
  for (guint i = 0; i < compiled->kernels->len; i++)
    {
      const LoomKernel *kernel = g_ptr_array_index (compiled->kernels, i);

      for (guint k = 0; k < kernel->params->len; k++)
        if (strcmp (((LoomParam *) kernel->params->pdata[k])->name, name) == 0)
          return TRUE;
    }
  return FALSE;
}

static void
check_array (Check        *self,
             LoomCompiled *compiled,
             LoomPlan     *plan)
{
  const char *name = get (self, "array");
  GPtrArray * const lists[] = { plan->args, plan->symbols };
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    for (guint i = 0; i < lists[k]->len; i++)
      {
        const LoomPlanArg *arg = g_ptr_array_index (lists[k], i);

        if (arg->kind != LOOM_PARAM_ARRAY)
          continue;
        if (name == NULL ? (gint) i == plan->main_array && k == 0 : strcmp (arg->name, name) == 0)
          self->array = arg;
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", arg->name);
      }
  if (name != NULL && self->array == NULL && !is_named (compiled, name))
    warn (self, "array", _("there is no array “%1$s” to show; there are %2$s"), name, names->str);
}

/**
 * loom_view_list_words:
 * @key: of `[view]`
 *
 * Lists the words that it may be given, as far as they are always the same.
 *
 * Returns: (transfer full): the words; none where any text may stand
 */
GStrv
loom_view_list_words (const char *key)
{
  static const struct { const char *key, *word; } words[] = {
    { "scale", "linear" }, { "scale", "log" }, { "origin", "upper" }, { "origin", "lower" },
    { "style", "pystencils" },
  };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < LOOM_N_LENSES && g_str_equal (key, "lens"); i++)
    g_strv_builder_add (builder, loom_lens_get_name (i));
  for (guint i = 0; i < LOOM_N_COLORMAPS && g_str_equal (key, "colormap"); i++)
    g_strv_builder_add (builder, loom_colormap_get_name (i));
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (key, words[i].key))
      g_strv_builder_add (builder, words[i].word);
  return g_strv_builder_end (builder);
}

/* What the document says of a key if that is none of its words, which are listed; else NULL. */
static const char *
find_wrong (const Check  *self,
            const char   *key,
            char        **known)
{
  const char *word = get (self, key);
  g_auto (GStrv) words = loom_view_list_words (key);

  *known = g_strjoinv (", ", words);
  return word != NULL && !g_strv_contains ((const char * const *) words, word) ? word : NULL;
}

static void
check_words (Check *self)
{
  g_autofree char *lenses = NULL, *maps = NULL, *scales = NULL, *origins = NULL, *styles = NULL;
  const char *lens = find_wrong (self, "lens", &lenses);
  const char *map = find_wrong (self, "colormap", &maps);
  const char *scale = find_wrong (self, "scale", &scales);
  const char *origin = find_wrong (self, "origin", &origins);
  const char *style = find_wrong (self, "style", &styles);
  const char *limits = get (self, "limits");
  LoomColorLimits read;

  if (lens != NULL)
    warn (self, "lens", _("there is no lens “%1$s”; there are %2$s"), lens, lenses);
  if (map != NULL)
    warn (self, "colormap", _("there are no colours “%1$s”; there are %2$s"), map, maps);
  if (limits != NULL && !loom_color_limits_parse (limits, &read))
    warn (self, "limits", _("colours reach from a number to a greater one, as in -1,1, or leave "
                            "out a share, as in 1%%; “%s” is neither"), limits);
  if (scale != NULL)
    warn (self, "scale", _("the scale of colours is “linear” or “log”, not “%s”"), scale);
  if (origin != NULL)
    warn (self, "origin", _("row 0 is drawn at the “upper” or the “lower” side, not at “%s”"),
          origin);
  if (style != NULL)
    warn (self, "style", _("there is no style “%s”; there is pystencils, or none"), style);
}

static void
check_part (Check *self)
{
  const char *plane = get (self, "plane");
  const char *member = get (self, "member");
  const guint64 planes = self->array != NULL ? self->array->shape.planes : G_MAXUINT64;

  if (plane != NULL && planes > 0
      && !g_ascii_string_to_unsigned (plane, 10, 0, planes - 1, NULL, NULL))
    {
      if (self->array != NULL)
        warn (self, "plane", _("“%1$s” is not a plane of %2$s; they are 0 to %3$" PRIu64),
              plane, self->array->name, planes - 1);
      else
        warn (self, "plane", _("“%s” is not a number of a plane, as 0 is"), plane);
    }
  if (member != NULL && self->array != NULL
      && loom_type_find_component (&self->array->type, member) < 0)
    warn (self, "member", _("a cell of %1$s has no member “%2$s”"), self->array->name, member);
}

/**
 * loom_view_check_settings:
 * @document: whose `[view]` group says how a picture looks
 * @compiled: (nullable): what its source compiled to
 * @plan: (nullable): the launch that it is of
 *
 * Finds what a document says of its picture and nothing understands. A view never makes a run fail,
 * so these are warnings.
 *
 * Returns: (transfer container) (element-type LoomDiagnostic): the warnings, by their lines
 */
GPtrArray *
loom_view_check_settings (LoomDocument *document,
                          LoomCompiled *compiled,
                          LoomPlan     *plan)
{
  Check self
      = { document, g_ptr_array_new_with_free_func ((GDestroyNotify) loom_diagnostic_free), NULL };

  g_return_val_if_fail (document != NULL, NULL);

  if (compiled != NULL && plan != NULL)
    check_array (&self, compiled, plan);
  check_words (&self);
  check_part (&self);
  return self.problems;
}
