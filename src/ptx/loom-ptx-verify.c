/* loom-ptx-verify.c: the only gatekeeper: what gets past here, the simulator executes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-verify-private.h"

#include "loom-error.h"
#include "loom-ptx-reach.h"

#include <glib/gi18n-lib.h>

#define LAST_TARGET 80

/* Keeps why, for the error or for a better form's sake. Always FALSE. */
gboolean
_loom_ptx_verifier_refuse (LoomPtxVerifier *self,
                           gboolean         unsupported,
                           const char      *format,
                           ...)
{
  va_list arguments;

  g_free (self->reason);
  va_start (arguments, format);
  self->reason = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  self->unsupported = unsupported;

  return FALSE;
}

/* Steps in the order that a form is tried; of forms that fail, the one that got furthest says why.
 */
typedef enum
{
  STEP_TYPES,
  STEP_MODIFIERS,
  STEP_COUNT,
  STEP_OPERANDS,
  STEP_DONE,
} Step;

static gboolean
check_types (LoomPtxVerifier   *self,
             const LoomPtxForm *form)
{
  const LoomPtxModifiers *modifiers = &self->instruction->modifiers;

  if (modifiers->n_types != form->n_types)
    return _loom_ptx_verifier_refuse (
        self, FALSE, ngettext ("it takes %u type", "it takes %u types", form->n_types),
        form->n_types);
  for (guint i = 0; i < form->n_types; i++)
    if ((form->types[i] >> modifiers->types[i] & 1) == 0)
      return _loom_ptx_verifier_refuse (self, TRUE, _("type .%s is not supported here"),
                                        loom_ptx_type_get_name (modifiers->types[i]));

  return TRUE;
}

static const char *
first_group (guint64 set)
{
  for (guint i = 0; i < LOOM_PTX_N_GROUPS; i++)
    if ((set >> i & 1) != 0)
      return loom_ptx_group_get_name (i);

  g_assert_not_reached ();
}

static gboolean
check_modifiers (LoomPtxVerifier   *self,
                 const LoomPtxForm *form)
{
  guint64 written = self->instruction->modifiers.groups;
  const char *stray = loom_ptx_form_find_stray (form, &self->instruction->modifiers);

  if ((written & ~form->allowed) != 0)
    return _loom_ptx_verifier_refuse (self, TRUE,
                                      _("it takes no modifier of the kind “%s” with these types"),
                                      first_group (written & ~form->allowed));
  if ((form->required & ~written) != 0)
    return _loom_ptx_verifier_refuse (self, FALSE, _("it lacks a modifier of the kind “%s”"),
                                      first_group (form->required & ~written));

  return stray == NULL ||
         _loom_ptx_verifier_refuse (self, TRUE, _("modifier .%s is not supported here"), stray);
}

static gboolean
check_count (LoomPtxVerifier   *self,
             const LoomPtxForm *form)
{
  guint least = form->n_operands, n = self->instruction->n_operands;

  while (least > 0 && form->operands[least - 1].optional)
    least--;
  if (n < least || n > form->n_operands)
    return _loom_ptx_verifier_refuse (
        self, FALSE,
        ngettext ("it has %1$u operand, but takes %2$u", "it has %1$u operands, but takes %2$u", n),
        n, form->n_operands);

  return TRUE;
}

/* Two forms of mov differ in this alone, so it comes before what the parts look like. */
static gboolean
check_vectors (LoomPtxVerifier   *self,
               const LoomPtxForm *form)
{
  for (guint i = 0; i < self->instruction->n_operands; i++)
    {
      gboolean is_vector = self->instruction->operands[i].kind == LOOM_PTX_OPERAND_VECTOR;
      guint kind = form->operands[i].kind;

      if (is_vector != (kind == LOOM_PTX_PATTERN_PACKED) && kind != LOOM_PTX_PATTERN_LOADED &&
          kind != LOOM_PTX_PATTERN_STORED && kind != LOOM_PTX_PATTERN_FRAGMENT &&
          kind != LOOM_PTX_PATTERN_SLOPE)
        return _loom_ptx_verifier_refuse (self, FALSE,
                                          is_vector ? _("operand %u cannot be a vector")
                                                    : _("operand %u must be a vector"),
                                          i + 1);
    }

  return TRUE;
}

static gboolean
check_operands (LoomPtxVerifier   *self,
                const LoomPtxForm *form)
{
  for (guint i = 0; i < self->instruction->n_operands; i++)
    if (!_loom_ptx_verify_operand (self, &form->operands[i], &self->instruction->operands[i],
                                   i + 1))
      return FALSE;

  return TRUE;
}

