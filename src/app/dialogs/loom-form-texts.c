/* loom-form-texts.c: what stands in the forms of a new kernel
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-form-texts.h"

#include <string.h>

#define FORM "form"             /* the one that was shown last */
#define FORMS "forms"           /* of each, the parts that differ from its beginning */
#define FORMS_TYPE "a{sa{ss}}"

/* Something that runs, so that one expression is all there is to type. */
static const char * const beginnings[LOOM_N_FORMS][LOOM_N_PARTS] = {
  [LOOM_FORM_ELEMENTWISE]
  = { [LOOM_PART_INPUTS] = "float32 x, float32 y", [LOOM_PART_OUTPUTS] = "float32 z",
      [LOOM_PART_BODY] = "z = x * y" },
  [LOOM_FORM_REDUCTION]
  = { [LOOM_PART_INPUTS] = "float32 x", [LOOM_PART_OUTPUTS] = "float32 y",
      [LOOM_PART_MAP] = "x", [LOOM_PART_REDUCE] = "a + b", [LOOM_PART_POST_MAP] = "y = a",
      [LOOM_PART_IDENTITY] = "0" },
  [LOOM_FORM_STENCIL]
  = { [LOOM_PART_FIELDS] = "f, g: float64[2D]",
      [LOOM_PART_ASSIGNMENTS]
      = "g[0,0] = 0.25 * (f[-1,0] + f[1,0] + f[0,-1] + f[0,1])" },
  [LOOM_FORM_RAW]
  = { [LOOM_PART_PARAMETERS] = "const float32 *a, float32 *b", [LOOM_PART_RANK] = "2" },
};

/**
 * loom_form_get_beginning:
 *
 * Returns: (transfer none): what stands in a part of a form that nobody has typed in
 */
const char *
loom_form_get_beginning (LoomForm form,
                         LoomPart part)
{
  const char * const *choices = loom_part_get_choices (part);

  g_return_val_if_fail ((guint) form < LOOM_N_FORMS, NULL);

  if (part == LOOM_PART_NAME)
    return "kernel";
  if (beginnings[form][part] != NULL)
    return beginnings[form][part];
  return choices != NULL ? choices[0] : "";
}

static gboolean
is_kept (const LoomDefinition *definition,
         LoomPart              part)
{
  return loom_form_has_part (definition->form, part) &&
         strcmp (definition->parts[part], loom_form_get_beginning (definition->form, part)) != 0;
}

/**
 * loom_form_is_beginning:
 * @definition: with every part of its form as it stands in its field
 *
 * Returns: whether there is nothing but what the form begins with
 */
gboolean
loom_form_is_beginning (const LoomDefinition *definition)
{
  g_return_val_if_fail (definition != NULL, FALSE);

  for (guint part = 0; part < LOOM_N_PARTS; part++)
    if (is_kept (definition, part))
      return FALSE;
  return TRUE;
}

/**
 * loom_form_keep:
 * @settings: where to
 * @definition: with every part of its form as it stands in its field, be it good or not
 *
 * Keeps what stands in a form, and that it is the one that was shown last.
 */
void
loom_form_keep (GSettings            *settings,
                const LoomDefinition *definition)
{
  g_autoptr (GVariant) old = g_settings_get_value (settings, FORMS);
  g_auto (GVariantBuilder) parts = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{ss}"));
  g_auto (GVariantBuilder) all = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE (FORMS_TYPE));
  const char *name = loom_form_get_name (definition->form);
  GVariantIter iter;
  const char *other;
  GVariant *kept;

  g_variant_iter_init (&iter, old);
  while (g_variant_iter_loop (&iter, "{&s@a{ss}}", &other, &kept))
    if (strcmp (other, name) != 0)
      g_variant_builder_add (&all, "{s@a{ss}}", other, kept);
  for (guint part = 0; part < LOOM_N_PARTS; part++)
    if (is_kept (definition, part))
      g_variant_builder_add (&parts, "{ss}", loom_part_get_key (part), definition->parts[part]);
  g_variant_builder_add (&all, "{sa{ss}}", name, &parts);
  g_settings_set_value (settings, FORMS, g_variant_builder_end (&all));
  g_settings_set_string (settings, FORM, name);
}

/**
 * loom_form_recall:
 * @settings: where from
 * @form: which
 * @definition: (out): where to put what stood in it; clear it with loom_definition_clear()
 *
 * Finds what was kept of a form, and for all else what it begins with.
 */
void
loom_form_recall (GSettings      *settings,
                  LoomForm        form,
                  LoomDefinition *definition)
{
  g_autoptr (GVariant) forms = g_settings_get_value (settings, FORMS);
  g_autoptr (GVariant) kept
      = g_variant_lookup_value (forms, loom_form_get_name (form), G_VARIANT_TYPE ("a{ss}"));

  *definition = (LoomDefinition) { .form = form };
  for (guint part = 0; part < LOOM_N_PARTS; part++)
    {
      const char *text = loom_form_get_beginning (form, part);

      if (kept != NULL)
        g_variant_lookup (kept, loom_part_get_key (part), "&s", &text);
      loom_definition_set_part (definition, part, text);
    }
}

/**
 * loom_form_get_kept:
 *
 * Returns: the form that was shown last
 */
LoomForm
loom_form_get_kept (GSettings *settings)
{
  g_autofree char *name = g_settings_get_string (settings, FORM);
  LoomForm form = LOOM_FORM_ELEMENTWISE;

  loom_form_from_name (name, &form);
  return form;
}
