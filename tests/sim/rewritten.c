/* rewritten.c: a launch of a module as it is and as it was written again, and what differs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "rewritten.h"

#include "loom-ptx-instrument.h"
#include "loom-ptx-window.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PARAMS 4096u
#define MAX_WINDOWS 3u

/* One array, where it is now and what was counted in it. */
typedef struct
{
  guint8  *bytes;
  gsize    size, cells;
  guint64  address;
  guint32 *writes, *reads;
  gpointer lowest, highest;
} Memory;

typedef struct
{
  const RewrittenLaunch *launch;
  LoomSim               *sim;
  Memory                *arrays;        /* by argument, then by symbol */
  guint                  writer_size;
  guint8                *arena_bytes;
  LoomPtxArena           arena;
  GArray                *planned;       /* (element-type LoomPtxArenaArray) that are counted */
  LoomPtxArenaArray     *placed;        /* as arrays */
  LoomPtxArenaTable      table;
  guint8                 params[MAX_PARAMS];
  gsize                  params_size;
  gboolean               windowed;
  guint64                idle;
  gboolean               trapped;
  GError                *error;
} Run;

static const RewrittenArg *
get_arg (const Run *self,
         guint      index)
{
  return &g_array_index (self->launch->args, RewrittenArg, index);
}

static guint
count_symbols (const Run *self)
{
  return self->launch->symbols != NULL ? self->launch->symbols->len : 0;
}

static const RewrittenSymbol *
get_symbol (const Run *self,
            guint      index)
{
  return &g_array_index (self->launch->symbols, RewrittenSymbol, index);
}

static Memory *
get_variable (const Run *self,
              guint      index)
{
  return &self->arrays[self->launch->args->len + index];
}

static LoomPtxModule *
read_module (Run        *self,
             const char *text)
{
  g_autoptr (LoomPtxModule) module = loom_ptx_module_parse (text, -1, &self->error);

  if (module == NULL || !loom_ptx_module_verify (module, &self->error))
    return NULL;
  return g_steal_pointer (&module);
}

static void
init_memory (const Run *self,
             Memory    *memory,
             gsize      size,
             gsize      cell_size)
{
  if (cell_size == 0)
    return;
  memory->size = size;
  memory->cells = size / cell_size;
  memory->writes = g_new0 (guint32, memory->cells + 1);
  memory->reads = g_new0 (guint32, memory->cells + 1);
  memory->lowest = g_malloc (memory->cells * self->writer_size + 1);
  memory->highest = g_malloc (memory->cells * self->writer_size + 1);
  memset (memory->lowest, 0xff, memory->cells * self->writer_size);
  memset (memory->highest, 0xff, memory->cells * self->writer_size);
}

/* They lie apart from what is counted, as on a device. */
static void
place_textures (Run *self)
{
  for (guint i = 0; i < self->launch->args->len; i++)
    {
      const RewrittenArg *arg = get_arg (self, i);
      const RewrittenTexture *texture = arg->texture;

      if (texture == NULL)
        continue;
      self->arrays[i].address = loom_sim_add_array (self->sim, "texture", (gpointer) arg->bytes, arg->size,
                                                    texture->type.size, NULL);
      loom_sim_set_texture (self->sim, self->arrays[i].address, &texture->texture, &texture->type, &texture->shape);
    }
}

/* Arrays with addresses of their own, which the simulator watches. */
static void
place_apart (Run *self)
{
  for (guint i = 0; i < self->launch->args->len; i++)
    {
      Memory *memory = &self->arrays[i];
      const LoomSimPlanes planes = { memory->writes, memory->reads, memory->lowest, memory->highest, self->writer_size };

      if (get_arg (self, i)->cell_size == 0)
        continue;
      memory->bytes = g_memdup2 (get_arg (self, i)->bytes, memory->size + (memory->size == 0));
      memory->address = loom_sim_add_array (self->sim, "array", memory->bytes, memory->size, get_arg (self, i)->cell_size,
                                            &planes);
    }
}

