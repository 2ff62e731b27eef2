/* test-replay-pane.c: the Replay page of a window: a thread, step by step. The test plays the simulator.
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-drawer-panes.h"
#include "loom-editor-pane.h"
#include "window-fixture.h"

#define KERNEL \
  "__global__ void fill (float *f, int n)\n" \
  "{\n" \
  "  __shared__ float tile[8];\n" \
  "  tile[threadIdx.x % 8] = n;\n" \
  "  if (threadIdx.x < 8)\n" \
  "    f[threadIdx.x] = tile[0];\n" \
  "}\n"
#define SETTINGS "/* gridloom\n[launch]\nblock=64\ngrid=2\n[arg f]\nshape=8,16\n*/\n"
#define EMPTY \
  "Here a thread is replayed, step by step: choose one in the picture, or in the page Cell one that wrote the pinned " \
  "cell."
#define LANE 2u                 /* of the thread that is replayed */

typedef LoomTestWindow Fixture;

/* -- What the simulator tells -- */

static void
add_instruction (LoomReplay *replay,
                 guint       line,
                 const char *text)
{
  LoomTraceInstruction *instruction = loom_trace_instruction_new ();

  instruction->line = line;
  instruction->text = g_strdup (text);
  instruction->type = g_strdup ("");
  g_ptr_array_add (replay->instructions, instruction);
}

static void
add_register (LoomReplay *replay,
              const char *name,
              const char *type,
              guint       instruction)
{
  LoomReplayRegister *reg = g_new0 (LoomReplayRegister, 1);

  reg->name = g_strdup (name);
  reg->type = g_strdup (type);
  reg->width = 4;
  reg->instruction = instruction;
  g_ptr_array_add (replay->registers, reg);
}

/* A step writes a register of each lane, where it has one. */
static void
add_step (LoomReplay            *replay,
          const LoomReplayPlace *place,
          gint                   reg,
          guint                  times)
{
  LoomReplayStep step = { .place = loom_replay_take_place (replay, place) };
  guint32 values[32];

  for (guint lane = 0; lane < G_N_ELEMENTS (values); lane++)
    values[lane] = times > 0 ? lane * times : 7;
  if (reg >= 0)
    loom_replay_add_register (replay->changes, (guint) reg, replay->target.warp ? G_MAXUINT32 : 1u << LANE, 4,
                              (const guint8 *) values);
  if (reg < 0 && replay->target.warp)
    loom_replay_add_shared (replay->changes, 4 * LANE, (const guint8 *) &(float) { 2.5f }, 4);
  if (reg < 0)
    loom_replay_add_access (replay->changes, &(LoomReplayAccess) { .at = 4 * LANE, .array = -1, .size = 4,
                                                                   .space = LOOM_SPACE_SHARED, .is_store = TRUE });
  step.end = replay->changes->len;
  g_array_append_val (replay->steps, step);
}

/* Four steps of three lines: the last one is that of a few lanes, and may be done again. */
static void
answer_long (Fixture *fixture,
             guint    again)
{
  g_autoptr (LoomRun) run = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  LoomReplay *replay = loom_replay_new (&loom_mocked_runner_get_options (fixture->fake)->replay);
  static const LoomReplayPlace places[] = {
    { 0, G_MAXUINT32, G_MAXUINT32, G_MAXUINT32 }, { 1, G_MAXUINT32, G_MAXUINT32, G_MAXUINT32 },
    { 2, G_MAXUINT32, G_MAXUINT32, G_MAXUINT32 }, { 3, 0x00f5, 0x00f4, 0xfff7 },
  };

  replay->total = 4 + again;
  replay->is_ended = TRUE;
  replay->shared_size = 32;
  add_instruction (replay, 4, "mov.u32 %r1, %tid.x");
  add_instruction (replay, 4, "ld.param.u32 %r2, [fill_param_1]");
  add_instruction (replay, 5, "st.shared.f32 [%r3], %f1");
  add_instruction (replay, 6, "@%p1 add.s32 %r4, %r1, %r1");
  add_register (replay, "%r1", "u32", 0);
  add_register (replay, "%r2", "s32", 1);
  add_register (replay, "%r4", "s32", 3);
  add_step (replay, &places[0], 0, 1);
  add_step (replay, &places[1], 1, 0);
  add_step (replay, &places[2], -1, 0);
  for (guint i = 0; i <= again; i++)
    add_step (replay, &places[3], 2, 2);
  run->replay = replay;
  loom_mocked_runner_answer_run (fixture->fake, run);
}

static void
answer (Fixture *fixture)
{
  answer_long (fixture, 0);
}

