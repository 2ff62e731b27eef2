/* peers.h: the first set, the eight kernels of the problem set that the peers share (common.h), as
 * a table of problems
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "problem.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmisleading-indentation"
#pragma GCC diagnostic ignored "-Wstrict-aliasing"
#pragma GCC diagnostic ignored "-Wdeclaration-after-statement"
#pragma GCC diagnostic ignored "-Wcast-align"
#include "common.h"

static void
peers_take (ProblemBuffer *buffer,
            const void    *initial,
            const void    *expected)
{
  memcpy (buffer->initial, initial, buffer->size);
  if (expected != NULL)
    memcpy (buffer->expected, expected, buffer->size);
}

/* The arguments stand in the order of the kernels' parameters: inputs, output, then scalars. */
static void
peers_make (Problem *self,
            int      k,
            int      side)
{
  prob p = make_prob (k, side);

  self->kernel = KN[k];
  problem_set_launch (self, p.gx, p.gy, 1, p.bx, p.by, 1);
  if (p.in_b > 0)
    peers_take (problem_add_buffer (self, "in", PROBLEM_INPUT, k == 7 ? 1 : 4,
                                    p.in_b / (k == 7 ? 1 : 4)),
                p.in, NULL);
  if (p.in2_b > 0)
    peers_take (problem_add_buffer (self, "in2", PROBLEM_INPUT, 4, p.in2_b / 4), p.in2, NULL);
  peers_take (problem_add_buffer (self, "out",
                                  k == 4   ? PROBLEM_MOSTLY
                                  : k == 7 ? PROBLEM_EXACT
                                           : PROBLEM_FLOATS,
                                  4, p.out_b / 4),
              p.out0, p.ref);
  if (k == 1)
    problem_add_float (self, p.s);
  problem_add_int (self, k == 3 || k == 5 || k == 7 ? p.n : p.w);
  if (k != 3 && k != 5 && k != 7)
    problem_add_int (self, p.h);
  if (k == 4)
    {
      problem_add_int (self, p.maxit);
      problem_add_float (self, p.x0);
      problem_add_float (self, p.y0);
      problem_add_float (self, p.d);
    }
  free_prob (&p);
}

#define PEER(k) static void peers_make_##k (Problem *self, int side) { peers_make (self, k, side); }
PEER (0) PEER (1) PEER (2) PEER (3) PEER (4) PEER (5) PEER (6) PEER (7)
#undef PEER

static const ProblemRow peers_set[] = {
  { "k1_triangle", peers_make_0 },
  { "k2_saxpy2d", peers_make_1 },
  { "k3_stencil", peers_make_2 },
  { "k4_matmul", peers_make_3 },
  { "k5_mandel", peers_make_4 },
  { "k6_reduce", peers_make_5 },
  { "k7_transpose", peers_make_6 },
  { "k8_hist", peers_make_7 },
  { NULL, NULL }
};

#pragma GCC diagnostic pop
