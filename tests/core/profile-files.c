/* profile-files.c: writes profiles of devices that a script tells, and says what is read of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-device-profile-file.h"

#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

/* Lines of the script, with tabs: id, key, value, and where that is from. */
enum { ID, KEY, VALUE, SOURCE, N_PARTS };

static void
print_kinds (void)
{
  guint n;
  const LoomFigureKind *kinds = loom_figure_list_kinds (&n);

  for (guint i = 0; i < n; i++)
    printf ("%s\t%" PRIu64 "\t%" PRIu64 "\n", kinds[i].key, kinds[i].least, kinds[i].most);
}

/* The first line of each says what it is based on. */
static LoomDeviceProfileFile *
begin (GPtrArray  *profiles,
       char      **parts)
{
  const LoomDeviceProfile *like = loom_device_profile_find (profiles, parts[VALUE], NULL);

  g_assert_nonnull (like);
  return loom_device_profile_file_new_copy (like, parts[ID], NULL);
}

static void
save (LoomDeviceProfileFile *file,
      const char            *folder,
      const char            *id)
{
  g_autoptr (GError) error = NULL;

  loom_device_profile_file_save (file, folder, id, &error);
  g_assert_no_error (error);
  loom_device_profile_file_free (file);
}

static void
write_all (const char *folder)
{
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  LoomDeviceProfileFile *file = NULL;
  g_autofree char *id = NULL;
  char line[4096];

  while (fgets (line, sizeof line, stdin) != NULL)
    {
      g_auto (GStrv) parts = NULL;
      g_autofree char *value = NULL, *source = NULL;

      line[strcspn (line, "\n")] = '\0';
      parts = g_strsplit (line, "\t", N_PARTS);
      if (strcmp (parts[KEY], LOOM_DEVICE_PROFILE_BASE) == 0)
        {
          if (file != NULL)
            save (file, folder, id);
          g_free (id);
          id = g_strdup (parts[ID]);
          file = begin (profiles, parts);
          continue;
        }
      value = g_strcompress (parts[VALUE]);
      source = g_strcompress (parts[SOURCE]);
      loom_device_profile_file_set (file, parts[KEY], value);
      if (*source != '\0')
        loom_device_profile_file_set_source (file, parts[KEY], source);
    }
  save (file, folder, id);
}

static void
print_profile (const LoomDeviceProfile *profile)
{
  g_autofree char *name = g_strescape (profile->name, NULL);
  guint n;
  const LoomFigureKind *kinds = loom_figure_list_kinds (&n);

  printf ("%s\tname\t%s\t\n", profile->id, name);
  for (guint i = 0; i < n; i++)
    {
      const LoomFigure *figure = loom_device_profile_get_figure (profile, &kinds[i]);
      g_autofree char *source = g_strescape (figure->source != NULL ? figure->source : "", NULL);

      printf ("%s\t%s\t%" PRIu64 "\t%s\n", profile->id, kinds[i].key, figure->value, source);
    }
  printf ("%s\t%s\t", profile->id, LOOM_DEVICE_PROFILE_CAPACITIES);
  for (guint i = 0; i < profile->n_capacities; i++)
    printf ("%s%" PRIu64, i > 0 ? ";" : "", profile->capacities[i]);
  printf ("\t\n");
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) profiles = NULL;

  setlocale (LC_ALL, "");
  if (argc < 2)
    {
      print_kinds ();
      return 0;
    }
  write_all (argv[1]);
  profiles = loom_device_profile_list (argv[1], problems);
  for (guint i = 0; i < problems->len; i++)
    fprintf (stderr, "%s\n", (char *) problems->pdata[i]);
  for (guint i = 0; i < profiles->len; i++)
    print_profile (profiles->pdata[i]);
  return problems->len > 0;
}