static void
assert_asked (Fixture    *fixture,
              const char *expected)
{
  const LoomReplayTarget *target = &loom_mocked_runner_get_options (fixture->fake)->replay;
  g_autofree char *text = g_strdup ("nothing");

  if (loom_mocked_runner_is_running (fixture->fake))
    {
      g_free (text);
      text = g_strdup_printf ("%s of thread %u of block %u", target->warp ? "warp" : "steps", target->thread.x,
                              target->block.x);
    }
  g_assert_cmpstr (text, ==, expected);
}

/* A thread is chosen and replayed, and all is known of it. */
static GtkWidget *
begin_long (Fixture *fixture,
            guint    again)
{
  const LoomSite thread = { .block = { 1, 0, 0 }, .thread = { LANE, 0, 0 } };
  GtkWidget *pane;

  loom_test_window_first_run (fixture, KERNEL SETTINGS);
  pane = loom_test_window_open_page (fixture, "replay", LOOM_TYPE_REPLAY_PANE);
  loom_view_state_set_thread (loom_session_get_view_state (fixture->session), &thread);
  loom_test_click (pane, "_Replay the Thread That Is Chosen");
  answer_long (fixture, again);
  answer_long (fixture, again);
  return pane;
}

static GtkWidget *
begin (Fixture *fixture)
{
  return begin_long (fixture, 0);
}

/* -- Parts of the page -- */

static void
assert_step (GtkWidget  *pane,
             const char *step,
             const char *instruction)
{
  loom_test_assert_part (pane, "step", step);
  loom_test_assert_part (pane, "instruction", instruction);
}

/* The beginning of a table: it has as many rows as there is room for. */
static void
assert_begins (GtkWidget  *pane,
               const char *part,
               const char *expected)
{
  g_autofree char *text = loom_test_dup_labels (loom_test_get_part (pane, part));

  if (!g_str_has_prefix (text, expected))
    g_assert_cmpstr (text, ==, expected);
}

static void
press (GtkWidget *pane,
       guint      key)
{
  g_assert_true (loom_test_press_in (pane, key, 0));
}

#define FIRST "mov.u32 %r1, %tid.x  →  %r1 = 2"
#define SECOND "ld.param.u32 %r2, [fill_param_1]  →  %r2 = 7"
#define THIRD "st.shared.f32 [%r3], %f1"
#define FOURTH "@%p1 add.s32 %r4, %r1, %r1  →  %r4 = 4"

#define ALL_LANES \
  "Lane | Thread | In this step | 0 | (0, 0, 0) | executes | 1 | (1, 0, 0) | executes | ● 2 | (2, 0, 0) | executes"

/* -- Tests -- */

static void
test_a_thread_is_asked_for (Fixture       *fixture,
                            gconstpointer  unused)
{
  const LoomSite thread = { .block = { 1, 0, 0 }, .thread = { LANE, 0, 0 } };
  GtkWidget *pane = loom_test_window_open_page (fixture, "replay", LOOM_TYPE_REPLAY_PANE);

  loom_test_assert_part (pane, "stack", EMPTY);
  loom_test_window_first_run (fixture, KERNEL SETTINGS);
  loom_test_assert_part (pane, "stack", EMPTY " | Replay the Thread That Is Chosen");
  loom_view_state_set_thread (loom_session_get_view_state (fixture->session), &thread);
  assert_asked (fixture, "nothing");
  loom_test_click (pane, "_Replay the Thread That Is Chosen");
  assert_asked (fixture, "steps of thread 2 of block 1");
  loom_test_assert_part (pane, "stack", "Asking the simulator…");

  /* the thread's own steps are there at once, the other lanes later */
  answer (fixture);
  assert_asked (fixture, "warp of thread 2 of block 1");
  assert_step (pane, "Step 1 of 4", FIRST);
  loom_test_assert_part (pane, "place", "thread (2, 0, 0) of block (1, 0, 0), line 4: tile[threadIdx.x % 8] = n;");
  loom_test_assert_part (pane, "memory", "Asking the simulator for the other lanes and shared memory…");
  answer (fixture);
  assert_asked (fixture, "nothing");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (loom_test_get_part (pane, "memory")), ==, "words");

  /* another run has no such thread */
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "32", NULL));
  loom_test_window_finish_run (fixture);
  loom_test_assert_part (pane, "stack", EMPTY " | Replay the Thread That Is Chosen");
}

