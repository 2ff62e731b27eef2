/* loom-npz.c: archives of NumPy files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-npz.h"

#include "loom-error.h"
#include "loom-npy.h"

#include <glib/gi18n-lib.h>
#include <zip.h>

/* Names that a message lists. */
#define MAX_NAMES 8

typedef struct zip Zip;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Zip, zip_discard)
typedef struct zip_file ZipFile;
static inline void
close_file (ZipFile *file)
{
  zip_fclose (file);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ZipFile, close_file)

static gboolean
fail_with (GError      **error,
           zip_error_t  *why)
{
  loom_fail (error, LOOM_ERROR_FILE,
             _("it is not an archive that can be read: %s; save it again with numpy.savez()"),
             zip_error_strerror (why));
  zip_error_fini (why);
  return FALSE;
}

/* An archive in memory; the source lives as long as the archive, or its caller keeps it. */
static Zip *
open_source (zip_source_t  *source,
             int            flags,
             zip_error_t   *why,
             GError       **error)
{
  Zip *zip = source != NULL ? zip_open_from_source (source, flags, why) : NULL;

  if (zip != NULL)
    return zip;
  if (source != NULL)
    zip_source_free (source);
  fail_with (error, why);
  return NULL;
}

static char *
list_names (Zip *zip)
{
  const gint64 n = zip_get_num_entries (zip, 0);
  GString *text = g_string_new (NULL);

  for (gint64 i = 0; i < MIN (n, MAX_NAMES); i++)
    {
      g_autofree char *name = g_utf8_make_valid (zip_get_name (zip, (guint64) i, 0), -1);

      if (g_str_has_suffix (name, ".npy"))
        name[strlen (name) - strlen (".npy")] = '\0';
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", name);
    }
  return g_string_free (g_string_append (text, n > MAX_NAMES ? ", …" : ""), FALSE);
}

/* Whether no other array has the name of this one. */
static gboolean
check_unique (Zip     *zip,
              gint64   place,
              GError **error)
{
  const char *name = zip_get_name (zip, (guint64) place, 0);
  const gint64 n = zip_get_num_entries (zip, 0);

  for (gint64 i = 0; i < n; i++)
    if (i != place && g_strcmp0 (zip_get_name (zip, (guint64) i, 0), name) == 0)
      return loom_fail (error, LOOM_ERROR_FILE,
                        _("it holds several arrays with the name “%s”; save it again, each with a "
                          "name of its own"), name);
  return TRUE;
}

/* The place of an array; without a name, of the only one. */
static gint64
find_member (Zip         *zip,
             const char  *member,
             GError     **error)
{
  g_autofree char *file = g_strconcat (member != NULL ? member : "", ".npy", NULL);
  g_autofree char *names = NULL;
  gint64 place = -1;

  if (member == NULL && zip_get_num_entries (zip, 0) == 1)
    return 0;
  if (member != NULL)
    place = zip_name_locate (zip, file, 0);
  if (member != NULL && place < 0)
    place = zip_name_locate (zip, member, 0);
  if (place >= 0)
    return check_unique (zip, place, error) ? place : -1;

  names = list_names (zip);
  if (*names == '\0')
    loom_fail (error, LOOM_ERROR_FILE, _("it is empty: it holds no array"));
  else if (member == NULL)
    loom_fail (error, LOOM_ERROR_FILE,
               _("it holds several arrays: write a comma and one of %s after its name"), names);
  else
    loom_fail (error, LOOM_ERROR_FILE, _("it holds no array “%1$s”, but %2$s"), member, names);
  return -1;
}

/* All that is wanted; the checksum is seen behind the last byte. */
static gboolean
unpack (ZipFile  *packed,
        guint8   *bytes,
        gsize     n,
        gboolean  is_whole,
        gsize     size,
        GError  **error)
{
  guint8 end;

  if (zip_fread (packed, bytes, n) != (gint64) n)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("its array of %llu bytes cannot be unpacked; save it again with "
                        "numpy.savez()"), (unsigned long long) size);
  return !is_whole || zip_fread (packed, &end, 1) == 0 ||
         loom_fail (error, LOOM_ERROR_FILE,
                    _("its array is damaged: the archive’s checksum (CRC) is that of other bytes; "
                      "save it again with numpy.savez()"));
}

