/* loom-device.c: what kernels can run on here, and how fast memory is copied to, from and between
 * devices
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-device.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const struct
{
  const char *key;
  gsize       member;
} texts[] = {
  { "id", G_STRUCT_OFFSET (LoomDevice, id) },
  { "name", G_STRUCT_OFFSET (LoomDevice, name) },
  { "why", G_STRUCT_OFFSET (LoomDevice, why) },
  { "compute", G_STRUCT_OFFSET (LoomDevice, compute) },
  { "driver", G_STRUCT_OFFSET (LoomDevice, driver) },
  { "runtime", G_STRUCT_OFFSET (LoomDevice, runtime) },
}, numbers[] = {
  { "multiprocessors", G_STRUCT_OFFSET (LoomDevice, multiprocessors) },
  { "clock", G_STRUCT_OFFSET (LoomDevice, clock) },
  { "memory-clock", G_STRUCT_OFFSET (LoomDevice, memory_clock) },
  { "memory-bus", G_STRUCT_OFFSET (LoomDevice, memory_bus) },
  { "memory", G_STRUCT_OFFSET (LoomDevice, memory) },
  { "l2", G_STRUCT_OFFSET (LoomDevice, l2) },
  { "constant", G_STRUCT_OFFSET (LoomDevice, constant) },
  { "warp", G_STRUCT_OFFSET (LoomDevice, warp) },
  { "threads-per-block", G_STRUCT_OFFSET (LoomDevice, threads_per_block) },
  { "threads-per-multiprocessor", G_STRUCT_OFFSET (LoomDevice, threads_per_multiprocessor) },
  { "blocks-per-multiprocessor", G_STRUCT_OFFSET (LoomDevice, blocks_per_multiprocessor) },
  { "shared-per-block", G_STRUCT_OFFSET (LoomDevice, shared_per_block) },
  { "shared-per-block-most", G_STRUCT_OFFSET (LoomDevice, shared_per_block_most) },
  { "shared-per-multiprocessor", G_STRUCT_OFFSET (LoomDevice, shared_per_multiprocessor) },
  { "registers-per-block", G_STRUCT_OFFSET (LoomDevice, registers_per_block) },
  { "registers-per-multiprocessor", G_STRUCT_OFFSET (LoomDevice, registers_per_multiprocessor) },
  { "context-opened", G_STRUCT_OFFSET (LoomDevice, context_opened) },
  { "context-runs", G_STRUCT_OFFSET (LoomDevice, context_runs) },
  { "context-held", G_STRUCT_OFFSET (LoomDevice, context_held) },
}, extents[] = {
  { "block", G_STRUCT_OFFSET (LoomDevice, block) },
  { "grid", G_STRUCT_OFFSET (LoomDevice, grid) },
};

static void
device_free (LoomDevice *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (G_STRUCT_MEMBER (char *, self, texts[i].member));
  g_array_unref (self->peers);
  g_free (self);
}

/* From an a{sv}, perhaps from a hostile process: what is missing or of another type is not
 * known. */
static LoomDevice *
read_device (GVariant *variant)
{
  LoomDevice *self = g_new0 (LoomDevice, 1);
  g_autoptr (GVariantIter) peers = NULL;
  guint peer;

  self->peers = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      char **text = &G_STRUCT_MEMBER (char *, self, texts[i].member);

      if (!g_variant_lookup (variant, texts[i].key, "s", text))
        *text = g_strdup ("");
    }
  loom_backend_id_parse (self->id, &self->backend, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_variant_lookup (variant, numbers[i].key, "t",
                      &G_STRUCT_MEMBER (guint64, self, numbers[i].member));
  for (guint i = 0; i < G_N_ELEMENTS (extents); i++)
    {
      LoomDim3 *extent = &G_STRUCT_MEMBER (LoomDim3, self, extents[i].member);

      g_variant_lookup (variant, extents[i].key, "(uuu)", &extent->x, &extent->y, &extent->z);
    }
  g_variant_lookup (variant, "available", "b", &self->available);
  g_variant_lookup (variant, "display", "b", &self->display);
  if (g_variant_lookup (variant, "peers", "au", &peers))
    while (g_variant_iter_next (peers, "u", &peer))
      g_array_append_val (self->peers, peer);

  return self;
}

/**
 * loom_device_reaches:
 *
 * Returns: whether one GPU reaches the memory of another by itself
 */
gboolean
loom_device_reaches (const LoomDevice *self,
                     const LoomDevice *other)
{
  g_return_val_if_fail (self != NULL && other != NULL, FALSE);

  for (guint i = 0; other->backend.kind == LOOM_BACKEND_CUDA && i < self->peers->len; i++)
    if (g_array_index (self->peers, guint, i) == other->backend.device)
      return TRUE;

  return FALSE;
}

