/* loom-figure-text.c: what is said of a figure of a device where it can be changed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-figure-text.h"

#include "loom-device-profile-file.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#define CAPACITIES LOOM_DEVICE_PROFILE_CAPACITIES

/**
 * loom_figure_text_get_unit:
 * @kind: (nullable): of figure; %NULL: the sizes that shared memory can have
 *
 * Returns: what its number is typed in; "" where it has no unit
 */
const char *
loom_figure_text_get_unit (const LoomFigureKind *kind)
{
  if (kind == NULL)
    return _("bytes");
  switch (kind->unit)
    {
    case LOOM_FIGURE_BYTES:
      return _("bytes");
    case LOOM_FIGURE_MIB:
      return "MiB";
    case LOOM_FIGURE_MHZ:
      return "MHz";
    case LOOM_FIGURE_MB_PER_SECOND:
      return "MB/s";
    case LOOM_FIGURE_NUMBER:
    default:
      return "";
    }
}

static char *
dup_capacities (const LoomDeviceProfile *profile,
                gboolean                 for_people)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < profile->n_capacities; i++)
    {
      g_autofree char *size
          = for_people ? g_format_size_full (profile->capacities[i], G_FORMAT_SIZE_IEC_UNITS)
                       : g_strdup_printf ("%" PRIu64, profile->capacities[i]);

      g_string_append_printf (text, "%s%s", i == 0 ? "" : for_people ? ", " : ";", size);
    }
  return g_string_free (text, FALSE);
}

/**
 * loom_figure_text_dup:
 * @kind: (nullable): as above
 * @for_people: with its unit, or else as it is typed
 *
 * Returns: (transfer full) (nullable): a figure; %NULL where it is not told
 */
char *
loom_figure_text_dup (const LoomDeviceProfile *profile,
                      const LoomFigureKind    *kind,
                      gboolean                 for_people)
{
  const LoomFigure *figure;

  if (kind == NULL)
    return dup_capacities (profile, for_people);
  figure = loom_device_profile_get_figure (profile, kind);
  if (figure->source == NULL)
    return NULL;
  return for_people ? loom_figure_format (figure, kind)
                    : g_strdup_printf ("%" PRIu64, figure->value);
}

/**
 * loom_figure_text_get_source:
 * @kind: (nullable): as above
 *
 * Returns: (nullable): the document that tells it
 */
const char *
loom_figure_text_get_source (const LoomDeviceProfile *profile,
                             const LoomFigureKind    *kind)
{
  return kind != NULL ? loom_device_profile_get_figure (profile, kind)->source
                      : profile->capacity.source;
}

/**
 * loom_figure_text_dup_range:
 * @kind: (nullable): as above
 *
 * Returns: (transfer full): its key in files, and what it can be
 */
char *
loom_figure_text_dup_range (const LoomFigureKind *kind)
{
  if (kind == NULL)
    return g_strdup_printf (_("%1$s: 1 to %2$d sizes in bytes with semicolons between them, "
                              "ascending"), CAPACITIES, LOOM_MAX_CAPACITIES);
  /* Translators: the key of a figure, and the least and most that it can be */
  return g_strdup_printf (_("%1$s: %2$" PRIu64 " to %3$" PRIu64), kind->key, kind->least,
                          kind->most);
}

/**
 * loom_figure_text_dup_origin:
 * @base: what a profile of the user's is based on
 * @kind: (nullable): as above
 * @is_own: whether the user says it
 *
 * Returns: (transfer full): whose figure it is, and what it would be without the user
 */
char *
loom_figure_text_dup_origin (const LoomDeviceProfile *base,
                             const LoomFigureKind    *kind,
                             gboolean                 is_own)
{
  g_autofree char *figure = loom_figure_text_dup (base, kind, TRUE);

  if (figure == NULL && is_own)
    return g_strdup_printf (_("Your own; %s does not tell it"), base->name);
  if (figure == NULL)
    return g_strdup_printf (_("Not told by %s"), base->name);
  if (is_own)
    /* Translators: a figure of a device, its name, and the document that tells it */
    return g_strdup_printf (_("Your own; %1$s in %2$s: %3$s"), figure, base->name,
                            loom_figure_text_get_source (base, kind));
  return g_strdup_printf (_("%1$s, as in %2$s: %3$s"), figure, base->name,
                          loom_figure_text_get_source (base, kind));
}
