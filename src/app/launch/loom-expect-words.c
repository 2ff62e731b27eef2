/* loom-expect-words.c: the ways to say what is expected of an array
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-expect-words.h"

#include "loom-arithmetic.h"
#include "loom-error.h"
#include "loom-formula.h"

#include <glib/gi18n-lib.h>

#define FILE_HINT N_("A .npy, .npz, .csv, .png or raw file in the document’s folder")
#define FORMULA_HINT N_("CUDA C in x, y, z, cols, rows …")
#define NUMBER_HINT N_("A whole number")

typedef struct
{
  const char     *prefix;       /* in the settings; domains have those of core */
  LoomExpectKind  kind;         /* not translated yet */
} Row;

static const Row domains[] = {
  [LOOM_DOMAIN_NONE] = { NULL, { N_("Not declared") } },
  [LOOM_DOMAIN_FULL] = { NULL, { N_("All cells") } },
  [LOOM_DOMAIN_INTERIOR] = { NULL, { N_("Interior"), LOOM_DETAIL_NUMBER, N_("Width of the border"),
                                     NUMBER_HINT, "1" } },
  [LOOM_DOMAIN_STRIDED] = { NULL, { N_("Every n-th cell"), LOOM_DETAIL_NUMBER, N_("Step"),
                                    NUMBER_HINT, "2" } },
  [LOOM_DOMAIN_LOWER] = { NULL, { N_("Lower triangle") } },
  [LOOM_DOMAIN_UPPER] = { NULL, { N_("Upper triangle") } },
  [LOOM_DOMAIN_BAND] = { NULL, { N_("Band"), LOOM_DETAIL_NUMBER,
                                 N_("Cells on each side of the diagonal"), NUMBER_HINT, "1" } },
  [LOOM_DOMAIN_CHECKERBOARD] = { NULL, { N_("Checkerboard") } },
  [LOOM_DOMAIN_FILE] = { NULL, { N_("Mask in a file"), LOOM_DETAIL_FILE, N_("File"), FILE_HINT } },
  [LOOM_DOMAIN_CELLS] = { NULL, { N_("Painted by hand") } },
  [LOOM_DOMAIN_EXPRESSION] = { NULL, { N_("Condition"), LOOM_DETAIL_FORMULA, N_("Condition"),
                                       FORMULA_HINT } },
};

static const Row references[] = {
  { NULL, { N_("None") } },
  { "expr:", { N_("Formula"), LOOM_DETAIL_FORMULA, N_("Formula"), FORMULA_HINT } },
  { "file:", { N_("File"), LOOM_DETAIL_FILE, N_("File"), FILE_HINT } },
  { "kernel:", { N_("Another kernel"), LOOM_DETAIL_NAME, N_("Kernel"),
                 N_("One of the file that has an array of the same name") } },
};

static const struct
{
  const char *name;
  const Row  *rows;
  guint       n_rows;
} keys[] = {
  [LOOM_EXPECT_DOMAIN] = { "domain", domains, G_N_ELEMENTS (domains) },
  [LOOM_EXPECT_REFERENCE] = { "reference", references, G_N_ELEMENTS (references) },
};

G_STATIC_ASSERT (G_N_ELEMENTS (domains) == LOOM_N_DOMAINS);

const char *
loom_expect_key_get_name (LoomExpectKey key)
{
  return keys[key].name;
}

guint
loom_expect_key_count (LoomExpectKey key)
{
  return keys[key].n_rows;
}

/**
 * loom_expect_key_offers:
 * @rank: dimensions of the array
 *
 * Returns: whether a kind says something of such an array
 */
gboolean
loom_expect_key_offers (LoomExpectKey key,
                        guint         kind,
                        guint         rank)
{
  return key != LOOM_EXPECT_DOMAIN || loom_domain_fits (kind, rank);
}

/**
 * loom_expect_kind_get:
 * @self: (out caller-allocates): the kind, in the user's language
 */
