#pragma once

#include "loom-source-conditions-private.h"
#include "loom-source-header-private.h"
#include "loom-source-unit.h"

G_BEGIN_DECLS

/* A run of lines of one file. */
typedef struct
{
  guint first;                  /* line of the unit */
  guint line;                   /* of the file */
  guint file;                   /* index */
} LoomSourcePiece;

/* Lines of the unit whose columns are not those of the file. */
typedef struct
{
  guint first, end;
} LoomWrittenOut;

/* A unit that is being made. */
typedef struct
{
  LoomSourceUnit        *unit;
  const LoomSourceFiles *files;
  GString               *text;
  guint                  line;          /* of the unit, where its text ends */
  GHashTable            *headers;       /* (element-type utf8 LoomSourceHeader) NULL: not there */
  GHashTable            *missing;       /* (element-type utf8 guint) index + 1 */
  LoomSourceConditions  *conditions;
  guint                  depth;
} LoomSourceBuilder;

/* -- loom-source-unit.c -- */
const char       *_loom_source_unit_get_file        (const LoomSourceUnit    *self,
                                                     guint                    index);
/* -- loom-source-unit-calls.c -- */
void              _loom_source_unit_write_out_calls (LoomSourceUnit          *self);
/* -- loom-source-unit-text.c -- */
void              _loom_source_builder_append       (LoomSourceBuilder       *self,
                                                     const char              *text,
                                                     gsize                    length);
void              _loom_source_builder_append_newlines (LoomSourceBuilder    *self,
                                                     const LoomSourceHeader  *header,
                                                     const LoomToken         *token);
void              _loom_source_builder_begin_piece  (LoomSourceBuilder       *self,
                                                     const LoomSourceHeader  *header,
                                                     guint                    line);
void              _loom_source_builder_append_line_directive (LoomSourceBuilder *self,
                                                     const LoomSourceHeader  *header,
                                                     guint                    line);
/* -- loom-source-unit-files.c -- */
LoomSourceHeader *_loom_source_builder_add_header   (LoomSourceBuilder       *self,
                                                     const char              *name,
                                                     const char              *bytes,
                                                     gsize                    length);
LoomSourceHeader *_loom_source_builder_look_up      (LoomSourceBuilder       *self,
                                                     const LoomSourceHeader  *from,
                                                     const LoomSourceInclude *include,
                                                     gboolean                *known);
void              _loom_source_builder_append_missing (LoomSourceBuilder     *self,
                                                     const LoomSourceHeader  *from,
                                                     const LoomToken         *token,
                                                     const LoomSourceInclude *include);

G_END_DECLS
