/* loom-plan-args.c: arguments and variables, bound: type, shape, fill and value, and which of them
 * are the same array
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-extents-private.h"
#include "loom-input.h"
#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static LoomPlanArg *
get_arg (LoomBinder *self,
         guint       index)
{
  return g_ptr_array_index (self->plan->args, index);
}

/* The argument that `same` of another one names. */
static gboolean
find_named (LoomBinder         *self,
            guint               index,
            const LoomSetting  *setting,
            gint               *other,
            GError            **error)
{
  const LoomPlanArg *arg = get_arg (self, index);

  *other = _loom_kernel_find_param (self->kernel, setting->text);
  if (arg->texture.kind != LOOM_TEXTURE_NONE ||
      (*other >= 0 && get_arg (self, *other)->texture.kind != LOOM_TEXTURE_NONE))
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                 _("%s cannot be the same array: textures and surfaces have arrays of their own"),
                 arg->name);
  else if (arg->kind != LOOM_PARAM_ARRAY)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                 _("%s is not an array, so no other argument is the same array"), arg->name);
  else if (*other < 0 || get_arg (self, *other)->kind != LOOM_PARAM_ARRAY)
    _loom_kernel_fail_array (self->kernel, setting->text, error);
  else
    return TRUE;
  return _loom_setting_fail (setting, error);
}

/* `same` may lead on to another `same`, but not back. */
static gboolean
follow (LoomBinder  *self,
        guint        index,
        GError     **error)
{
  LoomPlanArg *arg = get_arg (self, index);
  LoomSetting setting, next;
  gint other = (gint) index;

  if (arg->same >= 0 || !_loom_binder_get_arg (self, index, "same", &setting))
    return TRUE;

  next = setting;
  for (guint steps = 0; steps <= self->plan->args->len; steps++)
    {
      if (!find_named (self, (guint) other, &next, &other, error))
        return FALSE;
      if (!_loom_binder_get_arg (self, (guint) other, "same", &next))
        {
          arg->same = other;
          return TRUE;
        }
    }

  return _loom_setting_refuse (&setting, error, LOOM_ERROR_DOCUMENT,
                               _("%s leads round in a circle: one of these arrays must be one of "
                                 "its own"), arg->name);
}

/* What could be said of an array that is the same as another one. */
static const char * const keys_of_array[] = { "type", "shape", "pitch", "fill", "cells", NULL };

static gboolean
can_be_same (LoomBinder *self,
             guint       index,
             guint       other)
{
  const LoomPlanArg *a = get_arg (self, index), *b = get_arg (self, other);
  LoomSetting setting;

  for (guint i = 0; keys_of_array[i] != NULL; i++)
    if (_loom_binder_get_arg (self, index, keys_of_array[i], &setting))
      return FALSE;
  return a->kind == LOOM_PARAM_ARRAY && b->kind == LOOM_PARAM_ARRAY && a->same < 0 &&
         a->texture.kind == LOOM_TEXTURE_NONE && b->texture.kind == LOOM_TEXTURE_NONE &&
         a->is_rows == b->is_rows && loom_type_equal (&a->type, &b->type) &&
         !_loom_binder_get_arg (self, other, "type", &setting);
}

/* Each launch in the host code passes one variable for both, and the settings say no more of one of
 * them. */
static void
follow_names (LoomBinder *self)
{
  g_autoptr (LoomSourceLaunch) launch
    = loom_source_launches_merge (self->compiled->launches, self->kernel->name);
  const guint n = self->statement == NULL && launch != NULL ? self->kernel->params->len : 0;

  for (guint i = 1; i < n; i++)
    {
      const gint index = loom_source_launch_find_same (launch, i);

      if (index >= 0 && can_be_same (self, i, (guint) index))
        get_arg (self, i)->same = get_arg (self, (guint) index)->same >= 0
                                  ? get_arg (self, (guint) index)->same : index;
    }
}

/* Which arguments are the same array. What is shown and expected of one is so of the array that has
 * the settings. */
