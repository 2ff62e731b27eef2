#pragma once

#include "loom-error.h"
#include "loom-wire.h"

typedef enum
{
  LOOM_SEVERITY_NOTE,
  LOOM_SEVERITY_WARNING,
  LOOM_SEVERITY_ERROR,
} LoomSeverity;

/* A fix that the window can offer by a button; the names are stable. */
typedef enum
{
  LOOM_FIX_NONE,
  LOOM_FIX_GUARD_HOST_CODE,     /* wrap host code in #ifndef __CUDACC_RTC__ */
  LOOM_FIX_CHOOSE_TEMPLATE,     /* set kernel= to an instantiation */
  LOOM_FIX_MOVE_BLOCK,          /* move the settings block to the end */
  LOOM_FIX_RENAME_GROUP,        /* no such name: replacement holds the one meant */
  LOOM_FIX_SET_SHARED,          /* set shared= to replacement */
  LOOM_FIX_ALLOW_FOLDER,        /* let headers be read beneath the folder in replacement */
  LOOM_FIX_WRITE_KERNEL,        /* there is none: examples show how one begins */
  LOOM_FIX_OPEN_FILE,           /* open the file in replacement, beneath the document's folder */
  LOOM_FIX_TEXTURE_OBJECT,      /* make a texture reference a parameter: replacement declares it */
  LOOM_FIX_SET_KEY,             /* in the group of that line: replacement is "KEY=VALUE" */
  LOOM_FIX_SET_LINE,            /* replacement is that line, without its indentation */
  LOOM_FIX_INCLUDE,             /* include the header of CUDA that replacement names */
  LOOM_FIX_USE_SEED,            /* set order= to replacement */
  LOOM_FIX_ADD_GUARD,           /* replacement is that line under a test of its index */
  LOOM_FIX_SHOW_THREADS,        /* nothing to mend: where the threads of the block are */
} LoomFix;

/* One line in Problems: about the text of a document, or of a file that it includes. Plain value
 * behind a pointer. */
typedef struct
{
  LoomSeverity  severity;
  char         *file;           /* that line and column are of, as seen from the document's folder;
                                   NULL: the document */
  guint         line;           /* from 1; 0: no place */
  guint         column;         /* from 1, in characters; 0: the whole line */
  char         *text;
  LoomFix       fix;
  char         *replacement;    /* or NULL */
} LoomDiagnostic;

const char      *loom_severity_get_name       (LoomSeverity           severity);
LoomDiagnostic  *loom_diagnostic_new          (LoomSeverity           severity,
                                               guint                  line,
                                               guint                  column,
                                               const char            *format,
                                               ...) G_GNUC_PRINTF (4, 5);
void             loom_diagnostic_free         (LoomDiagnostic        *self);
LOOM_DECLARE_WIRE (LoomDiagnostic, loom_diagnostic)
extern const LoomWire _loom_diagnostic_wire;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomDiagnostic, loom_diagnostic_free)
