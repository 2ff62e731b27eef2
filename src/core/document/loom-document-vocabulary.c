/* loom-document-vocabulary.c: the groups and keys that settings may have, and what they mean;
 * warnings about all others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-document-vocabulary.h"

#include "loom-compile-options.h"
#include "loom-dismissed.h"
#include "loom-document-private.h"
#include "loom-error.h"
#include "loom-extents-private.h"
#include "loom-fill.h"
#include "loom-link.h"
#include "loom-order.h"
#include "loom-pins.h"
#include "loom-spelling.h"
#include "loom-statement.h"
#include "loom-sweep-axis.h"
#include "loom-texture.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define VERSION "1"

typedef struct
{
  const char *key;
  const char *meaning;
  const char *values;           /* words that it may be given, apart by blanks, or NULL */
  const char *(* get_word) (guint index);       /* the same, where others have a table of them */
} Key;

static const char *
get_texture_word (guint index)
{
  return loom_texture_get_word (LOOM_TEXTURE_SAMPLED, index);
}

static const char *
get_surface_word (guint index)
{
  return loom_texture_get_word (LOOM_TEXTURE_SURFACE, index);
}

static const Key launch_keys[] = {
  { "version", N_("Version of these settings: 1") },
  { "kernel", N_("Name of the kernel that runs, or an expression such as scale<float>; needed "
                 "where the file has several") },
  { "over", N_("The main array: the launch covers it, and the picture shows it") },
  { "shape", N_("Shape of arrays that have none of their own: cells, or rows,columns, or planes,"
                "rows,columns; 64,64 where nothing is said") },
  { "block", N_("Threads of a block: x, x,y or x,y,z") },
  { "grid", N_("Blocks of the grid: x, x,y or x,y,z; auto: as many as cover the range"), "auto" },
  { "range", N_("Threads that the kernel expects: x, x,y or x,y,z; rows, cols, planes and size are "
                "the main array’s; unknown: it cannot be told"), "unknown" },
  { "shared", N_("Dynamic shared memory of each block, in bytes") },
  { "manual-grid", N_("true: the grid is meant as it is, and nobody warns that it covers less"),
    "true false" },
  { "dismissed", N_("Advice that is not given: names such as tail or divergence, separated by "
                    "commas"), .get_word = loom_dismissed_get_word },
  { "launches", N_("How often the kernel is launched, one after the other") },
  { "swap", N_("Two arrays, a,b, that change places after each launch") },
  { "pin", N_("Moments of the steps that are kept when others are left out for want of memory, as "
              "in 0,100,731; 0 is before the first step") },
  { "order", N_("A number that the order of warps and blocks on the simulator follows from; "
                "without it they take turns one after the other") },
  { "seeds", N_("How many other orders Seeds tries, 1 to 255; 8 where nothing is said") },
  { "arch", N_("What is compiled for: compute_75, say, or native"), "native" },
  { "options", N_("Options of the compiler, such as -DN=4 or -use_fast_math") },
  { NULL }
};
static const Key arg_keys[] = {
  { "type", N_("Type of a cell, or of the number, where the signature does not tell") },
  { "shape", N_("Shape of the array: cells, or rows,columns, or planes,rows,columns; rows, cols, "
                "planes and size are the main array’s") },
  { "pitch", N_("Bytes from a row of the array to the next, as cudaMallocPitch() gives them; those "
                "of a row where nothing is said") },
  { "fill", N_("What the array begins with: zeros, ones, iota, poison, random(SEED), values:…, "
               "file:NAME or expr: an expression in x y z cols rows planes"),
    .get_word = loom_fill_get_word },
  { "cells", N_("Single cells over the fill: ROW:COLUMN=VALUE, apart by blanks, or ranges as in "
                "0-3:5=1") },
  { "value", N_("The number, or an expression in cols rows planes size of the main array; null: "
                "the pointer has no array"), "null" },
  { "same", N_("The array is that of another parameter") },
  { "split", N_("Over several devices: rows, where each has a band of them; whole, where each has "
                "all"), "rows whole" },
  { "texture", N_("How the kernel sees the array through a texture object"),
    .get_word = get_texture_word },
  { "surface", N_("How the kernel sees the array through a surface object"),
    .get_word = get_surface_word },
  { NULL }
};
static const Key symbol_keys[] = {
  { "type", N_("Type of an element of the variable, where its declaration does not tell") },
  { "shape", N_("Shape of the variable") },
  { "fill", N_("What the variable holds at the beginning, as for an array; what the source gives "
               "it where nothing is said"), .get_word = loom_fill_get_word },
  { "cells", N_("Single cells over the fill: ROW:COLUMN=VALUE, apart by blanks, or ranges as in "
                "0-3:5=1") },
  { NULL }
};
static const Key expect_keys[] = {
  { "domain", N_("Which cells should be written: a condition in x y z cols rows planes, "
                 "file:NAME, or cells: with their places"), "file: cells:" },
  { "reference", N_("What they should hold: file:NAME, kernel:NAME, or expr: an expression in "
                    "x y z cols rows planes"), "file: kernel: expr:" },
  { "rtol", N_("How far a cell may be off, as a share of the reference") },
  { "atol", N_("How far a cell may be off, as a number") },
  { "ulps", N_("How far a cell may be off, in units in the last place") },
  { NULL }
};
/* Words that a picture is told by are plot's: loom_view_list_words(). */
static const Key view_keys[] = {
  { "array", N_("The array that the picture shows") },
  { "lens", N_("What its colours mean") },
  { "colormap", N_("The colours of values") },
  { "limits", N_("Which values they reach from and to: LOW,HIGH, or 1% without outliers") },
  { "scale", N_("linear or log: how values become colours") },
  { "origin", N_("upper or lower: where row 0 is drawn") },
  { "plane", N_("The plane that is shown of three dimensions") },
  { "style", N_("The style of the figure") },
  { "member", N_("The member that is shown of structures") },
  { NULL }
};