/* Arrays and their counters in one piece of memory, as on a device. */
static void
place_arena (Run *self)
{
  const gsize size = (self->arena.size + LOOM_PTX_ARENA_ALIGN - 1) / LOOM_PTX_ARENA_ALIGN * LOOM_PTX_ARENA_ALIGN;
  guint64 address;

  self->arena_bytes = aligned_alloc (LOOM_PTX_ARENA_ALIGN, size);
  memset (self->arena_bytes, 0, size);
  address = loom_sim_add_array (self->sim, "arena", self->arena_bytes, self->arena.size, 1, NULL);
  for (guint i = 0; i < self->launch->args->len; i++)
    if (get_arg (self, i)->cell_size > 0)
      {
        self->arrays[i].bytes = self->arena_bytes + self->placed[i].offset;
        self->arrays[i].address = address + self->placed[i].offset;
        memcpy (self->arrays[i].bytes, get_arg (self, i)->bytes, get_arg (self, i)->size);
      }
  loom_ptx_arena_get_table (&self->arena, address, &self->table);
}

static gboolean
plan_arena (Run           *self,
            LoomPtxModule *module,
            Rewritten      way)
{
  const gboolean counts = way != REWRITTEN_SCHEDULED;
  GArray *arrays = self->planned = g_array_new (FALSE, TRUE, sizeof (LoomPtxArenaArray));
  guint next = 0;

  for (guint i = 0; i < self->launch->args->len; i++)
    {
      const LoomPtxArenaArray array = { get_arg (self, i)->size, get_arg (self, i)->cell_size, 0 };

      if (array.cell_size > 0)
        g_array_append_val (arrays, array);
    }
  if (way == REWRITTEN_COUNTED_WIDE)
    {
      /* An array of single bytes, which nobody touches, makes all units single bytes. */
      const LoomPtxArenaArray array = { 1, 1, 0 };

      g_array_append_val (arrays, array);
    }
  for (guint i = 0; i < count_symbols (self); i++)
    {
      const RewrittenSymbol *symbol = get_symbol (self, i);
      const LoomPtxArenaArray array = { symbol->size, symbol->cell_size, 0, symbol->name };

      g_array_append_val (arrays, array);
    }
  if (!loom_ptx_arena_init (&self->arena, module, (LoomPtxArenaArray *) arrays->data, arrays->len, &self->launch->grid,
                            &self->launch->block, counts ? LOOM_COVERAGE_ALL : LOOM_COVERAGE_NONE, !counts, &self->error))
    return FALSE;
  self->placed = g_new0 (LoomPtxArenaArray, self->launch->args->len + count_symbols (self) + 1);
  for (guint i = 0; i < self->launch->args->len; i++)
    if (get_arg (self, i)->cell_size > 0)
      self->placed[i] = g_array_index (arrays, LoomPtxArenaArray, next++);
  for (guint i = 0; i < count_symbols (self); i++)
    self->placed[self->launch->args->len + i]
        = g_array_index (arrays, LoomPtxArenaArray, arrays->len - count_symbols (self) + i);
  return TRUE;
}

static gboolean
set_params (Run *self)
{
  for (guint i = 0; i < self->launch->args->len; i++)
    {
      const RewrittenArg *arg = get_arg (self, i);
      gsize offset, size;

      if (!loom_sim_get_param (self->sim, self->launch->entry, i, &offset, &size) || offset + size > MAX_PARAMS)
        return FALSE;
      if (arg->cell_size > 0 || arg->texture != NULL)
        memcpy (self->params + offset, &self->arrays[i].address, sizeof (guint64));
      else
        memcpy (self->params + offset, arg->bytes, MIN (size, arg->size));
      if (arg->points_to > 0)
        memcpy (self->params + offset, &self->arrays[arg->points_to - 1].address, sizeof (guint64));
      self->params_size = MAX (self->params_size, offset + size);
    }
  return TRUE;
}

