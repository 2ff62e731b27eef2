/* loom-device-profile-parse.c: what a file of the user says of a device, and what is wrong in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-device-profile-file.h"

#include "loom-device-profile-private.h"
#include "loom-error.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#define GROUP LOOM_DEVICE_PROFILE_GROUP
#define SOURCES LOOM_DEVICE_PROFILE_SOURCES
#define CAPACITIES LOOM_DEVICE_PROFILE_CAPACITIES

#define MAX_NAME 100                    /* characters */
#define MAX_SOURCE 400                  /* characters */
#define MOST_QUOTED 40

/* A file that is read. */
typedef struct
{
  const LoomDeviceProfileFile *file;
  LoomDeviceProfile           *profile;
  GPtrArray                   *faults;
} Reading;

/* A text of a file, as much of it as a sentence has room for. */
static char *
dup_quoted (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  return g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), MOST_QUOTED));
}

static void
note (Reading    *self,
      const char *key,
      const char *other,
      GError     *error)
{
  LoomDeviceProfileFault *fault = g_new (LoomDeviceProfileFault, 1);

  *fault = (LoomDeviceProfileFault) { g_strdup (key), g_strdup (other), g_strdup (error->message) };
  g_ptr_array_add (self->faults, fault);
  g_error_free (error);
}

static gboolean
parse_number (const char  *key,
              const char  *text,
              guint64      least,
              guint64      most,
              guint64     *number,
              GError     **error)
{
  g_autofree char *quoted = dup_quoted (text);

  if (g_ascii_string_to_unsigned (text, 10, least, most, number, NULL))
    return TRUE;

  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("%1$s is “%2$s”; it takes a whole number from %3$" PRIu64 " to %4$" PRIu64),
                    key, quoted, least, most);
}

/* The sizes that can be shared memory. */
static gboolean
parse_capacities (const char  *text,
                  guint64     *capacities,
                  guint       *n_capacities,
                  GError     **error)
{
  g_auto (GStrv) words = g_strsplit (text, ";", -1);
  guint n = g_strv_length (words);
  guint64 least = 0;

  /* as lists of key files are written: a semicolon may end one */
  if (n > 0 && *g_strstrip (words[n - 1]) == '\0')
    n--;
  if (n == 0 || n > LOOM_MAX_CAPACITIES)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("%1$s takes 1 to %2$d sizes in bytes with semicolons between them, "
                        "ascending"), CAPACITIES, LOOM_MAX_CAPACITIES);
  for (guint i = 0; i < n; i++)
    {
      if (!parse_number (CAPACITIES, g_strstrip (words[i]), least, 1 << 24, &capacities[i], error))
        return FALSE;
      least = capacities[i] + 1;
    }
  *n_capacities = n;
  return TRUE;
}

/**
 * loom_device_profile_check_source:
 * @text: where the user has a figure from
 * @error: return location
 *
 * Returns: whether a file may say that
 */
gboolean
loom_device_profile_check_source (const char  *text,
                                  GError     **error)
{
  g_return_val_if_fail (text != NULL, FALSE);

  if (g_utf8_strlen (text, -1) <= MAX_SOURCE && strpbrk (text, "\r\n") == NULL)
    return TRUE;
  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("a source is one line of at most %d characters"), MAX_SOURCE);
}

/**
 * loom_device_profile_check_value:
 * @key: "name" or the key of a figure, or of the list of sizes
 * @text: its value
 * @error: return location; names the key, the value and what it takes
 *
 * Holds one line of a file against what it may say, by itself.
 *
 * Returns: whether that can be
 */
