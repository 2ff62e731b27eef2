/* loom-plan-args.c: arguments and module variables, bound: type, shape, fill, value and what is
 * expected of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-extents-private.h"
#include "loom-input.h"
#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* How a setting of one argument is found: by its parameter, or in the group of a variable. */
typedef struct
{
  LoomBinder *binder;
  gint        index;            /* -1: a variable */
  char       *group;            /* of a variable */
} Source;

static gboolean
get (Source      *source,
     const char  *key,
     LoomSetting *setting)
{
  if (source->index >= 0)
    return _loom_binder_get_arg (source->binder, source->index, key, setting);

  return _loom_binder_get (source->binder, source->group, key, setting);
}

/* The default names of extents in a bare file; only whole numbers are given them. */
static const struct
{
  const char *name;
  char        axis;             /* n: cells of a vector, else columns; x, y, z */
} bare_names[] = {
  { "n", 'n' }, { "N", 'n' }, { "size", 'n' }, { "len", 'n' },
  { "w", 'x' }, { "width", 'x' }, { "nx", 'x' }, { "cols", 'x' },
  { "h", 'y' }, { "height", 'y' }, { "ny", 'y' }, { "rows", 'y' },
  { "d", 'z' }, { "depth", 'z' }, { "nz", 'z' },
};

static gboolean
bind_type (Source       *source,
           LoomPlanArg  *arg,
           GError      **error)
{
  LoomSetting setting;

  if (!get (source, "type", &setting) || loom_type_parse (setting.text, &arg->type, error))
    return TRUE;

  return _loom_setting_fail (&setting, error);
}

/* NumPy's default for float, and the same idea for the others: a reference expression is
 * compiled without fused multiply-add, so its last bits may differ. */
static void
set_default_tolerance (LoomPlanArg *arg)
{
  switch ((int) arg->type.scalar)
    {
    case LOOM_SCALAR_F16:
    case LOOM_SCALAR_BF16:
      arg->expect.rtol = 1e-2;
      arg->expect.atol = 1e-3;
      break;
    case LOOM_SCALAR_F32:
      arg->expect.rtol = 1e-5;
      arg->expect.atol = 1e-8;
      break;
    case LOOM_SCALAR_F64:
      arg->expect.rtol = 1e-9;
      arg->expect.atol = 1e-12;
      break;
    default:
      break;
    }
}

static gboolean
parse_tolerance (const LoomSetting  *setting,
                 double             *value,
                 GError            **error)
{
  g_autofree char *shown = _loom_abbreviate (setting->text);
  char *end;
  double number = g_ascii_strtod (setting->text, &end);

  if (*end == '\0' && isfinite (number) && number >= 0)
    {
      *value = number;
      return TRUE;
    }

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               _("“%s” is not a number of 0 or more, such as 1e-5"), shown);
  return _loom_setting_fail (setting, error);
}

static gboolean
bind_reference (LoomBinder         *self,
                LoomPlanArg        *arg,
                const LoomSetting  *setting,
                GError            **error)
{
  LoomFill reference = { 0 };

  if (!loom_fill_parse (setting->text, &reference, NULL) ||
      (reference.kind != LOOM_FILL_FILE && reference.kind != LOOM_FILL_EXPR))
    {
      loom_fill_clear (&reference);
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                   _("a reference is file:NAME.npy or expr: and CUDA C in x y z cols rows planes"));
      return _loom_setting_fail (setting, error);
    }

  if (reference.kind == LOOM_FILL_EXPR)
    {
      arg->expect.reference_expr = g_steal_pointer (&reference.text);
      return TRUE;
    }

  arg->expect.reference_file = g_steal_pointer (&reference.text);
  return loom_input_check (self->folder, arg->expect.reference_file, &arg->type, &arg->shape,
                           error) ||
         _loom_setting_fail (setting, error);
}

static gboolean
get_expect (LoomBinder  *self,
            LoomPlanArg *arg,
            gboolean     is_main,
            const char  *key,
            LoomSetting *setting)
{
  g_autofree char *group = g_strconcat ("expect ", arg->name, NULL);

  return _loom_binder_get (self, group, key, setting) ||
         (is_main && _loom_binder_get (self, "expect", key, setting));
}

static gboolean
bind_expect (LoomBinder   *self,
             LoomPlanArg  *arg,
             gboolean      is_main,
             GError      **error)
{
  LoomSetting setting;

  set_default_tolerance (arg);
  if (get_expect (self, arg, is_main, "rtol", &setting) &&
      !parse_tolerance (&setting, &arg->expect.rtol, error))
    return FALSE;
  if (get_expect (self, arg, is_main, "atol", &setting) &&
      !parse_tolerance (&setting, &arg->expect.atol, error))
    return FALSE;
  if (get_expect (self, arg, is_main, "domain", &setting))
    arg->expect.domain = g_strdup (setting.text);
  if (get_expect (self, arg, is_main, "reference", &setting))
    return bind_reference (self, arg, &setting, error);

  return TRUE;
}

