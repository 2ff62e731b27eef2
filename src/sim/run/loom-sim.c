/* loom-sim.c: a loaded module, its memory and its launches
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim.h"
#include "loom-sim-cell-blocks-private.h"
#include "loom-sim-coverage-private.h"
#include "loom-sim-isa-private.h"
#include "loom-sim-launch-private.h"
#include "loom-sim-reach-private.h"
#include "loom-sim-texture-private.h"
#include "loom-sim-watch-private.h"

#include <glib/gi18n-lib.h>

#include <malloc.h>
#include <string.h>

#define KEPT_BYTES (256 << 20)          /* of freed memory, for the next launch */
#define GRID_BARRIER_SIZE 64            /* struct grid_workspace of
                                           cooperative_groups/details/driver_abi.h, and to spare */
#define MAX_ALIGN 16            /* bytes that a structure is aligned to, unless it asks for more */
#define PARAM_SPARE 64          /* zeros after the parameters: the last may be read with its
                                   padding */

/**
 * loom_sim_new:
 * @module: a verified module
 *
 * Loads a module: its variables get addresses and their initial contents.
 *
 * Errors: %LOOM_ERROR_MEMORY, %LOOM_ERROR_BACKEND.
 *
 * Returns: (transfer full): the loaded module
 */
LoomSim *
loom_sim_new (LoomPtxModule  *module,
              GError        **error)
{
  return loom_sim_new_above (module, LOOM_SIM_FIRST_SLOT, error);
}

/**
 * loom_sim_new_above:
 * @slot: the slot of its first variable, which other modules have not
 *
 * The same for one of several modules that share memory: loom_sim_place_array() tells each of them
 * of all arrays.
 */
