#pragma once

#include "loom-diagnostic.h"

/* What a unit asks of the files around its document. Names are relative to the document's folder,
 * or absolute. */
typedef struct
{
  /* (transfer full) (nullable): of a file that may be read; NULL if there is none */
  GBytes             *(*read)     (const char *name,
                                   gpointer    data);
  /* whether the compiler finds a header of that name by itself */
  gboolean            (*is_known) (const char *name,
                                   gpointer    data);
  gpointer             data;
  const char * const  *folders;         /* of -I, in order; or NULL */
} LoomSourceFiles;

/* A line of one of the files of a unit. */
typedef struct
{
  const char *file;             /* NULL: the document */
  guint       line;             /* from 1 */
} LoomSourcePlace;

/* A header that is nowhere. Its directives are #warning lines with its index here, by which the
 * compiler tells whether it came by. */
typedef struct
{
  char       *name;             /* as it stands in the directive */
  char       *path;             /* where it would be if it lay beside the file that includes it */
  gboolean    is_angled;
  const char *file;             /* that includes it first; NULL: the document */
  guint       line;
} LoomMissingHeader;

#define LOOM_MISSING_HEADER "gridloom:missing-header"

/* A document and the headers of the user that it includes as one text, with #line in between. */
typedef struct
{
  char           *text;
  gsize           length;
  GPtrArray      *files;        /* (element-type utf8) names; the first one is the document's */
  GPtrArray      *missing;      /* (element-type LoomMissingHeader) */
  LoomDiagnostic *refused;      /* why there is no text, or NULL */
  /*< private >*/
  GArray         *pieces;
  GArray         *written_out;  /* lines with calls of macros that were written out */
} LoomSourceUnit;

LoomSourceUnit  *loom_source_unit_new         (const char             *text,
                                               gsize                   length,
                                               const char             *name,
                                               const LoomSourceFiles  *files);
void             loom_source_unit_free        (LoomSourceUnit         *self);
LoomSourcePlace  loom_source_unit_locate_line (const LoomSourceUnit   *self,
                                               guint                   line);
guint            loom_source_unit_find_line   (const LoomSourceUnit   *self,
                                               const char             *file,
                                               guint                   line);

gboolean         loom_source_unit_has_columns (const LoomSourceUnit   *self,
                                               const char             *file,
                                               guint                   line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSourceUnit, loom_source_unit_free)
