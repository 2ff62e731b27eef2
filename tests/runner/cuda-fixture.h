#pragma once

#include "runner-fixture.h"

/* A document that adds 7 to 100 cells, with four blocks. */
#define CUDA_ADD \
  "__global__ void k (int *f, int n)\n" \
  "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f[i] += 7; }\n" \
  "/* gridloom\n[launch]\nblock=32\n[arg f]\nshape=100\nfill=iota\n*/\n"

/* Documents on cuda:0 of the fake runtime. Rules (tests/fake/fake-rules.h) are a new process's. */
int           cuda_fixture_run (int           argc,
                                char         *argv[],
                                void        (*add_tests) (void));
void          cuda_set_rules   (const char   *rules);
LoomRun      *cuda_try_run     (const char   *document,
                                guint         repeat,
                                guint         wall_ms,
                                GError      **error);
LoomRun      *cuda_run_well    (const char   *document,
                                guint         repeat);
guint         cuda_stop        (const char   *document,
                                guint         repeat,
                                guint         after_ms);
const gint32 *cuda_get_ints    (LoomRun      *run,
                                const char   *name);
LoomFinding  *cuda_find        (LoomRun      *run,
                                LoomError     code);
