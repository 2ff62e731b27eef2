/* loom-source-tiles.c: how a source declares an array of shared memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-tile.h"

#include "loom-error.h"
#include "loom-source-values-private.h"
#include "loom-type.h"

#include <glib/gi18n-lib.h>

#define MAX_EXTENT (1u << 20)

/* `float tile[32][32]` behind a __shared__: indices of tokens. */
typedef struct
{
  guint    first;               /* of the type */
  guint    end;                 /* of the type: the first declarator */
  guint    name;
  gboolean is_own;              /* the kernel's, not that of a function it calls */
} Declaration;

/* Whether the declaration may be of a variable that a kernel uses: it is its own, or that of a
 * function that is no kernel. */
static gboolean
is_reachable (LoomSourceNames *names,
              guint            place,
              const char      *kernel,
              gboolean        *is_own)
{
  const LoomSourceBody *function = _loom_source_names_get_function (names, place);

  *is_own = function != NULL && g_str_equal (function->name, kernel);
  return function == NULL || *is_own || !function->is_global;
}

/* The declarator of a name in the declaration that begins behind a __shared__. */
static gboolean
find_declarator (LoomSourceNames *names,
                 guint            shared,
                 const char      *name,
                 Declaration     *declaration)
{
  *declaration = (Declaration) { .first = shared + 1 };
  for (guint i = shared + 1; i < names->source.n && !has_punctuation (names, i, ";{}"); i++)
    {
      if (declaration->end == 0 && is_identifier (&names->source, i) &&
          has_punctuation (names, i + 1, "[,=;"))
        declaration->end = i;
      if (declaration->end != 0 && is_word (&names->source, i, name) &&
          has_punctuation (names, i + 1, "["))
        {
          declaration->name = i;
          return TRUE;
        }
      if (has_punctuation (names, i, "([{"))
        i = names->closing[i];
    }
  return FALSE;
}

/* The one that a kernel means by a name: its own before others. */
static gboolean
find_declaration (LoomSourceNames  *names,
                  const char       *kernel,
                  const char       *name,
                  Declaration      *found,
                  GError          **error)
{
  guint n = 0;

  *found = (Declaration) { .name = 0 };
  for (guint i = 0; i < names->source.n; i++)
    {
      Declaration declaration;

      if (!is_word (&names->source, i, "__shared__") ||
          !find_declarator (names, i, name, &declaration) ||
          !is_reachable (names, i, kernel, &declaration.is_own))
        continue;
      *found = declaration;
      if (declaration.is_own)
        return TRUE;
      n++;
    }
  if (n == 1)
    return TRUE;
  if (n == 0)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("No “%s” is declared with __shared__ in this document, so it is not known "
                        "how its rows lie."), name);
  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("More than one “%s” is declared with __shared__; give them different names "
                      "to try another layout."), name);
}

/* What a kernel's template parameters stand for: `scale<float, 16>` is an instance of
 * `template <class T, int N>`. Nothing where one of them is more than a word. */
static GHashTable *
list_bindings (LoomSourceScan *scan,
               const char     *kernel)
{
  GHashTable *bindings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  const LoomScannedKernel *found = loom_source_scan_find_kernel (scan, kernel);
  const char *params = found != NULL && found->template_params != NULL ? found->template_params
                                                                       : "",
             *open = strchr (kernel, '<');
  g_auto (GStrv) names = g_strsplit (params, ",", -1);
  g_autofree char *text = open != NULL ? g_strndup (open + 1, strcspn (open + 1, "<>("))
                                       : g_strdup ("");
  g_auto (GStrv) arguments = g_strsplit (text, ",", -1);

  for (guint i = 0; names[i] != NULL && arguments[i] != NULL; i++)
    {
      char *name = names[i];

      name[strcspn (name, "=")] = '\0';
      g_strchomp (name);
      while (strpbrk (name, " \t\n") != NULL)
        name = strpbrk (name, " \t\n") + 1;
      g_hash_table_insert (bindings, g_strdup (name), g_strdup (g_strstrip (arguments[i])));
    }
  return bindings;
}

/* Without what says how it is aligned. */
static gboolean
read_cell_size (LoomSourceNames   *names,
                const Declaration *declaration,
                guint             *size)
{
  g_autoptr (GString) text = g_string_new (NULL);
  LoomType type;

  for (guint i = declaration->first; i < declaration->end; i++)
    {
      if (has_punctuation (names, i, "("))
        i = names->closing[i];
      else if (!is_word (&names->source, i, "__align__") &&
               !is_word (&names->source, i, "alignas") &&
               !is_word (&names->source, i, "static"))
        {
          g_autofree char *word = _loom_source_dup_text (&names->source, i, i + 1);
          const char *bound = g_hash_table_lookup (names->bindings, word);

          g_string_append_printf (text, "%s ", bound != NULL ? bound : word);
        }
    }
  if (!loom_type_parse (g_strchomp (text->str), &type, NULL))
    return FALSE;
  *size = type.size;
  return TRUE;
}

