#pragma once

#include "loom-diagnostic.h"
#include "loom-source-scan.h"

G_BEGIN_DECLS

/* What a log is about. */
typedef struct
{
  const char *source;           /* the document's own text */
  LoomSourceScan *scan;         /* of it */
  const char *name;             /* as the compiler was told */
  const char *kernel;           /* the expression that the user wants instantiated, or NULL */
  const char *folder;           /* the document's, or NULL */
  const char *include;          /* the toolkit's headers, or NULL */
} LoomDiagnoseContext;

GPtrArray *loom_diagnose_log          (const char                 *log,
                                       const LoomDiagnoseContext  *context,
                                       gboolean                   *ours);
char      *loom_diagnose_clean_log    (const char                 *log);
gboolean   loom_diagnose_names_outside (const char                *log,
                                       const char                 *ptx,
                                       const LoomDiagnoseContext  *context);

G_END_DECLS