/* How many numbers a list has. */
static guint64
count_values (const char *text)
{
  guint64 n = 1;

  for (; *text != '\0'; text++)
    n += *text == ',';
  return n;
}

static guint64
get_components (const LoomType *type)
{
  return type->scalar == LOOM_SCALAR_BYTES ? type->size : type->lanes;
}

/* A list without a shape is a vector of just these cells. */
static gboolean
check_values (LoomPlanArg        *arg,
              const LoomSetting  *setting,
              GError            **error)
{
  guint64 n = count_values (arg->fill.text), components = get_components (&arg->type), cells = 0;

  if (arg->shape.rank == 0)
    arg->shape = (LoomShape) { 1, MAX (n / components, 1), 1, 1 };
  loom_shape_cells (&arg->shape, &cells);
  if (n / components == cells && n % components == 0)
    return TRUE;

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               _("there are %1$llu values for %2$llu cells of %3$llu numbers each"),
               (unsigned long long) n, (unsigned long long) cells, (unsigned long long) components);
  return _loom_setting_fail (setting, error);
}

/* The fill, and the shape where the fill brings one. */
static gboolean
bind_fill (Source       *source,
           LoomPlanArg  *arg,
           GError      **error)
{
  LoomSetting setting;

  arg->fill.kind = arg->is_const ? LOOM_FILL_IOTA : LOOM_FILL_ZEROS;
  if (!get (source, "fill", &setting))
    return TRUE;
  if (!loom_fill_parse (setting.text, &arg->fill, error))
    return _loom_setting_fail (&setting, error);

  if (arg->fill.kind == LOOM_FILL_VALUES)
    return check_values (arg, &setting, error);
  if (arg->fill.kind == LOOM_FILL_FILE)
    return loom_input_check (source->binder->folder, arg->fill.text, &arg->type, &arg->shape,
                             error) ||
           _loom_setting_fail (&setting, error);

  return TRUE;
}

static gboolean
check_size (LoomPlanArg  *arg,
            GError      **error)
{
  g_autofree char *shape = NULL;
  guint64 cells, size;

  if (loom_shape_cells (&arg->shape, &cells) &&
      g_uint64_checked_mul (&size, cells, arg->type.size) && size <= G_MAXINT64)
    return TRUE;

  shape = loom_shape_format (&arg->shape);
  g_set_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH,
               _("array %1$s of %2$s cells with %3$u bytes each is larger than any memory"),
               arg->name, shape, arg->type.size);
  return FALSE;
}

/* rank 0 where nothing but the default is left. */
static gboolean
bind_shape (Source       *source,
            LoomPlanArg  *arg,
            gboolean      is_main,
            GError      **error)
{
  const char *override = source->binder->overrides->shape;
  LoomSetting setting = { override, "shape", 0 };

  arg->shape = (LoomShape) { 0, 1, 1, 1 };
  if (!(is_main && override != NULL && *override != '\0') && !get (source, "shape", &setting))
    return TRUE;

  return loom_shape_parse (setting.text, &arg->shape, error) ||
         _loom_setting_fail (&setting, error);
}

static gboolean
bind_array (Source       *source,
            LoomPlanArg  *arg,
            gboolean      is_main,
            GError      **error)
{
  if (!bind_type (source, arg, error) || !bind_shape (source, arg, is_main, error) ||
      !bind_fill (source, arg, error))
    return FALSE;

  if (arg->shape.rank == 0)
    arg->shape = source->binder->default_shape;

  return check_size (arg, error) &&
         bind_expect (source->binder, arg, is_main, error);
}

static gboolean
bind_struct (Source       *source,
             LoomPlanArg  *arg,
             GError      **error)
{
  LoomSetting setting;

  /* It is passed by value as a number is, and filled from a file as an array is: either word will
   * do. */
  if (!get (source, "fill", &setting) && !get (source, "value", &setting))
    {
      g_ptr_array_add (source->binder->plan->findings,
                       loom_finding_new (LOOM_ERROR_SETTINGS,
                                         _("%1$s is a struct without a fill, so its %2$u bytes "
                                           "are zeros; "
                                           "write “fill=file:NAME” into [arg %1$s]"),
                                         arg->name, arg->type.size));
      return TRUE;
    }
  if (!loom_fill_parse (setting.text, &arg->fill, error))
    return _loom_setting_fail (&setting, error);

  if (arg->fill.kind == LOOM_FILL_FILE)
    return loom_input_check_struct (source->binder->folder, arg->fill.text, &arg->type, error) ||
           _loom_setting_fail (&setting, error);
  if (arg->fill.kind == LOOM_FILL_ZEROS)
    return TRUE;

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               _("%s is a struct; its fill is zeros or file:NAME with its bytes"), arg->name);
  return _loom_setting_fail (&setting, error);
}

