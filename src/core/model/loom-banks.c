/* loom-banks.c: the passes that the banks of shared memory need for a request
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shared memory has 32 banks of 4 bytes, which is how profilers of GPUs count as well. In one pass
 * each bank gives one word, to any number of lanes at once; atomics have their turns one after the
 * other also on the same word. Accesses of 8 bytes are made by half warps, of 16 by quarters: those
 * are the phases of a request, and each needs a pass at least. What goes beyond is a conflict.
 *
 * Loads whose lanes share their addresses in pairs need half as many phases. No manual says so; it
 * is what the counters of an H200 say of 288 patterns, of all lanes and of some.
 */

#include "config.h"

#include "loom-banks.h"

/* Words of the lanes of one phase: as many as there are banks, at most. */
typedef struct
{
  guint        n;
  guint        n_passes;
  LoomBankWord words[LOOM_BANKS];
} Phase;

static guint
get_words_each (const LoomBankRequest *self)
{
  return CLAMP (self->size / LOOM_BANK_BYTES, 1, LOOM_BANKS);
}

/* Whether the lanes have the same address in pairs: those that differ in one bit of their number,
 * and of which both take part. */
static gboolean
is_paired (const LoomBankRequest *self,
           guint                  bit)
{
  guint64 address[LOOM_WARP_LANES];
  guint32 lanes = 0;

  for (guint i = 0; i < self->n; i++)
    {
      const guint lane = self->lane[i], other = lane ^ bit;

      address[lane] = self->address[i];
      lanes |= 1u << lane;
      if ((lanes >> other & 1) != 0 && address[other] != address[lane])
        return FALSE;
    }
  return TRUE;
}

/* How many lanes one after another a phase serves, whether or not they take part. */
static guint
get_lanes_each (const LoomBankRequest *self)
{
  const guint words_each = get_words_each (self), lanes_each = LOOM_WARP_LANES / words_each;

  if (!self->is_load || words_each == 1 || words_each > 4)
    return lanes_each;
  return is_paired (self, 1) || is_paired (self, 2) ? 2 * lanes_each : lanes_each;
}

/* The word among those that lanes share; NULL: the bank has another pass for it. */
static LoomBankWord *
find_word (Phase   *self,
           guint64  word)
{
  for (guint i = 0; i < self->n; i++)
    if (self->words[i].word == word)
      return &self->words[i];
  return NULL;
}

static void
add_word (Phase   *self,
          guint8  *used,
          guint64  word,
          guint    lane)
{
  const guint8 bank = word % LOOM_BANKS;

  self->words[self->n++] = (LoomBankWord) {
    .word = word, .lanes = 1u << lane, .bank = bank, .pass = used[bank]++,
  };
  self->n_passes = MAX (self->n_passes, used[bank]);
}

/* Serves the lanes of a phase, from lane number i on. Returns: the first one of the next. */
static guint
serve (const LoomBankRequest *self,
       guint                  lanes_each,
       guint                  i,
       Phase                 *phase)
{
  const guint words_each = get_words_each (self);
  const guint number = self->lane[i] / lanes_each;
  guint8 used[LOOM_BANKS] = { 0, };

  phase->n = phase->n_passes = 0;
  for (; i < self->n && self->lane[i] / lanes_each == number; i++)
    for (guint n = 0; n < words_each; n++)
      {
        const guint64 word = self->address[i] / LOOM_BANK_BYTES + n;
        LoomBankWord *known = self->is_atomic ? NULL : find_word (phase, word);

        if (known != NULL)
          known->lanes |= 1u << self->lane[i];
        else
          add_word (phase, used, word, self->lane[i]);
      }
  return i;
}

/**
 * loom_bank_request_count_passes:
 * @conflicts: (out): those beyond what it would need without a conflict
 *
 * Returns: the passes that a request needs
 */
guint
loom_bank_request_count_passes (const LoomBankRequest *self,
                                guint                 *conflicts)
{
  const guint lanes_each = get_lanes_each (self);
  guint passes = 0, phases = 0;
  Phase phase;

  for (guint i = 0; i < self->n; phases++)
    {
      i = serve (self, lanes_each, i, &phase);
      passes += phase.n_passes;
    }
  *conflicts = passes - phases;
  return passes;
}

/**
 * loom_bank_request_list_words:
 *
 * Returns: (transfer full) (element-type LoomBankWord): what banks do in which pass, in the order
 *   of the phases
 */
GArray *
loom_bank_request_list_words (const LoomBankRequest *self)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (LoomBankWord));
  const guint lanes_each = get_lanes_each (self);
  guint passes = 0, phases = 0;
  Phase phase;

  for (guint i = 0; i < self->n; phases++)
    {
      i = serve (self, lanes_each, i, &phase);
      for (guint n = 0; n < phase.n; n++)
        {
          LoomBankWord word = phase.words[n];

          word.phase = (guint8) phases;
          word.pass += passes;
          g_array_append_val (words, word);
        }
      passes += phase.n_passes;
    }
  return words;
}
