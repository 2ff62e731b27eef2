#pragma once

#include <glib.h>

/* What a compiler or a disassembler made of the source, as a person reads it: its text, which line
 * of the source each of its lines was made from, and where functions begin. Immutable once made. */
typedef struct
{
  GString    *text;             /* valid UTF-8 */
  GArray     *lines;            /* (element-type guint) of the document, by line of the text; 0: of
                                   none */
  GHashTable *entries;          /* (element-type utf8 guint) name to line of the text, from 0 */
} LoomListing;

LoomListing *loom_listing_new        (void);
void         loom_listing_free       (LoomListing       *self);
void         loom_listing_add        (LoomListing       *self,
                                      const char        *text,
                                      guint              line);
void         loom_listing_begin      (LoomListing       *self,
                                      const char        *entry);
guint        loom_listing_get_line   (const LoomListing *self,
                                      guint              at);
gint         loom_listing_find_entry (const LoomListing *self,
                                      const char        *entry);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomListing, loom_listing_free)
