#pragma once

#include "loom-document.h"

#define LOOM_GROUP_STEPS "steps"
#define LOOM_GROUP_SPLIT "split"
#define LOOM_GROUP_AFTER "after"

typedef struct
{
  char  *group;
  char  *key;
  char  *value;                 /* without the spaces around it */
  guint  line, column;          /* of the key, from 1 */
  gsize  start, end;            /* of the line, its newline included */
  gsize  value_start, value_end;
} LoomEntry;

typedef struct
{
  char  *name;                  /* without brackets, single spaces */
  guint  line;
  gsize  name_start, name_end;  /* between the brackets */
  gsize  insert;                /* behind the newline of its last key, or of its header */
} LoomGroup;

struct _LoomDocument
{
  char            *text;        /* NUL-terminated copy; bytes behind a NUL are kept */
  gsize            length;
  gsize            source_length;
  char            *source_hash; /* made on demand */
  gsize            block_start; /* of the opening of the comment; length if there is no block */
  gsize            close;       /* of the closing of the comment */
  guint            block_line;  /* 0: no block */
  GPtrArray       *entries;     /* (element-type LoomEntry) in order */
  GPtrArray       *groups;      /* (element-type LoomGroup) in order; a name can be there twice */
  GHashTable      *values;      /* "group\ngkey" -> last LoomEntry */
  GHashTable      *by_name;     /* group -> its last LoomGroup */
  GPtrArray       *statements;  /* (element-type LoomStatement) of [steps], in order */
  GPtrArray       *chain;       /* (element-type LoomLink) of [after], in order */
  GPtrArray       *problems;    /* (element-type LoomDiagnostic) */
  guint            is_broken : 1;
  guint            is_text : 1;
  guint            is_closed : 1;
  guint            has_rest : 1; /* text behind the block */
};

char  *_loom_document_get_id         (const char      *group,
                                      const char      *key);
char  *_loom_document_normalise_group (const char     *name);
void   _loom_document_check_words    (LoomDocument    *self);
void   _loom_document_report         (LoomDocument    *self,
                                      LoomDiagnostic  *problem);
