/* loom-compiled.c: what one compilation gave: PTX and signatures, or only diagnostics
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiled.h"
#include "loom-kernel-name.h"
#include "loom-kernel-template-private.h"
#include "loom-variant-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define PARAM_VARIANT "(ssu" LOOM_TYPE_VARIANT "bbu)"
#define BOUND_VARIANT "(sbx)"
#define KERNEL_VARIANT "(sssuua" PARAM_VARIANT LOOM_SOURCE_INDICES_VARIANT "a" BOUND_VARIANT ")"
#define SYMBOL_VARIANT "(ss" LOOM_TYPE_VARIANT LOOM_SHAPE_VARIANT "b)"
#define COMPILED_VARIANT "(sa" KERNEL_VARIANT "a" SYMBOL_VARIANT "a" LOOM_DIAGNOSTIC_VARIANT \
                         "a" LOOM_KERNEL_TEMPLATE_VARIANT "asssdsa" LOOM_SOURCE_LAUNCH_VARIANT "as)"

typedef struct
{
  gatomicrefcount ref_count;
  LoomCompiled    compiled;
} Counted;

#define COUNTED(self) ((Counted *) ((char *) (self) - G_STRUCT_OFFSET (Counted, compiled)))

G_DEFINE_BOXED_TYPE (LoomCompiled, loom_compiled, loom_compiled_ref, loom_compiled_unref)

/**
 * loom_param_new:
 *
 * Makes a parameter without a name, to be filled in.
 *
 * Returns: (transfer full): a parameter
 */
LoomParam *
loom_param_new (void)
{
  return g_new0 (LoomParam, 1);
}

/**
 * loom_param_free:
 * @self: (transfer full) (nullable): a parameter
 *
 * Frees a parameter.
 */
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
 * loom_kernel_new:
 *
 * Makes a kernel without parameters, to be filled in.
 *
 * Returns: (transfer full): a kernel
 */
LoomKernel *
loom_kernel_new (void)
{
  LoomKernel *self = g_new0 (LoomKernel, 1);

  self->params = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_param_free);
  self->pointers = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_param_free);
  self->bounds = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_source_bound_free);
  return self;
}

/**
 * loom_kernel_free:
 * @self: (transfer full) (nullable): a kernel
 *
 * Frees a kernel.
 */
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

/**
 * loom_symbol_new:
 *
 * Makes a module variable, to be filled in.
 *
 * Returns: (transfer full): a symbol
 */
LoomSymbol *
loom_symbol_new (void)
{
  return g_new0 (LoomSymbol, 1);
}

/**
 * loom_symbol_free:
 * @self: (transfer full) (nullable): a symbol
 *
 * Frees a module variable.
 */
void
loom_symbol_free (LoomSymbol *self)
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
 * Makes an empty result: no PTX, no kernels. Whoever makes it fills it in before sharing it.
 *
 * Returns: (transfer full): a result
 */
LoomCompiled *
loom_compiled_new (void)
{
  Counted *counted = g_new0 (Counted, 1);
  LoomCompiled *self = &counted->compiled;

  g_atomic_ref_count_init (&counted->ref_count);
  self->kernels = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_kernel_free);
  self->symbols = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_symbol_free);
  self->diagnostics = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_diagnostic_free);
  self->launches = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_source_launch_free);
  self->templates = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_kernel_template_free);
  self->types = g_ptr_array_new_with_free_func (g_free);
  self->files = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * loom_compiled_ref:
 * @self: a result
 *
 * Takes a reference; from any thread.
 *
 * Returns: (transfer full): @self
 */
LoomCompiled *
loom_compiled_ref (LoomCompiled *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&COUNTED (self)->ref_count);
  return self;
}

/**
 * loom_compiled_unref:
 * @self: (transfer full): a result
 *
 * Drops a reference; from any thread.
 */