static gboolean
find_same (LoomBinder  *self,
           GError     **error)
{
  for (guint i = 0; i < self->plan->args->len; i++)
    if (!follow (self, i, error))
      return FALSE;

  follow_names (self);
  if (self->plan->main_array >= 0 && get_arg (self, self->plan->main_array)->same >= 0)
    self->plan->main_array = get_arg (self, self->plan->main_array)->same;
  return TRUE;
}

/* All that could be said of it is said of the other. */
static gboolean
bind_same (LoomBinder   *self,
           LoomPlanArg  *arg,
           guint         index,
           GError      **error)
{
  LoomPlanArg *other = get_arg (self, arg->same);
  g_autofree char *type = loom_type_format (&arg->type);
  g_autofree char *other_type = loom_type_format (&other->type);
  LoomSetting setting;

  for (guint i = 0; keys_of_array[i] != NULL && strcmp (arg->name, other->name) != 0; i++)
    if (_loom_binder_get_arg (self, index, keys_of_array[i], &setting))
      return _loom_setting_refuse (&setting, error, LOOM_ERROR_DOCUMENT,
                                   _("%1$s is the same array as %2$s; write this into [arg %2$s]"),
                                   arg->name, other->name);

  if (loom_type_equal (&arg->type, &other->type) && arg->is_rows == other->is_rows)
    {
      arg->shape = other->shape;
      arg->pitch = other->pitch;
      return TRUE;
    }

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               _("%1$s and %2$s cannot be the same array: their cells are %3$s and %4$s"),
               arg->name, other->name, type, other_type);
  _loom_binder_get_arg (self, index, "same", &setting);
  return _loom_setting_fail (&setting, error);
}

/* A module variable of the source by its name there; NULL: there is none. */
const LoomSymbol *
_loom_binder_find_symbol (LoomBinder *self,
                          const char *name)
{
  for (guint i = 0; i < self->compiled->symbols->len; i++)
    if (strcmp (((LoomSymbol *) self->compiled->symbols->pdata[i])->name, name) == 0)
      return self->compiled->symbols->pdata[i];
  return NULL;
}

/* A variable's bytes are as many as the compiler says, however they are seen. */
static gboolean
bind_symbol_shape (LoomPlanSource    *source,
                   LoomPlanArg       *arg,
                   const LoomSymbol  *symbol,
                   GError           **error)
{
  guint64 cells = 0, size, given_cells = 0, given_size;
  LoomSetting setting;

  loom_shape_cells (&symbol->shape, &cells);
  size = cells * symbol->type.size;
  arg->shape = symbol->shape;
  if (arg->type.size != symbol->type.size)
    arg->shape = (LoomShape) { 1, MAX (size / arg->type.size, 1), 1, 1 };
  if (_loom_plan_source_get (source, "shape", &setting) &&
      !loom_shape_parse (setting.text, &arg->shape, error))
    return _loom_setting_fail (&setting, error);

  if (loom_shape_cells (&arg->shape, &given_cells) &&
      g_uint64_checked_mul (&given_size, given_cells, arg->type.size) && given_size == size)
    return TRUE;

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               _("the settings give the variable %1$s %2$llu cells of %3$u bytes, but it has "
                 "%4$llu bytes"),
               arg->name, (unsigned long long) given_cells, arg->type.size,
               (unsigned long long) size);
  if (_loom_plan_source_get (source, "shape", &setting) ||
      _loom_plan_source_get (source, "type", &setting))
    return _loom_setting_fail (&setting, error);
  return FALSE;
}

static gboolean
bind_symbol (LoomBinder        *self,
             const LoomSymbol  *symbol,
             const char        *group,
             GError           **error)
{
  LoomPlanArg *arg = loom_plan_arg_new ();
  LoomPlanSource source = { self, -1, (char *) group };

  arg->name = g_strdup (symbol->name);
  arg->symbol = g_strdup (symbol->lowered);
  arg->kind = LOOM_PARAM_ARRAY;
  arg->type = symbol->type;
  arg->is_const = symbol->is_constant;
  g_ptr_array_add (self->plan->symbols, arg);

  return _loom_plan_source_bind_type (&source, arg, error) &&
         bind_symbol_shape (&source, arg, symbol, error) &&
         _loom_plan_source_bind_fill (&source, arg, error) &&
         _loom_plan_source_bind_members (&source, arg, error) &&
         _loom_binder_bind_expect (self, arg, FALSE, error);
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
      const LoomSymbol *symbol;

      if (!g_str_has_prefix (groups[i], "symbol "))
        continue;
      symbol = _loom_binder_find_symbol (self, name);
      if (symbol != NULL && !bind_symbol (self, symbol, groups[i], error))
        return FALSE;
    }

  return TRUE;
}

