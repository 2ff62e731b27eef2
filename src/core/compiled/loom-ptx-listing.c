/* loom-ptx-listing.c: PTX as a person reads it, and the lines of the source that it was made from
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places are told by directives (PTX ISA, "Debugging Directives"): `.file N "name"`, and before
 * instructions `.loc N line column`, behind which stands `, function_name L, inlined_at N line
 * column` where a function was inlined. The text is a compiler's, but nothing here takes that for
 * granted.
 *
 * The ptx layer reads the same into a tree, which the runner alone has: the window gets the text.
 * A test holds both against each other.
 */

#include "config.h"

#include "loom-ptx-listing.h"

#include <inttypes.h>
#include <string.h>

/* The document's number among the files; 1 where none has its name. */
static guint64
find_file (const char *ptx,
           const char *document)
{
  for (const char *at = strstr (ptx, "\t.file\t"); at != NULL; at = strstr (at + 1, "\t.file\t"))
    {
      char *end;
      const guint64 number = g_ascii_strtoull (at + strlen ("\t.file\t"), &end, 10);
      const gsize length = strcspn (end, "\n");
      g_autofree char *rest = g_strndup (end, length), *base = NULL;

      g_strdelimit (rest, "\"", ' ');
      base = g_path_get_basename (g_strstrip (rest));
      if (g_str_equal (base, document))
        return number;
    }
  return 1;
}

/* A file, a line and a column. */
typedef struct
{
  guint64 numbers[3];
} Place;

static Place
read_place (const char *text)
{
  Place place = { { 0 } };
  char *end = (char *) text;

  for (guint i = 0; i < G_N_ELEMENTS (place.numbers); i++)
    place.numbers[i] = g_ascii_strtoull (end, &end, 10);
  return place;
}

static char *
format_place (const Place *place)
{
  return g_strdup_printf ("%" PRIu64 " %" PRIu64 " %" PRIu64, place->numbers[0], place->numbers[1],
                          place->numbers[2]);
}

/* The line of the document: what was inlined from elsewhere counts for the line that called it,
 * which may be one that was inlined itself. callers: lines of places that were told before. */
static guint
read_location (const char *text,
               guint64     file,
               GHashTable *callers)
{
  const char *inlined = strstr (text, "inlined_at ");
  const Place place = read_place (text);
  Place caller = { { 0 } };
  guint line = 0;

  if (inlined != NULL)
    caller = read_place (inlined + strlen ("inlined_at "));
  if (place.numbers[0] == file)
    line = (guint) MIN (place.numbers[1], G_MAXINT);
  else if (inlined != NULL && caller.numbers[0] == file)
    line = (guint) MIN (caller.numbers[1], G_MAXINT);
  else if (inlined != NULL)
    {
      g_autofree char *key = format_place (&caller);

      line = GPOINTER_TO_UINT (g_hash_table_lookup (callers, key));
    }
  if (inlined != NULL)
    g_hash_table_insert (callers, format_place (&place), GUINT_TO_POINTER (line));
  return line;
}

static gboolean
is_instruction (const char *line)
{
  const char *text = line + strspn (line, " \t");

  return *text != '\0' && *text != '.' && *text != '/' && *text != '{' && *text != '}' &&
         g_str_has_suffix (text, ";");
}

/**
 * loom_ptx_listing_new:
 * @ptx: what the compiler made
 * @document: the name that the source was compiled by, without folders
 *
 * Returns: (transfer full): the text without `.loc`, `.file` and the sections for debuggers, and of
 *   each of its lines the line of the document
 */
LoomListing *
loom_ptx_listing_new (const char *ptx,
                      const char *document)
{
  LoomListing *self = loom_listing_new ();
  g_autoptr (GHashTable) callers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) lines = g_strsplit (ptx, "\n", -1);
  const guint64 file = find_file (ptx, document);
  gboolean in_section = FALSE;
  guint now = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *word = lines[i] + strspn (lines[i], " \t");
      const char *name = strstr (lines[i], ".entry ");
      g_autofree char *entry = name != NULL ? g_strndup (name + strlen (".entry "),
                                                         strcspn (name + strlen (".entry "), "("))
                                            : NULL;

      if (entry != NULL)
        loom_listing_begin (self, entry);
      if (g_str_has_prefix (word, ".section"))
        in_section = TRUE;
      else if (g_str_has_prefix (word, ".loc\t") || g_str_has_prefix (word, ".loc "))
        now = read_location (word + strlen (".loc "), file, callers);
      else if (!in_section && !g_str_has_prefix (word, ".file"))
        loom_listing_add (self, lines[i], is_instruction (lines[i]) ? now : 0);
      /* a call has braces of its own, which are indented */
      if (*lines[i] == '}')
        now = 0;
      if (*word == '}')
        in_section = FALSE;
    }
  return self;
}