static Step
try_form (LoomPtxVerifier   *self,
          const LoomPtxForm *form)
{
  if (!check_types (self, form))
    return STEP_TYPES;
  if (!check_modifiers (self, form))
    return STEP_MODIFIERS;
  if (!check_count (self, form) || !check_vectors (self, form))
    return STEP_COUNT;

  return check_operands (self, form) ? STEP_DONE : STEP_OPERANDS;
}

static gboolean
find_form (LoomPtxVerifier *self)
{
  guint n_forms;
  const LoomPtxForm *forms = loom_ptx_opcode_get_forms (self->instruction->opcode, &n_forms);
  g_autofree char *reason = NULL;
  gboolean unsupported = FALSE;
  Step furthest = STEP_TYPES;

  for (guint i = 0; i < n_forms; i++)
    {
      Step step = try_form (self, &forms[i]);

      if (step == STEP_DONE)
        {
          self->instruction->form = &forms[i];
          return TRUE;
        }
      if (reason == NULL || step > furthest)
        {
          g_free (reason);
          reason = g_steal_pointer (&self->reason);
          unsupported = self->unsupported;
          furthest = step;
        }
    }

  if (furthest == STEP_TYPES && n_forms > 1)
    {
      const guint target = _loom_ptx_verify_get_target (self->instruction);

      return target > LAST_TARGET
                 ? _loom_ptx_verifier_refuse (self, TRUE,
                                              _("it needs sm_%u, and sm_80 is simulated"), target)
                 : _loom_ptx_verifier_refuse (self, TRUE, _("no form of it has these types"));
    }

  return _loom_ptx_verifier_refuse (self, unsupported, "%s", reason);
}

static gboolean
check_guard (LoomPtxVerifier *self)
{
  gint32 guard = self->instruction->guard;
  const LoomPtxRegister *reg;

  if (guard < 0)
    return TRUE;
  reg = &g_array_index (self->function->registers, LoomPtxRegister, guard);
  if (reg->type != LOOM_PTX_TYPE_PRED)
    return _loom_ptx_verifier_refuse (self, FALSE, _("the guard %s is not a predicate"), reg->name);

  return TRUE;
}

static gboolean
check_instruction (LoomPtxVerifier *self)
{
  const LoomPtxInstruction *instruction = self->instruction;
  const LoomPtxOpcodeFacts *facts = loom_ptx_opcode_get_facts (instruction->opcode);

  if (instruction->opcode == LOOM_PTX_OP_UNKNOWN)
    return _loom_ptx_verifier_refuse (self, TRUE, _("there is no such instruction"));
  if (facts->refusal != NULL)
    return _loom_ptx_verifier_refuse (self, TRUE, "%s",
                                      g_dgettext (GETTEXT_PACKAGE, facts->refusal));
  if (instruction->modifiers.stray != NULL)
    return _loom_ptx_verifier_refuse (self, TRUE, _("modifier .%s is not supported here"),
                                      instruction->modifiers.stray);
  if (!check_guard (self))
    return FALSE;
  if (instruction->opcode == LOOM_PTX_OP_CALL)
    return _loom_ptx_verify_call (self);

  return _loom_ptx_verify_target (self) && find_form (self) && _loom_ptx_verify_rules (self);
}

static void
set_error (LoomPtxVerifier  *self,
           GError          **error)
{
  g_autofree char *text =
      loom_ptx_instruction_to_string (self->module, self->function, self->instruction);
  guint line = loom_ptx_module_get_line (self->module, self->instruction);
  gint code = self->unsupported ? LOOM_ERROR_UNSUPPORTED : LOOM_ERROR_COMPILE;

  if (self->unsupported && line > 0)
    g_set_error (error, LOOM_ERROR, code,
                 _("line %1$u: instruction “%2$s” (PTX line %3$u) is not supported: %4$s"), line,
                 text, self->instruction->line, self->reason);
  else if (self->unsupported)
    g_set_error (error, LOOM_ERROR, code,
                 _("instruction “%1$s” (PTX line %2$u) is not supported: %3$s"), text,
                 self->instruction->line, self->reason);
  else if (line > 0)
    g_set_error (error, LOOM_ERROR, code,
                 _("line %1$u: instruction “%2$s” (PTX line %3$u) is wrong: %4$s"), line, text,
                 self->instruction->line, self->reason);
  else
    g_set_error (error, LOOM_ERROR, code, _("instruction “%1$s” (PTX line %2$u) is wrong: %3$s"),
                 text, self->instruction->line, self->reason);
}