static const Key split_keys[] = {
  { "devices", N_("How many devices the arrays are split over, each with a band of rows; 1: they "
                  "are whole") },
  { "halo", N_("Rows of its neighbours that each device has, too, and that are exchanged between "
               "steps; 1 where nothing is said") },
  { NULL }
};

static const Key sweep_keys[] = {
  { "axes", N_("What is varied, as in block.x=8..64*2; block.y=1,2,4: parts of block, grid and "
               "shape, shared, -DMACRO, or a number’s name") },
  { NULL }
};

static const Key form_keys[] = {
  { "form", N_("The form that the source was written from: elementwise or stencil") },
  { "made", N_("A sum over the source and these lines as they were written; where it is another, "
               "somebody changed them by hand") },
#define LOOM_FORM_PART(id, key, label, help, forms, choices, has_lines) { key, help },
#include "loom-form-parts.def"
  { NULL }
};

static const Key program_keys[] = {
  { "sources", N_("The other files that the program is made of, apart by blanks") },
  { "include", N_("Folders in which headers are looked for") },
  { "define", N_("Macros of the preprocessor: NAME or NAME=VALUE, apart by blanks") },
  { "libraries", N_("Libraries that the program is linked with, as in cublas") },
  { "arguments", N_("What the program is started with") },
  { "folder", N_("The folder in which it runs, at or below that of the document") },
  { "input", N_("A file that it reads as its standard input") },
  { NULL }
};

/* [steps] has statements, not keys: loom-statement.c; [after] has links: loom-link.c. */
static const Key no_keys[] = {
  { NULL }
};

typedef struct
{
  const char *word;
  gboolean    alone, named;     /* [word], [word NAME] */
  const Key  *keys;
  const char *meaning;
} Group;

