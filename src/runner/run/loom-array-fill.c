/* loom-array-fill.c: the bytes of arguments before a launch, and of what is expected after it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-array-fill.h"

#include "loom-cell-values.h"
#include "loom-cells.h"
#include "loom-domain.h"
#include "loom-input.h"
#include "loom-record.h"
#include "loom-scalar-text.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Components between two looks at the cancel flag. */
#define STRIDE 65536

/**
 * loom_cancel_check:
 * @cancel: (nullable): non-zero asks to stop
 *
 * Returns: %FALSE with %G_IO_ERROR_CANCELLED if it was asked to stop
 */
gboolean
loom_cancel_check (const gint  *cancel,
                   GError     **error)
{
  if (cancel == NULL || g_atomic_int_get (cancel) == 0)
    return TRUE;

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Stopped"));
  return FALSE;
}

typedef gboolean (* ComponentFunc) (guint64         index,
                                    LoomScalar      scalar,
                                    LoomScalarBits *bits,
                                    gpointer        data);

static gboolean give_value (guint64         index,
                            LoomScalar      scalar,
                            LoomScalarBits *bits,
                            gpointer        data);

/* The numbers of each cell in their order; what lies between them is padding. Pointers stay null
 * unless their value is written out. */
static gboolean
fill_components (const LoomFillContext *context,
                 const LoomPlanArg  *arg,
                 guint8             *bytes,
                 gsize               size,
                 ComponentFunc       func,
                 gpointer            data,
                 GError            **error)
{
  const guint n = loom_type_count_components (&arg->type);
  const LoomComponent *listed = arg->type.record != NULL ? arg->type.record->components : NULL;
  const LoomComponent first = loom_type_get_component (&arg->type, 0);
  const guint width = loom_scalar_size (first.scalar);
  const gsize end = context->range.end > 0 ? MIN (size, context->range.end * arg->type.size) : size;
  guint64 index = context->range.begin * n;

  for (gsize cell = context->range.begin * arg->type.size; cell + arg->type.size <= end;
       cell += arg->type.size)
    for (guint i = 0; i < n; i++, index++)
      {
        const LoomScalar scalar = listed != NULL ? listed[i].scalar : first.scalar;
        const gsize at = listed != NULL ? listed[i].offset : i * width;
        LoomScalarBits bits;

        if (index % STRIDE == 0 && !loom_cancel_check (context->cancel, error))
          return FALSE;
        if (listed != NULL && listed[i].pointer != NULL && func != give_value)
          continue;
        if (!func (index, scalar, &bits, data))
          return TRUE;
        memcpy (bytes + cell + at, bits.bytes, loom_scalar_size (scalar));
      }

  return TRUE;
}

static gboolean
give_one (guint64         index,
          LoomScalar      scalar,
          LoomScalarBits *bits,
          gpointer        data)
{
  loom_scalar_from_double (1, scalar, bits);
  return TRUE;
}

/* The number of the component, as the type holds it: small integers wrap round. */
static gboolean
give_index (guint64         index,
            LoomScalar      scalar,
            LoomScalarBits *bits,
            gpointer        data)
{
  if (loom_scalar_is_float (scalar) || scalar == LOOM_SCALAR_BOOL)
    loom_scalar_from_double ((double) index, scalar, bits);
  else
    bits->u64 = index;
  return TRUE;
}

/* Vigna's splitmix64 of seed and position: the same on every machine, and each component on its
 * own. Floats are uniform in [0, 1) with the 24 or 53 bits they hold, integers uniform over their
 * type. */
static gboolean
give_random (guint64         index,
             LoomScalar      scalar,
             LoomScalarBits *bits,
             gpointer        data)
{
  guint64 z = *(const guint64 *) data + (index + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  z ^= z >> 31;

  if (scalar == LOOM_SCALAR_F64)
    bits->f64 = (double) (z >> 11) * 0x1p-53;
  else if (scalar == LOOM_SCALAR_F16)
    loom_scalar_from_double ((double) (z >> 53) * 0x1p-11, scalar, bits);
  else if (scalar == LOOM_SCALAR_BF16)
    loom_scalar_from_double ((double) (z >> 56) * 0x1p-8, scalar, bits);
  else if (loom_scalar_is_float (scalar))
    bits->f32 = (float) ((double) (z >> 40) * 0x1p-24);
  else if (scalar == LOOM_SCALAR_BOOL)
    bits->u64 = z >> 63;
  else
    bits->u64 = z;
  return TRUE;
}

typedef struct
{
  GStrv              words;
  guint              n_words;
  const LoomPlanArg *arg;
  GError            *error;
} Values;

/* One value alone serves every component. */
static gboolean
give_value (guint64         index,
            LoomScalar      scalar,
            LoomScalarBits *bits,
            gpointer        data)
{
  Values *values = data;
  const char *word = values->words[values->n_words == 1 ? 0 : MIN (index, values->n_words - 1)];

  if (loom_scalar_text_parse (word, scalar, bits))
    return TRUE;

  loom_scalar_text_check (word, scalar, &values->error);
  g_prefix_error (&values->error, "[arg %s] fill: ", values->arg->name);
  return FALSE;
}

static gboolean
fill_values (const LoomFillContext  *context,
             const LoomPlanArg      *arg,
             guint8                 *bytes,
             gsize                   size,
             GError                **error)
{
  const LoomFillContext whole = { .cancel = context->cancel };
  g_auto (GStrv) words = g_strsplit (arg->fill.text != NULL ? arg->fill.text : "", ",", -1);
  Values values = { words, g_strv_length (words), arg, NULL };

  if (values.n_words == 0)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("[arg %s] fill: “values:” is followed by no number"), arg->name);

  if (!fill_components (&whole, arg, bytes, size, give_value, &values, error))
    return FALSE;
  if (values.error == NULL)
    return TRUE;

  g_propagate_error (error, values.error);
  return FALSE;
}

