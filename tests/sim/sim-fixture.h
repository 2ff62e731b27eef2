#pragma once

#include "loom-sim.h"

/* A loaded module and up to four arrays of 32-bit cells with planes, for one kernel after the other. */
#define FIXTURE_ARRAYS 4

typedef struct
{
  guint32  *cells;
  guint     n;
  guint32  *writes, *reads;
  guint32  *lowest, *highest;
  guint64   address;
} FixtureArray;

typedef struct
{
  LoomSim        *sim;
  FixtureArray    arrays[FIXTURE_ARRAYS];
  guint           n_arrays;
  guint8          params[64];
  gsize           params_size;
  LoomSimOptions  options;
  LoomSimOutcome  outcome;
  GError         *error;
} Fixture;

void      fixture_init   (Fixture    *self,
                          const char *file);
void      fixture_clear  (Fixture    *self);
/* A zeroed array of n 32-bit cells that is the next parameter; cell_size: as the coverage sees it. */
guint32  *fixture_array  (Fixture    *self,
                          guint       n,
                          gsize       cell_size);
/* A null pointer is the next parameter. */
void      fixture_null   (Fixture    *self);
void      fixture_int    (Fixture    *self,
                          gint32      value);
void      fixture_float  (Fixture    *self,
                          float       value);
void      fixture_double (Fixture    *self,
                          double      value);
gboolean  fixture_run    (Fixture    *self,
                          const char *entry,
                          LoomDim3    grid,
                          LoomDim3    block);
/* The same, and it must end without a trap. */
void      fixture_pass   (Fixture    *self,
                          const char *entry,
                          LoomDim3    grid,
                          LoomDim3    block);