static const Group groups[] = {
  { "launch", TRUE, TRUE, launch_keys, N_("How the kernel is launched, or the one that is named") },
  { LOOM_GROUP_STEPS, TRUE, FALSE, no_keys, N_("What is done one after the other, where that is "
                                             "more than one launch") },
  { LOOM_GROUP_SPLIT, TRUE, FALSE, split_keys, N_("How arrays lie on several devices") },
  { "arg", FALSE, TRUE, arg_keys, N_("What a parameter is given; of one kernel: arg KERNEL/NAME") },
  { "symbol", FALSE, TRUE, symbol_keys, N_("What a __constant__ or __device__ variable holds") },
  { "expect", TRUE, TRUE, expect_keys, N_("What should come of the main array, or of the one that "
                                          "is named") },
  { LOOM_GROUP_AFTER, TRUE, FALSE, no_keys, N_("What is done with a run that somebody asked for, "
                                             "in this order; the first line that fails stops the "
                                             "rest") },
  { "sweep", TRUE, FALSE, sweep_keys, N_("Which configurations are compared by a sweep; no run "
                                         "depends on it") },
  { "program", TRUE, FALSE, program_keys, N_("How the file is built and started as a program of "
                                             "its own; no run of a kernel depends on it") },
  { "form", TRUE, FALSE, form_keys, N_("What the source was written from, so that it can be mapped "
                                       "to threads in another way; no run depends on it") },
  { "view", TRUE, FALSE, view_keys, N_("What the picture shows; no run depends on it") },
};

/* By its first word. */
static const Group *
find_group (const char *group)
{
  const gsize length = strcspn (group, " ");

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    if (strlen (groups[i].word) == length && strncmp (groups[i].word, group, length) == 0)
      return &groups[i];
  return NULL;
}

/* NULL: no such group. */
static const Key *
find_keys (const char *group)
{
  const Group *found = find_group (group);

  return found != NULL && (strchr (group, ' ') != NULL ? found->named : found->alone) ? found->keys
                                                                                      : NULL;
}

/* A member may follow what can be said of one: `fill.pos.x`. NULL: nothing reads the key. */
static const Key *
find_key (const Key  *keys,
          const char *key)
{
  static const char * const of_members[] = { "fill", "cells", "value", "reference", NULL };
  const char *dot = strchr (key, '.');
  g_autofree char *word = dot != NULL ? g_strndup (key, dot - key) : g_strdup (key);

  if (keys == NULL || (dot != NULL && !g_strv_contains (of_members, word)))
    return NULL;
  while (keys->key != NULL && strcmp (keys->key, word) != 0)
    keys++;
  return keys->key != NULL ? keys : NULL;
}

/**
 * loom_document_vocabulary_list_groups:
 *
 * Lists the first words of the groups that settings may have.
 *
 * Returns: (transfer full): the words
 */
char **
loom_document_vocabulary_list_groups (void)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    g_strv_builder_add (builder, groups[i].word);
  return g_strv_builder_end (builder);
}

/**
 * loom_document_vocabulary_list_keys:
 * @group: a group with its name, as "arg f"
 *
 * Lists the keys that a group may have, or the words that its lines begin with.
 *
 * Returns: (transfer full): the keys; none for a group that nothing reads
 */
char **
loom_document_vocabulary_list_keys (const char *group)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (const Key *key = find_keys (group); key != NULL && key->key != NULL; key++)
    g_strv_builder_add (builder, key->key);
  for (guint i = 0; i < LOOM_N_STATEMENTS && g_str_equal (group, LOOM_GROUP_STEPS); i++)
    g_strv_builder_add (builder, loom_statement_kind_get_word (i));
  for (guint i = 0; i < LOOM_N_LINKS && g_str_equal (group, LOOM_GROUP_AFTER); i++)
    g_strv_builder_add (builder, loom_link_kind_get_word (i));
  return g_strv_builder_end (builder);
}

/**
 * loom_document_vocabulary_list_values:
 * @group: a group with its name
 * @key: one of its keys
 *
 * Lists the words that a key may be given, as far as they are always the same; of `[view]`,
 * loom_view_list_words() knows them.
 *
 * Returns: (transfer full): the words; none where any text may stand
 */
