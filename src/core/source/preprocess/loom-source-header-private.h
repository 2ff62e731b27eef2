#pragma once

#include "loom-lexer-private.h"

#include <gio/gio.h>

/* One file of a unit, as it is put in wherever it is included. */
typedef struct
{
  char     *name;
  guint     index;              /* among the files of the unit */
  char     *text;               /* valid UTF-8, as many lines and columns as the file has */
  gsize     length;
  char     *guard;              /* the macro that keeps it from being read twice, or NULL */
  gsize     guard_offset;       /* of its #ifndef */
  char     *once;               /* what stands for it among the macros where it says #pragma once,
                                   or NULL */
  gboolean  is_open;            /* it is being put in */
} LoomSourceHeader;

/* What an #include asks for. */
typedef struct
{
  char     *name;
  gboolean  is_angled;
} LoomSourceInclude;

LoomSourceHeader *_loom_source_header_new      (const char        *name,
                                                const char        *bytes,
                                                gsize              length);
void              _loom_source_header_free     (LoomSourceHeader  *self);
gboolean          _loom_source_is_pragma_once  (const char      *directive,
                                                gsize              length);
gboolean          _loom_source_include_parse   (const char        *directive,
                                                gsize              length,
                                                LoomSourceInclude *include);
char             *_loom_source_include_resolve (const char        *folder,
                                                const char        *name);
/* Spells a text as all who read tokens expect it, in place: no word goes on behind a line's end
 * that a backslash takes back, and { } [ ] # are no digraphs. Length and lines stay. */
void _loom_source_respell (char  *text,
                           gsize  length);