LoomSim *
loom_sim_new_above (LoomPtxModule  *module,
                    guint           slot,
                    GError        **error)
{
  g_autoptr (LoomSim) self = NULL;

  if (!loom_sim_isa_check (error))
    return NULL;

  self = g_new0 (LoomSim, 1);
  self->module = loom_ptx_module_ref (module);
  self->programs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) loom_sim_program_free);
  while (self->n_slots < MAX (slot, LOOM_SIM_FIRST_SLOT))
    loom_sim_add_slot (self, NULL, NULL, 0);
  if (!loom_sim_load_variables (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

static void
clear_regions (LoomSim *self)
{
  for (guint i = 0; i < self->n_regions; i++)
    g_free (self->regions[i].journal);
  g_clear_pointer (&self->regions, g_free);
  self->n_regions = 0;
}

static void
clear_slot (LoomSimSlot *slot)
{
  g_free (slot->name);
  g_free (slot->undefined);
  g_free (slot->texture);
  g_clear_pointer (&slot->coverage, loom_sim_coverage_free);
  if (slot->is_owned)
    g_free (slot->bytes);
}

/**
 * loom_sim_free:
 * @self: (transfer full): a loaded module
 *
 * Frees it and its variables; bytes that arrays were made of stay the caller's.
 */
void
loom_sim_free (LoomSim *self)
{
  g_clear_pointer (&self->pool, loom_sim_pool_free);
  g_clear_pointer (&self->trackers, g_ptr_array_unref);
  clear_regions (self);
  g_hash_table_unref (self->programs);
  for (guint i = 0; i < self->n_slots; i++)
    clear_slot (self->slots + i);
  g_free (self->slots);
  g_free (self->addresses);
  loom_ptx_module_unref (self->module);
  g_free (self);
}

/**
 * loom_sim_add_array:
 * @name: what findings call it
 * @bytes: contents, which stay the caller's, must outlive @self, and are what kernels read and
 *   write
 * @size: bytes
 * @cell_size: bytes of a cell, for coverage
 * @planes: (nullable): where loom_sim_collect() counts; writes and reads are added to, lowest and
 *   highest widened, so the caller begins with zeros and with all bits one
 *
 * Makes an array that kernels can be given.
 *
 * Returns: its virtual address
 */
guint64
loom_sim_add_array (LoomSim             *self,
                    const char          *name,
                    gpointer             bytes,
                    gsize                size,
                    gsize                cell_size,
                    const LoomSimPlanes *planes)
{
  const guint index = loom_sim_add_slot (self, name, bytes, size);
  LoomSimSlot *slot = self->slots + index;

  slot->is_output = TRUE;
  slot->cell_size = MAX (cell_size, 1);
  if (planes != NULL)
    slot->planes = *planes;
  return LOOM_SIM_SLOT_ADDRESS (index);
}

/**
 * loom_sim_place_array:
 * @address: of a slot that no variable has: loom_sim_address_of_slot()
 * @bytes: (nullable): as for loom_sim_add_array(); %NULL for none, so that the slot is empty
 *
 * Makes an array at an address that the caller chose, in place of what was there.
 */
void
loom_sim_place_array (LoomSim    *self,
                      guint64     address,
                      const char *name,
                      gpointer    bytes,
                      gsize       size,
                      gsize       cell_size)
{
  const guint index = (guint) (address >> LOOM_SIM_SLOT_BITS);
  LoomSimSlot *slot;

  while (self->n_slots <= index)
    loom_sim_add_slot (self, NULL, NULL, 0);
  slot = self->slots + index;
  clear_slot (slot);
  *slot = (LoomSimSlot) { .name = g_strdup (name), .bytes = bytes, .size = size,
                          .is_output = bytes != NULL, .cell_size = MAX (cell_size, 1) };
}

/**
 * loom_sim_slot_of_address:
 *
 * Returns: the slot that an address lies in
 */
guint
loom_sim_slot_of_address (guint64 address)
{
  return (guint) (address >> LOOM_SIM_SLOT_BITS);
}

/**
 * loom_sim_address_of_slot:
 *
 * Returns: the address of the first byte of what has this slot
 */
guint64
loom_sim_address_of_slot (guint slot)
{
  return LOOM_SIM_SLOT_ADDRESS (slot);
}

/**
 * loom_sim_count_slots:
 *
 * Returns: how many slots it has; those from there on are empty
 */
guint
loom_sim_count_slots (LoomSim *self)
{
  return self->n_slots;
}

/**
 * loom_sim_set_undefined:
 * @address: of an array
 *
 * Says that an array begins without contents. A launch that looks for uninitialised reads warns of
 * each load of a byte that nothing has written since.
 */
void
loom_sim_set_undefined (LoomSim *self,
                        guint64  address)
{
  LoomSimSlot *slot = &self->slots[address >> LOOM_SIM_SLOT_BITS];

  g_free (slot->undefined);
  slot->undefined = g_malloc ((gsize) slot->size / 8 + 1);
  memset (slot->undefined, 0xff, (gsize) slot->size / 8 + 1);
}

/**
 * loom_sim_set_padded:
 * @address: of an array
 *
 * Says that cells of an array are structures, which may have bytes that nobody uses. What a
 * launch leaves without contents there is reported only where it is more than can be padding: all
 * of as many bytes as a cell can be aligned to.
 */
void
loom_sim_set_padded (LoomSim *self,
                     guint64  address)
{
  LoomSimSlot *slot = &self->slots[address >> LOOM_SIM_SLOT_BITS];

  slot->no_padding = (guint) MIN (slot->cell_size & -slot->cell_size, MAX_ALIGN);
}

/**
 * loom_sim_set_texture:
 * @address: of an array, which is the object that kernels are given
 * @texture: how they see it; it passed loom_texture_check() with these cells and this shape
 * @type: of a cell
 * @shape: of the array
 *
 * Says that an array is a texture or a surface.
 */
void
loom_sim_set_texture (LoomSim           *self,
                      guint64            address,
                      const LoomTexture *texture,
                      const LoomType    *type,
                      const LoomShape   *shape)
{
  LoomSimSlot *slot = &self->slots[address >> LOOM_SIM_SLOT_BITS];

  g_free (slot->texture);
  slot->texture = loom_sim_texture_new (texture, type, shape);
}

/* The slot of a module variable, or NULL. */
static LoomSimSlot *
find_variable (LoomSim    *self,
               const char *lowered)
{
  for (guint i = 0; i < self->module->variables->len; i++)
    {
      const LoomPtxVariable *variable = g_ptr_array_index (self->module->variables, i);

      if (self->addresses[i] != 0 && g_str_equal (variable->name, lowered))
        return self->slots + (self->addresses[i] >> LOOM_SIM_SLOT_BITS);
    }
  return NULL;
}

/**
 * loom_sim_count_symbol:
 * @lowered: name in the PTX
 * @cell_size: bytes of a cell, which are a part of the variable's
 * @planes: where loom_sim_collect() counts, as for an array
 *
 * Has the accesses to a module variable counted.
 *
 * Returns: whether there is such a variable
 */
gboolean
loom_sim_count_symbol (LoomSim             *self,
                       const char          *lowered,
                       gsize                cell_size,
                       const LoomSimPlanes *planes)
{
  LoomSimSlot *slot = find_variable (self, lowered);

  if (slot == NULL)
    return FALSE;
  slot->cell_size = MAX (cell_size, 1);
  slot->planes = *planes;
  return TRUE;
}

/**
 * loom_sim_find_symbol:
 * @lowered: name in the PTX
 * @size: (out): bytes
 *
 * Finds a module variable's contents, which kernels read and write.
 *
 * Returns: (nullable) (transfer none): its bytes
 */
gpointer
loom_sim_find_symbol (LoomSim    *self,
                      const char *lowered,
                      gsize      *size)
{
  const LoomSimSlot *slot = find_variable (self, lowered);

  if (slot == NULL)
    return NULL;
  *size = slot->size;
  return slot->bytes;
}

/**
 * loom_sim_share_symbol:
 * @lowered: name in the PTX
 * @bytes: (out caller-allocates): as many as the variable has, which stay the caller's and must
 *   outlive @self
 *
 * Has a module variable lie where others see it, too; what it holds is copied there.
 */
void
loom_sim_share_symbol (LoomSim    *self,
                       const char *lowered,
                       gpointer    bytes)
{
  LoomSimSlot *slot = find_variable (self, lowered);

  if (slot == NULL)
    return;
  memcpy (bytes, slot->bytes, slot->size);
  if (slot->is_owned)
    g_free (slot->bytes);
  slot->bytes = bytes;
  slot->is_owned = FALSE;
}

/**
 * loom_sim_get_symbol_name:
 *
 * Returns: (nullable): the lowered name of a module variable; %NULL behind the last one
 */
const char *
loom_sim_get_symbol_name (LoomSim *self,
                          guint    index)
{
  return index < self->module->variables->len
         ? ((LoomPtxVariable *) self->module->variables->pdata[index])->name : NULL;
}

/**
 * loom_sim_has_variable:
 *
 * Returns: whether a variable of the module itself has this address
 */
gboolean
loom_sim_has_variable (LoomSim *self,
                       guint64  address)
{
  for (guint i = 0; i < self->module->variables->len; i++)
    if (self->addresses[i] == address)
      return TRUE;
  return FALSE;
}

/**
 * loom_sim_get_symbol_address:
 * @lowered: name in the PTX
 *
 * Returns: where kernels find a module variable; 0 if there is none of that name
 */
guint64
loom_sim_get_symbol_address (LoomSim    *self,
                             const char *lowered)
{
  const LoomSimSlot *slot = find_variable (self, lowered);

  return slot != NULL ? LOOM_SIM_SLOT_ADDRESS (slot - self->slots) : 0;
}

/**
 * loom_sim_has_entry:
 *
 * Returns: whether the module has a kernel of that lowered name
 */
gboolean
loom_sim_has_entry (LoomSim    *self,
                    const char *entry)
{
  return loom_ptx_module_find_entry (self->module, entry) != NULL;
}

/**
 * loom_sim_get_bound:
 * @entry: lowered name of a kernel
 *
 * Returns: how many threads a block may have, as its code says; 0: it does not
 */
guint
loom_sim_get_bound (LoomSim    *self,
                    const char *entry)
{
  const LoomPtxFunction *function = loom_ptx_module_find_entry (self->module, entry);
  guint bound = 1;

  for (guint axis = 0; axis < 3; axis++)
    bound *= function != NULL ? function->max_threads[axis] : 0;
  return bound;
}

/**
 * loom_sim_get_param:
 * @entry: lowered name of a kernel
 * @index: of the parameter
 * @offset: (out): bytes from the parameters' beginning
 * @size: (out): bytes
 *
 * Finds where a parameter lies.
 *
 * Returns: whether there is such an entry with so many parameters
 */
gboolean
loom_sim_get_param (LoomSim    *self,
                    const char *entry,
                    guint       index,
                    gsize      *offset,
                    gsize      *size)
{
  const LoomPtxFunction *function = loom_ptx_module_find_entry (self->module, entry);
  const LoomPtxVariable *param;

  if (function == NULL || index >= function->params->len)
    return FALSE;
  param = g_ptr_array_index (function->params, index);
  *offset = (gsize) param->offset;
  *size = param->size;
  return TRUE;
}

/* Parameters in a slot of their own, as long as what the entry reads. */
static guint8 *
copy_params (const LoomPtxFunction *entry,
             const LoomSimLaunch   *launch,
             gsize                 *size)
{
  guint8 *bytes;

  *size = 0;
  for (guint i = 0; i < entry->params->len; i++)
    {
      const LoomPtxVariable *param = g_ptr_array_index (entry->params, i);

      *size = MAX (*size, (gsize) param->offset + param->size);
    }
  bytes = g_malloc0 (MAX (*size, launch->params_size) + PARAM_SPARE);
  if (launch->params_size > 0)
    memcpy (bytes, launch->params, launch->params_size);
  return bytes;
}

static gboolean
report (LoomSimResult             *result,
        const LoomSimLaunchState  *state,
        LoomSimOutcome            *outcome,
        GError                   **error)
{
  if (result->cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("The launch was stopped"));
      return FALSE;
    }
  outcome->warp_instructions += result->issued;
  outcome->trapped_blocks = result->trapped_blocks;
  for (guint i = 0; i < result->printed->len && outcome->output->len < LOOM_SIM_MAX_OUTPUT; i++)
    g_string_append (outcome->output, g_array_index (result->printed, LoomSimPrinted, i).text);
  loom_sim_findings_describe (&result->findings, state, outcome->findings);
  if (result->trap.happened)
    {
      loom_sim_find_shared_need (state, &result->trap, result->trap_block);
      outcome->trap = loom_sim_trap_describe (&result->trap, state, result->trap_block,
                                              result->trap_block);
    }
  return TRUE;
}

/* Zeros at first, as the driver gives: cooperative groups do the rest. */
static void
add_grid_barrier (LoomSim            *self,
                  LoomSimLaunchState *state)
{
  if (self->grid_slot == 0)
    {
      self->grid_slot = loom_sim_add_slot (self, "grid", g_malloc (GRID_BARRIER_SIZE),
                                           GRID_BARRIER_SIZE);
      self->slots[self->grid_slot].is_owned = TRUE;
    }
  memset (self->slots[self->grid_slot].bytes, 0, GRID_BARRIER_SIZE);
  state->grid_barrier = LOOM_SIM_SLOT_ADDRESS (self->grid_slot);
}

/* What a launch adds to slots: the parameters, the barrier of its grid, and room for the heap. From
 * here on until it has ended nothing else is added. */
static void
add_launch_memory (LoomSim            *self,
                   LoomSimLaunchState *state,
                   LoomSimHeap        *heap,
                   guint8             *params,
                   gsize               params_size)
{
  self->slots[LOOM_SIM_PARAM_SLOT].bytes = params;
  self->slots[LOOM_SIM_PARAM_SLOT].size = params_size;
  self->slots[LOOM_SIM_PARAM_SLOT].is_constant = TRUE;
  if (state->program->syncs_grid)
    add_grid_barrier (self, state);
  *heap = (LoomSimHeap) { .next = self->n_slots };
  for (guint i = 0; i < LOOM_SIM_HEAP_BLOCKS && state->program->has_heap; i++)
    loom_sim_add_slot (self, NULL, NULL, 0);
  heap->slots = self->slots;
  clear_regions (self);
  self->n_regions = self->n_slots;
  self->regions = g_new0 (LoomSimRegion, self->n_regions);
  state->heap = heap;
  state->slots = self->slots;
  state->regions = self->regions;
  state->n_slots = self->n_slots;
}

/**
 * loom_sim_run:
 * @launch: what to run
 * @options: how; a budget of 0 is the default one
 * @outcome: (out caller-allocates): what came of it, cleared with loom_sim_outcome_clear()
 *
 * Runs a kernel to its end. A trap is an outcome, not an error. Variables and arrays keep their
 * contents for the next launch. What was counted is in the planes after loom_sim_collect().
 *
 * Errors: %LOOM_ERROR_LAUNCH for what could not start, %LOOM_ERROR_UNSUPPORTED for an instruction
 * or a check, %LOOM_ERROR_MEMORY with the figure, %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether it ran
 */
gboolean
loom_sim_run (LoomSim               *self,
              const LoomSimLaunch   *launch,
              const LoomSimOptions  *options,
              LoomSimOutcome        *outcome,
              GError               **error)
{
  LoomSimOptions own = *options;
  LoomSimLaunchState state;
  LoomSimResult result = { 0, };
  LoomSimHeap heap;
  LoomSimWatch watch = { 0, };
  g_autofree guint8 *params = NULL;
  gsize params_size;
  gboolean ok, watched;

  loom_sim_collect (self);
  memset (outcome, 0, sizeof *outcome);
  outcome->findings = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_finding_free);
  outcome->output = g_string_new (NULL);
  if (!loom_sim_launch_prepare (self, launch, &own, &state, error))
    return FALSE;
  own.budget = own.budget > 0 ? own.budget : LOOM_DEFAULT_BUDGET;
  params = copy_params (loom_ptx_module_find_entry (self->module, launch->entry), launch,
                        &params_size);
  add_launch_memory (self, &state, &heap, params, params_size);
  if (!loom_sim_launch_plan (self, &state, error))
    {
      self->slots[LOOM_SIM_PARAM_SLOT].bytes = NULL;
      return FALSE;
    }
  watched = loom_sim_watch_is_needed (&own);
  ok = (!watched || loom_sim_watch_begin (&watch, &state, self->slots, &own, error)) &&
       loom_sim_launch_run (self, &state, &own, &result, error) &&
       report (&result, &state, outcome, error);
  if (watched)
    loom_sim_watch_end (&watch, &state, outcome);
  outcome->serialised = state.order_matters;
  outcome->workers = result.workers;
  outcome->idle_threads = state.n_blocks * state.block_threads - result.stored;
  loom_sim_result_clear (&result);
  g_clear_pointer (&state.spare, loom_sim_block_free);
  self->slots[LOOM_SIM_PARAM_SLOT].bytes = NULL;
  return ok;
}