char **
loom_document_vocabulary_list_values (const char *group,
                                      const char *key)
{
  const Key *found = find_key (find_keys (group), key);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *word;

  if (found == NULL || found->get_word == NULL)
    return g_strsplit (found != NULL && found->values != NULL ? found->values : "", " ", -1);
  for (guint i = 0; (word = found->get_word (i)) != NULL; i++)
    g_strv_builder_add (builder, word);
  return g_strv_builder_end (builder);
}

/**
 * loom_document_vocabulary_describe:
 * @group: a group, with its name or its first word alone
 * @key: (nullable): a key of it, or the word that one of its lines begins with
 *
 * Says what a key, or else a group, means.
 *
 * Returns: (transfer none) (nullable): a sentence for people, %NULL where nothing reads it
 */
const char *
loom_document_vocabulary_describe (const char *group,
                                   const char *key)
{
  const Key *found = key != NULL ? find_key (find_keys (group), key) : NULL;

  for (guint i = 0; i < LOOM_N_STATEMENTS && key != NULL; i++)
    if (g_str_equal (group, LOOM_GROUP_STEPS) &&
        g_str_equal (key, loom_statement_kind_get_word (i)))
      return loom_statement_kind_get_meaning (i);
  for (guint i = 0; i < LOOM_N_LINKS && key != NULL; i++)
    if (g_str_equal (group, LOOM_GROUP_AFTER) && g_str_equal (key, loom_link_kind_get_word (i)))
      return loom_link_kind_get_meaning (i);
  if (key != NULL)
    return found != NULL ? _(found->meaning) : NULL;
  return find_group (group) != NULL ? _(find_group (group)->meaning) : NULL;
}

static gboolean
check_version (const char  *value,
               GError     **error)
{
  g_autofree char *shown = _loom_abbreviate (value);

  return strcmp (value, VERSION) == 0 ||
         loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("these settings have version %1$s; this Gridloom knows version %2$s"), shown,
                    VERSION);
}

static gboolean
check_pins (const char  *value,
            GError     **error)
{
  LoomPins pins;

  return loom_pins_parse (value, &pins, error);
}

static gboolean
check_order (const char  *value,
             GError     **error)
{
  gint64 seed;

  return loom_order_parse (value, &seed, error);
}

static gboolean
check_seeds (const char  *value,
             GError     **error)
{
  guint seeds;

  return loom_order_parse_seeds (value, &seeds, error);
}

static gboolean
check_axes (const char  *value,
            GError     **error)
{
  g_autoptr (GPtrArray) axes = loom_sweep_axes_parse (value, error);

  return axes != NULL;
}

static gboolean
check_options (const char  *value,
               GError     **error)
{
  g_auto (GStrv) words = NULL;

  if (*value == '\0')
    return TRUE;
  if (!g_shell_parse_argv (value, NULL, &words, NULL))
    return loom_fail (error, LOOM_ERROR_DOCUMENT, _("a quotation mark is not closed"));
  return loom_compile_options_check ((const char * const *) words, error);
}

static gboolean
check_manual_grid (const char  *value,
                   GError     **error)
{
  static const char * const known[] = { "", "true", "false", NULL };
  g_autofree char *shown = _loom_abbreviate (value);

  return g_strv_contains (known, value) ||
         loom_fail (error, LOOM_ERROR_DOCUMENT, _("“%s” is neither true nor false"), shown);
}

/* Who reads a value that the document alone can tell to be wrong, in the order in which that is
 * told. A warning keeps nothing from being run. */
static const struct
{
  const char  *group, *key;
  LoomSeverity severity;
  gboolean   (*check) (const char *value, GError **error);
} checks[] = {
  { "launch", "version", LOOM_SEVERITY_WARNING, check_version },
  { "launch", "arch", LOOM_SEVERITY_ERROR, loom_compile_arch_check },
  { "launch", "pin", LOOM_SEVERITY_ERROR, check_pins },
  { "launch", "order", LOOM_SEVERITY_ERROR, check_order },
  { "launch", "seeds", LOOM_SEVERITY_ERROR, check_seeds },
  { "sweep", "axes", LOOM_SEVERITY_WARNING, check_axes },
  { "launch", "options", LOOM_SEVERITY_ERROR, check_options },
  { "launch", "manual-grid", LOOM_SEVERITY_WARNING, check_manual_grid },
  { "launch", "dismissed", LOOM_SEVERITY_WARNING, loom_dismissed_check },
};

