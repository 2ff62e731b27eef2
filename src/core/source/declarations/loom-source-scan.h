#pragma once

#include "loom-text-edit.h"

/* What the tokens of a source tell without a compiler: names and lines of what stands at
 * namespace scope. It is used to name parameters and to explain errors; types and the truth
 * about what compiles come from the compiler. Text that `#if` takes away from NVRTC is not
 * looked at. */

typedef struct
{
  char     *name;               /* with its namespaces; a specialisation with its arguments */
  guint     line;               /* of the name */
  GStrv     params;             /* names in order; "" where there is none */
  gboolean  is_extern_c;
  gboolean  is_template;
  gboolean  is_instantiated;    /* a template that is instantiated explicitly */
  char     *template_params;    /* "class T, int N", or NULL */
  guint     body;               /* index of its tokens, for whoever reads on */
} LoomScannedKernel;

typedef struct
{
  char     *name;               /* with its namespaces */
  guint     line;
  gboolean  is_constant;        /* __constant__, else __device__ or __managed__ */
} LoomScannedVariable;

/* A function that is defined and runs on neither side of a launch: main, for one. */
typedef struct
{
  char     *name;
  guint     line;               /* of the first word of its declaration */
  guint     end_line;           /* of its closing brace */
  gboolean  is_template;
  gboolean  is_conditional;     /* within an #if whose outcome is not known */
} LoomScannedFunction;

typedef struct
{
  GPtrArray *kernels;           /* (element-type LoomScannedKernel) definitions, in order */
  GPtrArray *variables;         /* (element-type LoomScannedVariable) */
  GPtrArray *host_functions;    /* (element-type LoomScannedFunction) */
  GPtrArray *types;             /* (element-type utf8): names that are a type by themselves */
  /*< private >*/
  char       *text;             /* what the tokens lie in: the source and more */
  GArray     *tokens;           /* with macros put in their places */
  GArray     *origins;          /* of the tokens: where they were written */
  GArray     *bodies;
  GHashTable *macros;
  gboolean    has_includes;     /* by quotes: names may come from elsewhere */
} LoomSourceScan;

LoomSourceScan      *loom_source_scan_new              (const char      *text,
                                                        gsize            length);
void                 loom_source_scan_free             (LoomSourceScan  *self);
/* name: as in the source, perhaps with template arguments: "scale<float>" */
LoomScannedKernel   *loom_source_scan_find_kernel      (LoomSourceScan  *self,
                                                        const char      *name);
/* LOOM_FIX_GUARD_HOST_CODE: puts the lines of the host function at `line`, and those of the ones
 * that follow it directly, into #ifndef __CUDACC_RTC__. */
gboolean             loom_source_scan_guard_host_code  (LoomSourceScan  *self,
                                                        const char      *text,
                                                        gsize            length,
                                                        guint            line,
                                                        LoomTextEdit    *edit);

GPtrArray           *loom_source_scan_list_members     (LoomSourceScan  *self,
                                                        guint            most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSourceScan, loom_source_scan_free)
