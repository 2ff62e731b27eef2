#pragma once

#include <glib.h>

/* What an array should hold after a launch, and which of its cells should be written. Members are
 * NULL where nothing was declared; of the ways to say the same at most one is given. */
typedef struct
{
  char    *domain;              /* a CUDA C condition */
  char    *domain_file;         /* a mask: what is not 0 */
  char    *domain_cells;        /* as loom_cells_parse() reads them; never empty */
  char    *reference_expr;
  char    *reference_file;
  char    *reference_kernel;    /* of the plan's reference: what it leaves in the array */
  double   rtol, atol;
  guint64  ulps;                /* floats no further apart count as equal */
} LoomExpect;

void     loom_expect_copy          (const LoomExpect *self,
                                    LoomExpect       *copy);
void     loom_expect_clear         (LoomExpect       *self);
gboolean loom_expect_has_domain    (const LoomExpect *self);
gboolean loom_expect_has_reference (const LoomExpect *self);