static void
check_values (LoomDocument *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    {
      const char *group = checks[i].group, *key = checks[i].key;
      const char *value = loom_document_get_value (self, group, key);
      g_autoptr (GError) error = NULL;

      if (value != NULL && !checks[i].check (value, &error))
        _loom_document_report (self, loom_diagnostic_new (
            checks[i].severity, loom_document_get_value_line (self, group, key),
            loom_document_get_value_column (self, group, key), "%s", error->message));
    }
}

/* A group that nothing reads; its first word may be misspelt. */
static LoomDiagnostic *
describe_unread_group (const LoomGroup *group)
{
  g_auto (GStrv) words = loom_document_vocabulary_list_groups ();
  g_autofree char *shown = _loom_abbreviate (group->name);
  const gsize length = strcspn (group->name, " ");
  g_autofree char *word = g_strndup (group->name, length);
  const char *known = loom_spelling_find (word, (const char * const *) words);
  g_autofree char *meant = known != NULL ? g_strconcat (known, group->name + length, NULL) : NULL;
  LoomDiagnostic *problem;

  if (meant == NULL || find_keys (meant) == NULL)
    return loom_diagnostic_new (LOOM_SEVERITY_WARNING, group->line, 0,
                                _("nothing reads the group [%s]; there are launch, steps, "
                                  "split, arg NAME, symbol NAME, expect, after and view"),
                                shown);
  problem = loom_diagnostic_new (LOOM_SEVERITY_WARNING, group->line, 0,
                                 _("nothing reads the group [%1$s]; did you mean [%2$s]?"),
                                 shown, meant);
  problem->fix = LOOM_FIX_RENAME_GROUP;
  problem->replacement = g_steal_pointer (&meant);
  return problem;
}

/* Warns of each group and key that nothing reads; they are kept all the same. */
void
_loom_document_check_words (LoomDocument *self)
{
  for (guint i = 0; i < self->groups->len; i++)
    {
      LoomGroup *group = g_ptr_array_index (self->groups, i);

      if (find_keys (group->name) == NULL)
        _loom_document_report (self, describe_unread_group (group));
    }

  for (guint i = 0; i < self->entries->len; i++)
    {
      LoomEntry *entry = g_ptr_array_index (self->entries, i);
      const Key *keys = find_keys (entry->group);

      if (keys != NULL && find_key (keys, entry->key) == NULL)
        {
          g_auto (GStrv) words = loom_document_vocabulary_list_keys (entry->group);
          g_autofree char *shown = _loom_abbreviate (entry->key);
          g_autofree char *known = g_strjoinv (", ", words);

          const char *meant = loom_spelling_find (entry->key, (const char * const *) words);
          LoomDiagnostic *problem
              = loom_diagnostic_new (LOOM_SEVERITY_WARNING, entry->line, entry->column,
                                     meant != NULL
                                         ? _("nothing reads the key “%1$s” in [%2$s]; did you mean "
                                             "“%3$s”?")
                                         : _("nothing reads the key “%1$s” in [%2$s]; there are "
                                             "%3$s"),
                                     shown, entry->group, meant != NULL ? meant : known);

          if (meant != NULL)
            {
              const gsize indent = strspn (self->text + entry->start, " \t");
              const gsize key_end = entry->start + indent + strlen (entry->key);

              problem->fix = LOOM_FIX_SET_LINE;
              problem->replacement
                  = g_strdup_printf ("%s%.*s", meant, (int) (entry->value_end - key_end),
                                     self->text + key_end);
            }
          _loom_document_report (self, problem);
        }
    }

  check_values (self);
}
