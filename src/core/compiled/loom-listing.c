/* loom-listing.c: lines that were made of the source, and which line of it each was made from
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-listing.h"

/**
 * loom_listing_new:
 *
 * Returns: (transfer full): a listing without lines; whoever makes it fills it in before sharing it
 */
LoomListing *
loom_listing_new (void)
{
  LoomListing *self = g_new (LoomListing, 1);

  self->text = g_string_new (NULL);
  self->lines = g_array_new (FALSE, FALSE, sizeof (guint));
  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
loom_listing_free (LoomListing *self)
{
  if (self == NULL)
    return;

  g_string_free (self->text, TRUE);
  g_array_unref (self->lines);
  g_hash_table_unref (self->entries);
  g_free (self);
}

/**
 * loom_listing_add:
 * @text: one line, without its end; bytes that are no text are replaced
 * @line: of the document that it was made from, from 1, or 0
 *
 * Adds a line at the end.
 */
void
loom_listing_add (LoomListing *self,
                  const char  *text,
                  guint        line)
{
  g_autofree char *valid = NULL;

  g_return_if_fail (self != NULL && text != NULL);

  valid = g_utf8_make_valid (text, -1);
  g_string_append (self->text, valid);
  g_string_append_c (self->text, '\n');
  g_array_append_val (self->lines, line);
}

/**
 * loom_listing_begin:
 * @entry: the lowered name of a kernel
 *
 * Says that the next line is where it begins.
 */
void
loom_listing_begin (LoomListing *self,
                    const char  *entry)
{
  g_return_if_fail (self != NULL && entry != NULL);

  g_hash_table_insert (self->entries, g_strdup (entry), GUINT_TO_POINTER (self->lines->len));
}

/**
 * loom_listing_get_line:
 * @at: a line of the text, from 0
 *
 * Returns: the line of the document that it was made from, from 1, or 0
 */
guint
loom_listing_get_line (const LoomListing *self,
                       guint              at)
{
  g_return_val_if_fail (self != NULL, 0);

  return at < self->lines->len ? g_array_index (self->lines, guint, at) : 0;
}

/**
 * loom_listing_find_entry:
 * @entry: the lowered name of a kernel
 *
 * Returns: the line of the text where it begins, from 0, or -1
 */
gint
loom_listing_find_entry (const LoomListing *self,
                         const char        *entry)
{
  gpointer line;

  g_return_val_if_fail (self != NULL && entry != NULL, -1);

  return g_hash_table_lookup_extended (self->entries, entry, NULL, &line)
             ? (gint) GPOINTER_TO_UINT (line) : -1;
}
