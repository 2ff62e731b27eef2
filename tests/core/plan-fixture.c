/* plan-fixture.c: kernels without a compiler
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "plan-fixture.h"

#include "loom-record.h"

#include <string.h>

#define PARTICLE \
    "\"Particle\"32{pos 0 \"\"12{x 0 float;y 4 float;z 8 float;};id 12 int;w 16 half[2];next 24 *;}"

const char fixture_particle[] = PARTICLE;

/* Structs that only kernels get by value. */
static const struct
{
  const char *name, *text;
} structs[] = {
  { "Particle", PARTICLE },
  { "Matrix", "\"Matrix\"16{width 0 int;height 4 int;elements 8 *float;}" },
  { "Mesh", "\"Mesh\"56{weights 0 *!double;parts 8 \"\"16{n 0 short;at 8 *float4;}[2];"
            "links 40 *;rows 48 **!int;}" },
};

static gboolean
find_struct (const char *type_name,
             LoomType   *type)
{
  for (guint i = 0; i < G_N_ELEMENTS (structs); i++)
    if (g_str_has_suffix (type_name, structs[i].name))
      {
        *type = loom_type_of_record (loom_record_parse (structs[i].text));
        return TRUE;
      }

  return FALSE;
}

/* `float[8][16]*` */
static void
take_extents (LoomParam *param,
              char      *type)
{
  for (char *bracket; (bracket = strrchr (type, '[')) != NULL && param->fixed < 2; *bracket = '\0')
    param->extents[param->fixed++] = g_ascii_strtoull (bracket + 1, NULL, 10);
}

static LoomKernel *
make_kernel (const char *signature)
{
  g_auto (GStrv) halves = g_strsplit (signature, ": ", 2);
  g_auto (GStrv) params = g_strsplit (halves[1], ", ", -1);
  LoomKernel *kernel = loom_kernel_new ();

  kernel->name = g_strdup (halves[0]);
  kernel->entry = g_strconcat ("_Z", halves[0], NULL);
  for (guint i = 0; params[i] != NULL; i++)
    {
      LoomParam *param = loom_param_new ();
      char *space = strrchr (params[i], ' ');
      char *star = strchr (params[i], '*');

      param->name = g_strdup (space + 1);
      param->is_const = g_str_has_prefix (params[i], "const ");
      param->kind = star != NULL ? LOOM_PARAM_ARRAY : LOOM_PARAM_SCALAR;
      *(star != NULL ? star : space) = '\0';
      param->type_name = g_strdup (params[i]);
      if (star != NULL)
        take_extents (param, params[i]);
      if (!find_struct (g_strchomp (params[i]), &param->type))
        g_assert_true (loom_type_parse (params[i], &param->type, NULL));
      if ((param->type.scalar == LOOM_SCALAR_BYTES || param->type.lanes > 1) && star == NULL)
        param->kind = LOOM_PARAM_STRUCT;
      g_ptr_array_add (kernel->params, param);
    }
  loom_kernel_list_pointers (kernel);

  return kernel;
}

/* Kernels from their signatures, a line each; beside them, a template. */
LoomCompiled *
fixture_compile (const char *signatures)
{
  g_auto (GStrv) lines = g_strsplit (signatures, "\n", -1);
  LoomCompiled *compiled = loom_compiled_new ();
  LoomSymbol *symbol = loom_symbol_new ();

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    g_ptr_array_add (compiled->kernels, make_kernel (lines[i]));

  symbol->name = g_strdup ("coefficients");
  symbol->lowered = g_strdup ("_Zcoefficients");
  symbol->type = loom_type_of (LOOM_SCALAR_F32, 1);
  symbol->shape = (LoomShape) { 1, 16, 1, 1 };
  symbol->is_constant = TRUE;
  g_ptr_array_add (compiled->symbols, symbol);
  g_ptr_array_add (compiled->templates, loom_kernel_template_new ("scale", 1, "class T, int N"));
  return compiled;
}

/* Settings bound to kernels whose source says nothing. */
LoomPlan *
fixture_bind (const char           *signatures,
              const char           *settings,
              const LoomOverrides  *overrides,
              GError              **error)
{
  g_autofree char *text = g_strdup_printf ("\n/* gridloom\n%s\n*/\n", settings);
  g_autoptr (LoomCompiled) compiled = fixture_compile (signatures);
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);

  return loom_plan_bind (document, compiled, overrides, loom_limits_get_simulator (), NULL, error);
}
