#pragma once

#include <gio/gio.h>

typedef enum
{
  LOOM_FILL_ZEROS,
  LOOM_FILL_ONES,
  LOOM_FILL_IOTA,
  LOOM_FILL_POISON,
  LOOM_FILL_RANDOM,             /* number: the seed */
  LOOM_FILL_VALUES,             /* text: the numbers, separated by commas */
  LOOM_FILL_FILE,               /* text: a .npy (structs: any file) in the document's folder */
  LOOM_FILL_EXPR,               /* text: CUDA C in x y z cols rows planes */
  /* plans only; documents have no words for these */
  LOOM_FILL_BYTE,               /* number: what every byte is set to */
  LOOM_FILL_KEEP,               /* module variables: as the program initialised them */
} LoomFillKind;

/* What an array holds before the launch. */
typedef struct
{
  LoomFillKind  kind;
  char         *text;
  guint64       number;
} LoomFill;

/* `zeros`, `random(7)`, `expr: x + y` … */
const char *loom_fill_get_word (guint index);
gboolean  loom_fill_parse  (const char      *text,
                            LoomFill        *fill,
                            GError         **error);
char     *loom_fill_format (const LoomFill  *self);
void      loom_fill_clear  (LoomFill        *self);
