/* test-recording.c: recordings as the runtime writes them, and as a hostile program may
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-error.h"
#include "loom-recording.h"

#include <glib/gstdio.h>

#include <string.h>

#define HEAD "{\"recording\":1}\n"
#define CONTENTS "fc19b1997119425765295aeab72d76faa6927d4f83985d328c26f20468d6cc76"
#define ARRAY "{\"parameter\":0,\"at\":0,\"offset\":4,\"memory\":1,\"size\":40,\"contents\":\"" CONTENTS "\"}"
#define LAUNCH(number, grid, parameters, arrays, rest) \
  "{\"launch\":" number ",\"unit\":\"0\",\"kernel\":\"_Z3addPf\",\"grid\":[" grid "],\"block\":[32,1,1],\"shared\":16," \
  "\"stream\":0,\"address\":4198400,\"parameters\":[" parameters "],\"arrays\":[" arrays "],\"variables\":[]" rest "}\n"
#define OBJECT(kind, words, type, shape) \
  "{\"parameter\":0,\"at\":0,\"offset\":0,\"memory\":1,\"size\":40,\"contents\":null,\"" kind "\":\"" words "\",\"type\":\"" \
  type "\",\"shape\":\"" shape "\"}"
#define PITCHED(rows) \
  "{\"parameter\":0,\"at\":0,\"offset\":0,\"memory\":1,\"size\":40,\"contents\":null," rows "}"
#define GOOD(number) LAUNCH (number, "4,2,1", "\"0000000080830000\",\"e8030000\"", ARRAY, "")

#define PYTHON(place) \
  "{\"launch\":1,\"unit\":\"PTX0\",\"kernel\":\"_ZN6cudapy8__main__3addB2v1E5ArrayIfLi1E1C7mutable7alignedE\"," \
  "\"grid\":[1,1,1],\"block\":[32,1,1],\"shared\":0,\"stream\":0," place ",\"parameters\":[],\"arrays\":[]," \
  "\"variables\":[]}\n"

static LoomRecording *
read_text (const char *text)
{
  g_autofree char *folder = g_dir_make_tmp ("recording-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "recording.jsonl", NULL);
  g_autoptr (GError) error = NULL;
  LoomRecording *recording;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  recording = loom_recording_read (folder, &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_rmdir (folder);
  return recording;
}

static void
test_a_launch_has_all_that_was_written (void)
{
  g_autoptr (LoomRecording) recording
    = read_text (HEAD GOOD ("1") "{\"call\":\"cudaMemcpy\",\"size\":4}\n{\"refused\":\"cudaGraphCreate\"}\n"
                 "{\"failed\":1,\"error\":\"cudaErrorAssert\",\"line\":3,\"text\":\"no\"}\n{\"full\":true}\n");
  const LoomRecordedLaunch *launch = recording->launches->pdata[0];
  const LoomRecordedArray *array = launch->arrays->pdata[0];
  const guint8 number[] = { 0xe8, 3, 0, 0 };

  g_assert_cmpuint (recording->bad_line, ==, 0);
  g_assert_true (recording->is_full);
  g_assert_cmpuint (recording->launches->len, ==, 1);
  g_assert_cmpuint (launch->number, ==, 1);
  g_assert_cmpstr (launch->kernel, ==, "_Z3addPf");
  g_assert_cmpuint (launch->grid.x, ==, 4);
  g_assert_cmpuint (launch->grid.y, ==, 2);
  g_assert_cmpuint (launch->block.x, ==, 32);
  g_assert_cmpuint (launch->shared, ==, 16);
  g_assert_cmpuint (launch->address, ==, 4198400);
  g_assert_cmpuint (launch->parameters->len, ==, 2);
  g_assert_cmpmem (number, 4, g_bytes_get_data (launch->parameters->pdata[1], NULL), 4);
  g_assert_cmpuint (array->offset, ==, 4);
  g_assert_cmpuint (array->size, ==, 40);
  g_assert_cmpstr (array->contents, ==, CONTENTS);
  g_assert_cmpstr (launch->error, ==, "cudaErrorAssert");
  g_assert_cmpstr (launch->text, ==, "no");
  g_assert_cmpstr (recording->refused->pdata[0], ==, "cudaGraphCreate");
}

/* A launch of Python has a line in the place of an address, and PTX that is of no source. */
static void
test_a_launch_of_python_has_its_line (void)
{
#define AT(line) PYTHON ("\"file\":\"/home/me/p.py\",\"line\":" line)
  g_autoptr (LoomRecording) recording = read_text (HEAD AT ("12") AT ("12") AT ("13"));
  const LoomRecordedLaunch *first;

  g_assert_cmpuint (recording->bad_line, ==, 0);
  first = recording->launches->pdata[0];
  g_assert_cmpuint (first->unit, ==, LOOM_RECORDED_NO_UNIT);
  g_assert_cmpstr (first->name, ==, "add");
  g_assert_cmpstr (first->file, ==, "/home/me/p.py");
  g_assert_cmpuint (first->line, ==, 12);
  g_assert_cmpuint (loom_recording_count_repeats (recording, 0), ==, 2);
}