/* Asks something of a launch that is surveyed, and not run. */
typedef void (*SurveyFunc) (const LoomSimLaunchState *state,
                            LoomSimReach             *reaches,
                            gpointer                  data);

static gboolean
survey (LoomSim              *self,
        const LoomSimLaunch  *launch,
        const guint64        *arrays,
        guint                 n_arrays,
        LoomSimReach         *reaches,
        SurveyFunc            func,
        gpointer              data,
        GError              **error)
{
  const LoomSimOptions options = { .workers = 1, .schedule_seed = -1 };
  g_autofree LoomSimReach *all = NULL;
  g_autofree guint8 *params = NULL;
  LoomSimLaunchState state;
  LoomSimHeap heap;
  gsize params_size;
  gboolean is_surveyed;

  if (!loom_sim_launch_prepare (self, launch, &options, &state, error))
    return FALSE;
  params = copy_params (loom_ptx_module_find_entry (self->module, launch->entry), launch,
                        &params_size);
  add_launch_memory (self, &state, &heap, params, params_size);
  is_surveyed = loom_sim_launch_survey (self, &state, error);
  if (is_surveyed)
    {
      all = g_new (LoomSimReach, state.n_slots);
      func (&state, all, data);
      for (guint i = 0; i < n_arrays; i++)
        reaches[i] = all[arrays[i] >> LOOM_SIM_SLOT_BITS];
    }
  g_clear_pointer (&state.spare, loom_sim_block_free);
  self->slots[LOOM_SIM_PARAM_SLOT].bytes = NULL;
  return is_surveyed;
}