static void
test_steps (Fixture       *fixture,
            gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture), *scale = loom_test_get_part (pane, "scale");
  gboolean taken;

  assert_step (pane, "Step 1 of 4", FIRST);
  loom_test_click (pane, "Next step");
  assert_step (pane, "Step 2 of 4", SECOND);
  loom_test_click (pane, "Next line");
  assert_step (pane, "Step 3 of 4", THIRD);
  loom_test_click (pane, "Last step");
  assert_step (pane, "Step 4 of 4", FOURTH);
  loom_test_click (pane, "Next step");
  assert_step (pane, "Step 4 of 4", FOURTH);
  loom_test_click (pane, "Previous step");
  assert_step (pane, "Step 3 of 4", THIRD);
  loom_test_click (pane, "Previous line");
  assert_step (pane, "Step 1 of 4", FIRST);
  loom_test_click (pane, "Last step");
  loom_test_click (pane, "First step");
  assert_step (pane, "Step 1 of 4", FIRST);

  /* the scale goes in whole steps, and tells where it is */
  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_JUMP, 2.6, &taken);
  assert_step (pane, "Step 3 of 4", THIRD);
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (scale)), ==, 3);
  g_assert_cmpfloat (gtk_adjustment_get_upper (gtk_range_get_adjustment (GTK_RANGE (scale))), ==, 4);
  g_assert_null (gtk_test_accessible_check_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                                     "Step 3 of 4"));
}

static void
test_keys (Fixture       *fixture,
           gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture), *editor;
  GtkTextBuffer *buffer;
  GtkTextIter iter;

  gtk_widget_grab_focus (loom_test_get_part (pane, "scale"));
  press (pane, GDK_KEY_Right);
  assert_step (pane, "Step 2 of 4", SECOND);
  press (pane, GDK_KEY_Down);
  assert_step (pane, "Step 3 of 4", THIRD);
  press (pane, GDK_KEY_End);
  assert_step (pane, "Step 4 of 4", FOURTH);
  press (pane, GDK_KEY_Left);
  assert_step (pane, "Step 3 of 4", THIRD);
  press (pane, GDK_KEY_Up);
  assert_step (pane, "Step 1 of 4", FIRST);

  /* to the line of the editor, and in the editor to that of the step */
  editor = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_EDITOR_PANE, NULL);
  buffer = loom_editor_pane_get_buffer (LOOM_EDITOR_PANE (editor));
  gtk_text_buffer_get_iter_at_line (buffer, &iter, 5);
  gtk_text_buffer_place_cursor (buffer, &iter);
  press (pane, GDK_KEY_c);
  assert_step (pane, "Step 4 of 4", FOURTH);
  press (pane, GDK_KEY_Home);
  press (pane, GDK_KEY_Return);
  loom_test_window_assert_line (fixture, 4);

  /* what is written in a field is not for the page */
  gtk_widget_grab_focus (loom_test_get_part (pane, "watch"));
  g_assert_false (loom_test_press_in (pane, GDK_KEY_Right, 0));
  gtk_widget_grab_focus (loom_test_get_part (pane, "scale"));
  g_assert_false (loom_test_press_in (pane, GDK_KEY_Right, GDK_CONTROL_MASK));
  g_assert_false (loom_test_press_in (pane, GDK_KEY_x, 0));
  assert_step (pane, "Step 1 of 4", FIRST);
}

static void
assert_plays (GtkWidget  *pane,
              const char *icon)
{
  g_assert_cmpstr (gtk_button_get_icon_name (loom_test_get_part (pane, "play")), ==, icon);
}

#define PLAYS "media-playback-pause-symbolic"
#define RESTS "media-playback-start-symbolic"

static double
get_step (GtkWidget *pane)
{
  return gtk_range_get_value (loom_test_get_part (pane, "scale"));
}

/* On a slow machine it may go on by itself meanwhile, but it is far from the end. */
static void
test_it_plays (Fixture       *fixture,
               gconstpointer  unused)
{
  GtkWidget *pane = begin_long (fixture, 500);
  double paused;

  assert_plays (pane, RESTS);
  loom_test_click (pane, "Play or pause");
  assert_plays (pane, PLAYS);
  loom_test_pass_time ();
  g_assert_cmpfloat (get_step (pane), >=, 2);
  loom_test_click (pane, "Play or pause");
  assert_plays (pane, RESTS);
  paused = get_step (pane);
  loom_test_pass_time ();
  g_assert_cmpfloat (get_step (pane), ==, paused);

  /* whoever goes somewhere stops it, as does the last step */
  loom_test_click (pane, "Play or pause");
  loom_test_click (pane, "Last step");
  assert_plays (pane, RESTS);
  loom_test_click (pane, "Previous step");
  loom_test_click (pane, "Play or pause");
  loom_test_pass_time ();
  loom_test_pass_time ();
  loom_test_assert_part (pane, "step", "Step 504 of 504");
  assert_plays (pane, RESTS);
}

