#pragma once

#include "loom-type.h"

/* More numbers in a struct, or a deeper one, is only bytes to us. */
#define LOOM_RECORD_MAX_COMPONENTS 4096
#define LOOM_RECORD_MAX_DEPTH 16
#define LOOM_RECORD_MAX_RANK 4

typedef enum
{
  LOOM_MEMBER_VALUE,            /* numbers, or a struct of them */
  LOOM_MEMBER_ADDRESS,          /* a pointer: its type is u64 */
  LOOM_MEMBER_OPAQUE,           /* a union, or a class that keeps its members to itself: bytes */
  LOOM_MEMBER_BITS,             /* a bit-field: nobody says where it lies */
} LoomMemberKind;

struct _LoomMember
{
  char           *name;
  LoomMemberKind  kind;
  guint32         offset;
  LoomType        type;         /* of one element */
  LoomType        cell;         /* of what a pointer points to; size 0: nobody knows */
  gboolean        is_const;     /* pointer to const */
  gboolean        is_rows;      /* pointer to pointers: each is a row of one array of such cells */
  guint           rank;         /* of an array, else 0 */
  guint32         extents[LOOM_RECORD_MAX_RANK];
};

/* What a struct is made of, as the compiler laid it out. There is one of each for as long as the
 * program runs, so that types are plain values; any thread reads it. */
struct _LoomRecord
{
  char          *name;          /* "Particle" */
  char          *text;          /* what loom_record_parse() reads */
  guint32        size;
  guint          n_members;
  LoomMember    *members;       /* by offset; bit-fields last */
  guint          n_components;
  LoomComponent *components;    /* all numbers and addresses in it, by offset */
};

const LoomRecord *loom_record_parse       (const char       *text);
guint             loom_member_count       (const LoomMember *self);
char             *loom_record_format_cell (const LoomRecord *self,
                                           gconstpointer     cell,
                                           char           *(*format) (const LoomType *type,
                                                                      gconstpointer   data));