static gboolean
has_folder (const LoomFillContext  *context,
            const LoomPlanArg      *arg,
            const char             *name,
            GError                **error)
{
  return (context->folder != NULL && *context->folder != '\0') ||
         loom_fail (error, LOOM_ERROR_FILE,
                    _("the array %1$s is to be read from %2$s, but the document has no folder: "
                      "save it first"), arg->name, name);
}

static gboolean
fill_file (const LoomFillContext  *context,
           const LoomPlanArg      *arg,
           const char             *name,
           gpointer                bytes,
           gsize                   size,
           GError                **error)
{
  g_autoptr (GBytes) data = NULL;

  if (!has_folder (context, arg, name, error))
    return FALSE;

  data = loom_input_read (context->folder, name, &arg->type,
                          arg->kind == LOOM_PARAM_STRUCT ? NULL : &arg->shape, error);
  if (data == NULL)
    return FALSE;

  memcpy (bytes, g_bytes_get_data (data, NULL), MIN (size, g_bytes_get_size (data)));
  return TRUE;
}

/* What another kernel left in the array of the same name. */
static gboolean
fill_result (const LoomFillContext  *context,
             const LoomPlanArg      *arg,
             gpointer                bytes,
             gsize                   size,
             GError                **error)
{
  LoomRunArray *array = context->reference != NULL
                        ? loom_run_find_array (context->reference, arg->name) : NULL;
  GBytes *left = array != NULL ? loom_array_get_bytes (array->array) : NULL;

  if (left == NULL || g_bytes_get_size (left) != size)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("the kernel %1$s left no array %2$s of the same size"),
                      arg->expect.reference_kernel, arg->name);

  memcpy (bytes, g_bytes_get_data (left, NULL), size);
  return TRUE;
}

/* Computed as floats, rounded here. */
static gboolean
evaluate_halves (const LoomFillContext  *context,
                 const LoomPlanArg      *arg,
                 LoomExpressionKind      kind,
                 guint16                *bytes,
                 gsize                   size,
                 GError                **error)
{
  gsize n = size / sizeof *bytes;
  g_autofree float *wide = g_try_new0 (float, MAX (n, 1));

  if (wide == NULL)
    return loom_fail (error, LOOM_ERROR_MEMORY, _("There is no memory to compute %s"), arg->name);

  if (!loom_expressions_evaluate (context->expressions, context->module, arg, kind, wide,
                                  n * sizeof *wide, &context->range, context->cancel, error))
    return FALSE;

  if (context->range.end > 0)
    n = MIN (n, context->range.end);
  for (gsize i = context->range.begin; i < n; i++)
    bytes[i] = arg->type.scalar == LOOM_SCALAR_F16 ? loom_half_from_double (wide[i])
                                                   : loom_bfloat_from_double (wide[i]);
  return TRUE;
}

static gboolean
evaluate (const LoomFillContext  *context,
          const LoomPlanArg      *arg,
          LoomExpressionKind      kind,
          gpointer                bytes,
          gsize                   size,
          GError                **error)
{
  if (arg->type.scalar == LOOM_SCALAR_F16 || arg->type.scalar == LOOM_SCALAR_BF16)
    return evaluate_halves (context, arg, kind, bytes, size, error);

  return loom_expressions_evaluate (context->expressions, context->module, arg, kind, bytes, size,
                                    &context->range, context->cancel, error);
}

