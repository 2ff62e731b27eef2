#pragma once

#include <gio/gio.h>

/* How many statements [steps] may have, and how deep loops may stand in each other. */
#define LOOM_STATEMENTS_MAX 1000
#define LOOM_STATEMENTS_MAX_DEPTH 16

typedef enum
{
  LOOM_STATEMENT_LAUNCH,        /* launch KERNEL [on STREAM] [NAME=VALUE]… */
  LOOM_STATEMENT_COPY,          /* copy ARRAY to ARRAY [on STREAM]; either may be host */
  LOOM_STATEMENT_SWAP,          /* swap ARRAY, ARRAY */
  LOOM_STATEMENT_FILL,          /* fill ARRAY [on STREAM] = FILL */
  LOOM_STATEMENT_REPEAT,        /* repeat [COUNT] [as NAME] [until CONDITION] */
  LOOM_STATEMENT_END,           /* end: of a loop */
  LOOM_STATEMENT_RECORD,        /* record EVENT [on STREAM] */
  LOOM_STATEMENT_WAIT,          /* wait EVENT [on STREAM] */
  LOOM_N_STATEMENTS
} LoomStatementKind;

/* What one parameter, or one word of the launch, is given. */
typedef struct
{
  char *name;
  char *value;
} LoomStatementItem;

/* One line of [steps], as it is written. Plain value behind a pointer; texts are never empty. */
typedef struct
{
  LoomStatementKind  kind;
  guint              line, column;      /* in the document, from 1 */
  char              *text;              /* all of it */
  char              *subject;           /* kernel, array or event; of a loop its count, or NULL */
  char              *object;            /* the second array, or the fill; else NULL */
  char              *stream;            /* NULL: the default stream */
  char              *counter, *until;   /* of a loop, or NULL */
  GPtrArray         *items;             /* (element-type LoomStatementItem) of a launch, or NULL */
} LoomStatement;

LoomStatement *loom_statement_parse         (const char           *text,
                                             GError              **error);
char          *loom_statement_dup_meant     (const char           *text);
void           loom_statement_free          (LoomStatement        *self);
const char    *loom_statement_get           (const LoomStatement  *self,
                                             const char           *name);
const char    *loom_statement_kind_get_word (LoomStatementKind     kind);
const char    *loom_statement_kind_get_meaning (LoomStatementKind  kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomStatement, loom_statement_free)
