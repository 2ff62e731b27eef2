/* test-device-profile.c: each figure has a source, and files of the user's are read strictly
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-device-profile-file.h"
#include "loom-error.h"
#include "loom-occupancy.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->folder = g_dir_make_tmp ("gridloom-devices-XXXXXX", NULL);
  g_assert_nonnull (self->folder);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
}

static void
write_file (Fixture    *self,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
test_each_figure_has_its_source (void)
{
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  guint n, boards = 0;
  const LoomFigureKind *kinds = loom_figure_list_kinds (&n);

  for (guint i = 0; i < profiles->len; i++)
    {
      const LoomDeviceProfile *profile = profiles->pdata[i];
      const gboolean is_board = profile->multiprocessors.source != NULL;

      boards += is_board;
      for (guint j = 0; j < n; j++)
        {
          const LoomFigure *figure = loom_device_profile_get_figure (profile, &kinds[j]);
          g_autofree char *text = loom_figure_format (figure, &kinds[j]);

          g_assert_true ((figure->source != NULL) == (text != NULL));
          g_assert_true (figure->source != NULL || figure->value == 0);
          g_assert_true (figure->source == NULL ||
                         (figure->value >= kinds[j].least && figure->value <= kinds[j].most));
        }
      g_assert_nonnull (profile->warps.source);
      g_assert_cmpuint (profile->capacity.value, ==, profile->shared.value);
      g_assert_cmpuint (profile->shared_per_block_most.value + profile->shared_reserved.value, ==,
                        profile->shared.value);
    }
  g_assert_cmpuint (boards, >=, 10);
}

static void
test_the_default_is_the_simulated_device (void)
{
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  const LoomLimits *simulator = loom_limits_get_simulator ();
  const LoomDeviceProfile *profile
      = loom_device_profile_find (profiles, LOOM_DEFAULT_PROFILE, NULL);
  LoomLimits limits;

  g_assert_nonnull (profile);
  limits = loom_device_profile_get_limits (profile);
  g_assert_cmpuint (limits.multiprocessors, ==, simulator->multiprocessors);
  g_assert_cmpuint (limits.threads_per_block, ==, simulator->threads_per_block);
  g_assert_cmpuint (limits.threads_per_multiprocessor, ==, simulator->threads_per_multiprocessor);
  g_assert_cmpuint (limits.blocks_per_multiprocessor, ==, simulator->blocks_per_multiprocessor);
  g_assert_cmpuint (limits.warp_size, ==, simulator->warp_size);
  g_assert_cmpstr (limits.device, ==, "GeForce RTX 3060");
}

static void
test_an_unknown_one_is_told_with_those_that_there_are (void)
{
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (loom_device_profile_find (profiles, "gtx-480", &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "“gtx-480”"));
  g_assert_nonnull (strstr (error->message, "8.9"));
  g_assert_nonnull (strstr (error->message, "rtx-4090"));
}

static void
test_a_file_changes_what_it_says (Fixture       *self,
                                  gconstpointer  data)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) profiles = NULL;
  const LoomDeviceProfile *ours, *like;

  write_file (self, "ours.ini", "[device]\nname=Our board\nbased-on=rtx-4090\n"
              "multiprocessors=76\nshared=114688\nshared-per-block-most=113664\n"
              "shared-capacities=0;65536;114688\n");
  write_file (self, "notes.txt", "not a device");
  profiles = loom_device_profile_list (self->folder, problems);
  g_assert_cmpuint (problems->len, ==, 0);
  ours = loom_device_profile_find (profiles, "ours", NULL);
  like = loom_device_profile_find (profiles, "rtx-4090", NULL);
  g_assert_nonnull (ours);
  g_assert_cmpstr (ours->name, ==, "Our board");
  g_assert_cmpuint (ours->multiprocessors.value, ==, 76);
  g_assert_true (g_str_has_suffix (ours->multiprocessors.source, "ours.ini"));
  g_assert_cmpuint (ours->n_capacities, ==, 3);
  g_assert_cmpuint (ours->capacity.value, ==, 114688);
  g_assert_cmpuint (ours->warps.value, ==, like->warps.value);
  g_assert_cmpstr (ours->warps.source, ==, like->warps.source);
  g_assert_cmpuint (like->multiprocessors.value, ==, 128);
}

#define FIFTY "01234567890123456789012345678901234567890123456789"

static const struct
{
  const char *name, *file, *text, *said;
} mistakes[] = {
  { "no-group", "a.ini", "", "based-on" },
  { "no-base", "a.ini", "[device]\nwarps=3\n", "based-on" },
  { "base", "a.ini", "[device]\nbased-on=nothing\n", "“nothing”" },
  { "base-itself", "a.ini", "[device]\nbased-on=a\n", "“a”" },
  { "syntax", "a.ini", "[device\nbased-on=8.9\n", "a.ini" },
  { "key", "a.ini", "[device]\nbased-on=8.9\nwarp=3\n", "“warp”" },
  { "zero", "a.ini", "[device]\nbased-on=8.9\nwarps=0\n", "from 1 to 256" },
  { "negative", "a.ini", "[device]\nbased-on=8.9\nwarps=-1\n", "“-1”" },
  { "large", "a.ini", "[device]\nbased-on=8.9\nwarps=99999999999999999999\n", "from 1 to 256" },
  { "text", "a.ini", "[device]\nbased-on=8.9\nclock=fast\n", "“fast”" },
  { "fraction", "a.ini", "[device]\nbased-on=8.9\nclock=1.5\n", "“1.5”" },
  { "empty", "a.ini", "[device]\nbased-on=8.9\nclock=\n", "clock" },
  { "threads", "a.ini", "[device]\nbased-on=8.9\nwarps=16\n", "threads-per-block is 1024" },
  { "registers", "a.ini", "[device]\nbased-on=8.9\nregisters=32768\n", "registers-per-block" },
  { "shared", "a.ini", "[device]\nbased-on=8.9\nshared=65536\n", "shared-per-block-most" },
  { "capacity", "a.ini", "[device]\nbased-on=8.9\nshared-capacities=0;8192\n", "shared is" },
  { "capacity-order", "a.ini", "[device]\nbased-on=8.9\nshared-capacities=8192;0\n", "“0”" },
  { "capacity-none", "a.ini", "[device]\nbased-on=8.9\nshared-capacities=\n", "semicolons" },
  { "capacity-many", "a.ini",
    "[device]\nbased-on=8.9\nshared-capacities=1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17\n",
    "1 to 16" },
  { "contradiction", "a.ini", "[device]\nbased-on=8.9\nwarps=16\n", "lower the one, or raise" },
  { "partitions", "a.ini", "[device]\nbased-on=8.9\nregister-unit=4096\npartitions=16\n"
    "registers=32768\nregisters-per-block=32768\n", "registers / partitions, 2048" },
  { "source-alone", "a.ini", "[device]\nbased-on=8.9\n[sources]\nwarps=me\n", "“warps”" },
  { "source-of-nothing", "a.ini", "[device]\nbased-on=8.9\nname=n\n[sources]\nname=me\n",
    "“name”" },
  { "source-of-lines", "a.ini", "[device]\nbased-on=8.9\nwarps=40\n[sources]\nwarps=a\\nb\n",
    "one line" },
  { "nameless", "a.ini", "[device]\nbased-on=8.9\nname=\n", "name" },
  { "taken", "8.9.ini", "[device]\nbased-on=8.9\n", "“8.9” already" },
  { "long-name", "a.ini", "[device]\nbased-on=8.9\nname=" FIFTY FIFTY "1\n", "more than 100" },
  { "odd-name", "A b.ini", "[device]\nbased-on=8.9\n", "small letters" },
  { "no-name", ".ini", "[device]\nbased-on=8.9\n", "small letters" },
};

static void
test_a_mistake_is_named (Fixture       *self,
                         gconstpointer  data)
{
  const gsize row = GPOINTER_TO_SIZE (data);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) known = loom_device_profile_list (NULL, NULL);
  g_autoptr (GPtrArray) profiles = NULL;

  write_file (self, mistakes[row].file, mistakes[row].text);
  profiles = loom_device_profile_list (self->folder, problems);
  g_assert_cmpuint (profiles->len, ==, known->len);
  g_assert_cmpuint (problems->len, ==, 1);
  g_test_message ("%s", (char *) problems->pdata[0]);
  g_assert_nonnull (strstr (problems->pdata[0], mistakes[row].file));
  g_assert_nonnull (strstr (problems->pdata[0], mistakes[row].said));
}

static void
test_one_is_based_on_another_in_any_order (Fixture       *self,
                                           gconstpointer  data)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) profiles = NULL;
  const LoomDeviceProfile *first;

  write_file (self, "a.ini", "[device]\nbased-on=z\n");
  write_file (self, "z.ini", "[device]\nbased-on=t4\nclock=1000\n");
  write_file (self, "p.ini", "[device]\nbased-on=q\n");
  write_file (self, "q.ini", "[device]\nbased-on=p\n");
  profiles = loom_device_profile_list (self->folder, problems);
  g_assert_cmpuint (problems->len, ==, 2);
  g_assert_nonnull (strstr (problems->pdata[0], "“q”"));
  first = loom_device_profile_find (profiles, "a", NULL);
  g_assert_nonnull (first);
  g_assert_cmpuint (first->clock.value, ==, 1000);
}

static void
test_nothing_is_written_over (Fixture       *self,
                              gconstpointer  data)
{
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  g_autoptr (LoomDeviceProfileFile) file = loom_device_profile_file_new_copy (
      loom_device_profile_find (profiles, "t4", NULL), "Copy", NULL);
  g_autofree char *path = g_build_filename (self->folder, "mine.ini", NULL);
  g_autofree char *other = g_build_filename (self->folder, "other.ini", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  write_file (self, "broken.ini", "[device\n");
  g_assert_false (loom_device_profile_check_id (self->folder, profiles, "broken", NULL));
  g_assert_false (loom_device_profile_check_id (self->folder, profiles, "t4", NULL));
  g_assert_false (loom_device_profile_file_save (file, self->folder, "broken", &error));
  g_assert_nonnull (strstr (error->message, "broken.ini"));
  g_assert_true (loom_device_profile_file_save (file, self->folder, "mine", NULL));
  g_assert_true (loom_device_profile_file_save (file, self->folder, "other", NULL));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  write_file (self, "other.ini", "# somebody else\n");
  g_clear_error (&error);
  g_assert_false (loom_device_profile_file_save (file, self->folder, "other", &error));
  g_assert_nonnull (strstr (error->message, "another program"));
  g_assert_true (loom_device_profile_file_save (file, self->folder, "mine", NULL));
  g_assert_true (g_file_get_contents (other, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "# somebody else\n");
}

static void
test_a_name_becomes_an_id_that_is_free (Fixture       *self,
                                        gconstpointer  data)
{
  static const struct { const char *name, *id; } rows[] = {
    { "Our Board (2 GB)", "our-board-2-gb" }, { "漢", "device" }, { "t4", "t4-2" }, { "", "device" },
    { "broken", "broken-2" }, { "A.b--c", "a.b-c" },
  };
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);

  write_file (self, "broken.ini", "[device\n");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *id
          = loom_device_profile_dup_free_id (self->folder, profiles, rows[i].name);

      g_assert_cmpstr (id, ==, rows[i].id);
    }
}

static void
test_what_is_no_plain_or_no_small_file_is_left_out (Fixture       *self,
                                                    gconstpointer  data)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) profiles = NULL;
  g_autofree char *pipe = g_build_filename (self->folder, "pipe.ini", NULL);
  g_autofree char *text = g_strnfill (1 << 20, '#');

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  write_file (self, "huge.ini", text);
  profiles = loom_device_profile_list (self->folder, problems);
  g_assert_cmpuint (problems->len, ==, 2);
  g_assert_nonnull (strstr (problems->pdata[0], "64 KiB"));
  g_assert_nonnull (strstr (problems->pdata[1], "plain file"));
}

static void
test_more_files_than_are_read_are_told_of (Fixture       *self,
                                           gconstpointer  data)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) profiles = NULL, known = loom_device_profile_list (NULL, NULL);

  for (guint i = 0; i < 70; i++)
    {
      g_autofree char *name = g_strdup_printf ("d%02u.ini", i);

      write_file (self, name, "[device]\nbased-on=8.9\n");
    }
  profiles = loom_device_profile_list (self->folder, problems);
  g_assert_cmpuint (profiles->len, ==, known->len + 64);
  g_assert_cmpuint (problems->len, ==, 1);
  g_assert_nonnull (strstr (problems->pdata[0], "64"));
}

static void
test_a_sentence_names_each_limiter (void)
{
  static const struct
  {
    const char       *profile, *said;
    LoomOccupancyUse  use;
    guint             blocks;
  } rows[] = {
    { "9.0", "65536 registers, and a block takes 16384", { 256, 64, 0, -1 }, 4 },
    { "9.0", "64 warps, and a block has 8", { 256, 32, 0, -1 }, 8 },
    { "8.6", "it holds 16 blocks at most", { 32, 32, 0, -1 }, 16 },
    { "8.6", "KiB of shared memory, and a block takes 33", { 64, 32, 32768, -1 }, 3 },
    { "8.6", "; ", { 96, 32, 0, -1 }, 16 },
    { "9.0", "No block fits: it has 1056 threads", { 1056, 16, 0, -1 }, 0 },
    { "9.0", "No block fits: it takes 98304 registers", { 768, 128, 0, -1 }, 0 },
    { "8.9", "No block fits: it takes 100", { 64, 16, 102400, -1 }, 0 },
  };
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const LoomDeviceProfile *profile
          = loom_device_profile_find (profiles, rows[i].profile, NULL);
      g_autofree char *sentence = NULL;
      LoomOccupancy occupancy;

      loom_occupancy_compute (profile, &rows[i].use, &occupancy);
      sentence = loom_occupancy_dup_sentence (&occupancy, profile, &rows[i].use);
      g_test_message ("%s", sentence);
      g_assert_cmpuint (occupancy.blocks, ==, rows[i].blocks);
      g_assert_nonnull (strstr (sentence, rows[i].said));
    }
}

static void
test_curves_go_through_the_point (void)
{
  const LoomOccupancyUse use = { 256, 40, 8192, LOOM_CARVEOUT_DEFAULT };
  const guint64 at[LOOM_N_OCCUPANCY_AXES] = { use.threads, use.registers, use.shared };
  static const guint n_points[LOOM_N_OCCUPANCY_AXES] = { 32, 31, 100 };
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  const LoomDeviceProfile *profile = loom_device_profile_find (profiles, "8.9", NULL);
  LoomOccupancy occupancy;

  loom_occupancy_compute (profile, &use, &occupancy);
  for (LoomOccupancyAxis axis = 0; axis < LOOM_N_OCCUPANCY_AXES; axis++)
    {
      g_autoptr (GArray) points = loom_occupancy_list_curve (profile, &use, axis);
      guint through = 0;

      g_assert_cmpuint (points->len, ==, n_points[axis]);
      for (guint i = 0; i < points->len; i++)
        {
          const LoomOccupancyPoint *point = &g_array_index (points, LoomOccupancyPoint, i);

          through += point->at == at[axis] && point->blocks == occupancy.blocks &&
                     point->warps == occupancy.warps;
        }
      g_assert_cmpuint (through, ==, 1);
    }
}

static void
add_mistakes (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autofree char *path = g_strconcat ("/core/device-profile/mistake/", mistakes[i].name, NULL);

      g_test_add (path, Fixture, GSIZE_TO_POINTER (i), set_up, test_a_mistake_is_named, tear_down);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/device-profile/each-figure-has-its-source",
                   test_each_figure_has_its_source);
  g_test_add_func ("/core/device-profile/the-default-is-the-simulated-device",
                   test_the_default_is_the_simulated_device);
  g_test_add_func ("/core/device-profile/an-unknown-one-is-told-with-those-that-there-are",
                   test_an_unknown_one_is_told_with_those_that_there_are);
  g_test_add ("/core/device-profile/a-file-changes-what-it-says", Fixture, NULL, set_up,
              test_a_file_changes_what_it_says, tear_down);
  add_mistakes ();
  g_test_add ("/core/device-profile/one-is-based-on-another-in-any-order", Fixture, NULL, set_up,
              test_one_is_based_on_another_in_any_order, tear_down);
  g_test_add ("/core/device-profile/nothing-is-written-over", Fixture, NULL, set_up,
              test_nothing_is_written_over, tear_down);
  g_test_add ("/core/device-profile/a-name-becomes-an-id-that-is-free", Fixture, NULL, set_up,
              test_a_name_becomes_an_id_that_is_free, tear_down);
  g_test_add ("/core/device-profile/what-is-no-plain-or-no-small-file-is-left-out", Fixture, NULL,
              set_up, test_what_is_no_plain_or_no_small_file_is_left_out, tear_down);
  g_test_add ("/core/device-profile/more-files-than-are-read-are-told-of", Fixture, NULL, set_up,
              test_more_files_than_are_read_are_told_of, tear_down);
  g_test_add_func ("/core/occupancy/a-sentence-names-each-limiter",
                   test_a_sentence_names_each_limiter);
  g_test_add_func ("/core/occupancy/curves-go-through-the-point",
                   test_curves_go_through_the_point);

  return g_test_run ();
}