static void
find_reach (const LoomSimLaunchState *state,
            LoomSimReach             *reaches,
            gpointer                  data)
{
  loom_sim_reach_find (state, reaches);
}

/**
 * loom_sim_find_reach:
 * @launch: which blocks of which launch, with its parameters
 * @arrays: (array length=n_arrays): addresses of arrays
 * @reaches: (out caller-allocates) (array length=n_arrays): what the blocks can access of each
 *
 * Finds, without running anything, between which bytes the blocks can load from arrays and store to
 * them. It is never less than what they do; it may be more, or not known. What arrays hold is not
 * looked at.
 *
 * Errors: those of loom_sim_run() for what could not start.
 *
 * Returns: whether the launch could start
 */
gboolean
loom_sim_find_reach (LoomSim              *self,
                     const LoomSimLaunch  *launch,
                     const guint64        *arrays,
                     guint                 n_arrays,
                     LoomSimReach         *reaches,
                     GError              **error)
{
  return survey (self, launch, arrays, n_arrays, reaches, find_reach, NULL, error);
}

typedef struct
{
  const LoomSimCell *cell;      /* or NULL: it is about a block */
  guint64            block;
  guint8            *blocks;
} FoundBlocks;

static void
find_blocks (const LoomSimLaunchState *state,
             LoomSimReach             *reaches,
             gpointer                  data)
{
  FoundBlocks *found = data;

  found->blocks = found->cell != NULL
                      ? loom_sim_cell_blocks_find (state, found->cell, reaches)
                      : loom_sim_cell_blocks_find_alone (state, found->block, reaches);
}