static void
set_symbols (Run *self)
{
  gsize size;
  gpointer place = loom_sim_find_symbol (self->sim, LOOM_PTX_ARENA_SYMBOL, &size);

  if (place != NULL)
    memcpy (place, &self->table, MIN (size, sizeof self->table));
  for (guint i = 0; i < count_symbols (self); i++)
    {
      const RewrittenSymbol *symbol = get_symbol (self, i);
      Memory *memory = get_variable (self, i);
      const LoomSimPlanes planes = { memory->writes, memory->reads, memory->lowest, memory->highest,
                                     self->writer_size };

      memory->bytes = loom_sim_find_symbol (self->sim, symbol->name, &size);
      g_assert_true (memory->bytes != NULL && size == symbol->size);
      if (symbol->bytes != NULL)
        memcpy (memory->bytes, symbol->bytes, size);
      if (self->arena_bytes == NULL)
        loom_sim_count_symbol (self->sim, symbol->name, symbol->cell_size, &planes);
    }
}

static void
swap_params (Run *self)
{
  guint64 first;

  memcpy (&first, self->params, sizeof first);
  memcpy (self->params, self->params + sizeof first, sizeof first);
  memcpy (self->params + sizeof first, &first, sizeof first);
}

/* A grid that is launched, all of it or a part. */
static gboolean
launch_grid (Run               *self,
             const LoomDim3    *grid,
             LoomCoverageFlags  coverage)
{
  const LoomSimLaunch launch = { self->launch->entry, *grid, self->launch->block, self->launch->shared,
                                 self->params, self->params_size };
  const LoomSimOptions options = { .workers = 1, .schedule_seed = -1, .coverage = coverage };
  LoomSimOutcome outcome = { NULL };
  gboolean ok;

  if (self->arena.stored != 0)
    memset (self->arena_bytes + self->arena.stored, 0, self->arena.threads);
  ok = loom_sim_run (self->sim, &launch, &options, &outcome, &self->error);
  if (ok && coverage != LOOM_COVERAGE_NONE)
    loom_sim_collect (self->sim);
  self->idle += outcome.idle_threads;
  self->trapped = outcome.trap != NULL;
  loom_sim_outcome_clear (&outcome);
  return ok;
}

/* Its blocks in parts along the slowest axis that has several, each of which is told which it is. */
static gboolean
launch_windows (Run               *self,
                LoomCoverageFlags  coverage)
{
  const LoomDim3 *grid = &self->launch->grid;
  const guint axis = grid->z > 1 ? 2 : grid->y > 1 ? 1 : 0;
  const guint extents[] = { grid->x, grid->y, grid->z }, n = MIN (extents[axis], MAX_WINDOWS);
  LoomPtxWindow window = { .grid = { grid->x, grid->y, grid->z } };
  gsize offset, size;

  if (!loom_sim_get_param (self->sim, self->launch->entry, self->launch->args->len, &offset, &size) ||
      size != sizeof window || offset + size > MAX_PARAMS)
    return FALSE;
  self->params_size = offset + size;
  for (guint i = 0; i < n && !self->trapped; i++)
    {
      guint part[] = { grid->x, grid->y, grid->z };

      window.first[axis] = extents[axis] * i / n;
      part[axis] = extents[axis] * (i + 1) / n - window.first[axis];
      memcpy (self->params + offset, &window, sizeof window);
      if (!launch_grid (self, &LOOM_DIM3 (part[0], part[1], part[2]), coverage))
        return FALSE;
    }
  return TRUE;
}

static gboolean
launch_once (Run               *self,
             LoomCoverageFlags  coverage)
{
  self->idle = 0;
  return self->windowed ? launch_windows (self, coverage) : launch_grid (self, &self->launch->grid, coverage);
}

static void
fold (Run *self)
{
  const guint8 *counters = self->arena_bytes + self->arena.counters;

  for (guint i = 0; i < self->launch->args->len; i++)
    {
      const LoomPtxArenaPlanes planes = { self->arrays[i].writes, self->arrays[i].reads, self->arrays[i].lowest,
                                          self->arrays[i].highest };

      if (get_arg (self, i)->cell_size > 0)
        loom_ptx_arena_fold (&self->arena, &self->placed[i], counters, &planes);
    }
  for (guint i = 0; i < count_symbols (self); i++)
    {
      const Memory *memory = get_variable (self, i);
      const LoomPtxArenaPlanes planes = { memory->writes, memory->reads, memory->lowest,
                                          memory->highest };

      loom_ptx_arena_fold (&self->arena, &self->placed[self->launch->args->len + i], counters,
                           &planes);
    }
  self->idle = loom_ptx_arena_count_idle (&self->arena, counters);
}

