/* loom-compiled.c: what one compilation gave: PTX and signatures, or only diagnostics
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiled.h"

#include "loom-kernel-name.h"
#include "loom-kernel-template.h"
#include "loom-record.h"
#include "loom-class.h"
#include "loom-source-textures.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

LoomParam *
loom_param_new (void)
{
  return g_new0 (LoomParam, 1);
}

void
loom_param_free (LoomParam *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->type_name);
  g_free (self);
}

/**
 * loom_param_get_shape:
 * @self: an array
 * @cells: how many it has
 *
 * Returns: so many cells, as far as they are whole rows or planes of what its type points to, and
 *   one of those at least
 */
LoomShape
loom_param_get_shape (const LoomParam *self,
                      guint64          cells)
{
  LoomShape shape = { self->fixed + 1, 1, 1, 1 };
  guint64 *sides[] = { &shape.cols, &shape.rows, &shape.planes };

  for (guint axis = 0; axis < self->fixed; axis++)
    {
      *sides[axis] = self->extents[axis];
      cells /= self->extents[axis];
    }
  *sides[self->fixed] = MAX (cells, 1);
  return shape;
}

LoomKernel *
loom_kernel_new (void)
{
  LoomKernel *self = g_new0 (LoomKernel, 1);

  self->params = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_param_free);
  self->pointers = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_param_free);
  self->bounds = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_source_bound_free);
  return self;
}

void
loom_kernel_free (LoomKernel *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->entry);
  g_free (self->file);
  g_ptr_array_unref (self->params);
  g_ptr_array_unref (self->pointers);
  g_ptr_array_unref (self->bounds);
  g_free (self);
}

LoomSymbol *
loom_symbol_new (void)
{
  return g_new0 (LoomSymbol, 1);
}

static void
symbol_free (LoomSymbol *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->lowered);
  g_free (self);
}

/**
 * loom_compiled_new:
 *
 * Returns: (transfer full): an empty result; whoever makes it fills it in before sharing it
 */
LoomCompiled *
loom_compiled_new (void)
{
  LoomCompiled *self = g_atomic_rc_box_new0 (LoomCompiled);

  self->cubin = g_array_new (FALSE, FALSE, 1);
  self->kernels = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_kernel_free);
  self->symbols = g_ptr_array_new_with_free_func ((GDestroyNotify) symbol_free);
  self->diagnostics = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_diagnostic_free);
  self->launches = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_source_launch_free);
  self->templates = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_kernel_template_free);
  self->types = g_ptr_array_new_with_free_func (g_free);
  self->files = g_ptr_array_new_with_free_func (g_free);
  self->lookups = g_ptr_array_new_with_free_func (g_free);
  self->included = g_ptr_array_new_with_free_func (g_free);
  return self;
}

static void
loom_compiled_clear (LoomCompiled *self)
{
  g_free (self->ptx);
  g_free (self->written_ptx);
  g_array_unref (self->cubin);
  g_ptr_array_unref (self->kernels);
  g_ptr_array_unref (self->symbols);
  g_ptr_array_unref (self->diagnostics);
  g_ptr_array_unref (self->launches);
  g_ptr_array_unref (self->templates);
  g_ptr_array_unref (self->types);
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->lookups);
  g_ptr_array_unref (self->included);
  g_free (self->log);
  g_free (self->compiler);
  g_free (self->toolkit);
}

LOOM_DEFINE_SHARED (LoomCompiled, loom_compiled)

/* What the host code launches first, and with numbers that are certain if there is such a launch;
 * else the first kernel of the source. */
static LoomKernel *
find_default_kernel (LoomCompiled *self)
{
  LoomKernel *launched = NULL;

  for (guint i = 0; i < self->launches->len; i++)
    {
      const LoomSourceLaunch *launch = g_ptr_array_index (self->launches, i);
      LoomKernel *kernel = launch->instance != NULL
                           ? loom_compiled_find_kernel (self, launch->instance) : NULL;

      if (kernel != NULL && loom_source_launch_is_certain (launch))
        return kernel;
      if (launched == NULL)
        launched = kernel;
    }
  if (launched == NULL && self->kernels->len > 0)
    launched = g_ptr_array_index (self->kernels, 0);

  return launched;
}

/**
 * loom_compiled_find_kernel:
 * @name: (nullable): a kernel as the source names it (spaces don't count), or its entry in the PTX;
 *   %NULL: the one that the host code launches first, else the first
 *
 * Returns: (transfer none) (nullable): the kernel; %NULL if there is none of that name
 */
