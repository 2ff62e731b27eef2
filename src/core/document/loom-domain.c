/* loom-domain.c: which cells should be written, as settings say it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-domain.h"
#include "loom-input.h"

#include <string.h>

static const char * const names[][2] = { { "x", "cols" }, { "y", "rows" }, { "z", "planes" } };

/* What a preset says of the axes, in CUDA C. each: of every axis, joined by “and”; $a is the axis,
 * $e its extent, $n the number. whole: of all. */
static const struct
{
  const char *word;             /* before what is no condition */
  const char *each, *whole, *whole_3d;
  gboolean    is_square;        /* of two dimensions or more */
} kinds[] = {
  [LOOM_DOMAIN_NONE] = { NULL },
  [LOOM_DOMAIN_FULL] = { NULL, NULL, "1", "1", FALSE },
  [LOOM_DOMAIN_INTERIOR] = { NULL, "$a >= $n && $a < $e - $n", NULL, NULL, FALSE },
  [LOOM_DOMAIN_STRIDED] = { NULL, "$a % $n == 0", NULL, NULL, FALSE },
  [LOOM_DOMAIN_LOWER] = { NULL, NULL, "x <= y", "x <= y", TRUE },
  [LOOM_DOMAIN_UPPER] = { NULL, NULL, "x >= y", "x >= y", TRUE },
  [LOOM_DOMAIN_BAND] = { NULL, NULL, "x - y <= $n && y - x <= $n", "x - y <= $n && y - x <= $n",
                         TRUE },
  [LOOM_DOMAIN_CHECKERBOARD] = { NULL, NULL, "(x + y) % 2 == 0", "(x + y + z) % 2 == 0", TRUE },
  [LOOM_DOMAIN_FILE] = { "file:" },
  [LOOM_DOMAIN_CELLS] = { "cells:" },
  [LOOM_DOMAIN_EXPRESSION] = { NULL },
};

static void
append_pattern (GString    *text,
                const char *pattern,
                guint       axis,
                guint64     number)
{
  for (; *pattern != '\0'; pattern++)
    if (pattern[0] != '$')
      g_string_append_c (text, *pattern);
    else if (*++pattern == 'n')
      g_string_append_printf (text, "%" G_GUINT64_FORMAT, number);
    else
      g_string_append (text, names[axis][*pattern == 'e']);
}

/**
 * loom_domain_get_word:
 *
 * Returns: (transfer none) (nullable): what stands before the rest of a setting of this kind;
 *   %NULL for conditions
 */
const char *
loom_domain_get_word (LoomDomainKind kind)
{
  g_return_val_if_fail ((guint) kind < LOOM_N_DOMAINS, NULL);

  return kinds[kind].word;
}

/**
 * loom_domain_has_number:
 *
 * Returns: whether a preset is not complete without a number
 */
gboolean
loom_domain_has_number (LoomDomainKind kind)
{
  const char *pattern;

  g_return_val_if_fail ((guint) kind < LOOM_N_DOMAINS, FALSE);

  pattern = kinds[kind].each != NULL ? kinds[kind].each : kinds[kind].whole;
  return pattern != NULL && strstr (pattern, "$n") != NULL;
}

/**
 * loom_domain_fits:
 * @rank: dimensions of an array
 *
 * Returns: whether a kind says something of such arrays
 */
gboolean
loom_domain_fits (LoomDomainKind kind,
                  guint          rank)
{
  g_return_val_if_fail ((guint) kind < LOOM_N_DOMAINS, FALSE);

  return rank >= 2 || !kinds[kind].is_square;
}

/**
 * loom_domain_format:
 * @kind: a preset
 * @number: that of the preset, if it has one
 * @rank: dimensions of the array
 *
 * Writes a preset as a condition of the settings.
 *
 * Returns: (transfer full) (nullable): CUDA C; %NULL for what is no preset
 */
char *
loom_domain_format (LoomDomainKind kind,
                    guint64        number,
                    guint          rank)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail ((guint) kind < LOOM_N_DOMAINS, NULL);
  g_return_val_if_fail (rank >= 1 && rank <= G_N_ELEMENTS (names), NULL);

  for (guint axis = 0; axis < rank && kinds[kind].each != NULL; axis++)
    {
      if (axis > 0)
        g_string_append (text, " && ");
      append_pattern (text, kinds[kind].each, axis, number);
    }
  if (kinds[kind].whole != NULL)
    append_pattern (text, rank > 2 ? kinds[kind].whole_3d : kinds[kind].whole, 0, number);

  return text->len > 0 ? g_strdup (text->str) : NULL;
}

/* A condition without blanks. */
static char *
dup_dense (const char *text)
{
  GString *dense = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (!g_ascii_isspace (*text))
      g_string_append_c (dense, *text);
  return g_string_free (dense, FALSE);
}