static void
test_what_is_known (Fixture       *fixture,
                    gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture), *strip = loom_test_get_part (pane, "strip");

  assert_begins (pane, "register_view", "Register | In the source | Type | Value | %r1 | threadIdx.x | u32 | ● 2");
  assert_begins (pane, "lane_view", "Lane | Thread | In this step | 0 | (0, 0, 0) | executes | 1 | (1, 0, 0) | "
                 "executes");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (strip), ==, "Lanes: 32 execute, 0 with a false guard, 0 elsewhere, 0 "
                   "returned");
  loom_test_click (pane, "Next step");
  assert_begins (pane, "register_view", "Register | In the source | Type | Value | %r1 | threadIdx.x | u32 | 2 | %r2 "
                 "| n | s32 | ● 7");
  loom_test_click (pane, "Next step");
  loom_test_assert_text (loom_test_get_part (pane, "shared_view"), "0x000000            0            0          2.5  "
                         "          0\n0x000010            0            0            0            0");
  loom_test_click (pane, "Last step");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (strip), ==, "Lanes: 5 execute, 1 with a false guard, 9 elsewhere, 17 "
                   "returned");
  assert_begins (pane, "register_view", "Register | In the source | Type | Value | %r1 | threadIdx.x | u32 | 2 | %r2 "
                 "| n | s32 | 7 | %r4 | s32 | ● 4");
  assert_begins (pane, "lane_view", "Lane | Thread | In this step | 0 | (0, 0, 0) | guard is false | 1 | (1, 0, 0) | "
                 "elsewhere | ● 2 | (2, 0, 0) | executes");
  loom_test_window_assert_marked (fixture, 6);
  gtk_widget_activate_action (pane, "win.show-page", "s", "run");
  loom_test_settle ();
  loom_test_window_assert_marked (fixture, 0);
}

static void
watch (GtkWidget  *pane,
       const char *expression)
{
  GtkEditable *entry = loom_test_get_part (pane, "watch");

  gtk_editable_set_text (entry, expression);
  g_signal_emit_by_name (entry, "activate");
  loom_test_settle ();
}

static void
test_watching (Fixture       *fixture,
               gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture), *entry = loom_test_get_part (pane, "watch");

  watch (pane, "r1 * 2 + 1");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  assert_begins (pane, "lane_view", "Lane | Thread | In this step | r1 * 2 + 1 | 0 | (0, 0, 0) | executes | 1 | "
                 "1 | (1, 0, 0) | executes | 3 | ● 2 | (2, 0, 0) | executes | 5");
  watch (pane, "r9");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "r9");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  loom_test_assert_part (pane, "watch_error", "character 1: “r9” is not defined here; there are r1, threadIdx_x");

  /* a register of the list is watched, and has no number before it was written */
  loom_test_click (pane, "Last step");
  g_signal_emit_by_name (loom_test_get_part (pane, "register_view"), "activate", 2);
  loom_test_settle ();
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  assert_begins (pane, "lane_view", "Lane | Thread | In this step | r1 * 2 + 1 | r4 | "
                 "0 | (0, 0, 0) | guard is false | 1 | 0 | 1 | (1, 0, 0) | elsewhere | 3 | 2 | "
                 "● 2 | (2, 0, 0) | executes | 5 | 4");
  loom_test_click (pane, "First step");
  assert_begins (pane, "lane_view", "Lane | Thread | In this step | r1 * 2 + 1 | r4 | "
                 "0 | (0, 0, 0) | executes | 1 | — | 1 | (1, 0, 0) | executes | 3 | — | "
                 "● 2 | (2, 0, 0) | executes | 5 | —");
  loom_test_click (pane, "Watch nothing any more");
  assert_begins (pane, "lane_view", ALL_LANES);

  for (guint i = 0; i < 8; i++)
    watch (pane, "r1");
  watch (pane, "r1");
  loom_test_assert_part (pane, "watch_error", "8 expressions are watched at most. Take away some of them first.");
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function) \
  g_test_add ("/app/replay-pane/" path, Fixture, application, loom_test_window_set_up, function, \
              loom_test_window_tear_down)
  ADD ("a-thread-is-asked-for", test_a_thread_is_asked_for);
  ADD ("buttons-and-the-scale-go-through-steps", test_steps);
  ADD ("keys-hold-in-the-whole-page", test_keys);
  ADD ("it-plays-to-the-last-step", test_it_plays);
  ADD ("registers-lanes-and-shared-memory-follow", test_what_is_known);
  ADD ("expressions-are-watched-over-the-lanes", test_watching);
#undef ADD
  return g_test_run ();
}