gboolean
loom_device_profile_check_value (const char  *key,
                                 const char  *text,
                                 GError     **error)
{
  const LoomFigureKind *kind;
  g_autofree char *quoted = NULL;
  guint64 number, capacities[LOOM_MAX_CAPACITIES];
  guint n;

  g_return_val_if_fail (key != NULL && text != NULL, FALSE);

  if (strcmp (key, LOOM_DEVICE_PROFILE_NAME) == 0)
    {
      if (*text != '\0' && g_utf8_strlen (text, -1) <= MAX_NAME)
        return TRUE;
      return loom_fail (error, LOOM_ERROR_DOCUMENT,
                        _("its name has no character, or more than %d"), MAX_NAME);
    }
  if (strcmp (key, CAPACITIES) == 0)
    return parse_capacities (text, capacities, &n, error);
  kind = loom_figure_find_kind (key);
  if (kind != NULL)
    return parse_number (key, text, kind->least, kind->most, &number, error);
  quoted = dup_quoted (key);
  return loom_fail (error, LOOM_ERROR_DOCUMENT, _("there is no key “%s” of a device"), quoted);
}

/* The file says it, and where it is from, as far as it says. */
static const char *
get_source (Reading    *self,
            const char *key)
{
  const char *path = self->file->path != NULL ? self->file->path : self->file->id;
  g_autofree char *text = loom_device_profile_file_dup_source (self->file, key);
  g_autofree char *both = NULL;

  if (text == NULL || *text == '\0')
    return g_intern_string (path);
  both = g_strdup_printf ("%s (%s)", text, path);
  return g_intern_string (both);
}

static void
read_key (Reading    *self,
          const char *key)
{
  const LoomFigureKind *kind = loom_figure_find_kind (key);
  g_autofree char *text = loom_device_profile_file_dup (self->file, key);
  LoomDeviceProfile *profile = self->profile;
  GError *error = NULL;

  if (strcmp (key, LOOM_DEVICE_PROFILE_BASE) == 0)
    return;
  if (!loom_device_profile_check_value (key, text != NULL ? text : "", &error))
    {
      note (self, key, NULL, error);
      return;
    }
  if (kind != NULL)
    {
      LoomFigure *figure = &G_STRUCT_MEMBER (LoomFigure, profile, kind->member);

      parse_number (key, text, kind->least, kind->most, &figure->value, NULL);
      figure->source = get_source (self, key);
    }
  else if (strcmp (key, CAPACITIES) == 0)
    {
      parse_capacities (text, profile->capacities, &profile->n_capacities, NULL);
      profile->capacity = (LoomFigure) { profile->capacities[profile->n_capacities - 1],
                                         get_source (self, key) };
    }
}

/* A source of what the file does not say would be one of somebody else's figure. */
static void
read_source (Reading    *self,
             const char *key)
{
  g_autofree char *text = loom_device_profile_file_dup_source (self->file, key);
  g_autofree char *quoted = dup_quoted (key);
  GError *error = NULL;

  if (!g_key_file_has_key (self->file->keys, GROUP, key, NULL) ||
      (loom_figure_find_kind (key) == NULL && strcmp (key, CAPACITIES) != 0))
    {
      loom_fail (&error, LOOM_ERROR_DOCUMENT,
                 _("there is a source of “%s” in the group [sources], and no such figure in the "
                   "group [device]"), quoted);
      note (self, key, NULL, error);
    }
  else if (text == NULL || !loom_device_profile_check_source (text, &error))
    {
      if (error == NULL)
        loom_fail (&error, LOOM_ERROR_DOCUMENT, _("the source of “%s” is not text"), quoted);
      note (self, key, NULL, error);
    }
}

