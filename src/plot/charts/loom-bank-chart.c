/* loom-bank-chart.c: what each bank of shared memory does in which pass, in words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-bank-chart-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

static void
count_degrees (LoomBankChart *self)
{
  guint counts[LOOM_BANKS] = { 0, }, phase = 0;

  for (guint i = 0; i < self->words->len; i++)
    {
      const LoomBankWord *word = &g_array_index (self->words, LoomBankWord, i);

      if (word->phase != phase)
        memset (counts, 0, sizeof counts);
      phase = word->phase;
      counts[word->bank]++;
      self->degrees[word->bank] = MAX (self->degrees[word->bank], counts[word->bank]);
    }
  for (guint bank = 0; bank < LOOM_BANKS; bank++)
    if (self->degrees[bank] > self->degrees[self->busiest])
      self->busiest = bank;
}

/**
 * loom_bank_chart_new:
 * @request: a request
 * @variable: (nullable): what it is of
 *
 * Returns: (transfer full): what the banks do for it
 */
LoomBankChart *
loom_bank_chart_new (const LoomBankMapRequest *request,
                     const char               *variable)
{
  LoomBankChart *self = g_new0 (LoomBankChart, 1);

  self->words = loom_bank_request_list_words (&request->request);
  self->variable = g_strdup (variable);
  self->base = request->base;
  self->size = request->request.size;
  self->n_lanes = request->request.n;
  for (guint i = 0; i < self->words->len; i++)
    {
      const LoomBankWord *word = &g_array_index (self->words, LoomBankWord, i);

      self->n_passes = MAX (self->n_passes, word->pass + 1u);
      self->n_phases = MAX (self->n_phases, word->phase + 1u);
    }
  self->phases = g_new0 (guint, MAX (self->n_passes, 1));
  for (guint i = 0; i < self->words->len; i++)
    self->phases[g_array_index (self->words, LoomBankWord, i).pass]
        = g_array_index (self->words, LoomBankWord, i).phase;
  count_degrees (self);
  return self;
}

void
loom_bank_chart_free (LoomBankChart *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->words);
  g_free (self->variable);
  g_free (self->phases);
  g_free (self);
}

/* Whether the bank did something else for the same lanes before. */
gboolean
_loom_bank_chart_is_conflict (const LoomBankChart *self,
                              const LoomBankWord  *word)
{
  return word->pass > 0 && self->phases[word->pass - 1] == word->phase;
}

/* What a bank does in a pass; NULL: nothing. */
static const LoomBankWord *
get_word (const LoomBankChart *self,
          const LoomBankPlace *place)
{
  for (guint i = 0; i < self->words->len; i++)
    {
      const LoomBankWord *word = &g_array_index (self->words, LoomBankWord, i);

      if (word->bank == place->bank && word->pass == place->pass)
        return word;
    }
  return NULL;
}

/* "0–7, 9" */
static char *
dup_lanes (guint32 lanes)
{
  GString *text = g_string_new (NULL);

  for (guint first = 0, end; first < LOOM_WARP_LANES; first = end + 1)
    {
      for (end = first; end < LOOM_WARP_LANES && (lanes >> end & 1) != 0; end++)
        ;
      if (end == first)
        continue;
      g_string_append_printf (text, text->len > 0 ? ", %u" : "%u", first);
      if (end > first + 1)
        g_string_append_printf (text, end > first + 2 ? "–%u" : ", %u", end - 1);
    }
  return g_string_free (text, FALSE);
}

static char *
dup_bytes (const LoomBankChart *self,
           const LoomBankWord  *word)
{
  return g_strdup_printf ("%" PRId64,
                          (gint64) (word->word * LOOM_BANK_BYTES) - (gint64) self->base);
}

/**
 * loom_bank_chart_dup_text:
 * @place: a cell
 *
 * Returns: (transfer full): what the bank does in the pass
 */
char *
loom_bank_chart_dup_text (const LoomBankChart *self,
                          const LoomBankPlace *place)
{
  const LoomBankWord *word = get_word (self, place);
  g_autofree char *lanes = NULL, *bytes = NULL;
  guint n;

  if (word == NULL)
    return g_strdup_printf (_("Bank %1$d, pass %2$d of %3$u: nothing to do"), place->bank,
                            place->pass + 1, self->n_passes);
  n = (guint) __builtin_popcount (word->lanes);
  lanes = dup_lanes (word->lanes);
  bytes = dup_bytes (self, word);
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE,
                   /* Translators: 4: a number of bytes, 5: an array, 6: a list of lanes */
                   "Bank %1$d, pass %2$d of %3$u: the word at byte %4$s of %5$s, for lane %6$s",
                   "Bank %1$d, pass %2$d of %3$u: the word at byte %4$s of %5$s, for lanes %6$s",
                   n),
      place->bank, place->pass + 1, self->n_passes, bytes,
      self->variable != NULL ? self->variable : _("shared memory"), lanes);
}

/**
 * loom_bank_chart_dup_sentence:
 *
 * Returns: (transfer full): what the request needs, and the bank that it waits for
 */
char *
loom_bank_chart_dup_sentence (const LoomBankChart *self)
{
  const guint more = self->n_passes - self->n_phases;
  g_autofree char *lanes = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u lane", "%u lanes", self->n_lanes), self->n_lanes);
  g_autofree char *passes = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u pass", "%u passes", self->n_passes), self->n_passes);
  g_autofree char *words = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u word", "%u words", self->degrees[self->busiest]),
      self->degrees[self->busiest]);

  if (more == 0)
    /* Translators: 1: "32 lanes", 2: "1 pass" */
    return g_strdup_printf (_("%1$s in %2$s: no bank is asked for two words at once"), lanes,
                            passes);
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE,
                   /* Translators: 1: "32 lanes", 2: "32 passes", 5: "32 words" */
                   "%1$s in %2$s, %3$u more for conflicts: bank %4$u is asked for %5$s at once",
                   "%1$s in %2$s, %3$u more for conflicts: bank %4$u is asked for %5$s at once",
                   more),
      lanes, passes, more, self->busiest, words);
}

/**
 * loom_bank_chart_dup_table:
 *
 * Returns: (transfer full): the same as lines with tabs, a line for each word
 */
char *
loom_bank_chart_dup_table (const LoomBankChart *self)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s\t%s\t%s\t%s\n", _("Pass"), _("Bank"), _("Byte"), _("Lanes"));
  for (guint i = 0; i < self->words->len; i++)
    {
      const LoomBankWord *word = &g_array_index (self->words, LoomBankWord, i);
      g_autofree char *lanes = dup_lanes (word->lanes), *bytes = dup_bytes (self, word);

      g_string_append_printf (text, "%u\t%u\t%s\t%s\n", word->pass + 1u, word->bank, bytes, lanes);
    }
  return g_string_free (text, FALSE);
}

/**
 * loom_bank_chart_step:
 * @place: (inout): a cell; the one to go to
 * @banks: how many banks to the right
 * @passes: how many passes down
 *
 * Goes from cell to cell, and no further than the last one.
 */
void
loom_bank_chart_step (const LoomBankChart *self,
                      LoomBankPlace       *place,
                      gint                 banks,
                      gint                 passes)
{
  place->bank = CLAMP (place->bank + banks, 0, LOOM_BANKS - 1);
  place->pass = CLAMP (place->pass + passes, 0, (gint) MAX (self->n_passes, 1) - 1);
}