LoomKernel *
loom_compiled_find_kernel (LoomCompiled *self,
                           const char   *name)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (name == NULL)
    return find_default_kernel (self);

  for (guint i = 0; i < self->kernels->len; i++)
    {
      LoomKernel *kernel = g_ptr_array_index (self->kernels, i);

      if (loom_kernel_name_equal (kernel->name, name) || g_strcmp0 (kernel->entry, name) == 0)
        return kernel;
    }

  return NULL;
}

static gboolean
check_param (gpointer data)
{
  const LoomParam *self = data;

  return self->direct <= LOOM_ALL_AXES && self->rank <= 3 && self->fixed < 3 &&
         (self->fixed < 1 || self->extents[0] > 0) && (self->fixed < 2 || self->extents[1] > 0);
}

static const LoomWireMember param_members[] = {
  LOOM_WIRE (STRING, LoomParam, name),
  LOOM_WIRE (STRING, LoomParam, type_name),
  LOOM_WIRE_UP_TO (LoomParam, kind, LOOM_PARAM_STRUCT),
  LOOM_WIRE_OF (STRUCT, LoomParam, type, &_loom_type_wire),
  LOOM_WIRE (BOOLEAN, LoomParam, is_const),
  LOOM_WIRE (BOOLEAN, LoomParam, is_rows),
  LOOM_WIRE_UP_TO (LoomParam, use, LOOM_SOURCE_USE_STORES),
  LOOM_WIRE (UINT32, LoomParam, fixed),
  LOOM_WIRE (UINT64, LoomParam, extents[0]),
  LOOM_WIRE (UINT64, LoomParam, extents[1]),
  LOOM_WIRE (UINT64, LoomParam, extents[2]),
  LOOM_WIRE (UINT32, LoomParam, direct),
  LOOM_WIRE_OF (STRUCT, LoomParam, texture, &_loom_texture_wire),
  LOOM_WIRE (UINT32, LoomParam, rank),
};
static const LoomWire param_wire = {
  LOOM_WIRE_MEMBERS (param_members, LoomParam),
  .destroy = (GDestroyNotify) loom_param_free, .check = check_param,
};

static const LoomWireMember bound_members[] = {
  LOOM_WIRE (STRING, LoomSourceBound, name),
  LOOM_WIRE (BOOLEAN, LoomSourceBound, is_constant),
  LOOM_WIRE (INT64, LoomSourceBound, value),
  LOOM_WIRE (UINT32, LoomSourceBound, axes),
};
static const LoomWire bound_wire = {
  LOOM_WIRE_MEMBERS (bound_members, LoomSourceBound),
  .destroy = (GDestroyNotify) loom_source_bound_free,
};

static const LoomWireMember resources_members[] = {
  LOOM_WIRE (BOOLEAN, LoomKernelResources, is_told),
  LOOM_WIRE (UINT32, LoomKernelResources, registers),
  LOOM_WIRE (UINT32, LoomKernelResources, barriers),
  LOOM_WIRE (UINT64, LoomKernelResources, shared),
  LOOM_WIRE (UINT64, LoomKernelResources, frame),
  LOOM_WIRE (UINT64, LoomKernelResources, stack),
  LOOM_WIRE (BOOLEAN, LoomKernelResources, has_spills),
  LOOM_WIRE (UINT64, LoomKernelResources, spill_stores),
  LOOM_WIRE (UINT64, LoomKernelResources, spill_loads),
};
static const LoomWire resources_wire = {
  LOOM_WIRE_MEMBERS (resources_members, LoomKernelResources),
};

static gboolean
check_kernel (gpointer data)
{
  loom_kernel_list_pointers (data);
  return TRUE;
}

static const LoomWireMember kernel_members[] = {
  LOOM_WIRE (STRING, LoomKernel, name),
  LOOM_WIRE (STRING, LoomKernel, entry),
  LOOM_WIRE (NULLABLE, LoomKernel, file),
  LOOM_WIRE (UINT32, LoomKernel, line),
  LOOM_WIRE (UINT32, LoomKernel, max_threads),
  LOOM_WIRE_OF (POINTERS, LoomKernel, params, &param_wire),
  LOOM_WIRE_OF (STRUCT, LoomKernel, indices, &_loom_source_indices_wire),
  LOOM_WIRE_OF (POINTERS, LoomKernel, bounds, &bound_wire),
  LOOM_WIRE_OF (STRUCT, LoomKernel, resources, &resources_wire),
};
static const LoomWire kernel_wire = {
  LOOM_WIRE_MEMBERS (kernel_members, LoomKernel), .create = (LoomWireCreate) loom_kernel_new,
  .destroy = (GDestroyNotify) loom_kernel_free, .check = check_kernel,
};