/* NaN in floats, 0xCD elsewhere. */
static void
fill_poison (const LoomPlanArg *arg,
             guint8            *bytes,
             gsize              size)
{
  const LoomType *type = &arg->type;

  memset (bytes, loom_scalar_is_float (type->scalar) ? 0xff : 0xcd, size);
  for (gsize cell = 0; type->record != NULL && cell + type->size <= size; cell += type->size)
    for (guint i = 0; i < type->record->n_components; i++)
      {
        const LoomComponent *component = &type->record->components[i];

        if (loom_scalar_is_float (component->scalar))
          memset (bytes + cell + component->offset, 0xff, loom_scalar_size (component->scalar));
      }
}

/* The value of a member for every cell, from its own plane to its place in them. */
static void
scatter (const LoomPlanArg *arg,
         const LoomPlanArg *member,
         const guint8      *plane,
         guint8            *bytes,
         gsize              size)
{
  const LoomComponent component
      = loom_type_get_component (&arg->type, MAX (loom_type_find_component (&arg->type,
                                                                            member->name), 0));
  const gsize width = member->type.size;

  for (gsize cell = 0; cell + arg->type.size <= size; cell += arg->type.size, plane += width)
    memcpy (bytes + cell + component.offset, plane, width);
}

/* The way back, for a member of which only single cells are set. */
static void
gather (const LoomPlanArg *arg,
        const LoomPlanArg *member,
        const guint8      *bytes,
        gsize              size,
        guint8            *plane)
{
  const LoomComponent component
      = loom_type_get_component (&arg->type, MAX (loom_type_find_component (&arg->type,
                                                                            member->name), 0));
  const gsize width = member->type.size;

  for (gsize cell = 0; cell + arg->type.size <= size; cell += arg->type.size, plane += width)
    memcpy (plane, bytes + cell + component.offset, width);
}

static gboolean
fill_member (const LoomFillContext  *context,
             const LoomPlanArg      *arg,
             const LoomPlanArg      *member,
             gboolean                is_reference,
             guint8                 *bytes,
             gsize                   size,
             GError                **error)
{
  const gsize plane_size = size / arg->type.size * member->type.size;
  g_autofree guint8 *plane = g_try_malloc0 (MAX (plane_size, 8));

  if (plane == NULL)
    return loom_fail (error, LOOM_ERROR_MEMORY, _("There is no memory to compute %s"),
                      member->name);

  if (member->fill.kind == LOOM_FILL_KEEP && !is_reference)
    gather (arg, member, bytes, size, plane);
  if (member->kind == LOOM_PARAM_SCALAR ? !loom_scalar_fill (context, member, plane, error)
      : is_reference ? !loom_array_fill_reference (context, member, plane, plane_size, error)
                     : !loom_array_fill (context, member, plane, plane_size, error))
    {
      g_prefix_error (error, "%s: ", arg->name);
      return FALSE;
    }

  scatter (arg, member, plane, bytes, size);
  return TRUE;
}