#define MOST_ROWS 64            /* of an array of pointers to them, that nobody gave a shape */

static gboolean
check_size (LoomPlanArg  *arg,
            GError      **error)
{
  g_autofree char *shape = NULL;
  guint64 size;

  if (loom_plan_arg_get_size (arg, &size))
    return TRUE;

  shape = loom_shape_format (&arg->shape);
  return loom_fail (error, LOOM_ERROR_LAUNCH,
                    _("array %1$s of %2$s cells with %3$u bytes each is larger than any memory"),
                    arg->name, shape, arg->type.size);
}

/* Rank 0 where nothing but the default is left. Extents of other arrays may be computed from those
 * of the main one, which is bound first. */
static gboolean
bind_shape (LoomPlanSource  *source,
            LoomPlanArg     *arg,
            gboolean         is_main,
            GError         **error)
{
  const char *override = source->binder->overrides->shape;
  LoomSetting setting = { override, "shape", 0, 0 };
  g_autofree char *text = NULL;

  arg->shape = (LoomShape) { 0, 1, 1, 1 };
  if (!(is_main && override != NULL && *override != '\0') &&
      !_loom_plan_source_get (source, "shape", &setting))
    return TRUE;

  text = _loom_binder_dup_extents (source->binder, &setting, is_main, error);
  return text != NULL && (loom_shape_parse (text, &arg->shape, error) ||
                          _loom_setting_fail (&setting, error));
}

/* How the kernel sees the array, where that is as a texture or a surface: as the source does, if no
 * setting says it. */
static gboolean
bind_texture (LoomPlanSource  *source,
              LoomPlanArg     *arg,
              GError         **error)
{
  const char * const keys[] = { "texture", "surface" };
  LoomSetting setting;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const LoomTextureKind kind = LOOM_TEXTURE_SAMPLED + i;

      if (!_loom_plan_source_get (source, keys[i], &setting))
        continue;
      if (arg->texture.kind != kind)
        return _loom_setting_refuse (&setting, error, LOOM_ERROR_DOCUMENT,
                                     kind == LOOM_TEXTURE_SAMPLED
                                     ? _("%s is not a texture, so it has no settings of one")
                                     : _("%s is not a surface, so it has no settings of one"),
                                     arg->name);
      if (!loom_texture_parse (setting.text, kind, &arg->texture, error))
        return _loom_setting_fail (&setting, error);
    }

  return TRUE;
}

/* Once its type and shape are known. */
static gboolean
check_texture (LoomPlanSource  *source,
               LoomPlanArg     *arg,
               gboolean         is_main,
               GError         **error)
{
  if (loom_texture_check (&arg->texture, arg->name, &arg->type, &arg->shape, error))
    return TRUE;

  return _loom_binder_blame (source->binder, source->index,
                             arg->texture.kind == LOOM_TEXTURE_SAMPLED ? "texture" : "surface",
                             is_main ? source->binder->overrides->shape : NULL, error);
}

/* Rows that are apart, as cudaMallocPitch() lays them. */
static gboolean
bind_pitch (LoomPlanSource  *source,
            LoomPlanArg     *arg,
            GError         **error)
{
  const guint64 row = arg->shape.cols * arg->type.size;
  LoomSetting setting;

  if (!_loom_plan_source_get (source, "pitch", &setting))
    return TRUE;
  if (arg->shape.rank < 2 || arg->is_rows || arg->texture.kind != LOOM_TEXTURE_NONE)
    return _loom_setting_refuse (&setting, error, LOOM_ERROR_DOCUMENT,
                                 _("%s has no rows that lie one behind the other, so there is no "
                                   "pitch; only arrays of rows and columns have one"), arg->name);
  if (!_loom_setting_parse_u64 (&setting, row, G_MAXUINT32, &arg->pitch, error))
    return FALSE;
  if (arg->pitch % arg->type.size == 0)
    return TRUE;
  return _loom_setting_refuse (&setting, error, LOOM_ERROR_DOCUMENT,
                               _("a pitch of %1$llu bytes is not a multiple of the %2$u bytes of a "
                                 "cell; the next one is %3$llu"),
                               (unsigned long long) arg->pitch, arg->type.size,
                               (unsigned long long) (arg->pitch / arg->type.size + 1) *
                               arg->type.size);
}

