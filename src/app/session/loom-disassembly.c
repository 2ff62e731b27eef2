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

LOOM_DEFINE_PLAIN_TYPE (LoomDisassembly, loom_disassembly, G_TYPE_OBJECT)

static void
clear (LoomDisassembly *self)
{
  g_clear_pointer (&self->compiled, loom_compiled_unref);
  g_clear_pointer (&self->sass, loom_sass_free);
  g_clear_pointer (&self->error, g_free);
}

LOOM_DEFINE_FINALIZE (LoomDisassembly, loom_disassembly)
{
  clear (self);
}

static void
loom_disassembly_class_init (LoomDisassemblyClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_disassembly_finalize;

  LOOM_SIGNAL_NEW (klass, "changed", 0);
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
LOOM_DEFINE_GETTER (LoomDisassembly, DISASSEMBLY, LoomCompiled *, loom_disassembly_get_compiled,
                    self->compiled)

/**
 * loom_disassembly_get_sass:
 *
 * Returns: (transfer none) (nullable): its machine code, if there is an answer
 */
LOOM_DEFINE_GETTER (LoomDisassembly, DISASSEMBLY, const LoomSass *, loom_disassembly_get_sass,
                    self->sass)

/**
 * loom_disassembly_get_error:
 *
 * Returns: (transfer none) (nullable): why there is none
 */
LOOM_DEFINE_GETTER (LoomDisassembly, DISASSEMBLY, const char *, loom_disassembly_get_error,
                    self->error)
