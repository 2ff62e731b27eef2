#pragma once

#include "loom-diagnostic.h"
#include "loom-source-scan.h"
#include "loom-source-unit.h"

/* What a log is about. */
typedef struct
{
  const char           *source; /* the document's own text */
  const LoomSourceUnit *unit;   /* it and its headers */
  const LoomSourceScan *scan;   /* of those */
  const char           *name;   /* as the compiler was told */
  const char           *kernel; /* the expression that the user wants instantiated, or NULL */
  const char           *folder; /* the document's, or NULL */
  const char           *root;   /* that headers may lie beneath, or NULL */
  const char           *include;        /* the toolkit's headers, or NULL */
} LoomDiagnoseContext;

/* NVRTC's own declarations. */
#define LOOM_DIAGNOSE_BUILTIN_FILE "__nv_nvrtc_builtin_header.h"

/* -- loom-diagnose.c -- */
GPtrArray *loom_diagnose_log          (const char                 *log,
                                       const LoomDiagnoseContext  *context,
                                       gboolean                   *ours);
GPtrArray *loom_diagnose_references   (const char                 *ptx,
                                       const LoomDiagnoseContext  *context);
char      *loom_diagnose_clean_log    (const char                 *log);
/* -- loom-diagnose-files.c -- */
gboolean   loom_diagnose_is_ours      (const char                 *file);
char      *loom_diagnose_dup_users_words (const char              *text);
LoomDiagnostic *loom_diagnose_outside (const LoomDiagnoseContext  *context,
                                       const char                 *folder);
LoomDiagnostic *loom_diagnose_missing (const LoomDiagnoseContext  *context,
                                       const LoomMissingHeader    *missing);
LoomDiagnostic *loom_diagnose_blamed (const LoomDiagnoseContext   *context,
                                       const LoomMissingHeader    *missing);
LoomDiagnostic *loom_diagnose_unopened (const LoomDiagnoseContext *context,
                                       const char                 *text);
gboolean   loom_diagnose_names_outside (const char                *log,
                                       const char                 *ptx,
                                       const LoomDiagnoseContext  *context);