static const LoomWireMember symbol_members[] = {
  LOOM_WIRE (STRING, LoomSymbol, name),
  LOOM_WIRE (STRING, LoomSymbol, lowered),
  LOOM_WIRE_OF (STRUCT, LoomSymbol, type, &_loom_type_wire),
  LOOM_WIRE_OF (STRUCT, LoomSymbol, shape, &_loom_shape_wire),
  LOOM_WIRE (BOOLEAN, LoomSymbol, is_constant),
};
static const LoomWire symbol_wire = {
  LOOM_WIRE_MEMBERS (symbol_members, LoomSymbol), .destroy = (GDestroyNotify) symbol_free,
};

static const LoomWireMember compiled_members[] = {
  LOOM_WIRE (NULLABLE, LoomCompiled, ptx),
  LOOM_WIRE_OF (POINTERS, LoomCompiled, kernels, &kernel_wire),
  LOOM_WIRE_OF (POINTERS, LoomCompiled, symbols, &symbol_wire),
  LOOM_WIRE_OF (POINTERS, LoomCompiled, diagnostics, &_loom_diagnostic_wire),
  LOOM_WIRE_OF (POINTERS, LoomCompiled, templates, &_loom_kernel_template_wire),
  LOOM_WIRE (STRINGS, LoomCompiled, types),
  LOOM_WIRE (STRING, LoomCompiled, log),
  LOOM_WIRE (STRING, LoomCompiled, compiler),
  LOOM_WIRE (DOUBLE, LoomCompiled, compile_ms),
  LOOM_WIRE (BOOLEAN, LoomCompiled, is_cached),
  LOOM_WIRE (NULLABLE, LoomCompiled, written_ptx),
  LOOM_WIRE_OF (POINTERS, LoomCompiled, launches, &_loom_source_launch_wire),
  LOOM_WIRE (STRINGS, LoomCompiled, files),
  LOOM_WIRE_VALUES_UP_TO (LoomCompiled, cubin, LOOM_MAX_CUBIN),
  LOOM_WIRE (NULLABLE, LoomCompiled, toolkit),
  LOOM_WIRE (STRINGS, LoomCompiled, lookups),
  LOOM_WIRE (STRINGS, LoomCompiled, included),
};
static const LoomWire compiled_wire = {
  LOOM_WIRE_MEMBERS (compiled_members, LoomCompiled),
};

GVariant *
loom_compiled_to_variant (LoomCompiled *self)
{
  return _loom_wire_pack (&compiled_wire, self);
}

/**
 * loom_compiled_from_variant:
 * @variant: from loom_compiled_to_variant(), perhaps in a hostile process
 * @error: return location; %LOOM_ERROR_PROTOCOL
 *
 * Returns: (transfer full): a result that is checked, or %NULL with @error set
 */
LoomCompiled *
loom_compiled_from_variant (GVariant  *variant,
                            GError   **error)
{
  g_autoptr (LoomCompiled) self = loom_compiled_new ();
  g_autofree char *type = _loom_wire_dup_type (&compiled_wire);

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (type)))
    return loom_fail_null (error, LOOM_ERROR_PROTOCOL,
                           _("the compiler's answer has type %1$s where %2$s was expected"),
                           g_variant_get_type_string (variant), type);
  if (_loom_wire_unpack (&compiled_wire, variant, self))
    return g_steal_pointer (&self);

  return loom_fail_null (error, LOOM_ERROR_PROTOCOL,
                         _("the compiler’s answer holds a type, a shape, a launch or a diagnostic "
                           "that cannot be"));
}

/* An object is a number of 64 bits for the compiler, and an array for people. */
static void
read_texture (LoomParam      *self,
              LoomSourceScan *scan,
              const char     *kernel)
{
  LoomSourceTexture texture;

  if (self->kind != LOOM_PARAM_SCALAR || self->type.scalar != LOOM_SCALAR_U64 ||
      !loom_source_texture_read (scan, kernel, self->name, &texture))
    return;

  self->kind = LOOM_PARAM_ARRAY;
  self->type = texture.type;
  self->is_const = texture.how.kind == LOOM_TEXTURE_SAMPLED;
  self->texture = texture.how;
  self->rank = texture.rank;
}