/* The text of an extent as it is written; NULL: a macro makes more than that. */
static char *
dup_written (LoomSourceNames *names,
             guint            open,
             gsize           *offset)
{
  const LoomSourceOrigin *bracket = &g_array_index (names->origins, LoomSourceOrigin, open),
                         *first = bracket + 1,
                         *last = &g_array_index (names->origins, LoomSourceOrigin,
                                                 names->closing[open] - 1);

  if (bracket->call != G_MAXUINT32 || first->start < bracket->end || last->end < first->start)
    return NULL;
  *offset = first->start;
  return g_strndup (names->source.text + first->start, last->end - first->start);
}

static gboolean
read_extents (LoomSourceNames *names,
              guint            open,
              LoomTile        *self)
{
  self->rows = self->cols = 1;
  for (; has_punctuation (names, open, "["); open = names->closing[open] + 1)
    {
      gint64 extent;

      if (names->closing[open] <= open + 1 || names->closing[open] >= names->source.n ||
          !_loom_source_names_evaluate (
            names, (LoomSourceRange) { open + 1, names->closing[open] }, &extent) ||
          extent < 1 || extent > MAX_EXTENT || self->rows * self->cols > MAX_EXTENT)
        return FALSE;
      self->rows *= self->cols;
      self->cols = (guint64) extent;
      self->n_extents++;
      g_free (self->extent);
      self->extent = dup_written (names, open, &self->offset);
    }
  return self->extent != NULL;
}

static LoomTile *
read_tile (LoomSourceNames    *names,
           const Declaration  *declaration,
           const char         *name,
           GError            **error)
{
  g_autoptr (LoomTile) self = g_new0 (LoomTile, 1);

  self->name = g_strdup (name);
  self->line = get_token (&names->source, declaration->name)->line;
  if (names->closing[declaration->name + 1] == declaration->name + 2)
    loom_fail (error, LOOM_ERROR_DOCUMENT,
               _("“%s” is as large as the launch says; only its index can spread it over the "
                 "banks."), name);
  else if (!read_extents (names, declaration->name + 1, self))
    loom_fail (error, LOOM_ERROR_DOCUMENT,
               _("The extents of “%1$s” in line %2$u do not come to numbers in the text of this "
                 "document."), name, self->line);
  else if (self->n_extents < 2)
    loom_fail (error, LOOM_ERROR_DOCUMENT,
               _("“%1$s” in line %2$u has one extent, so it has no rows to be moved. Declared as "
                 "%1$s[rows][columns], other layouts can be tried."), name, self->line);
  else if (!read_cell_size (names, declaration, &self->cell_size))
    loom_fail (error, LOOM_ERROR_DOCUMENT,
               _("How large a cell of “%1$s” in line %2$u is, its type does not say here."), name,
               self->line);
  else
    return g_steal_pointer (&self);
  return NULL;
}

/**
 * loom_tile_find:
 * @source: a source, without its settings
 * @length: bytes of it
 * @kernel: that uses the array, as the source or `kernel=` names it
 * @name: of the array
 * @error: where to put a %LOOM_ERROR_DOCUMENT
 *
 * Finds how an array of shared memory is declared.
 *
 * Returns: (transfer full) (nullable): an array of two extents or more
 */
LoomTile *
loom_tile_find (const char  *source,
                gsize        length,
                const char  *kernel,
                const char  *name,
                GError     **error)
{
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (source, length);
  g_autoptr (GHashTable) own = list_bindings (scan, kernel);
  g_autoptr (GHashTable) none = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *base = g_strchomp (g_strndup (kernel, strcspn (kernel, "<")));
  const char *colon = strrchr (base, ':');
  LoomTile *self = NULL;
  LoomSourceNames names;
  Declaration declaration;

  _loom_source_names_init (&names, scan);
  if (find_declaration (&names, colon != NULL ? colon + 1 : base, name, &declaration, error))
    {
      names.bindings = declaration.is_own ? own : none;
      self = read_tile (&names, &declaration, name, error);
    }
  _loom_source_names_clear (&names);
  return self;
}

void
loom_tile_free (LoomTile *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->extent);
  g_free (self);
}