/* Reading ends at what no runtime writes, and what stands before is there. */
static void
test_what_is_no_recording_ends_the_reading (void)
{
  static const char * const lines[] = {
    "nonsense\n", "[]\n", "{\"launch\":1}\n", "{\"launch\":2,\"unit\":\"0\"}\n",
    LAUNCH ("-1", "4,2,1", "", "", ""), LAUNCH ("2", "4,2", "", "", ""), LAUNCH ("2", "4,2,-1", "", "", ""),
    LAUNCH ("2", "4,2,4294967296", "", "", ""), LAUNCH ("2", "4,2,1", "\"0g\"", "", ""),
    LAUNCH ("2", "4,2,1", "\"000\"", "", ""), LAUNCH ("2", "4,2,1", "7", "", ""),
    LAUNCH ("2", "4,2,1", "", ARRAY, ""), LAUNCH ("2", "4,2,1", "\"00\"", "{}", ""),
    LAUNCH ("2", "4,2,1", "\"00\"", "7", ""),
    PYTHON ("\"file\":7,\"line\":1"), PYTHON ("\"file\":\"p.py\""), PYTHON ("\"file\":\"p.py\",\"line\":-1"),
    PYTHON ("\"file\":\"p.py\",\"line\":4294967296"), PYTHON ("\"address\":-1"),
    LAUNCH ("2", "4,2,1", "\"00\"",
            "{\"parameter\":1,\"at\":0,\"offset\":0,\"memory\":1,\"size\":40,\"contents\":null}", ""),
    LAUNCH ("2", "4,2,1", "\"00\"",
            "{\"parameter\":0,\"at\":0,\"offset\":41,\"memory\":1,\"size\":40,\"contents\":null}", ""),
    LAUNCH ("2", "4,2,1", "\"00\"",
            "{\"parameter\":0,\"at\":0,\"offset\":0,\"memory\":1,\"size\":40,\"contents\":\"../../etc/passwd\"}", ""),
    LAUNCH ("2", "4,2,1", "\"00\"", OBJECT ("texture", "wrap", "float", "4"), ""),
    LAUNCH ("2", "4,2,1", "\"00\"", OBJECT ("texture", "sideways", "float", "10"), ""),
    LAUNCH ("2", "4,2,1", "\"00\"", OBJECT ("surface", "wrap", "float", "10"), ""),
    LAUNCH ("2", "4,2,1", "\"00\"", OBJECT ("texture", "wrap", "floating", "10"), ""),
    LAUNCH ("2", "4,2,1", "\"00\"", OBJECT ("texture", "wrap", "float3", "3"), ""),
    LAUNCH ("2", "4,2,1", "\"00\"",
            "{\"parameter\":0,\"at\":0,\"offset\":0,\"memory\":1,\"size\":40,\"contents\":null,\"texture\":\"wrap\"}", ""),
    "{\"failed\":1,\"error\":7}\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *text = g_strconcat (HEAD, GOOD ("1"), lines[i], GOOD ("3"), NULL);
      g_autoptr (LoomRecording) recording = read_text (text);

      g_test_message ("%s", lines[i]);
      g_assert_cmpuint (recording->bad_line, ==, 3);
      g_assert_cmpuint (recording->launches->len, ==, 1);
    }
}