static gboolean
launch_all (Run               *self,
            LoomCoverageFlags  coverage)
{
  for (guint i = 0; i < self->launch->launches && !self->trapped; i++)
    {
      if (!launch_once (self, coverage))
        return FALSE;
      if (self->launch->swaps)
        swap_params (self);
    }
  return TRUE;
}

/* As in a launch of more threads than 32 bits count, behind all else. */
static void
widen_threads (LoomPtxArena *self)
{
  const guint64 bytes = self->counted_bytes / self->how.unit * sizeof (guint64);

  self->how.writer_size = sizeof (guint64);
  self->lowest = self->size;
  self->highest = self->lowest + bytes;
  self->size = self->highest + bytes;
}

/* The module's text as the way wants it. */
static LoomPtxModule *
make_module (Run       *self,
             Rewritten  way)
{
  g_autoptr (LoomPtxModule) module = read_module (self, self->launch->ptx);
  g_autofree char *text = NULL;

  if (module == NULL || way == REWRITTEN_N)
    return g_steal_pointer (&module);
  if (way == REWRITTEN_PRINTED)
    text = loom_ptx_module_to_string (module);
  else if (way == REWRITTEN_WINDOWED)
    text = loom_ptx_window_check (module, self->launch->entry, &self->error) ? loom_ptx_window_print (module) : NULL;
  else if (plan_arena (self, module, way))
    {
      if (way == REWRITTEN_COUNTED_WIDE)
        widen_threads (&self->arena);
      text = loom_ptx_instrument (module, (const char *[]) { self->launch->entry, NULL }, &self->arena.how, &self->error);
    }
  return text != NULL ? read_module (self, text) : NULL;
}

static gboolean
run (Run                   *self,
     const RewrittenLaunch *launch,
     Rewritten              way,
     guint                  writer_size)
{
  const gboolean watched = way == REWRITTEN_N || way == REWRITTEN_PRINTED || way == REWRITTEN_WINDOWED;
  g_autoptr (LoomPtxModule) module = NULL;

  *self = (Run) { .launch = launch, .writer_size = writer_size, .windowed = way == REWRITTEN_WINDOWED };
  self->arrays = g_new0 (Memory, launch->args->len + count_symbols (self) + 1);
  module = make_module (self, way);
  if (module == NULL || (self->sim = loom_sim_new (module, &self->error)) == NULL)
    return FALSE;
  for (guint i = 0; i < launch->args->len; i++)
    init_memory (self, &self->arrays[i], get_arg (self, i)->size, get_arg (self, i)->cell_size);
  for (guint i = 0; i < count_symbols (self); i++)
    init_memory (self, get_variable (self, i), get_symbol (self, i)->size, get_symbol (self, i)->cell_size);
  if (watched)
    place_apart (self);
  else
    place_arena (self);
  place_textures (self);
  set_symbols (self);
  if (!set_params (self) || !launch_all (self, watched ? LOOM_COVERAGE_ALL : LOOM_COVERAGE_NONE))
    return FALSE;
  if (!watched && !self->trapped && self->arena.how.coverage != LOOM_COVERAGE_NONE)
    fold (self);
  return TRUE;
}

static void
run_clear (Run *self)
{
  for (guint i = 0; i < self->launch->args->len + count_symbols (self); i++)
    {
      if (self->arena_bytes == NULL && i < self->launch->args->len)
        g_free (self->arrays[i].bytes);
      g_free (self->arrays[i].writes);
      g_free (self->arrays[i].reads);
      g_free (self->arrays[i].lowest);
      g_free (self->arrays[i].highest);
    }
  if (self->sim != NULL)
    loom_sim_free (self->sim);
  free (self->arena_bytes);
  g_clear_pointer (&self->planned, g_array_unref);
  g_free (self->placed);
  g_free (self->arrays);
  g_clear_error (&self->error);
}