/**
 * loom_npz_read:
 * @file: a whole archive
 * @member: (nullable): the name of one of its arrays, %NULL for the only one
 * @most: of how many bytes at most to read
 * @size: (out): bytes of the whole NumPy file
 * @error: return location; %LOOM_ERROR_FILE says what is wrong, as a clause about *it*
 *
 * Unpacks an array, or its beginning.
 *
 * Returns: (transfer full): a NumPy file, or %NULL with @error set
 */
GBytes *
loom_npz_read (GBytes      *file,
               const char  *member,
               gsize        most,
               gsize       *size,
               GError     **error)
{
  g_autoptr (Zip) zip = NULL;
  g_autoptr (ZipFile) packed = NULL;
  g_autofree guint8 *bytes = NULL;
  zip_error_t why;
  zip_stat_t stat;
  gint64 place;
  gsize n;

  g_return_val_if_fail (file != NULL && size != NULL, NULL);

  zip_error_init (&why);
  zip = open_source (zip_source_buffer_create (g_bytes_get_data (file, NULL),
                                               g_bytes_get_size (file), 0, &why),
                     ZIP_RDONLY, &why, error);
  if (zip == NULL || (place = find_member (zip, member, error)) < 0)
    return NULL;
  packed = zip_fopen_index (zip, (guint64) place, 0);
  if (packed == NULL || zip_stat_index (zip, (guint64) place, 0, &stat) != 0)
    return loom_fail_null (error, LOOM_ERROR_FILE,
                           _("it cannot be unpacked: %s; save it again with numpy.savez()"),
                           zip_strerror (zip));
  *size = (gsize) stat.size;
  n = MIN (*size, most);
  bytes = g_try_malloc (MAX (n, 1));
  if (bytes == NULL)
    return loom_fail_null (error, LOOM_ERROR_MEMORY,
                           _("there is no memory for its array of %llu bytes"),
                           (unsigned long long) *size);
  if (!unpack (packed, bytes, n, n == *size, *size, error))
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&bytes), n);
}

/* What libzip wrote to a source in memory. */
static GBytes *
read_source (zip_source_t *source)
{
  g_autofree guint8 *bytes = NULL;
  zip_stat_t stat;

  zip_stat_init (&stat);
  if (zip_source_stat (source, &stat) != 0 || zip_source_open (source) != 0)
    return NULL;
  bytes = g_try_malloc (MAX (stat.size, 1));
  if (bytes != NULL && zip_source_read (source, bytes, stat.size) != (gint64) stat.size)
    g_clear_pointer (&bytes, g_free);
  zip_source_close (source);
  return bytes != NULL ? g_bytes_new_take (g_steal_pointer (&bytes), stat.size) : NULL;
}

/**
 * loom_npz_format:
 * @self: an array
 * @member: what it is called
 * @error: return location; %LOOM_ERROR_FILE
 *
 * Packs one array.
 *
 * Returns: (transfer full): an archive that numpy.load() reads, or %NULL with @error set
 */
GBytes *
loom_npz_format (const LoomArray  *self,
                 const char       *member,
                 GError          **error)
{
  g_autoptr (GBytes) npy = NULL, archive = NULL;
  g_autofree char *name = g_strconcat (member, ".npy", NULL);
  zip_source_t *target, *packed;
  zip_error_t why;
  Zip *zip;

  g_return_val_if_fail (self != NULL && member != NULL, NULL);

  npy = loom_npy_format (self);
  zip_error_init (&why);
  target = zip_source_buffer_create (NULL, 0, 0, &why);
  zip = open_source (target, ZIP_TRUNCATE, &why, error);
  if (zip == NULL)
    return NULL;
  zip_source_keep (target);
  packed = zip_source_buffer (zip, g_bytes_get_data (npy, NULL), g_bytes_get_size (npy), 0);
  if (packed != NULL && zip_file_add (zip, name, packed, ZIP_FL_ENC_UTF_8) >= 0 &&
      zip_close (zip) == 0)
    archive = read_source (target);
  else
    zip_discard (zip);
  zip_source_free (target);
  if (archive == NULL)
    loom_fail (error, LOOM_ERROR_FILE, _("the archive cannot be packed"));
  return g_steal_pointer (&archive);
}