/**
 * loom_device_list:
 * @description: (nullable): what Describe answered with
 *
 * Returns: (transfer full) (element-type LoomDevice): what there is, the simulator first; empty for
 *   anything else
 */
GPtrArray *
loom_device_list (GVariant *description)
{
  GPtrArray *devices = g_ptr_array_new_with_free_func ((GDestroyNotify) device_free);
  g_autoptr (GVariant) list = NULL;

  if (description == NULL || !g_variant_is_of_type (description, G_VARIANT_TYPE ("(aa{sv}aa{sv})")))
    return devices;
  list = g_variant_get_child_value (description, 0);
  for (gsize i = 0; i < g_variant_n_children (list); i++)
    {
      g_autoptr (GVariant) entry = g_variant_get_child_value (list, i);

      g_ptr_array_add (devices, read_device (entry));
    }

  return devices;
}

/**
 * loom_device_find:
 *
 * Returns: (transfer none) (nullable): the device of an id, "sim" or "cuda:0"; it may not be
 *   available
 */
const LoomDevice *
loom_device_find (const GPtrArray *devices,
                  const char      *id)
{
  g_return_val_if_fail (devices != NULL && id != NULL, NULL);

  for (guint i = 0; i < devices->len; i++)
    {
      const LoomDevice *device = devices->pdata[i];

      if (strcmp (device->id, id) == 0)
        return device;
    }

  return NULL;
}

static void
take_number (guint   *limit,
             guint64  number)
{
  if (number > 0)
    *limit = (guint) MIN (number, G_MAXUINT);
}

/**
 * loom_device_dup_identity:
 *
 * Returns: (transfer full): the device with the versions of what drives it: what was measured on
 *   another one, or with another driver, is of no use for it
 */
char *
loom_device_dup_identity (const LoomDevice *self)
{
  return g_strjoin ("|", self->id, self->name, self->compute, self->driver, self->runtime, NULL);
}

/**
 * loom_device_get_limits:
 *
 * Tells what a device allows for one launch. What is not known of it is taken to be as on the
 * simulator. A kernel may have as much shared memory as the device has for those that ask for more.
 *
 * Returns: limits that borrow the device's name
 */
LoomLimits
loom_device_get_limits (const LoomDevice *self)
{
  const LoomLimits *simulator = loom_limits_get_simulator ();
  LoomLimits limits = *simulator;

  g_return_val_if_fail (self != NULL, limits);

  if (!self->available || self->threads_per_block == 0)
    return limits;

  limits.device = self->name;
  if (self->block.x > 0 && self->block.y > 0 && self->block.z > 0)
    limits.block = self->block;
  if (self->grid.x > 0 && self->grid.y > 0 && self->grid.z > 0)
    limits.grid = self->grid;
  limits.shared_per_block = MAX (self->shared_per_block, self->shared_per_block_most);
  take_number (&limits.threads_per_block, self->threads_per_block);
  take_number (&limits.warp_size, self->warp);
  take_number (&limits.multiprocessors, self->multiprocessors);
  take_number (&limits.threads_per_multiprocessor, self->threads_per_multiprocessor);
  take_number (&limits.blocks_per_multiprocessor, self->blocks_per_multiprocessor);
  return limits;
}

static void
fact_free (gpointer data)
{
  LoomFact *fact = data;

  g_free (fact->title);
  g_free (fact->value);
  g_free (fact);
}

static void
add_fact (GPtrArray  *facts,
          const char *title,
          char       *value)
{
  LoomFact *fact = g_new (LoomFact, 1);

  *fact = (LoomFact) { g_strdup (title), value };
  g_ptr_array_add (facts, fact);
}

static void
add_number (GPtrArray  *facts,
            const char *title,
            guint64     number)
{
  if (number > 0)
    add_fact (facts, title, g_strdup_printf ("%" G_GUINT64_FORMAT, number));
}

static void
add_size (GPtrArray  *facts,
          const char *title,
          guint64     bytes)
{
  if (bytes > 0)
    add_fact (facts, title, g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS));
}

static void
add_text (GPtrArray  *facts,
          const char *title,
          const char *text)
{
  if (*text != '\0')
    add_fact (facts, title, g_strdup (text));
}

static void
add_peers (GPtrArray        *facts,
           const LoomDevice *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->peers->len; i++)
    {
      const guint number = g_array_index (self->peers, guint, i);
      g_autofree char *title = loom_backend_id_dup_title (LOOM_BACKEND_ID_CUDA (number));

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", title);
    }
  add_text (facts, _("Reaches the memory of"), text->str);
}

