#pragma once

#include <gio/gio.h>

/* How many links [after] may have. */
#define LOOM_LINKS_MAX 100

typedef enum
{
  LOOM_LINK_CHECK,              /* check */
  LOOM_LINK_SAVE,               /* save ARRAY to FILE */
  LOOM_LINK_PICTURE,            /* picture [ARRAY] [as LENS] to FILE */
  LOOM_LINK_REPORT,             /* report to FILE */
  LOOM_N_LINKS
} LoomLinkKind;

/* One line of [after], as it is written: a link of the chain of what is done with a run. Plain
 * value behind a pointer; texts are never empty. */
typedef struct
{
  LoomLinkKind  kind;
  guint         line, column;   /* in the document, from 1 */
  char         *text;           /* all of it */
  char         *array, *lens;   /* or NULL */
  char         *file;           /* beneath the document's folder; NULL: nothing is written */
} LoomLink;

LoomLink   *loom_link_parse            (const char      *text,
                                        GError         **error);
void        loom_link_free             (LoomLink        *self);
gboolean    loom_link_has_file_of      (const LoomLink  *self,
                                        const LoomLink  *other);
const char *loom_link_kind_get_word    (LoomLinkKind     kind);
const char *loom_link_kind_get_meaning (LoomLinkKind     kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomLink, loom_link_free)