void
loom_compiled_unref (LoomCompiled *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&COUNTED (self)->ref_count))
    return;

  g_free (self->ptx);
  g_free (self->written_ptx);
  g_ptr_array_unref (self->kernels);
  g_ptr_array_unref (self->symbols);
  g_ptr_array_unref (self->diagnostics);
  g_ptr_array_unref (self->launches);
  g_ptr_array_unref (self->templates);
  g_ptr_array_unref (self->types);
  g_ptr_array_unref (self->files);
  g_free (self->log);
  g_free (self->compiler);
  g_free (COUNTED (self));
}

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

      if (kernel != NULL && loom_read_extent_is_certain (&launch->grid) &&
          loom_read_extent_is_certain (&launch->block))
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
 * @self: a result
 * @name: (nullable): a kernel as the source names it (spaces don't count), or its entry in the PTX;
 *   %NULL: the one that the host code launches first, else the first
 *
 * Looks a kernel up.
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

static GVariant *
param_to_variant (gconstpointer data)
{
  const LoomParam *self = data;

  return g_variant_new ("(ssu@" LOOM_TYPE_VARIANT "bbu)", _loom_or_empty (self->name),
                        _loom_or_empty (self->type_name), (guint32) self->kind,
                        _loom_type_to_variant (&self->type), self->is_const, self->is_rows,
                        self->direct);
}

static gpointer
param_from_variant (GVariant *variant)
{
  LoomParam *self = loom_param_new ();
  g_autoptr (GVariant) type = NULL;
  guint32 kind;

  g_variant_get (variant, "(ssu@" LOOM_TYPE_VARIANT "bbu)",
                 &self->name, &self->type_name, &kind, &type, &self->is_const, &self->is_rows,
                 &self->direct);
  self->kind = kind;
  if (kind > LOOM_PARAM_STRUCT || self->direct > LOOM_ALL_AXES ||
      !_loom_type_from_variant (type, &self->type))
    g_clear_pointer (&self, loom_param_free);
  return self;
}

static GVariant *
bound_to_variant (gconstpointer data)
{
  const LoomSourceBound *self = data;

  return g_variant_new (BOUND_VARIANT, self->name, self->is_constant, self->value);
}

static gpointer
bound_from_variant (GVariant *variant)
{
  LoomSourceBound *self = g_new0 (LoomSourceBound, 1);

  g_variant_get (variant, BOUND_VARIANT, &self->name, &self->is_constant, &self->value);
  return self;
}

static GVariant *
kernel_to_variant (gconstpointer data)
{
  const LoomKernel *self = data;

  return g_variant_new ("(sssuu@a" PARAM_VARIANT "@" LOOM_SOURCE_INDICES_VARIANT
                        "@a" BOUND_VARIANT ")", _loom_or_empty (self->name),
                        _loom_or_empty (self->entry), _loom_or_empty (self->file), self->line,
                        self->max_threads,
                        _loom_list_to_variant (self->params, PARAM_VARIANT, param_to_variant),
                        loom_source_indices_to_variant (&self->indices),
                        _loom_list_to_variant (self->bounds, BOUND_VARIANT, bound_to_variant));
}

static gpointer
kernel_from_variant (GVariant *variant)
{
  LoomKernel *self = loom_kernel_new ();
  g_autoptr (GVariant) params = NULL, indices = NULL, bounds = NULL;
  const char *file;

  g_variant_get (variant,
                 "(ss&suu@a" PARAM_VARIANT "@" LOOM_SOURCE_INDICES_VARIANT "@a" BOUND_VARIANT ")",
                 &self->name, &self->entry, &file, &self->line, &self->max_threads, &params,
                 &indices, &bounds);
  self->file = _loom_dup_or_null (file);
  if (!_loom_list_from_variant (params, self->params, param_from_variant) ||
      !loom_source_indices_from_variant (indices, &self->indices) ||
      !_loom_list_from_variant (bounds, self->bounds, bound_from_variant))
    g_clear_pointer (&self, loom_kernel_free);
  else
    loom_kernel_list_pointers (self);
  return self;
}

static GVariant *
symbol_to_variant (gconstpointer data)
{
  const LoomSymbol *self = data;

  return g_variant_new ("(ss@" LOOM_TYPE_VARIANT "@" LOOM_SHAPE_VARIANT "b)",
                        _loom_or_empty (self->name), _loom_or_empty (self->lowered),
                        _loom_type_to_variant (&self->type), _loom_shape_to_variant (&self->shape),
                        self->is_constant);
}

static gpointer
symbol_from_variant (GVariant *variant)
{
  LoomSymbol *self = loom_symbol_new ();
  g_autoptr (GVariant) type = NULL, shape = NULL;

  g_variant_get (variant, "(ss@" LOOM_TYPE_VARIANT "@" LOOM_SHAPE_VARIANT "b)",
                 &self->name, &self->lowered, &type, &shape, &self->is_constant);
  if (!_loom_type_from_variant (type, &self->type) ||
      !_loom_shape_from_variant (shape, &self->shape))
    g_clear_pointer (&self, loom_symbol_free);
  return self;
}

static GVariant *
name_to_variant (gconstpointer data)
{
  return g_variant_new_string (data);
}

static gpointer
name_from_variant (GVariant *variant)
{
  return g_variant_dup_string (variant, NULL);
}

/**
 * loom_compiled_to_variant:
 * @self: a result
 *
 * Packs a result for another process.
 *
 * Returns: (transfer floating): the variant
 */
GVariant *
loom_compiled_to_variant (LoomCompiled *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_variant_new ("(s@a" KERNEL_VARIANT "@a" SYMBOL_VARIANT "@a" LOOM_DIAGNOSTIC_VARIANT
                        "@a" LOOM_KERNEL_TEMPLATE_VARIANT "@asssds@a" LOOM_SOURCE_LAUNCH_VARIANT
                        "@as)",
                        _loom_or_empty (self->ptx),
                        _loom_list_to_variant (self->kernels, KERNEL_VARIANT, kernel_to_variant),
                        _loom_list_to_variant (self->symbols, SYMBOL_VARIANT, symbol_to_variant),
                        _loom_list_to_variant (self->diagnostics, LOOM_DIAGNOSTIC_VARIANT,
                                               (LoomPack) loom_diagnostic_to_variant),
                        _loom_list_to_variant (self->templates, LOOM_KERNEL_TEMPLATE_VARIANT,
                                               (LoomPack) loom_kernel_template_to_variant),
                        _loom_list_to_variant (self->types, "s", name_to_variant),
                        _loom_or_empty (self->log), _loom_or_empty (self->compiler),
                        self->compile_ms, _loom_or_empty (self->written_ptx),
                        _loom_list_to_variant (self->launches, LOOM_SOURCE_LAUNCH_VARIANT,
                                               (LoomPack) loom_source_launch_to_variant),
                        _loom_list_to_variant (self->files, "s", name_to_variant));
}

/**
 * loom_compiled_from_variant:
 * @variant: from loom_compiled_to_variant(), perhaps in a hostile process
 * @error: return location; %LOOM_ERROR_PROTOCOL
 *
 * Unpacks and checks a result.
 *
 * Returns: (transfer full): a result, or %NULL with @error set
 */
LoomCompiled *
loom_compiled_from_variant (GVariant  *variant,
                            GError   **error)
{
  g_autoptr (LoomCompiled) self = NULL;
  g_autoptr (GVariant) kernels = NULL, symbols = NULL, diagnostics = NULL;
  g_autoptr (GVariant) templates = NULL, types = NULL, launches = NULL, files = NULL;
  const char *ptx, *written_ptx;

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (COMPILED_VARIANT)))
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL,
                   _("the compiler's answer has type %1$s where %2$s was expected"),
                   g_variant_get_type_string (variant), COMPILED_VARIANT);
      return NULL;
    }

  self = loom_compiled_new ();
  g_variant_get (variant,
                 "(&s@a" KERNEL_VARIANT "@a" SYMBOL_VARIANT "@a" LOOM_DIAGNOSTIC_VARIANT
                 "@a" LOOM_KERNEL_TEMPLATE_VARIANT "@asssd&s@a" LOOM_SOURCE_LAUNCH_VARIANT
                 "@as)",
                 &ptx, &kernels, &symbols, &diagnostics, &templates, &types, &self->log,
                 &self->compiler, &self->compile_ms, &written_ptx, &launches, &files);
  self->ptx = _loom_dup_or_null (ptx);
  self->written_ptx = _loom_dup_or_null (written_ptx);
  if (_loom_list_from_variant (kernels, self->kernels, kernel_from_variant) &&
      _loom_list_from_variant (symbols, self->symbols, symbol_from_variant) &&
      _loom_list_from_variant (diagnostics, self->diagnostics,
                               (LoomUnpack) loom_diagnostic_from_variant) &&
      _loom_list_from_variant (templates, self->templates,
                               (LoomUnpack) loom_kernel_template_from_variant) &&
      _loom_list_from_variant (types, self->types, name_from_variant) &&
      _loom_list_from_variant (launches, self->launches,
                               (LoomUnpack) loom_source_launch_from_variant) &&
      _loom_list_from_variant (files, self->files, name_from_variant))
    return g_steal_pointer (&self);

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL,
               _("the compiler’s answer holds a type, a shape, a launch or a diagnostic that "
                 "cannot be"));
  return NULL;
}