/* The primary context, which the runner has as long as it lives. */
static void
add_context (GPtrArray        *facts,
             const LoomDevice *self)
{
  const gint64 seconds = (gint64) MIN (self->context_opened, G_MAXINT64);
  g_autoptr (GDateTime) opened = g_date_time_new_from_unix_local (seconds);
  g_autofree char *time = opened != NULL ? g_date_time_format (opened, "%X") : NULL;

  if (seconds == 0 || time == NULL)
    {
      add_fact (facts, _("Primary context"),
                g_strdup (_("not open: it opens when the GPU is first used")));
      return;
    }
  add_fact (facts, _("Primary context"),
            /* Translators: a time of day, and how many runs */
            g_strdup_printf (ngettext ("open since %1$s, for %2$" PRIu64 " run",
                                       "open since %1$s, for %2$" PRIu64 " runs",
                                       (gulong) self->context_runs), time, self->context_runs));
  add_size (facts, _("Held in it for the next run"), self->context_held);
}

/**
 * loom_device_list_facts:
 *
 * Returns: (transfer full) (element-type LoomFact): what is known of a device beside its name, in
 *   the user's language, with units; none of the simulator
 */
GPtrArray *
loom_device_list_facts (const LoomDevice *self)
{
  GPtrArray *facts = g_ptr_array_new_with_free_func (fact_free);

  g_return_val_if_fail (self != NULL, facts);

  add_text (facts, _("Compute capability"), self->compute);
  add_number (facts, _("Multiprocessors (SMs)"), self->multiprocessors);
  add_size (facts, C_("of a device", "Memory"), self->memory);
  add_size (facts, _("L2 cache"), self->l2);
  add_number (facts, _("Threads of a block, at most"), self->threads_per_block);
  add_number (facts, _("Threads on a multiprocessor"), self->threads_per_multiprocessor);
  add_number (facts, _("Blocks on a multiprocessor, at most"), self->blocks_per_multiprocessor);
  add_size (facts, _("Shared memory of a block, at most"),
            MAX (self->shared_per_block, self->shared_per_block_most));
  add_size (facts, _("Shared memory of a multiprocessor"), self->shared_per_multiprocessor);
  add_number (facts, _("Registers of a multiprocessor"), self->registers_per_multiprocessor);
  if (*self->compute != '\0')
    add_fact (facts, _("Drives a display"), g_strdup (self->display ? _("yes") : _("no")));
  add_peers (facts, self);
  if (self->backend.kind == LOOM_BACKEND_CUDA && self->available)
    add_context (facts, self);
  add_text (facts, _("CUDA of the driver"), self->driver);
  add_text (facts, _("CUDA runtime"), self->runtime);

  return facts;
}

static void
copy_rate_free (LoomCopyRate *self)
{
  if (self == NULL)
    return;

  g_free (self->from);
  g_free (self->to);
  g_free (self->why);
  g_free (self);
}

static char *
dup_text (GVariant   *variant,
          const char *key)
{
  char *text = NULL;

  return g_variant_lookup (variant, key, "s", &text) ? text : g_strdup ("");
}

/* From an a{sv} of MeasureCopies, perhaps from a hostile process: what is missing or of another
 * type is empty, a rate that is none 0. */
static LoomCopyRate *
read_rate (GVariant *variant)
{
  LoomCopyRate *self = g_new0 (LoomCopyRate, 1);

  self->from = dup_text (variant, "from");
  self->to = dup_text (variant, "to");
  self->why = dup_text (variant, "why");
  g_variant_lookup (variant, "pinned", "b", &self->pinned);
  g_variant_lookup (variant, "direct", "b", &self->direct);
  g_variant_lookup (variant, "bytes", "t", &self->bytes);
  g_variant_lookup (variant, "bytes-per-second", "d", &self->bytes_per_second);
  if (!isfinite (self->bytes_per_second) || self->bytes_per_second < 0)
    self->bytes_per_second = 0;
  return self;
}

/**
 * loom_copy_rate_list:
 * @variant: (nullable): what MeasureCopies answered with
 *
 * Returns: (transfer full) (element-type LoomCopyRate): the rates; empty for anything else
 */
GPtrArray *
loom_copy_rate_list (GVariant *variant)
{
  GPtrArray *rates = g_ptr_array_new_with_free_func ((GDestroyNotify) copy_rate_free);

  if (variant == NULL || !g_variant_is_of_type (variant, G_VARIANT_TYPE ("aa{sv}")))
    return rates;
  for (gsize i = 0; i < g_variant_n_children (variant); i++)
    {
      g_autoptr (GVariant) rate = g_variant_get_child_value (variant, i);

      g_ptr_array_add (rates, read_rate (rate));
    }

  return rates;
}