static void
test_a_version_that_is_not_known_is_not_read (void)
{
  g_autoptr (LoomRecording) later = read_text ("{\"recording\":2}\n" GOOD ("1"));
  g_autoptr (LoomRecording) none = read_text (GOOD ("1"));

  g_assert_cmpuint (later->bad_line, ==, 1);
  g_assert_cmpuint (later->launches->len, ==, 0);
  g_assert_cmpuint (none->bad_line, ==, 1);
}

/* A program that was killed leaves a line without an end. */
static void
test_a_line_without_an_end_is_passed_over (void)
{
  g_autoptr (LoomRecording) recording = read_text (HEAD GOOD ("1") "{\"launch\":2,\"uni");

  g_assert_cmpuint (recording->bad_line, ==, 0);
  g_assert_cmpuint (recording->launches->len, ==, 1);
}

static void
test_repeats_are_of_one_place_and_one_configuration (void)
{
  g_autoptr (LoomRecording) recording
    = read_text (HEAD GOOD ("1") GOOD ("2") LAUNCH ("3", "5,2,1", "", "", "") GOOD ("4") GOOD ("5") GOOD ("6")
                 "{\"failed\":6,\"error\":\"cudaErrorAssert\"}\n");

  g_assert_cmpuint (loom_recording_count_repeats (recording, 0), ==, 2);
  g_assert_cmpuint (loom_recording_count_repeats (recording, 2), ==, 1);
  g_assert_cmpuint (loom_recording_count_repeats (recording, 3), ==, 2);
  g_assert_cmpuint (loom_recording_count_repeats (recording, 5), ==, 1);
}

/* Contents that the program changed are not taken for what was recorded. */
static void
test_contents_are_checked (void)
{
  g_autofree char *folder = g_dir_make_tmp ("recording-XXXXXX", NULL);
  g_autofree char *name = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "abcd", 4);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (LoomRecording) recording = loom_recording_read (folder, NULL);
  g_autoptr (GBytes) bytes = NULL, none = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (recording);
  g_assert_cmpuint (recording->launches->len, ==, 0);
  g_assert_true (g_file_set_contents (path, "abcd", 4, NULL));
  bytes = loom_recording_load (recording, name, 4, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (bytes), ==, 4);
  none = loom_recording_load (recording, name, 8, &error);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (path, "abce", 4, NULL));
  none = loom_recording_load (recording, name, 4, &error);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  g_assert_null (none);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_objects_say_how_they_are_seen (void)
{
  g_autoptr (LoomRecording) recording
    = read_text (HEAD LAUNCH ("1", "4,2,1", "\"00\"", OBJECT ("texture", "mirror clamp linear", "uchar4", "5,2"), "")
                 LAUNCH ("2", "4,2,1", "\"00\"", OBJECT ("surface", "layered", "float2", "5,1"), "") GOOD ("3"));
  const LoomRecordedArray *arrays[3];

  g_assert_cmpuint (recording->bad_line, ==, 0);
  for (guint i = 0; i < 3; i++)
    arrays[i] = ((LoomRecordedLaunch *) recording->launches->pdata[i])->arrays->pdata[0];
  g_assert_cmpuint (arrays[0]->texture.kind, ==, LOOM_TEXTURE_SAMPLED);
  g_assert_cmpuint (arrays[0]->texture.address[0], ==, LOOM_ADDRESS_MIRROR);
  g_assert_cmpuint (arrays[0]->texture.address[2], ==, LOOM_ADDRESS_CLAMP);
  g_assert_true (arrays[0]->texture.is_linear);
  g_assert_cmpuint (arrays[0]->type.lanes, ==, 4);
  g_assert_cmpuint (arrays[0]->shape.cols, ==, 2);
  g_assert_cmpuint (arrays[1]->texture.kind, ==, LOOM_TEXTURE_SURFACE);
  g_assert_true (arrays[1]->texture.is_layered);
  g_assert_cmpuint (arrays[2]->texture.kind, ==, LOOM_TEXTURE_NONE);
}