/* An object of a texture or surface has the rank that it is read with. */
static LoomShape
get_default_shape (LoomPlanSource *source,
                   LoomPlanArg    *arg)
{
  LoomBinder *binder = source->binder;
  const guint rank = _loom_kernel_get_param (binder->kernel, (guint) source->index)->rank;
  const LoomShape shape = _loom_binder_get_default_shape (binder, source->index, &arg->type);

  return arg->texture.kind == LOOM_TEXTURE_NONE || rank == 0 || rank == shape.rank
         ? shape : loom_shape_get_default (rank);
}

static gboolean
bind_array (LoomPlanSource  *source,
            LoomPlanArg     *arg,
            gboolean         is_main,
            GError         **error)
{
  if (!bind_texture (source, arg, error) || !_loom_plan_source_bind_type (source, arg, error) ||
      !bind_shape (source, arg, is_main, error) ||
      !_loom_plan_source_bind_fill (source, arg, error))
    return FALSE;

  if (arg->shape.rank == 0)
    {
      source->binder->defaults.is_of_main |= is_main;
      arg->shape = get_default_shape (source, arg);
      if (arg->is_rows && arg->shape.rank == 1)
        arg->shape = (LoomShape) { 2, arg->shape.cols, MIN (arg->shape.cols, MOST_ROWS), 1 };
      if (!_loom_binder_knows_size (source->binder, (guint) source->index))
        {
          g_autofree char *shape = loom_shape_format (&arg->shape);

          _loom_plan_guess (source->binder->plan, arg->name, "shape", shape, NULL);
        }
    }
  if (arg->is_rows && arg->shape.rank == 1)
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                   _("%s is an array of pointers, each to a row: its shape is rows,cols"),
                   arg->name);
      return _loom_binder_blame (source->binder, source->index, "shape", NULL, error);
    }

  return (check_size (arg, error) ||
          _loom_binder_blame (source->binder, source->index, "shape",
                              is_main ? source->binder->overrides->shape : NULL, error)) &&
         bind_pitch (source, arg, error) && check_size (arg, error) &&
         check_texture (source, arg, is_main, error) &&
         _loom_plan_source_bind_members (source, arg, error) &&
         _loom_binder_bind_expect (source->binder, arg, is_main, error);
}

/* Nobody said what it holds: all of it, or what is neither an array nor an extent. */
static void
add_hint_of_struct (LoomBinder  *self,
                    LoomPlanArg *arg)
{
  g_autofree char *names = _loom_plan_arg_dup_open_names (arg);
  LoomFinding *hint = NULL;

  if (*names == '\0' && arg->type.record == NULL)
    hint = loom_finding_new (LOOM_ERROR_SETTINGS,
                             _("the struct %1$s has no fill, so its %2$u bytes are zeros; "
                               "write “fill=file:NAME” into [arg %1$s]"),
                             arg->name, arg->type.size);
  else if (*names != '\0' && arg->members == NULL)
    hint = loom_finding_new (LOOM_ERROR_SETTINGS,
                             _("the argument %1$s has no value, so it is zeros; write "
                               "“value=” and a number for each of %2$s into [arg %1$s]"),
                             arg->name, names);
  else if (*names != '\0')
    hint = loom_finding_new (LOOM_ERROR_SETTINGS,
                             _("these numbers of the argument %1$s have no value, so they are "
                               "zeros: %2$s; write “value.NAME” for each into [arg %1$s]"),
                             arg->name, names);
  if (hint == NULL)
    return;
  _loom_plan_guess (self->plan, arg->name, *names == '\0' ? "fill" : "value", "zeros", NULL);
  g_ptr_array_add (self->plan->findings, hint);
}

