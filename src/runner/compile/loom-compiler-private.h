#pragma once

#include "loom-compiler.h"
#include "loom-diagnose.h"
#include "loom-source-device.h"
#include "loom-source-scan.h"
#include "loom-source-unit.h"

#define LOOM_COMPILER_ARCHITECTURE "--gpu-architecture="        /* the first option */

/* One document on its way through the compiler. */
typedef struct
{
  LoomNvrtc                *nvrtc;
  const LoomCompileRequest *request;
  const char               *name;
  char                     *source;     /* the document's text, ended by NUL */
  GStrv                     options;
  LoomSourceUnit           *unit;       /* it and its headers */
  LoomSourceScan           *scan;       /* of those */
  LoomSourceDevice         *device;     /* which part of them the compiler is given */
  gboolean                  is_lean;    /* it does without headers that it may not need */
  gboolean                  mixes_numbers;      /* math.h has functions of several kinds */
  gboolean                  traps_launches;     /* kernels stop where they launch others */
  GPtrArray                *members;    /* names that are asked for in structs; none: not asked */
  GPtrArray                *untyped;    /* names of variables that can't be asked about */
  LoomDiagnoseContext       context;
  LoomNvrtcResult           result;
  const char               *unset_log;  /* warns of variables that are hidden from the compiler now;
                                           or NULL */
  GPtrArray                *instance_errors;    /* (element-type LoomDiagnostic) of instances that
                                                   launches name and that do not compile */
  LoomCompiled             *compiled;
} LoomCompilerJob;

/* -- loom-compiler.c -- */
const char *_loom_compiler_get_arch          (const LoomCompileRequest *request);
GStrv       _loom_compiler_list_options      (LoomCompilerJob          *job);
char       *_loom_compiler_dup_text          (LoomCompilerJob          *job,
                                              const char * const       *expressions);
/* -- loom-compiler-unset.c -- */
char       *_loom_compiler_dup_opaque        (LoomCompilerJob          *job,
                                              const char               *source,
                                              const char               *log);
/* -- loom-compiler-machine.c -- */
gboolean    _loom_compiler_make_cubin        (LoomCompilerJob          *job,
                                              GPtrArray                *kernels,
                                              GPtrArray                *variables,
                                              GError                  **error);
/* -- loom-compiler-device.c -- */
const char *_loom_compiler_get_root          (const LoomCompileRequest *request);
gboolean    _loom_compiler_make_unit         (LoomCompilerJob          *job);
gboolean    _loom_compiler_amend_device      (LoomCompilerJob          *job);
void        _loom_compiler_explain_left_out  (LoomCompilerJob          *job);
gboolean    _loom_compiler_misses_names      (LoomCompilerJob          *job);
void        _loom_compiler_blame_missing     (LoomCompilerJob          *job);
gboolean    _loom_compiler_compile_with_types (LoomCompilerJob        *job,
                                               GPtrArray              *kernels,
                                               GPtrArray              *variables,
                                               gboolean               *ours,
                                               GError                **error);
/* -- loom-compiler-problems.c -- */
void        _loom_compiler_explain_fragment  (LoomCompilerJob          *job);
#define     _loom_compiler_tell(job, severity, line, ...) \
  g_ptr_array_add ((job)->compiled->diagnostics, \
                   loom_diagnostic_new (LOOM_SEVERITY_##severity, line, 0, __VA_ARGS__))
gboolean    _loom_compiler_check_source      (LoomCompilerJob          *job);
gboolean    _loom_compiler_check_folders     (LoomCompilerJob          *job);
gboolean    _loom_compiler_check_questions   (LoomCompilerJob          *job);
void        _loom_compiler_explain_arch      (LoomCompilerJob          *job);
void        _loom_compiler_explain_native    (LoomCompilerJob          *job);
void        _loom_compiler_explain_haste     (LoomCompilerJob          *job);
void        _loom_compiler_explain_no_kernel (LoomCompilerJob          *job);
void        _loom_compiler_warn_of_instances (LoomCompilerJob          *job);
void        _loom_compiler_withhold          (LoomCompilerJob          *job);
gboolean    _loom_compiler_refuse_references (LoomCompilerJob          *job);
/* -- loom-compiler-signatures.c -- */
void        _loom_compiler_read_launches     (LoomCompilerJob          *job);
GPtrArray  *_loom_compiler_list_quoted       (const char               *log);
gboolean    _loom_compiler_compile_with_instances (LoomCompilerJob    *job,
                                                   GPtrArray          *kernels,
                                                   GPtrArray          *variables,
                                                   gboolean           *ours,
                                                   GError            **error);
gboolean    _loom_compiler_read_kernels      (LoomCompilerJob          *job,
                                              GPtrArray                *expressions);
GPtrArray  *_loom_compiler_list_unasked      (LoomCompilerJob          *job,
                                              GPtrArray                *expressions);
void        _loom_compiler_read_symbols      (LoomCompilerJob          *job,
                                              GPtrArray                *expressions);
void        _loom_compiler_list_templates    (LoomCompilerJob          *job);