void
loom_expect_kind_get (LoomExpectKey   key,
                      guint           kind,
                      LoomExpectKind *self)
{
  g_return_if_fail (kind < keys[key].n_rows && self != NULL);

  *self = keys[key].rows[kind].kind;
  self->title = _(self->title);
  self->detail_title = self->detail_title != NULL ? _(self->detail_title) : NULL;
  self->hint = self->hint != NULL ? _(self->hint) : NULL;
}

static guint
read_domain (const char  *value,
             guint        rank,
             char       **detail)
{
  LoomDomain domain;

  loom_domain_read (&domain, value, rank);
  *detail = loom_domain_has_number (domain.kind)
                ? g_strdup_printf ("%" G_GUINT64_FORMAT, domain.number)
                : g_strdup (domain.rest);
  return domain.kind;
}

static guint
read_reference (const char  *value,
                char       **detail)
{
  for (guint i = 1; i < G_N_ELEMENTS (references) && value != NULL; i++)
    if (g_str_has_prefix (value, references[i].prefix))
      {
        *detail = g_strstrip (g_strdup (value + strlen (references[i].prefix)));
        return i;
      }

  *detail = NULL;
  return 0;
}

/**
 * loom_expect_read:
 * @value: (nullable): what the settings say
 * @rank: dimensions of the array
 * @detail: (out) (nullable): what a field beside the kind shows
 *
 * Returns: the kind of a value
 */
guint
loom_expect_read (LoomExpectKey   key,
                  const char     *value,
                  guint           rank,
                  char          **detail)
{
  g_return_val_if_fail (detail != NULL, 0);

  return key == LOOM_EXPECT_DOMAIN ? read_domain (value, rank, detail)
                                   : read_reference (value, detail);
}

/* The same rules as for a fill: what is certainly wrong is said before a compiler sees it. */
static gboolean
check_formula (const char  *text,
               GError     **error)
{
  const LoomFill fill = { .kind = LOOM_FILL_EXPR, .text = (char *) text };
  const LoomType type = loom_type_of (LOOM_SCALAR_I32, 1);

  return loom_formula_check_fill (&fill, &type, error);
}

/**
 * loom_expect_write:
 * @detail: (nullable): what was typed beside the kind; a file is named from the document's folder
 * @rank: dimensions of the array
 * @error: return location; %LOOM_ERROR_DOCUMENT says what is wrong with the detail
 *
 * Returns: (transfer full) (nullable): the value for the settings; %NULL with @error set, or for a
 *   kind that has no line
 */
char *
loom_expect_write (LoomExpectKey   key,
                   guint           kind,
                   const char     *detail,
                   guint           rank,
                   GError        **error)
{
  const Row *row;
  const char *prefix;
  guint64 number = 0;

  g_return_val_if_fail (kind < keys[key].n_rows, NULL);

  row = &keys[key].rows[kind];
  prefix = key == LOOM_EXPECT_DOMAIN ? loom_domain_get_word (kind) : row->prefix;
  if (row->kind.detail != LOOM_DETAIL_NONE && (detail == NULL || *detail == '\0'))
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT, _("there is nothing here"));
  if (row->kind.detail == LOOM_DETAIL_FORMULA && !check_formula (detail, error))
    return NULL;
  if (row->kind.detail == LOOM_DETAIL_NUMBER &&
      !loom_arithmetic_evaluate (detail, kind == LOOM_DOMAIN_STRIDED, G_MAXINT32, &number, error))
    return NULL;
  if (row->kind.detail == LOOM_DETAIL_FILE || row->kind.detail == LOOM_DETAIL_FORMULA ||
      row->kind.detail == LOOM_DETAIL_NAME)
    return g_strconcat (prefix != NULL ? prefix : "", detail, NULL);

  return key == LOOM_EXPECT_DOMAIN ? loom_domain_format (kind, number, rank) : NULL;
}
