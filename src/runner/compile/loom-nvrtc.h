#pragma once

#include "loom-library-search.h"

/* NVRTC, opened at run time. One thread at a time. */
typedef struct _LoomNvrtc LoomNvrtc;
/* What the compiler gave for its last questions. */
typedef struct _LoomNvrtcMemo LoomNvrtcMemo;

typedef struct
{
  LoomLibrary *library;         /* where it was looked for */
  char        *name;            /* "NVRTC 13.0" */
  char        *include;         /* the toolkit's headers, or NULL */
  char        *folder;          /* where the library lies, or NULL */
  char        *toolkit;         /* which library and which headers, told by their files; or NULL */
  char        *why;             /* it cannot compile, or NULL */
} LoomNvrtcFacts;

/* Leaves out what takes optimising long, where the compiler knows how to. */
#define LOOM_NVRTC_HASTE "--Ofast-compile"

/* What one call of the compiler gave. */
typedef struct
{
  gboolean    compiled;
  char       *log;              /* valid UTF-8 */
  char       *ptx;              /* NULL if it did not compile */
  GBytes     *cubin;            /* NULL unless it compiled for a GPU */
  GHashTable *lowered;          /* (element-type utf8 utf8) expression to name in the PTX; only what
                                   it knows */
} LoomNvrtcResult;

LoomNvrtcMemo *loom_nvrtc_guess         (char               **toolkit);
LoomNvrtc    *loom_nvrtc_open           (void);
void          loom_nvrtc_free           (LoomNvrtc           *self);
const LoomNvrtcFacts *loom_nvrtc_get_facts (LoomNvrtc        *self);
void          loom_nvrtc_set_patience   (LoomNvrtc           *self,
                                         guint                ms);
gboolean      loom_nvrtc_has_header     (LoomNvrtc           *self,
                                         const char          *name);
gboolean      loom_nvrtc_compile        (LoomNvrtc           *self,
                                         const char          *source,
                                         const char          *name,
                                         const char * const  *options,
                                         const char * const  *expressions,
                                         LoomNvrtcResult     *result,
                                         GError             **error);
guint         loom_nvrtc_get_n_compiled (LoomNvrtc           *self);
LoomNvrtcMemo *loom_nvrtc_get_memo      (LoomNvrtc           *self);
void          loom_nvrtc_result_clear   (LoomNvrtcResult     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomNvrtc, loom_nvrtc_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomNvrtcResult, loom_nvrtc_result_clear)
