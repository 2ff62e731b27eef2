#pragma once

#include <glib.h>

typedef enum
{
  LOOM_LINE_CHANGED,            /* another one stands in its place */
  LOOM_LINE_ADDED,
  LOOM_LINE_REMOVED,
} LoomLineChangeKind;

/* One line that differs between two texts. Lines count from 1; of a line that only one text has,
 * the other's number is that of the line it would stand before. */
typedef struct
{
  LoomLineChangeKind kind;
  guint              before, after;
  char              *was, *is;  /* without the end of the line; NULL: there is none */
} LoomLineChange;

/* Texts that differ by more lines than this, added and removed ones, are not matched any further
 * between the first of them and the last: all of that counts as changed. */
#define LOOM_MAX_LINE_EDITS 1000

GPtrArray *loom_line_changes_list (const char *before,
                                   const char *after);