/* Figures that contradict each other would make every sentence about them wrong. */
static void
check (Reading *self)
{
  const LoomDeviceProfile *of = self->profile;
  const struct
  {
    const char *key, *other, *small, *large;
    guint64     least, most;
  } rows[] = {
    { "threads-per-block", "warps", "threads-per-block", "32 × warps", of->threads_per_block.value,
      LOOM_WARP_LANES * of->warps.value },
    { "registers-per-block", "registers", "registers-per-block", "registers",
      of->registers_per_block.value, of->registers.value },
    { "register-unit", "registers", "register-unit", "registers / partitions",
      of->register_unit.value, of->registers.value / of->partitions.value },
    { "shared-per-block", "shared-per-block-most", "shared-per-block", "shared-per-block-most",
      of->shared_per_block.value, of->shared_per_block_most.value },
    { "shared-per-block-most", "shared", "shared-per-block-most + shared-reserved", "shared",
      of->shared_per_block_most.value + of->shared_reserved.value, of->shared.value },
    { "shared", CAPACITIES, "shared", CAPACITIES, of->shared.value, of->capacity.value },
    { CAPACITIES, "shared", CAPACITIES, "shared", of->capacity.value, of->shared.value },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GError *error = NULL;

      if (rows[i].least <= rows[i].most)
        continue;
      loom_fail (&error, LOOM_ERROR_DOCUMENT,
                 _("%1$s is %2$" PRIu64 ", which is more than %3$s, %4$" PRIu64 ": lower the one, "
                   "or raise the other"),
                 rows[i].small, rows[i].least, rows[i].large, rows[i].most);
      note (self, rows[i].key, rows[i].other, error);
    }
}

static const LoomDeviceProfile *
find_base (Reading         *self,
           const GPtrArray *profiles)
{
  g_autofree char *base = loom_device_profile_file_dup (self->file, LOOM_DEVICE_PROFILE_BASE);
  g_autofree char *quoted = base != NULL ? dup_quoted (base) : NULL;
  const LoomDeviceProfile *like = NULL;
  GError *error = NULL;

  if (base == NULL)
    loom_fail (&error, LOOM_ERROR_DOCUMENT,
               _("it has no based-on in its group [%s]: the profile that it is like, as 8.9 or "
                 "rtx-4090"), GROUP);
  else if (strcmp (base, self->file->id) == 0)
    loom_fail (&error, LOOM_ERROR_DOCUMENT, _("it is based on itself, “%s”"), quoted);
  else
    like = loom_device_profile_find (profiles, quoted, &error);
  if (error != NULL)
    note (self, LOOM_DEVICE_PROFILE_BASE, NULL, error);
  return like;
}

static void
read_keys (Reading    *self,
           const char *group,
           void      (*read) (Reading    *self,
                              const char *key))
{
  g_auto (GStrv) keys = g_key_file_get_keys (self->file->keys, group, NULL, NULL);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    read (self, keys[i]);
}

/**
 * loom_device_profile_file_parse:
 * @profiles: (element-type LoomDeviceProfile): what it can be based on
 * @faults: (element-type LoomDeviceProfileFault): for all that is wrong with it
 *
 * Returns: (transfer full) (nullable): the profile; %NULL if anything is wrong
 */
LoomDeviceProfile *
loom_device_profile_file_parse (const LoomDeviceProfileFile *self,
                                const GPtrArray             *profiles,
                                GPtrArray                   *faults)
{
  Reading reading = { self, NULL, faults };
  g_autoptr (LoomDeviceProfile) profile = NULL;
  const guint before = faults != NULL ? faults->len : 0;
  const LoomDeviceProfile *like;
  g_autofree char *name = NULL;

  g_return_val_if_fail (self != NULL && profiles != NULL && faults != NULL, NULL);

  like = find_base (&reading, profiles);
  if (like == NULL)
    return NULL;
  name = loom_device_profile_file_dup (self, LOOM_DEVICE_PROFILE_NAME);
  reading.profile = profile = loom_device_profile_copy (like);
  g_free (profile->id);
  g_free (profile->name);
  g_free (profile->file);
  profile->id = g_strdup (self->id);
  profile->name = g_strdup (name != NULL ? name : self->id);
  profile->file = g_strdup (self->path);
  read_keys (&reading, GROUP, read_key);
  read_keys (&reading, SOURCES, read_source);
  if (faults->len == before)
    check (&reading);
  return faults->len == before ? g_steal_pointer (&profile) : NULL;
}
