/* fuzz-slice.c: any text as the slice of a stencil, and as the indices of an array in an expression
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-evaluator.h"
#include "loom-generator.h"

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

static void
check_stencil (const char *slice,
               gboolean    has_planes)
{
  g_auto (LoomDefinition) definition = { .form = LOOM_FORM_STENCIL };
  g_autoptr (GError) error = NULL;
  g_autofree char *document = NULL;
  LoomPartPlace place = { 0, };

  loom_definition_set_part (&definition, LOOM_PART_FIELDS,
                            has_planes ? "f, g: float32[3D]" : "f, g: float32[2D]");
  loom_definition_set_part (&definition, LOOM_PART_ASSIGNMENTS,
                            has_planes ? "g[0,0,0] = f[0,0,1]" : "g[0,0] = f[0,1]");
  loom_definition_set_part (&definition, LOOM_PART_SLICE, slice);
  document = loom_generator_write (&definition, NULL, &place, &error);
  g_assert_true ((document != NULL) == (error == NULL));
}

/* n: 3×4×5 bytes, of which each holds its own index. A slice has none that the array has not. */
static void
check_expression (const char *slice)
{
  static const gint64 extents[] = { 3, 4, 5 };
  const LoomType type = loom_type_of (LOOM_SCALAR_U8, 1);
  g_autofree char *expression = g_strdup_printf ("n[%s]", slice);
  g_autoptr (LoomScope) scope = loom_scope_new ();
  g_autoptr (LoomValue) array = NULL, value = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  guint8 cells[60];

  for (guint i = 0; i < sizeof cells; i++)
    cells[i] = i;
  bytes = g_bytes_new (cells, sizeof cells);
  array = loom_value_new (&type, G_N_ELEMENTS (extents), extents, bytes);
  loom_scope_add (scope, "n", array);
  value = loom_evaluate (expression, scope, NULL, &error);
  g_assert_true ((value != NULL) == (error == NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *slice = g_strndup ((const char *) data, size);

  check_expression (slice);
  if (!g_utf8_validate (slice, -1, NULL))
    return 0;
  check_stencil (slice, FALSE);
  check_stencil (slice, TRUE);
  return 0;
}