/**
 * loom_sim_find_cell_blocks:
 * @launch: a launch with its parameters
 * @cell: bytes of an array
 * @arrays: (array length=n_arrays): addresses of arrays
 * @reaches: (out caller-allocates) (array length=n_arrays): what those blocks can access of each
 * @blocks: (out) (transfer full) (nullable): by its index whether a block can come to the cell;
 *   %NULL: all have to run for what that is, and nothing is said of what they access
 *
 * Finds, without running anything, which blocks of a launch it takes to see all that is done to a
 * cell.
 *
 * Errors: those of loom_sim_run() for what could not start.
 *
 * Returns: whether the launch could start
 */
gboolean
loom_sim_find_cell_blocks (LoomSim              *self,
                           const LoomSimLaunch  *launch,
                           const LoomSimCell    *cell,
                           const guint64        *arrays,
                           guint                 n_arrays,
                           LoomSimReach         *reaches,
                           guint8              **blocks,
                           GError              **error)
{
  FoundBlocks found = { .cell = cell };
  const gboolean could = survey (self, launch, arrays, n_arrays, reaches, find_blocks, &found,
                                 error);

  *blocks = found.blocks;
  return could;
}

/**
 * loom_sim_find_block_alone:
 * @launch: a launch with its parameters
 * @block: the linear index of one of its blocks
 * @arrays: (array length=n_arrays): addresses of arrays
 * @reaches: (out caller-allocates) (array length=n_arrays): what the block can access of each
 * @blocks: (out) (transfer full) (nullable): by its index whether a block has to run: that one
 *   alone; %NULL: all have to, as what it does hangs on others, and nothing is said of what they
 *   access
 *
 * Finds, without running anything, which blocks of a launch it takes to see what one of them does.
 *
 * Errors: those of loom_sim_run() for what could not start.
 *
 * Returns: whether the launch could start
 */
