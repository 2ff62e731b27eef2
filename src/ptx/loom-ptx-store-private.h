#pragma once

#include "loom-ptx-module.h"

/* What a module's names, operands and calls lie in: freed at once, with the module. */
typedef struct _LoomPtxStore
{
  gatomicrefcount ref_count;
  GStringChunk   *strings;
  GPtrArray      *blocks;
  gsize           used, size;   /* of the last block */
  GHashTable     *linkages;     /* names of functions and module variables to the directive before
                                   them: "visible" …, which says something to whoever prints the
                                   module alone */
} LoomPtxStore;

LoomPtxModule   *_loom_ptx_module_new        (void);
gpointer         _loom_ptx_store_allocate    (LoomPtxStore *self,
                                              gsize         size);
gpointer         _loom_ptx_store_copy        (LoomPtxStore *self,
                                              gconstpointer data,
                                              gsize         size);
const char      *_loom_ptx_store_intern      (LoomPtxStore *self,
                                              const char   *text);
void             _loom_ptx_store_set_linkage (LoomPtxStore *self,
                                              const char   *name,
                                              const char   *linkage);
LoomPtxFunction *_loom_ptx_function_new      (void);
void             _loom_ptx_function_free     (LoomPtxFunction *self);
LoomPtxVariable *_loom_ptx_variable_new      (void);
