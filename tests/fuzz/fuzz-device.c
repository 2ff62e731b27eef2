/* fuzz-device.c: any bytes as a translation unit: only spaces take the place of what is left out
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-lexer-private.h"
#include "loom-source-device.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

/* How often the compiler may be asked again. */
#define ROUNDS 4

static void
check_bytes (const char *before,
             const char *after,
             gsize       size)
{
  for (gsize i = 0; i < size; i++)
    g_assert_true (after[i] == before[i] ||
                   (after[i] == ' ' && before[i] != '\n' && before[i] != '\r'));
}

/* Pragmas of what is left out go with it, and a macro's text may hold a compound literal, which is
 * written anew. */
static gboolean
may_change (const char      *text,
            const LoomToken *directive)
{
  return memmem (text + directive->offset, directive->length, "pragma", 6) != NULL
         || memmem (text + directive->offset, directive->length, "define", 6) != NULL;
}

static void
check_directives (const char *before,
                  const char *after,
                  gsize       size)
{
  LoomToken token;
  LoomLexer lexer;

  _loom_lexer_init (&lexer, before, size);
  while (_loom_lexer_next (&lexer, &token))
    {
      if (token.kind != LOOM_TOKEN_DIRECTIVE || may_change (before, &token))
        continue;
      g_assert_cmpmem (before + token.offset, token.length, after + token.offset, token.length);
    }
}

static void
check (LoomSourceDevice *device,
       const char       *text,
       gsize             size)
{
  gsize length;
  const char *left = loom_source_device_text (device, &length);

  g_assert_cmpuint (length, ==, size);
  check_bytes (text, left, size);
  check_directives (text, left, size);
}

/* What was left out is asked for, and what was kept refused, as by a compiler. */
static void
ask_again (LoomSourceDevice *device,
           const char       *text,
           gsize             size)
{
  for (guint i = 0; i < ROUNDS; i++)
    {
      GPtrArray *left_out = loom_source_device_left_out (device);
      LoomLeftOut *one = left_out->len > 0 ? g_ptr_array_index (left_out, i % left_out->len) : NULL;
      g_autofree char *name = one != NULL ? g_strdup (one->name) : NULL;

      if (name != NULL)
        loom_source_device_keep (device, name);
      check (device, text, size);
      loom_source_device_drop (device, size * i / ROUNDS);
      check (device, text, size);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = g_memdup2 (data, size);
  g_autoptr (LoomSourceDevice) device = loom_source_device_new (text, size);

  check (device, text, size);
  ask_again (device, text, size);
  return 0;
}