static gboolean
check_parameters (GPtrArray  *parameters,
                  GError    **error)
{
  for (guint i = 0; i < parameters->len; i++)
    {
      const LoomPtxVariable *parameter = g_ptr_array_index (parameters, i);

      if (parameter->type == LOOM_PTX_TYPE_NONE || parameter->space != LOOM_PTX_SPACE_PARAM)
        return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                          _("parameter “%1$s” (PTX line %2$u) is not supported: it is a register, "
                            "texture or surface"),
                          parameter->name, parameter->line);
    }

  return TRUE;
}

static void
check_function (LoomPtxModule    *module,
                LoomPtxFunction  *function,
                GError          **refusal)
{
  LoomPtxVerifier self = { .module = module, .function = function };

  if (!check_parameters (function->params, refusal)
      || !check_parameters (function->returns, refusal))
    return;

  for (guint i = 0; i < function->instructions->len && *refusal == NULL; i++)
    {
      self.instruction = &g_array_index (function->instructions, LoomPtxInstruction, i);
      if (!check_instruction (&self))
        set_error (&self, refusal);
      g_clear_pointer (&self.reason, g_free);
    }
}

static void
check_variable (const LoomPtxVariable  *variable,
                GError                **refusal)
{
  if (variable->type == LOOM_PTX_TYPE_NONE)
    g_set_error (refusal, LOOM_ERROR, LOOM_ERROR_UNSUPPORTED,
                 _("variable “%1$s” (PTX line %2$u) is not supported: texture and surface "
                   "references are gone from CUDA; make it a parameter of the kernel, of type "
                   "cudaTextureObject_t or cudaSurfaceObject_t"),
                 variable->name, variable->line);
  else if (variable->is_extern && variable->space != LOOM_PTX_SPACE_SHARED)
    g_set_error (
        refusal, LOOM_ERROR, LOOM_ERROR_COMPILE,
        _("variable “%1$s” (PTX line %2$u) is declared extern, but no other module is linked"),
        variable->name, variable->line);
}

/**
 * loom_ptx_module_verify: checks every instruction of a module against the table of what is
 * supported.
 *
 * Nothing else rejects an instruction; what passes has a row in the table, set as its `form`,
 * operands that fit the row, and constants of the operand's width. A space that was left out but is
 * that of the variable in the address is filled in. A function or variable that does not pass keeps
 * the reason, and loom_ptx_module_check_entry() tells which kernels can run all the same.
 *
 * Returns: %TRUE if all can be executed; else %FALSE with %LOOM_ERROR_UNSUPPORTED (the instruction,
 * its PTX line, its CUDA line and why), or %LOOM_ERROR_COMPILE for what no PTX may look like
 */
gboolean
loom_ptx_module_verify (LoomPtxModule  *self,
                        GError        **error)
{
  const GError *first = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->variables->len; i++)
    {
      LoomPtxVariable *variable = g_ptr_array_index (self->variables, i);

      if (variable->refusal == NULL)
        check_variable (variable, &variable->refusal);
      first = first != NULL ? first : variable->refusal;
    }
  for (guint i = 0; i < self->functions->len; i++)
    {
      LoomPtxFunction *function = g_ptr_array_index (self->functions, i);

      if (function->refusal == NULL)
        check_function (self, function, &function->refusal);
      first = first != NULL ? first : function->refusal;
    }
  if (first != NULL && error != NULL)
    *error = g_error_copy (first);

  return first == NULL;
}

/**
 * loom_ptx_module_check_entry: whether a kernel of a module that went through the verifier can be
 * executed, whatever others of its kernels do.
 *
 * Returns: %TRUE if all that it can come to passed; else %FALSE with the reason of what did not:
 * first of the kernel's own, then of the functions in the order in which they are come to, then of
 * variables
 */
gboolean
loom_ptx_module_check_entry (LoomPtxModule  *self,
                             const char     *entry,
                             GError        **error)
{
  const LoomPtxFunction *kernel = loom_ptx_module_find_entry (self, entry);
  g_autoptr (LoomPtxReach) reach = NULL;
  const GError *refusal = NULL;

  /* Who launches it will say that there is none. */
  if (kernel == NULL)
    return TRUE;

  reach = loom_ptx_reach_new (self, kernel);
  for (guint i = 0; refusal == NULL && i < reach->functions->len; i++)
    refusal = ((LoomPtxFunction *) g_ptr_array_index (
                   self->functions, g_array_index (reach->functions, guint, i)))->refusal;
  for (guint i = 0; refusal == NULL && i < self->variables->len; i++)
    if (reach->variables[i])
      refusal = ((LoomPtxVariable *) g_ptr_array_index (self->variables, i))->refusal;
  if (refusal != NULL && error != NULL)
    *error = g_error_copy (refusal);

  return refusal == NULL;
}