/* The first cell in which two planes of numbers of four bytes differ. */
static char *
compare_plane (const char    *what,
               guint          arg,
               gconstpointer  wanted,
               gconstpointer  found,
               gsize          cells)
{
  const guint32 *a = wanted, *b = found;

  for (gsize i = 0; i < cells; i++)
    if (a[i] != b[i])
      return g_strdup_printf ("argument %u, cell %zu: %s %u, not %u", arg, i, what, b[i], a[i]);
  return NULL;
}

/* Threads of a part of the grid have numbers of their own. */
static char *
compare_array (const Run *plain,
               const Run *other,
               guint      arg,
               gboolean   counted)
{
  const Memory *a = &plain->arrays[arg], *b = &other->arrays[arg];
  char *difference = NULL;

  const gboolean may_be_addresses = arg >= plain->launch->args->len &&
                                    get_symbol (plain, arg - plain->launch->args->len)->bytes == NULL;

  for (gsize i = 0; i < a->size && !may_be_addresses; i++)
    if (a->bytes[i] != b->bytes[i])
      return g_strdup_printf ("argument %u: byte %zu is %u, not %u", arg, i, b->bytes[i], a->bytes[i]);
  if (counted)
    difference = compare_plane ("writes", arg, a->writes, b->writes, a->cells);
  if (difference == NULL && counted)
    difference = compare_plane ("reads", arg, a->reads, b->reads, a->cells);
  if (difference == NULL && counted && !other->windowed)
    difference = compare_plane ("lowest", arg, a->lowest, b->lowest, a->cells * other->writer_size / 4);
  if (difference == NULL && counted && !other->windowed)
    difference = compare_plane ("highest", arg, a->highest, b->highest, a->cells * other->writer_size / 4);
  return difference;
}

/* Each block ran, somewhere, and began before it ended. */
static char *
check_schedule (const Run *self)
{
  for (guint64 i = 0; i < self->arena.n_blocks; i++)
    {
      LoomPtxArenaBlock block;

      loom_ptx_arena_get_block (&self->arena, self->arena_bytes + self->arena.counters, i, &block);
      if (block.multiprocessor < 0 || block.start > block.end || block.end == 0)
        return g_strdup_printf ("block %" PRIu64 " ran on %" PRIi64 " from %" PRIu64 " to %" PRIu64, i,
                                block.multiprocessor, block.start, block.end);
    }
  return NULL;
}

static char *
compare (const Run *plain,
         const Run *other,
         Rewritten  way)
{
  const gboolean counted = way != REWRITTEN_SCHEDULED;
  char *difference = NULL;

  if (other->trapped)
    return g_strdup ("it stops");
  for (guint i = 0; i < plain->launch->args->len + count_symbols (plain) && difference == NULL; i++)
    difference = compare_array (plain, other, i, counted);
  if (difference == NULL && counted && plain->idle != other->idle)
    difference = g_strdup_printf ("%" PRIu64 " idle threads, not %" PRIu64, other->idle, plain->idle);
  if (difference == NULL && way == REWRITTEN_SCHEDULED)
    difference = check_schedule (other);
  return difference;
}

const char *
rewritten_get_name (Rewritten way)
{
  static const char *const names[] = { "printed", "windowed", "counted", "counted-wide", "scheduled" };

  return names[way];
}

char *
rewritten_compare (const RewrittenLaunch *launch,
                   Rewritten              way,
                   gboolean              *trapped)
{
  const guint writer_size = way == REWRITTEN_COUNTED_WIDE ? 8 : 4;
  char *difference = NULL;
  Run plain, other;

  *trapped = FALSE;
  if (!run (&plain, launch, REWRITTEN_N, writer_size))
    difference = g_strdup_printf ("cannot be run: %s", plain.error != NULL ? plain.error->message : "parameters");
  else if (plain.trapped)
    *trapped = TRUE;
  else
    {
      /* what waits for its whole grid is refused where it has but a part */
      if (!run (&other, launch, way, writer_size))
        difference = way == REWRITTEN_WINDOWED && other.error != NULL && other.error->code == LOOM_ERROR_LAUNCH ? NULL : g_strdup (other.error != NULL ? other.error->message : "parameters");
      else
        difference = compare (&plain, &other, way);
      run_clear (&other);
    }
  run_clear (&plain);
  return difference;
}