static void
test_rows_fill_their_allocation (void)
{
  static const char * const bad[] = {
    PITCHED ("\"pitch\":0,\"width\":0,\"height\":1"), PITCHED ("\"pitch\":10,\"width\":12,\"height\":4"),
    PITCHED ("\"pitch\":10,\"width\":8,\"height\":0"), PITCHED ("\"pitch\":10,\"width\":8,\"height\":3"),
    PITCHED ("\"pitch\":10,\"width\":8"),
  };
  g_autoptr (LoomRecording) recording
    = read_text (HEAD LAUNCH ("1", "4,2,1", "\"00\"", PITCHED ("\"pitch\":10,\"width\":8,\"height\":2"), ""));
  const LoomRecordedLaunch *launch = recording->launches->pdata[0];
  const LoomRecordedArray *array = launch->arrays->pdata[0];

  g_assert_cmpuint (recording->bad_line, ==, 0);
  g_assert_cmpuint (array->pitch, ==, 10);
  g_assert_cmpuint (array->width, ==, 8);
  g_assert_cmpuint (array->height, ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = g_strdup_printf (HEAD LAUNCH ("1", "4,2,1", "\"00\"", "%s", ""), bad[i]);
      g_autoptr (LoomRecording) refused = read_text (text);

      g_assert_cmpuint (refused->bad_line, ==, 2);
    }
}

/* Contents that a recording had no room for, of an array or of a variable. */
static void
test_launches_without_contents_are_counted (void)
{
  g_autoptr (LoomRecording) recording
    = read_text (HEAD GOOD ("1") LAUNCH ("2", "4,2,1", "\"00\"", OBJECT ("texture", "wrap", "float", "10"), "")
                 "{\"launch\":3,\"unit\":\"0\",\"kernel\":\"k\",\"grid\":[1,1,1],\"block\":[1,1,1],\"shared\":0,\"stream\":0,"
                 "\"parameters\":[],\"arrays\":[],\"variables\":[{\"name\":\"v\",\"size\":4,\"contents\":null                }]}\n"
                 LAUNCH ("4", "4,2,1", "", "", ""));

  g_assert_cmpuint (recording->bad_line, ==, 0);
  g_assert_cmpuint (recording->launches->len, ==, 4);
  g_assert_cmpuint (loom_recording_count_bare (recording), ==, 2);
  g_assert_false (loom_recorded_launch_is_bare (recording->launches->pdata[0]));
  g_assert_true (loom_recorded_launch_is_bare (recording->launches->pdata[2]));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define TEST(name, function) g_test_add_func ("/record/recording/" name, test_##function)
  TEST ("a-launch-has-all-that-was-written", a_launch_has_all_that_was_written);
  TEST ("a-launch-of-python-has-its-line", a_launch_of_python_has_its_line);
  TEST ("what-is-no-recording-ends-the-reading", what_is_no_recording_ends_the_reading);
  TEST ("a-version-that-is-not-known", a_version_that_is_not_known_is_not_read);
  TEST ("a-line-without-an-end", a_line_without_an_end_is_passed_over);
  TEST ("objects", objects_say_how_they_are_seen);
  TEST ("rows", rows_fill_their_allocation);
  TEST ("launches-without-contents", launches_without_contents_are_counted);
  TEST ("repeats", repeats_are_of_one_place_and_one_configuration);
  TEST ("contents-are-checked", contents_are_checked);
#undef TEST
  return g_test_run ();
}