/* It is passed by value as a number is, and filled from a file as an array is: either word will
 * do. */
static gboolean
bind_whole_struct (LoomPlanSource     *source,
                   LoomPlanArg        *arg,
                   const LoomSetting  *setting,
                   GError            **error)
{
  if (strcmp (setting->text, "zeros") == 0)
    return TRUE;
  if (!g_str_has_prefix (setting->text, "file:"))
    return _loom_plan_source_bind_list (source, arg, setting, error);

  return _loom_binder_parse_fill (source->binder, setting, &arg->fill, error) &&
         (loom_input_check (source->binder->folder, arg->fill.text, &arg->type, NULL, error) ||
          _loom_setting_fail (setting, error));
}

static gboolean
bind_struct (LoomPlanSource  *source,
             LoomPlanArg     *arg,
             GError         **error)
{
  LoomSetting setting;
  const gboolean is_whole = _loom_plan_source_get (source, "fill", &setting) ||
                            _loom_plan_source_get (source, "value", &setting);
  gboolean has_values;

  if ((is_whole && !bind_whole_struct (source, arg, &setting, error)) ||
      !_loom_plan_source_bind_values (source, arg, error))
    return FALSE;

  has_values = is_whole || arg->members != NULL;
  if (!is_whole)
    _loom_binder_bind_extents (source->binder, arg);
  if (!has_values)
    add_hint_of_struct (source->binder, arg);
  return TRUE;
}

/* A number that nobody gave is 1: 0 would make most kernels do nothing, and show nothing. */
static gboolean
bind_scalar (LoomPlanSource  *source,
             LoomPlanArg     *arg,
             GError         **error)
{
  LoomSetting setting;

  if (_loom_binder_is_computed (source->binder, (guint) source->index))
    {
      arg->value = g_strdup ("0");
      return TRUE;
    }
  if (_loom_plan_source_get (source, "value", &setting))
    {
      arg->value = g_strdup (setting.text);
      return _loom_check_base (setting.text, error) || _loom_setting_fail (&setting, error);
    }

  arg->value = _loom_binder_dup_default_value (source->binder, source->index);
  if (arg->value != NULL)
    return TRUE;

  arg->value = g_strdup ("1");
  _loom_plan_guess (source->binder->plan, arg->name, "value", arg->value, NULL);
  g_ptr_array_add (source->binder->plan->findings,
                   loom_finding_new (LOOM_ERROR_SETTINGS,
                                     _("the argument %1$s has no value, so it is 1, which is a "
                                       "guess; write “value” into [arg %1$s]"),
                                     arg->name));
  return TRUE;
}

/* An array that was bound already: for another launch among the steps. */
static gboolean
take_array (LoomPlanSource     *source,
            LoomPlanArg        *arg,
            const LoomPlanArg  *known,
            GError            **error)
{
  g_autofree char *type = NULL, *other = NULL;

  if (!_loom_plan_source_bind_type (source, arg, error))
    return FALSE;
  if (arg->texture.kind != known->texture.kind)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("%s is a texture or surface for one launch and a pointer for another; give "
                        "one of them an array of its own and copy"), arg->name);
  if (loom_type_equal (&arg->type, &known->type) && arg->is_rows == known->is_rows)
    {
      arg->shape = known->shape;
      arg->pitch = known->pitch;
      arg->texture = known->texture;
      return TRUE;
    }
  type = loom_type_format (&arg->type);
  other = loom_type_format (&known->type);
  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("the array %1$s has cells of %2$s, and the kernel %3$s wants %4$s; give it "
                      "another array"), arg->name, other, source->binder->kernel->name, type);
}

static const LoomPlanArg *
find_known (LoomBinder        *self,
            const LoomPlanArg *arg)
{
  const gint index = self->parent != NULL ? loom_plan_find_array (self->parent->plan, arg->name)
                                          : -1;

  return index >= 0 ? self->parent->plan->args->pdata[index] : NULL;
}

/* Whether the launch that is shown left the shape of an array open, so that its range follows the
 * source: then it does for each launch over that array. */