/* `x > 0` says the same as `x >= 1`, and is how people write it. */
static gboolean
is_same (const char     *dense,
         LoomDomainKind  kind,
         guint64         number,
         guint           rank)
{
  g_autofree char *text = loom_domain_format (kind, number, rank);
  g_autofree char *wanted = NULL;

  if (text == NULL)
    return FALSE;
  wanted = dup_dense (text);
  if (kind == LOOM_DOMAIN_INTERIOR && number == 1 && strchr (dense, '=') == NULL)
    {
      g_auto (GStrv) parts = g_strsplit (wanted, ">=1", -1);

      g_free (wanted);
      wanted = g_strjoinv (">0", parts);
    }
  return g_str_equal (dense, wanted);
}

/**
 * loom_domain_read:
 * @self: (out caller-allocates): what is said
 * @text: (nullable): of a setting; must outlive @self
 * @rank: dimensions of the array
 *
 * Tells which kind of domain a setting has. What is no preset is a condition.
 */
void
loom_domain_read (LoomDomain *self,
                  const char *text,
                  guint       rank)
{
  g_autofree char *dense = text != NULL ? dup_dense (text) : NULL;

  g_return_if_fail (self != NULL && rank >= 1 && rank <= G_N_ELEMENTS (names));

  *self = (LoomDomain) { text != NULL ? LOOM_DOMAIN_EXPRESSION : LOOM_DOMAIN_NONE, 0, text };
  for (guint kind = 0; kind < LOOM_N_DOMAINS && text != NULL; kind++)
    {
      const guint64 number
          = g_ascii_strtoull (dense + strcspn (dense, "0123456789"), NULL, 10);

      if (kinds[kind].word != NULL && g_str_has_prefix (text, kinds[kind].word))
        *self = (LoomDomain) { kind, 0, text + strlen (kinds[kind].word) };
      else if (is_same (dense, kind, number, rank))
        *self = (LoomDomain) { kind, number, NULL };
      else if (kind == LOOM_DOMAIN_INTERIOR && is_same (dense, kind, 1, rank))
        *self = (LoomDomain) { kind, 1, NULL };
    }
  if (self->rest != NULL)
    while (g_ascii_isspace (*self->rest))
      self->rest++;
}

/* -- Masks in files -- */

/* In the order in which they are tried: what a file has decides. */
static const LoomScalar mask_types[] = {
  LOOM_SCALAR_U8, LOOM_SCALAR_BOOL, LOOM_SCALAR_I8, LOOM_SCALAR_I32, LOOM_SCALAR_U32,
  LOOM_SCALAR_I64, LOOM_SCALAR_U64, LOOM_SCALAR_I16, LOOM_SCALAR_U16, LOOM_SCALAR_F32,
  LOOM_SCALAR_F64,
};

static gboolean
find_type (const char       *folder,
           const char       *name,
           const LoomShape  *shape,
           LoomType         *type,
           GError          **error)
{
  g_autoptr (GError) first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (mask_types); i++)
    {
      LoomShape wanted = *shape;

      *type = loom_type_of (mask_types[i], 1);
      if (loom_input_check (folder, name, type, &wanted, first == NULL ? &first : NULL))
        return TRUE;
    }

  g_propagate_error (error, g_steal_pointer (&first));
  return FALSE;
}

/**
 * loom_domain_check_file:
 * @folder: (type filename) (nullable): the document's folder
 * @name: (type filename): of a file beneath it
 * @shape: of the array
 * @error: return location; %LOOM_ERROR_FILE names the file and the numbers
 *
 * Returns: whether a file is a mask for arrays of such a shape
 */
gboolean
loom_domain_check_file (const char       *folder,
                        const char       *name,
                        const LoomShape  *shape,
                        GError          **error)
{
  LoomType type;

  g_return_val_if_fail (name != NULL && shape != NULL, FALSE);

  return find_type (folder, name, shape, &type, error);
}

/**
 * loom_domain_read_file:
 * @folder: (type filename) (nullable): the document's folder
 * @name: (type filename): of a file beneath it
 * @shape: of the array
 * @mask: a byte for each cell, set to 1 where that of the file is not 0
 * @error: return location; %LOOM_ERROR_FILE names the file and the numbers
 *
 * Reads what loom_domain_check_file() looked at. Blocks.
 *
 * Returns: whether it could be read
 */
gboolean
loom_domain_read_file (const char       *folder,
                       const char       *name,
                       const LoomShape  *shape,
                       guint8           *mask,
                       GError          **error)
{
  g_autoptr (GBytes) bytes = NULL;
  const guint8 *data;
  LoomType type;
  guint64 cells;

  g_return_val_if_fail (name != NULL && shape != NULL && mask != NULL, FALSE);

  if (!find_type (folder, name, shape, &type, error))
    return FALSE;
  bytes = loom_input_read (folder, name, &type, shape, error);
  if (bytes == NULL)
    return FALSE;

  data = g_bytes_get_data (bytes, NULL);
  loom_shape_cells (shape, &cells);
  for (guint64 i = 0; i < cells; i++)
    mask[i] = loom_scalar_to_double (type.scalar, data + i * type.size) != 0;
  return TRUE;
}