/* What a scalar without a value gets in a bare file; 0 if its name says nothing. */
static guint64
get_bare_value (LoomBinder  *self,
                LoomPlanArg *arg)
{
  gint main_array = self->plan->main_array;
  const LoomShape *shape = &self->default_shape;

  if (main_array >= 0)
    shape = &((LoomPlanArg *) g_ptr_array_index (self->plan->args, main_array))->shape;
  if (loom_scalar_is_float (arg->type.scalar) || arg->type.lanes != 1)
    return 0;

  for (guint i = 0; i < G_N_ELEMENTS (bare_names); i++)
    {
      if (strcmp (arg->name, bare_names[i].name) != 0)
        continue;
      return bare_names[i].axis == 'y' ? shape->rows : bare_names[i].axis == 'z' ? shape->planes
             : shape->cols;
    }

  return 0;
}

/* A number that nobody gave is 1: 0 would make most kernels do nothing, and show nothing. */
static void
bind_scalar (Source      *source,
             LoomPlanArg *arg)
{
  LoomSetting setting;
  guint64 value;

  if (get (source, "value", &setting))
    {
      arg->value = g_strdup (setting.text);
      return;
    }

  value = get_bare_value (source->binder, arg);
  if (value == 0)
    {
      value = 1;
      g_ptr_array_add (source->binder->plan->findings,
                       loom_finding_new (LOOM_ERROR_SETTINGS,
                                         _("%1$s has no value, so it is 1; write “value” into "
                                           "[arg %1$s]"),
                                         arg->name));
    }
  arg->value = g_strdup_printf ("%" G_GUINT64_FORMAT, value);
}

static gboolean
bind_arg (LoomBinder  *self,
          guint        index,
          GError     **error)
{
  LoomPlanArg *arg = g_ptr_array_index (self->plan->args, index);
  Source source = { self, index, NULL };

  switch (arg->kind)
    {
    case LOOM_PARAM_ARRAY:
      return bind_array (&source, arg, self->plan->main_array == (gint) index, error);
    case LOOM_PARAM_STRUCT:
      return bind_struct (&source, arg, error);
    case LOOM_PARAM_SCALAR:
    default:
      bind_scalar (&source, arg);
      return TRUE;
    }
}

static void
add_args (LoomBinder *self)
{
  for (guint i = 0; i < self->kernel->params->len; i++)
    {
      LoomParam *param = g_ptr_array_index (self->kernel->params, i);
      LoomPlanArg *arg = loom_plan_arg_new ();

      arg->name = g_strdup (param->name);
      arg->kind = param->kind;
      arg->type = param->type;
      arg->is_const = param->is_const;
      g_ptr_array_add (self->plan->args, arg);
    }
}

/* The first array that is not const, else the first array. */
static gint
find_main_array (LoomPlan *plan)
{
  gint found = -1;

  for (guint i = 0; i < plan->args->len; i++)
    {
      LoomPlanArg *arg = g_ptr_array_index (plan->args, i);

      if (arg->kind != LOOM_PARAM_ARRAY)
        continue;
      if (!arg->is_const)
        return i;
      if (found < 0)
        found = i;
    }

  return found;
}

static gboolean
choose_main_array (LoomBinder  *self,
                   GError     **error)
{
  LoomSetting setting;
  gint index;

  self->plan->main_array = find_main_array (self->plan);
  if (!_loom_binder_get_launch (self, "over", &setting))
    return TRUE;

  index = _loom_kernel_find_param (self->kernel, setting.text);
  if (index >= 0 &&
      ((LoomPlanArg *) g_ptr_array_index (self->plan->args, index))->kind == LOOM_PARAM_ARRAY)
    {
      self->plan->main_array = index;
      return TRUE;
    }

  {
    g_autofree char *shown = _loom_abbreviate (setting.text);

    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                 _("%1$s has no array “%2$s”"), self->kernel->name, shown);
  }
  return _loom_setting_fail (&setting, error);
}

static gboolean
choose_default_shape (LoomBinder  *self,
                      GError     **error)
{
  LoomSetting setting;

  self->default_shape = (LoomShape) { 2, 64, 64, 1 };
  if (!_loom_binder_get_laid_over (self, "shape", self->overrides->shape, &setting))
    return TRUE;

  return loom_shape_parse (setting.text, &self->default_shape, error) ||
         _loom_setting_fail (&setting, error);
}