static gboolean
is_shape_open (LoomBinder        *self,
               guint              index,
               const LoomPlanArg *known)
{
  const LoomBinder *parent = self->parent;

  return self->plan->main_array == (gint) index && parent->defaults.is_of_main &&
         loom_plan_get_main_array (parent->plan) == known;
}

static gboolean
bind_arg (LoomBinder  *self,
          guint        index,
          GError     **error)
{
  LoomPlanArg *arg = g_ptr_array_index (self->plan->args, index);
  const LoomPlanArg *known = find_known (self, arg);
  LoomPlanSource source = { self, index, NULL };

  if (arg->kind == LOOM_PARAM_SCALAR &&
      _loom_kernel_get_param (self->kernel, index)->kind == LOOM_PARAM_ARRAY)
    return TRUE;                /* null */
  switch (arg->kind)
    {
    case LOOM_PARAM_ARRAY:
      if (arg->same >= 0)
        return bind_same (self, arg, index, error);
      if (known != NULL)
        {
          self->defaults.is_of_main |= is_shape_open (self, index, known);
          return take_array (&source, arg, known, error);
        }
      return bind_array (&source, arg, self->plan->main_array == (gint) index, error);
    case LOOM_PARAM_STRUCT:
      return bind_struct (&source, arg, error);
    case LOOM_PARAM_SCALAR:
    default:
      return bind_scalar (&source, arg, error);
    }
}

/* What the compiler knows as a number of 64 bits is an object if a setting says so. */
static void
choose_kind (LoomBinder  *self,
             guint        index,
             LoomPlanArg *arg)
{
  LoomSetting setting;

  if (arg->kind != LOOM_PARAM_SCALAR || arg->type.scalar != LOOM_SCALAR_U64)
    return;
  if (_loom_binder_get_arg (self, index, "texture", &setting))
    arg->texture.kind = LOOM_TEXTURE_SAMPLED;
  else if (_loom_binder_get_arg (self, index, "surface", &setting))
    arg->texture.kind = LOOM_TEXTURE_SURFACE;
  else
    return;
  arg->kind = LOOM_PARAM_ARRAY;
  arg->type = loom_type_of (LOOM_SCALAR_F32, 1);
  arg->is_const = arg->texture.kind == LOOM_TEXTURE_SAMPLED;
}

/* A pointer that is null is passed as zeros. */
static void
choose_null (LoomBinder  *self,
             guint        index,
             LoomPlanArg *arg)
{
  LoomSetting setting;

  if (arg->kind != LOOM_PARAM_ARRAY ||
      !_loom_binder_get_arg (self, index, "value", &setting) ||
      !g_str_equal (setting.text, "null"))
    return;
  arg->kind = LOOM_PARAM_SCALAR;
  arg->type = loom_type_of (LOOM_SCALAR_U64, 1);
  arg->is_const = arg->is_rows = FALSE;
  arg->texture = (LoomTexture) { .kind = LOOM_TEXTURE_NONE };
}

static void
add_args (LoomBinder *self)
{
  for (guint i = 0; i < self->kernel->params->len + self->kernel->pointers->len; i++)
    {
      LoomParam *param = _loom_kernel_get_param (self->kernel, i);
      LoomPlanArg *arg = loom_plan_arg_new ();

      arg->name = g_strdup (_loom_binder_get_arg_name (self, i));
      arg->kind = param->kind;
      arg->type = param->type;
      arg->is_const = param->is_const;
      arg->is_rows = param->is_rows;
      arg->owner = i < self->kernel->params->len ? -1 : (gint) param->owner;
      arg->offset = param->offset;
      arg->texture = param->texture;
      choose_kind (self, i, arg);
      choose_null (self, i, arg);
      if (arg->kind == LOOM_PARAM_ARRAY)
        arg->same = loom_plan_find_array (self->plan, arg->name);
      g_ptr_array_add (self->plan->args, arg);
    }
}

/* The first array that the kernel is seen to store to, else the first that it may store to, else
 * the first. */