/* What settings give of single members, over what the whole holds. */
static gboolean
fill_members (const LoomFillContext  *context,
              const LoomPlanArg      *arg,
              gboolean                are_references,
              guint8                 *bytes,
              gsize                   size,
              GError                **error)
{
  for (guint i = 0; arg->members != NULL && i < arg->members->len; i++)
    {
      const LoomPlanArg *member = arg->members->pdata[i];
      const gboolean wanted = are_references ? loom_expect_has_reference (&member->expect)
                              : member->kind == LOOM_PARAM_SCALAR ||
                                !loom_plan_arg_is_kept (member);

      if (wanted && !fill_member (context, arg, member, are_references, bytes, size, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
fill_whole (const LoomFillContext  *context,
            const LoomPlanArg      *arg,
            gpointer                bytes,
            gsize                   size,
            GError                **error)
{
  guint64 seed = arg->fill.number;

  switch (arg->fill.kind)
    {
    case LOOM_FILL_ONES:
      return fill_components (context, arg, bytes, size, give_one, NULL, error);
    case LOOM_FILL_IOTA:
      return fill_components (context, arg, bytes, size, give_index, NULL, error);
    case LOOM_FILL_RANDOM:
      return fill_components (context, arg, bytes, size, give_random, &seed, error);
    case LOOM_FILL_VALUES:
      return fill_values (context, arg, bytes, size, error);
    case LOOM_FILL_FILE:
      if (fill_file (context, arg, arg->fill.text, bytes, size, error))
        return TRUE;
      g_prefix_error (error, "[arg %s] fill: ", arg->name);
      return FALSE;
    case LOOM_FILL_EXPR:
      return evaluate (context, arg, LOOM_EXPRESSION_FILL, bytes, size, error);
    case LOOM_FILL_POISON:
      fill_poison (arg, bytes, size);
      return TRUE;
    case LOOM_FILL_BYTE:
      memset (bytes, (int) (arg->fill.number & 0xff), size);
      return TRUE;
    case LOOM_FILL_ZEROS:
    case LOOM_FILL_KEEP:
    default:
      return TRUE;
    }
}

/* Single cells, over all else. */
static gboolean
fill_cells (const LoomPlanArg  *arg,
            guint8             *bytes,
            GError            **error)
{
  if (arg->cells == NULL ||
      loom_cell_values_apply (arg->cells, &arg->type, &arg->shape, bytes, NULL, error))
    return TRUE;

  g_prefix_error (error, "[arg %s] cells: ", arg->name);
  return FALSE;
}

/**
 * loom_array_fill:
 * @context: where from
 * @arg: an array, a module variable or a struct
 * @bytes: zeros, or what a variable begins with, to be filled
 * @size: their number, all cells of @arg
 *
 * Makes what an array holds before the launch. Poison is NaN in floats and 0xCD elsewhere; that it
 * counts as uninitialised is for the simulator to know.
 *
 * Errors: %LOOM_ERROR_DOCUMENT, %LOOM_ERROR_FILE, %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether it was filled
 */
gboolean
loom_array_fill (const LoomFillContext  *context,
                 const LoomPlanArg      *arg,
                 gpointer                bytes,
                 gsize                   size,
                 GError                **error)
{
  return fill_whole (context, arg, bytes, size, error) &&
         fill_members (context, arg, FALSE, bytes, size, error) &&
         fill_cells (arg, bytes, error);
}

/**
 * loom_array_fill_reference:
 * @context: where from
 * @arg: an array or module variable with a reference
 * @bytes: to be filled
 * @size: their number, all cells of @arg
 *
 * Makes what an array should hold after the launch.
 *
 * Errors: %LOOM_ERROR_DOCUMENT, %LOOM_ERROR_FILE, %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether it was filled
 */
gboolean
loom_array_fill_reference (const LoomFillContext  *context,
                           const LoomPlanArg      *arg,
                           gpointer                bytes,
                           gsize                   size,
                           GError                **error)
{
  if (arg->expect.reference_kernel != NULL && !fill_result (context, arg, bytes, size, error))
    return FALSE;
  if (arg->expect.reference_file != NULL &&
      !fill_file (context, arg, arg->expect.reference_file, bytes, size, error))
    {
      g_prefix_error (error, "[expect %s] reference: ", arg->name);
      return FALSE;
    }
  if (arg->expect.reference_expr != NULL &&
      !evaluate (context, arg, LOOM_EXPRESSION_REFERENCE, bytes, size, error))
    return FALSE;

  return fill_members (context, arg, TRUE, bytes, size, error);
}

/**
 * loom_array_fill_domain:
 * @context: where from
 * @arg: an array or module variable with a domain
 * @mask: zeros; a byte for each cell, set to 1 where it should be written
 * @cells: their number
 *
 * Makes what an array's cells are expected of.
 *
 * Errors: %LOOM_ERROR_DOCUMENT, %LOOM_ERROR_FILE, %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether it was made
 */
gboolean
loom_array_fill_domain (const LoomFillContext  *context,
                        const LoomPlanArg      *arg,
                        guint8                 *mask,
                        gsize                   cells,
                        GError                **error)
{
  const LoomExpect *expect = &arg->expect;

  if (expect->domain_file != NULL)
    return has_folder (context, arg, expect->domain_file, error) &&
           loom_domain_read_file (context->folder, expect->domain_file, &arg->shape, mask, error);
  if (expect->domain_cells != NULL)
    return loom_cells_parse (expect->domain_cells, &arg->shape, mask, error);

  return loom_expressions_evaluate (context->expressions, context->module, arg,
                                    LOOM_EXPRESSION_DOMAIN, mask, cells, &context->range,
                                    context->cancel, error);
}

/**
 * loom_scalar_fill:
 * @context: where from
 * @arg: a scalar
 * @bytes: at least 8, to be filled from the first on
 *
 * Makes the bytes of a number, written out or as an expression.
 *
 * Errors: %LOOM_ERROR_DOCUMENT, %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether it was made
 */
gboolean
loom_scalar_fill (const LoomFillContext  *context,
                  const LoomPlanArg      *arg,
                  guint8                 *bytes,
                  GError                **error)
{
  LoomFillContext whole = *context;
  LoomScalarBits bits = { .u64 = 0 };

  whole.range = (LoomCellRange) { 0, 0 };
  if (arg->value != NULL && !loom_scalar_text_parse (arg->value, arg->type.scalar, &bits) &&
      !evaluate (&whole, arg, LOOM_EXPRESSION_VALUE, &bits, arg->type.size, error))
    return FALSE;

  memcpy (bytes, bits.bytes, sizeof bits.bytes);
  return TRUE;
}