static LoomSymbol *
find_symbol (LoomCompiled *compiled,
             const char   *name,
             gsize         length)
{
  for (guint i = 0; i < compiled->symbols->len; i++)
    {
      LoomSymbol *symbol = g_ptr_array_index (compiled->symbols, i);

      if (strlen (symbol->name) == length && strncmp (symbol->name, name, length) == 0)
        return symbol;
    }

  return NULL;
}

/* Every NAME of `--set NAME=VALUE` must be a parameter. */
static gboolean
check_overrides (LoomBinder  *self,
                 GError     **error)
{
  for (guint i = 0; self->overrides->set != NULL && self->overrides->set[i] != NULL; i++)
    {
      const char *text = self->overrides->set[i];
      const char *equals = strchr (text, '=');
      g_autofree char *name =
        g_strndup (text, equals != NULL ? (gsize) (equals - text) : strlen (text));
      g_autofree char *shown = _loom_abbreviate (name);

      if (equals == NULL || equals[1] == '\0')
        g_set_error (error, LOOM_ERROR, LOOM_ERROR_USAGE, _("“%s” has no value; write NAME=VALUE"),
                     shown);
      else if (_loom_kernel_find_param (self->kernel, name) < 0 || *name == '#')
        g_set_error (error, LOOM_ERROR, LOOM_ERROR_USAGE,
                     _("%1$s has no parameter “%2$s”"), self->kernel->name, shown);
      else
        continue;
      return FALSE;
    }

  return TRUE;
}

/* The main array first: the values of scalars hang on its shape. */
gboolean
_loom_binder_bind_args (LoomBinder  *self,
                        GError     **error)
{
  add_args (self);
  if (!check_overrides (self, error) || !choose_default_shape (self, error) ||
      !choose_main_array (self, error))
    return FALSE;

  if (self->plan->main_array >= 0 && !bind_arg (self, self->plan->main_array, error))
    return FALSE;

  for (guint i = 0; i < self->plan->args->len; i++)
    {
      if ((gint) i != self->plan->main_array && !bind_arg (self, i, error))
        return FALSE;
    }

  return TRUE;
}

/* A variable's bytes are as many as the compiler says, however they are seen. */
static gboolean
bind_symbol_shape (Source           *source,
                   LoomPlanArg      *arg,
                   const LoomSymbol *symbol,
                   GError          **error)
{
  guint64 cells = 0, size, given_cells = 0, given_size;
  LoomSetting setting;

  loom_shape_cells (&symbol->shape, &cells);
  size = cells * symbol->type.size;
  arg->shape = symbol->shape;
  if (arg->type.size != symbol->type.size)
    arg->shape = (LoomShape) { 1, MAX (size / arg->type.size, 1), 1, 1 };
  if (get (source, "shape", &setting) && !loom_shape_parse (setting.text, &arg->shape, error))
    return _loom_setting_fail (&setting, error);

  if (loom_shape_cells (&arg->shape, &given_cells) &&
      g_uint64_checked_mul (&given_size, given_cells, arg->type.size) && given_size == size)
    return TRUE;

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               _("the settings give the variable %1$s %2$llu cells of %3$u bytes, but it has "
                 "%4$llu bytes"),
               arg->name, (unsigned long long) given_cells, arg->type.size,
               (unsigned long long) size);
  return FALSE;
}

static gboolean
bind_symbol (LoomBinder        *self,
             const LoomSymbol  *symbol,
             const char        *group,
             GError           **error)
{
  LoomPlanArg *arg = loom_plan_arg_new ();
  Source source = { self, -1, (char *) group };

  arg->name = g_strdup (symbol->name);
  arg->symbol = g_strdup (symbol->lowered);
  arg->kind = LOOM_PARAM_ARRAY;
  arg->type = symbol->type;
  arg->is_const = symbol->is_constant;
  g_ptr_array_add (self->plan->symbols, arg);

  return bind_type (&source, arg, error) &&
         bind_symbol_shape (&source, arg, symbol, error) &&
         bind_fill (&source, arg, error) &&
         bind_expect (self, arg, FALSE, error);
}

/* Only variables that the document names; the others keep what the source gives them. */
gboolean
_loom_binder_bind_symbols (LoomBinder  *self,
                           GError     **error)
{
  g_auto (GStrv) groups = loom_document_list_groups (self->document);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      const char *name = groups[i] + strlen ("symbol ");
      LoomSymbol *symbol;

      if (!g_str_has_prefix (groups[i], "symbol "))
        continue;
      symbol = find_symbol (self->compiled, name, strlen (name));
      if (symbol != NULL && !bind_symbol (self, symbol, groups[i], error))
        return FALSE;
    }

  return TRUE;
}
