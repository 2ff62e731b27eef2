/* loom-kernel-form.c: the source of a new kernel
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-kernel-form.h"

#include "loom-plan.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* How kernels of one, two and three dimensions say the same things. */
static const struct
{
  const char *comment;
  const char *extents;
  const char *indices;
  const char *guard;
  const char *cell;
  const char *sum;
  const char *shape;
} ranks[] = {
  { N_("Every thread owns one cell: x is its place."),
    "int n",
    "  int x = blockIdx.x * blockDim.x + threadIdx.x;\n",
    "x < n", "x", "x",
    "256" },
  { N_("Every thread owns one cell: x is its column, y its row."),
    "int cols, int rows",
    "  int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  int y = blockIdx.y * blockDim.y + threadIdx.y;\n",
    "x < cols && y < rows", "y * cols + x", "x + y",
    "64,64" },
  { N_("Every thread owns one cell: x is its column, y its row, z its plane."),
    "int cols, int rows, int depth",
    "  int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
    "  int z = blockIdx.z * blockDim.z + threadIdx.z;\n",
    "x < cols && y < rows && z < depth", "(z * rows + y) * cols + x", "x + y + z",
    "16,16,16" },
};

static const char *const keywords[]
    = { "auto",     "bool",      "break",  "case",     "catch",   "char",     "class",    "const",
        "continue", "default",   "delete", "do",       "double",  "else",     "enum",     "extern",
        "false",    "float",     "for",    "goto",     "if",      "inline",   "int",      "long",
        "main",     "namespace", "new",    "operator", "private", "public",   "register", "return",
        "short",    "signed",    "sizeof", "static",   "struct",  "switch",   "template", "this",
        "throw",    "true",      "try",    "typedef",  "union",   "unsigned", "using",    "virtual",
        "void",     "volatile",  "while",  NULL };

/**
 * loom_kernel_form_is_name:
 * @name: a word
 *
 * Returns: whether a kernel can be called that
 */
gboolean
loom_kernel_form_is_name (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  if (!g_ascii_isalpha (*name) && *name != '_')
    return FALSE;
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      return FALSE;
  return !g_strv_contains (keywords, name);
}

/**
 * loom_kernel_form_write:
 * @self: what is wanted, checked
 *
 * Writes a kernel that runs as it is: each thread has one cell and a guard, the last array becomes
 * the sum of the others, or without others that of the indices. Settings say its size.
 *
 * Returns: (transfer full): a document
 */
char *
loom_kernel_form_write (const LoomKernelForm *self)
{
  g_autofree char *block = NULL;
  LoomDim3 extent;
  GString *text;
  const char *cell;
  char target;

  g_return_val_if_fail (self->rank >= 1 && self->rank <= G_N_ELEMENTS (ranks), NULL);
  g_return_val_if_fail (self->arrays >= 1 && self->arrays <= LOOM_KERNEL_FORM_MAX_ARRAYS, NULL);
  g_return_val_if_fail (loom_kernel_form_is_name (self->name), NULL);

  cell = ranks[self->rank - 1].cell;
  target = (char) ('a' + self->arrays - 1);
  text = g_string_new (NULL);
  g_string_append_printf (text, "/* %s */\n__global__ void\n%s (",
                          _ (ranks[self->rank - 1].comment), self->name);
  for (char c = 'a'; c < target; c++)
    g_string_append_printf (text, "const %s *%c, ", self->type, c);
  g_string_append_printf (text, "%s *%c, %s)\n{\n%s\n  if (%s)\n    %c[%s] = ", self->type, target,
                          ranks[self->rank - 1].extents, ranks[self->rank - 1].indices,
                          ranks[self->rank - 1].guard, target, cell);
  for (char c = 'a'; c < target; c++)
    g_string_append_printf (text, "%s%c[%s]", c > 'a' ? " + " : "", c, cell);
  if (self->arrays == 1)
    g_string_append (text, ranks[self->rank - 1].sum);
  extent = loom_plan_get_default_block (self->rank);
  block = loom_dim3_format (&extent);
  g_string_append_printf (text,
                          ";\n}\n\n/* gridloom\n[launch]\nshape=%s\nblock=%s\ngrid=auto\n*/\n",
                          ranks[self->rank - 1].shape, block);
  return g_string_free (text, FALSE);
}