gboolean
loom_sim_find_block_alone (LoomSim              *self,
                           const LoomSimLaunch  *launch,
                           guint64               block,
                           const guint64        *arrays,
                           guint                 n_arrays,
                           LoomSimReach         *reaches,
                           guint8              **blocks,
                           GError              **error)
{
  FoundBlocks found = { .block = block };
  const gboolean could = survey (self, launch, arrays, n_arrays, reaches, find_blocks, &found,
                                 error);

  *blocks = found.blocks;
  return could;
}

/**
 * loom_sim_collect:
 *
 * Adds what the last launch counted to the planes of its arrays, as the counters of a GPU would be
 * downloaded after it. The next launch does so, too, if nobody did before.
 */
void
loom_sim_collect (LoomSim *self)
{
  if (self->trackers == NULL)
    return;
  loom_sim_collect_trackers ((LoomSimTracker **) self->trackers->pdata, self->trackers->len,
                             self->pool);
  g_clear_pointer (&self->trackers, g_ptr_array_unref);
}

/**
 * loom_sim_outcome_clear:
 *
 * Frees what an outcome holds.
 */
void
loom_sim_outcome_clear (LoomSimOutcome *self)
{
  g_clear_pointer (&self->trap, loom_finding_free);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  if (self->output != NULL)
    g_string_free (g_steal_pointer (&self->output), TRUE);
}

/**
 * loom_sim_keep_memory:
 *
 * Lets this process keep memory that a launch gave back, up to 256 MiB, for the next launch.
 *
 * For a program that does little but simulate; call it once, before any thread is started. With
 * more than one worker giving pages back to the system and asking for them again took two thirds of
 * a short launch's time.
 */
void
loom_sim_keep_memory (void)
{
#ifdef __GLIBC__
  mallopt (M_TRIM_THRESHOLD, KEPT_BYTES);
  mallopt (M_MMAP_THRESHOLD, KEPT_BYTES);
  mallopt (M_TOP_PAD, KEPT_BYTES / 16);
#endif
}