static void
read_kernel (LoomKernel     *self,
             LoomSourceScan *scan)
{
  loom_source_indices_read (&self->indices, scan, self->name);
  for (guint i = 0; i < self->params->len; i++)
    {
      LoomParam *param = g_ptr_array_index (self->params, i);

      read_texture (param, scan, self->name);
      if (param->kind == LOOM_PARAM_ARRAY)
        {
          param->direct = loom_source_get_direct (scan, self->name, param->name);
          param->use = loom_source_get_use (scan, self->name, param->name, self->indices.calls);
        }
    }
}

/* `float a[8][N]`: 8. */
static void
read_outermost (LoomKernel   *self,
                const GArray *extents)
{
  for (guint i = 0; extents->len == self->params->len && i < extents->len; i++)
    {
      LoomParam *param = self->params->pdata[i];

      if (param->kind == LOOM_PARAM_ARRAY && !param->is_rows)
        param->extents[param->fixed] = g_array_index (extents, guint64, i);
    }
}

/* The names of a source are looked up once for all of its kernels. */
static void
read_bounds (LoomCompiled   *self,
             LoomSourceScan *scan)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) lists = NULL, extents = NULL;

  for (guint i = 0; i < self->kernels->len; i++)
    g_ptr_array_add (names, ((LoomKernel *) self->kernels->pdata[i])->name);
  lists = loom_source_list_bounds (scan, (const char * const *) names->pdata, names->len,
                                   &extents);
  for (guint i = 0; i < self->kernels->len; i++)
    {
      LoomKernel *kernel = self->kernels->pdata[i];

      g_ptr_array_unref (kernel->bounds);
      kernel->bounds = g_ptr_array_ref (lists->pdata[i]);
      read_outermost (kernel, extents->pdata[i]);
    }
}

/**
 * loom_compiled_read_source:
 * @self: a result that is still being made
 * @scan: of all that was compiled: the document and the headers that it includes
 *
 * Finds which indices each kernel reads, what it tests them against, what it does with its
 * arrays, and in which of them a thread has a cell of its own.
 */
void
loom_compiled_read_source (LoomCompiled   *self,
                           LoomSourceScan *scan)
{
  g_return_if_fail (self != NULL && scan != NULL);

  for (guint i = 0; i < self->kernels->len; i++)
    read_kernel (g_ptr_array_index (self->kernels, i), scan);
  if (self->kernels->len > 0)
    read_bounds (self, scan);
}

static LoomParam *
pointer_new (const LoomParam     *owner,
             guint                index,
             const LoomComponent *component)
{
  LoomParam *self = loom_param_new ();

  self->name = g_strdup_printf ("%s.%s", owner->name, component->name);
  self->kind = LOOM_PARAM_ARRAY;
  self->type = component->pointer->cell;
  self->is_const = component->pointer->is_const;
  self->is_rows = component->pointer->is_rows;
  self->owner = index;
  self->offset = component->offset;
  return self;
}

/**
 * loom_kernel_list_pointers:
 * @self: a kernel that is still being made, with all its parameters
 *
 * Lists the pointers in its structs, each of which an array is given for as for a parameter.
 */
void
loom_kernel_list_pointers (LoomKernel *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_set_size (self->pointers, 0);
  for (guint i = 0; i < self->params->len; i++)
    {
      const LoomParam *param = g_ptr_array_index (self->params, i);

      for (guint j = 0; param->kind == LOOM_PARAM_STRUCT &&
                        j < loom_type_count_components (&param->type); j++)
        {
          const LoomComponent component = loom_type_get_component (&param->type, j);

          if (loom_component_is_array (&component))
            g_ptr_array_add (self->pointers, pointer_new (param, i, &component));
        }
    }
}

/**
 * loom_compiled_find_error:
 * @self: (nullable): a compilation
 *
 * Returns: (transfer none) (nullable): the first thing for which it failed
 */
const LoomDiagnostic *
loom_compiled_find_error (const LoomCompiled *self)
{
  for (guint i = 0; self != NULL && i < self->diagnostics->len; i++)
    {
      const LoomDiagnostic *diagnostic = g_ptr_array_index (self->diagnostics, i);

      if (diagnostic->severity == LOOM_SEVERITY_ERROR)
        return diagnostic;
    }
  return NULL;
}