static gint
find_main_array (LoomBinder *self)
{
  gint found = -1;
  guint best = 0;

  for (guint i = 0; i < self->plan->args->len; i++)
    {
      const LoomPlanArg *arg = g_ptr_array_index (self->plan->args, i);
      const LoomSourceUse use = _loom_kernel_get_param (self->kernel, i)->use;
      const guint rank = arg->is_const || use == LOOM_SOURCE_USE_READS ? 1
                         : use == LOOM_SOURCE_USE_STORES ? 3 : 2;

      if (arg->kind == LOOM_PARAM_ARRAY && rank > best)
        {
          found = i;
          best = rank;
        }
    }

  return found;
}

static gboolean
choose_main_array (LoomBinder  *self,
                   GError     **error)
{
  LoomSetting setting;
  gint index;

  self->plan->main_array = find_main_array (self);
  if (!_loom_binder_get_launch (self, "over", &setting))
    return TRUE;

  index = loom_plan_find_array (self->plan, setting.text);
  if (index < 0)
    index = _loom_kernel_find_param (self->kernel, setting.text);
  if (index >= 0 && get_arg (self, (guint) index)->kind == LOOM_PARAM_ARRAY)
    {
      self->plan->main_array = index;
      return TRUE;
    }

  /* what is over all is not over each launch among the steps */
  if (self->parent != NULL)
    return TRUE;
  _loom_kernel_fail_array (self->kernel, setting.text, error);
  return _loom_setting_fail (&setting, error);
}

/* What the kernel does with its indices is said of every launch; what its arrays are like only
 * where the settings say nothing. */
static gboolean
follow_source (LoomBinder  *self,
               GError     **error)
{
  LoomSetting setting;

  self->plan->indices = self->kernel->indices;
  if (!_loom_binder_get_laid_over (self, "shape", self->overrides->shape, &setting))
    return _loom_binder_choose_defaults (self), TRUE;

  self->defaults.is_given = TRUE;
  return loom_shape_parse (setting.text, &self->defaults.shape, error) ||
         _loom_setting_fail (&setting, error);
}

/* Of the kernel, or of any where a document has steps. */
static gboolean
has_param (LoomBinder *self,
           const char *name)
{
  const gboolean is_any = self->statement != NULL;

  for (guint i = 0; is_any && i < self->compiled->kernels->len; i++)
    if (_loom_kernel_find_param (self->compiled->kernels->pdata[i], name) >= 0)
      return TRUE;
  return _loom_kernel_find_param (self->kernel, name) >= 0;
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
      g_autofree char *param = g_strndup (name, strcspn (name, "."));
      g_autofree char *shown = _loom_abbreviate (name);

      if (equals == NULL || equals[1] == '\0')
        g_set_error (error, LOOM_ERROR, LOOM_ERROR_USAGE, _("“%s” has no value; write NAME=VALUE"),
                     shown);
      else if (!has_param (self, param) || *name == '#')
        g_set_error (error, LOOM_ERROR, LOOM_ERROR_USAGE,
                     _("the kernel %1$s has no parameter “%2$s”"), self->kernel->name, shown);
      else
        continue;
      return FALSE;
    }

  return TRUE;
}

/* Arrays of their own before those that are the same as one of them. */
static gboolean
bind_others (LoomBinder  *self,
             gboolean     same,
             GError     **error)
{
  for (guint i = 0; i < self->plan->args->len; i++)
    {
      const LoomPlanArg *arg = g_ptr_array_index (self->plan->args, i);

      if ((gint) i != self->plan->main_array && (arg->same >= 0) == same &&
          !bind_arg (self, i, error))
        return FALSE;
    }

  return TRUE;
}

/* The main array first: the values of scalars hang on its shape. */
gboolean
_loom_binder_bind_args (LoomBinder  *self,
                        GError     **error)
{
  if (!_loom_binder_check_items (self, error))
    return FALSE;

  add_args (self);
  if (!check_overrides (self, error) || !choose_main_array (self, error) ||
      !find_same (self, error) || !follow_source (self, error))
    return FALSE;

  if (self->plan->main_array >= 0 && !bind_arg (self, self->plan->main_array, error))
    return FALSE;

  return bind_others (self, FALSE, error) && bind_others (self, TRUE, error);
}
