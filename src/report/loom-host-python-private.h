#pragma once

#include "loom-host-code-private.h"

/* -- loom-host-python-values.c: what arrays, variables and structs begin with -- */
const char *_loom_host_python_name_scalar (LoomScalar            scalar);
char       *_loom_host_python_dup_number  (LoomScalar            scalar,
                                           const LoomScalarBits *bits);
gboolean    _loom_host_python_fill        (LoomHostWriter       *self,
                                           const LoomPlanArg    *arg,
                                           GError              **error);
gboolean    _loom_host_python_declare     (LoomHostWriter       *self,
                                           const LoomPlanArg    *arg,
                                           const char           *class,
                                           GError              **error);

/* -- loom-host-python-launch.c: launches, and steps -- */
gboolean    _loom_host_python_launch      (LoomHostWriter       *self,
                                           LoomPlan             *launch,
                                           const LoomPlanStep   *step,
                                           GError              **error);
gboolean    _loom_host_python_run         (LoomHostWriter       *self,
                                           GError              **error);
gboolean    _loom_host_python_add_kernels (LoomHostWriter       *self,
                                           GError              **error);

/* -- loom-host-numba.c: kernels as device functions, which Numba links -- */
gboolean    _loom_host_numba_add_kernel   (LoomHostWriter       *self,
                                           const LoomPlan       *launch,
                                           const char           *variable,
                                           GError              **error);
char       *_loom_host_numba_dup_source   (LoomHostWriter       *self,
                                           const char           *source);
char       *_loom_host_numba_dup_expressions (const char        *expressions);
gboolean    _loom_host_numba_check_options (LoomHostWriter      *self,
                                           GError              **error);

/* -- loom-host-python-checks.c: what arrays are held against -- */
gboolean    _loom_host_python_expect      (LoomHostWriter       *self,
                                           GError              **error);
void        _loom_host_python_compare     (LoomHostWriter       *self);
