/* loom-disassembly.c: the machine code of what was compiled, or why there is none
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-disassembly.h"

#include "loom-class.h"

struct _LoomDisassembly
{
  GObject       parent_instance;

  LoomCompiled *compiled;       /* that was asked about, or NULL */
  LoomSass     *sass;           /* the answer, or NULL */
  char         *error;          /* or NULL */
};

G_DEFINE_FINAL_TYPE (LoomDisassembly, loom_disassembly, G_TYPE_OBJECT)

static void
clear (LoomDisassembly *self)
{
  g_clear_pointer (&self->compiled, loom_compiled_unref);
  g_clear_pointer (&self->sass, loom_sass_free);
  g_clear_pointer (&self->error, g_free);
}

static void
loom_disassembly_finalize (GObject *object)
{
  LoomDisassembly *self = LOOM_DISASSEMBLY (object);

  clear (self);

  G_OBJECT_CLASS (loom_disassembly_parent_class)->finalize (object);
}

static void
loom_disassembly_class_init (LoomDisassemblyClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_disassembly_finalize;

  LOOM_SIGNAL_NEW (klass, "changed", 0);
}

static void
loom_disassembly_init (LoomDisassembly *self)
{
}

/**
 * loom_disassembly_ask:
 * @compiled: what was compiled
 *
 * Asks for its machine code. What was asked before is forgotten.
 */
void
loom_disassembly_ask (LoomDisassembly *self,
                      LoomCompiled    *compiled)
{
  g_return_if_fail (LOOM_IS_DISASSEMBLY (self));
  g_return_if_fail (compiled != NULL);

  loom_compiled_ref (compiled);
  clear (self);
  self->compiled = compiled;
  g_signal_emit_by_name (self, "changed");
}

/**
 * loom_disassembly_answer:
 * @sass: (transfer full) (nullable): the machine code
 * @error: (nullable): why there is none
 *
 * Answers what was asked.
 */
void
loom_disassembly_answer (LoomDisassembly *self,
                         LoomSass        *sass,
                         const GError    *error)
{
  g_return_if_fail (LOOM_IS_DISASSEMBLY (self));
  g_return_if_fail ((sass == NULL) != (error == NULL));

  g_clear_pointer (&self->sass, loom_sass_free);
  g_free (self->error);
  self->sass = sass;
  self->error = error != NULL ? g_strdup (error->message) : NULL;
  g_signal_emit_by_name (self, "changed");
}

/**
 * loom_disassembly_get_compiled:
 *
 * Returns: (transfer none) (nullable): what was asked about
 */
LoomCompiled *
loom_disassembly_get_compiled (LoomDisassembly *self)
{
  g_return_val_if_fail (LOOM_IS_DISASSEMBLY (self), NULL);

  return self->compiled;
}

/**
 * loom_disassembly_get_sass:
 *
 * Returns: (transfer none) (nullable): its machine code, if there is an answer
 */
const LoomSass *
loom_disassembly_get_sass (LoomDisassembly *self)
{
  g_return_val_if_fail (LOOM_IS_DISASSEMBLY (self), NULL);

  return self->sass;
}

/**
 * loom_disassembly_get_error:
 *
 * Returns: (transfer none) (nullable): why there is none
 */
const char *
loom_disassembly_get_error (LoomDisassembly *self)
{
  g_return_val_if_fail (LOOM_IS_DISASSEMBLY (self), NULL);

  return self->error;
}
