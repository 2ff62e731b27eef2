/* test-query-panes.c: the pages of a window on what the simulator tells of a run: Warp, Banks with its tile, Cell and
 * Threads. The test plays the simulator.
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-chart-view.h"
#include "loom-drawer-panes.h"
#include "loom-thread-map.h"
#include "loom-tile.h"
#include "window-fixture.h"

/* Two blocks of two warps; each thread writes a cell. */
#define KERNEL \
  "__global__ void fill (float *f, int n)\n" \
  "{\n" \
  "  __shared__ float tile[32][32];\n" \
  "  tile[0][threadIdx.x] = n;\n" \
  "  f[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x][0];\n" \
  "}\n"
#define SETTINGS "/* gridloom\n[launch]\nblock=64\ngrid=2\n[arg f]\nshape=8,16\n*/\n"
#define CELLS 128u
#define ASKING "Asking the simulator…"

typedef LoomTestWindow Fixture;

/* -- Runs -- */

static GBytes *
numbers_new (guint first,
             guint step)
{
  guint32 *numbers = g_new (guint32, CELLS);

  for (guint i = 0; i < CELLS; i++)
    numbers[i] = first + i * step;
  return g_bytes_new_take (numbers, CELLS * sizeof *numbers);
}

/* Each cell was written once, by the thread of its number. */
static LoomRun *
make_run (Fixture       *fixture,
          LoomBackendId  backend)
{
  LoomRun *run = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  LoomRunArray *array = run->arrays->pdata[0];

  run->backend = backend;
  array->writer_size = sizeof (guint32);
  array->lowest = numbers_new (0, 1);
  array->highest = numbers_new (0, 1);
  return run;
}

static void
first_run (Fixture *fixture,
           LoomRun *run)
{
  loom_mocked_runner_answer_run (fixture->fake, run);
  loom_run_unref (run);
}

/* The page is opened behind the run. */
static GtkWidget *
begin (Fixture       *fixture,
       const char    *page,
       GType          type,
       LoomBackendId  backend)
{
  loom_test_window_compile (fixture, KERNEL SETTINGS);
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  first_run (fixture, make_run (fixture, backend));
  return loom_test_window_open_page (fixture, page, type);
}

static LoomViewState *
get_state (Fixture *fixture)
{
  return loom_session_get_view_state (fixture->session);
}

static void
pin (Fixture *fixture,
     guint    row,
     guint    col)
{
  loom_view_state_set_pin (get_state (fixture), &(LoomCell) { col, row, 0 });
  loom_test_settle ();
}

static void
choose_thread (Fixture *fixture,
               guint    block,
               guint    thread)
{
  const LoomSite site = { .block = { block, 0, 0 }, .thread = { thread, 0, 0 } };

  loom_view_state_set_thread (get_state (fixture), &site);
  loom_test_settle ();
}

/* -- What is asked, and answered -- */

/* The question that waits for its answer. */
static void
assert_asked (Fixture    *fixture,
              const char *expected)
{
  const LoomRunOptions *options = loom_mocked_runner_get_options (fixture->fake);
  const LoomTraceTarget *trace = &options->trace;
  g_autofree char *text = NULL;

  if (!loom_mocked_runner_is_running (fixture->fake))
    text = g_strdup ("nothing");
  else if (options->replay.n_steps > 0)
    text = g_strdup_printf ("replay of thread %u of block %u", options->replay.thread.x, options->replay.block.x);
  else if (options->cell.array != NULL)
    text = g_strdup_printf ("%s[%u]", options->cell.array, (guint) options->cell.at[0]);
  else if (trace->whom == LOOM_TRACE_THREAD)
    text = g_strdup_printf ("thread %u of block %u", trace->thread.x, trace->block.x);
  else if (trace->whom == LOOM_TRACE_WARP)
    text = g_strdup_printf ("%s of warp %u of block %u", trace->shared ? "banks" : "steps", trace->warp,
                            trace->block.x);
  g_assert_cmpstr (text, ==, expected);
}

static void
answer (Fixture         *fixture,
        LoomTrace       *trace,
        LoomCellHistory *cell)
{
  LoomRun *run = make_run (fixture, LOOM_BACKEND_ID_SIMULATOR);

  run->trace = trace;
  run->cell = cell;
  first_run (fixture, run);
}

static LoomTrace *
trace_new (Fixture *fixture)
{
  return loom_trace_new (&loom_mocked_runner_get_options (fixture->fake)->trace);
}

static guint
add_instruction (LoomTrace  *trace,
                 guint       line,
                 const char *text)
{
  LoomTraceInstruction *instruction = loom_trace_instruction_new ();

  instruction->line = line;
  instruction->text = g_strdup (text);
  instruction->type = g_strdup ("f32");
  g_ptr_array_add (trace->instructions, instruction);
  return trace->instructions->len - 1;
}

/* -- Parts of the page -- */

static GtkSingleSelection *
get_rows (GtkWidget  *pane,
          const char *name)
{
  return GTK_SINGLE_SELECTION (gtk_column_view_get_model (loom_test_get_part (pane, name)));
}

static void
select_row (GtkWidget  *pane,
            const char *name,
            guint       position)
{
  gtk_single_selection_set_selected (get_rows (pane, name), position);
  loom_test_settle ();
}

static void
activate_row (GtkWidget  *pane,
              const char *name,
              guint       position)
{
  g_signal_emit_by_name (loom_test_get_part (pane, name), "activate", position);
  loom_test_settle ();
}

static void
press (GtkWidget *widget,
       guint      key)
{
  g_assert_true (loom_test_press (widget, key, 0));
  loom_test_settle ();
}

/* A page on a run of a GPU asks first. */
static void
check_gpu (GtkWidget  *pane,
           Fixture    *fixture,
           const char *why,
           const char *asked)
{
  g_autofree char *said = g_strconcat (why, " | Ask the Simulator", NULL);

  assert_asked (fixture, "nothing");
  loom_test_assert_part (pane, "stack", said);
  loom_test_click (pane, "_Ask the Simulator");
  assert_asked (fixture, asked);
  loom_test_assert_part (pane, "stack", ASKING);
}

/* -- Warp -- */

static LoomTrace *
make_warp (Fixture *fixture)
{
  LoomTrace *trace = trace_new (fixture);
  const LoomTraceStep steps[] = {
    { .sequence = 0, .instruction = add_instruction (trace, 4, "st.shared.f32 [%r1], %f1"),
      .active = G_MAXUINT32, .executed = G_MAXUINT32 },
    { .sequence = 1, .instruction = add_instruction (trace, 5, "st.global.f32 [%rd1], %f2"),
      .active = 0xffff, .executed = 0xff },
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    loom_trace_add_step (trace, &steps[i], NULL);
  trace->total = G_N_ELEMENTS (steps);
  return trace;
}

static void
test_warp (Fixture       *fixture,
           gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture, "warp", LOOM_TYPE_WARP_PANE, LOOM_BACKEND_ID_SIMULATOR), *view;

  view = loom_test_get_part (pane, "view");
  assert_asked (fixture, "steps of warp 0 of block 0");
  loom_test_assert_part (pane, "stack", ASKING);
  answer (fixture, make_warp (fixture), NULL);
  loom_test_assert_part (pane, "sentence", "Warp 0 of block (0, 0, 0): 2 steps, with 24 of 32 lanes active on average");
  loom_test_assert_part (pane, "readout", "");

  /* a step is told, marked and gone to */
  press (view, GDK_KEY_Right);
  press (view, GDK_KEY_Right);
  loom_test_assert_part (pane, "readout", "Step 2: 16 of 32 lanes active, the guard off in 8 of them; line 5: "
                         "st.global.f32 "
               "[%rd1], %f2");
  loom_test_window_assert_marked (fixture, 5);
  press (view, GDK_KEY_Left);
  loom_test_assert_part (pane, "readout", "Step 1: 32 of 32 lanes active; line 4: st.shared.f32 [%r1], %f1");
  loom_test_window_assert_marked (fixture, 4);
  press (view, GDK_KEY_Return);
  loom_test_window_assert_line (fixture, 4);
  gtk_widget_activate_action (pane, "win.show-page", "s", "run");
  loom_test_settle ();
  loom_test_window_assert_marked (fixture, 0);
}

static void
test_another_warp (Fixture       *fixture,
                   gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture, "warp", LOOM_TYPE_WARP_PANE, LOOM_BACKEND_ID_SIMULATOR);
  GtkEditable *block = loom_test_get_part (pane, "block");

  answer (fixture, make_warp (fixture), NULL);
  /* by its number, and by its block */
  gtk_spin_button_set_value (loom_test_get_part (pane, "warp"), 1);
  assert_asked (fixture, "steps of warp 1 of block 0");
  loom_test_assert_part (pane, "sentence", "Warp 0 of block (0, 0, 0): 2 steps, with 24 of 32 lanes active on average");
  answer (fixture, make_warp (fixture), NULL);
  loom_test_assert_part (pane, "sentence", "Warp 1 of block (0, 0, 0): 2 steps, with 24 of 32 lanes active on average");
  gtk_editable_set_text (block, "1");
  g_signal_emit_by_name (block, "activate");
  assert_asked (fixture, "steps of warp 1 of block 1");
  answer (fixture, trace_new (fixture), NULL);
  loom_test_assert_part (pane, "sentence", "This warp executed nothing.");
  g_signal_emit_by_name (block, "activate");
  assert_asked (fixture, "nothing");

  gtk_editable_set_text (block, "one");
  g_signal_emit_by_name (block, "activate");
  assert_asked (fixture, "nothing");
  loom_test_assert_part (pane, "sentence", "A block is written as its place in the grid, x,y,z, from 0.");
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (block), "error"));
  gtk_editable_set_text (block, "9,0,0");
  g_signal_emit_by_name (block, "activate");
  assert_asked (fixture, "nothing");
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (block), "error"));
  loom_test_assert_part (pane, "sentence", "Block (9, 0, 0) cannot be traced: the grid has 2 × 1 × 1 blocks");

  /* what is selected in the picture is followed: the writer of a cell, or a thread */
  pin (fixture, 6, 1);
  assert_asked (fixture, "steps of warp 1 of block 1");
  g_assert_cmpstr (gtk_editable_get_text (block), ==, "1,0,0");
  answer (fixture, make_warp (fixture), NULL);
  choose_thread (fixture, 0, 31);
  assert_asked (fixture, "steps of warp 0 of block 0");
  g_assert_cmpstr (gtk_editable_get_text (block), ==, "0,0,0");
  g_assert_cmpfloat (gtk_spin_button_get_value (loom_test_get_part (pane, "warp")), ==, 0);
  answer (fixture, make_warp (fixture), NULL);
  choose_thread (fixture, 0, 32);
  assert_asked (fixture, "steps of warp 1 of block 0");
}

static void
test_warp_of_a_gpu (Fixture       *fixture,
                    gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture, "warp", LOOM_TYPE_WARP_PANE, LOOM_BACKEND_ID_CUDA (0));

  choose_thread (fixture, 1, 0);
  check_gpu (pane, fixture, "A GPU does not tell what a warp does. The simulator does: it runs the launch once more.",
             "steps of warp 0 of block 1");
}

/* -- Banks -- */

/* Lanes store to a bank each, then to every other one, and load all from the same. */
static LoomTrace *
make_banks (Fixture *fixture)
{
  static const struct { guint line; LoomCellAccessKind kind; guint stride; } steps[]
      = { { 4, LOOM_CELL_WRITE, 4 }, { 4, LOOM_CELL_WRITE, 8 }, { 5, LOOM_CELL_READ, 128 } };
  LoomTrace *trace = trace_new (fixture);
  const guint instructions[] = { add_instruction (trace, 4, "st.shared.f32 [%r1], %f1"),
                                 add_instruction (trace, 5, "ld.shared.f32 %f2, [%r2]") };

  g_ptr_array_add (trace->arrays, g_strdup ("tile"));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      LoomTraceLane lanes[32] = { { 0 } };
      const LoomTraceStep step = { .sequence = i, .instruction = instructions[i / 2], .active = G_MAXUINT32,
                                   .executed = G_MAXUINT32, .n_lanes = 32 };

      for (guint lane = 0; lane < 32; lane++)
        {
          lanes[lane].lane = lane;
          lanes[lane].n_accesses = 1;
          lanes[lane].accesses[0] = (LoomTraceAccess) {
            .address = 0x1000 + lane * steps[i].stride, .offset = lane * steps[i].stride, .array = 0,
            .space = LOOM_SPACE_SHARED, .kind = steps[i].kind, .size = 4,
          };
        }
      loom_trace_add_step (trace, &step, lanes);
    }
  trace->total = G_N_ELEMENTS (steps);
  return trace;
}

static void
test_banks (Fixture       *fixture,
            gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture, "banks", LOOM_TYPE_BANKS_PANE, LOOM_BACKEND_ID_SIMULATOR), *view;

  view = loom_test_get_part (pane, "view");
  assert_asked (fixture, "banks of warp 0 of block 0");
  loom_test_assert_part (pane, "stack", ASKING);
  answer (fixture, make_banks (fixture), NULL);
  loom_test_assert_part (pane, "accesses", "Line | Access | Array | Conflicts | Passes | Requests | Bytes | 4 | "
                         "Store | tile | "
               "1 | 3 | 2 | 4 | 5 | Load | tile | 31 | 32 | 1 | 4");
  loom_test_assert_part (pane, "sentence", "3 requests: 35 passes, 32 for conflicts");
  /* the access with most conflicts is the one that is shown */
  g_assert_cmpuint (gtk_single_selection_get_selected (get_rows (pane, "accesses")), ==, 1);
  loom_test_assert_part (pane, "requests", "of 1");
  loom_test_assert_part (pane, "summary", "32 lanes in 32 passes, 31 more for conflicts: bank 0 is asked for 32 "
                         "words at once");
  press (view, GDK_KEY_Right);
  press (view, GDK_KEY_Left);
  loom_test_assert_part (pane, "readout", "Bank 0, pass 1 of 32: the word at byte 0 of tile, for lane 0");
  press (view, GDK_KEY_Down);
  loom_test_assert_part (pane, "readout", "Bank 0, pass 2 of 32: the word at byte 128 of tile, for lane 1");

  select_row (pane, "accesses", 0);
  loom_test_assert_part (pane, "requests", "of 2");
  loom_test_assert_part (pane, "summary", "32 lanes in 1 pass: no bank is asked for two words at once");
  gtk_spin_button_set_value (loom_test_get_part (pane, "request"), 2);
  loom_test_assert_part (pane, "summary", "32 lanes in 2 passes, 1 more for conflicts: bank 0 is asked for 2 words "
                         "at once");
  activate_row (pane, "accesses", 1);
  loom_test_window_assert_line (fixture, 5);

  /* as many blocks, and warps in one, as there are */
  gtk_spin_button_set_value (loom_test_get_part (pane, "block"), 7);
  assert_asked (fixture, "banks of warp 0 of block 1");
  answer (fixture, make_banks (fixture), NULL);
  g_assert_cmpuint (gtk_single_selection_get_selected (get_rows (pane, "accesses")), ==, 0);
  gtk_spin_button_set_value (loom_test_get_part (pane, "warp"), 7);
  assert_asked (fixture, "banks of warp 1 of block 1");
  answer (fixture, trace_new (fixture), NULL);
  loom_test_assert_part (pane, "stack", "This warp accesses no shared memory. Arrays that are declared with "
                         "__shared__ lie "
               "there.");
  loom_test_assert_part (pane, "sentence", "");
}

static void
test_banks_of_a_gpu (Fixture       *fixture,
                     gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture, "banks", LOOM_TYPE_BANKS_PANE, LOOM_BACKEND_ID_CUDA (0));

  check_gpu (pane, fixture, "A GPU does not tell which lane touched which bank. The simulator does: it runs the launch "
             "once more, in the order that it always has.", "banks of warp 0 of block 0");
}

static void
test_tile (Fixture       *fixture,
           gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture, "banks", LOOM_TYPE_BANKS_PANE, LOOM_BACKEND_ID_SIMULATOR), *tile;
  g_autofree char *layouts = NULL, *copied = NULL;
  GtkWidget *apply, *copy;

  answer (fixture, make_banks (fixture), NULL);
  tile = loom_test_get_part (pane, "tile");
  apply = loom_test_find_button (tile, "_Apply");
  copy = loom_test_find_button (tile, "Copy how the layout is written");
  loom_test_assert_part (tile, "declaration", "tile: 32 × 32 cells of 4 bytes, line 3");
  layouts = loom_test_dup_labels (loom_test_get_part (tile, "view"));
  /* as many as there is room for */
  g_assert_true (g_str_has_prefix (layouts, "Layout | Conflicts | Written | As it is | 32 | 32 | 1 column more | 0 | "
                                   "33 | "
                                   "2 columns more | 2 | 34"));
  loom_test_assert_part (tile, "verdict", "Choose a layout to compare.");
  g_assert_false (gtk_widget_is_sensitive (apply));
  g_assert_false (gtk_widget_is_sensitive (copy));

  /* the chart shows the request as the layout has it */
  select_row (tile, "view", 2);
  loom_test_assert_part (tile, "verdict", "Conflicts: 32 before, 2 after.");
  loom_test_assert_part (pane, "summary", "32 lanes in 2 passes, 1 more for conflicts: bank 0 is asked for 2 words "
                         "at once");
  g_assert_true (gtk_widget_is_sensitive (copy));
  loom_test_click (tile, "Copy how the layout is written");
  copied = loom_test_dup_copied (tile);
  g_assert_cmpstr (copied, ==, "34");

  select_row (tile, "view", LOOM_TILE_MAX_PADDING);
  loom_test_assert_part (tile, "verdict", "Conflicts: 32 before, 8 after.");

  /* one that each index would have to be written for is copied and not applied */
  select_row (tile, "view", LOOM_TILE_MAX_PADDING + 1);
  loom_test_assert_part (tile, "verdict", "Conflicts: 32 before, 0 after, with each index of the source written so.");
  g_assert_false (gtk_widget_is_sensitive (apply));
  g_assert_true (gtk_widget_is_sensitive (copy));

  select_row (tile, "view", 1);
  loom_test_click (tile, "_Apply");
  g_assert_nonnull (strstr (loom_session_get_text (fixture->session), "  __shared__ float tile[32][33];\n"));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.undo", NULL);
  loom_session_flush (fixture->session);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, KERNEL SETTINGS);
}

/* -- Cell -- */

static void
add_access (LoomCellHistory    *history,
            LoomCellAccessKind  kind,
            guint               block,
            guint               thread,
            guint               line,
            float               value)
{
  LoomCellAccess access = { .sequence = history->writes->len + history->reads->len, .block = block, .thread = thread,
                            .size = sizeof value, .n_bytes = sizeof value, .kind = (guint16) kind };
  gboolean is_new;

  access.site = loom_cell_history_take_site (history, line, &is_new);
  if (is_new)
    ((LoomCellSite *) history->sites->pdata[access.site])->line = line;
  memcpy (access.bytes, &value, sizeof value);
  loom_cell_history_add (history, &access);
}

/* The cell was written twice and read once; one of its writers read another one before. */
static LoomCellHistory *
make_history (Fixture *fixture)
{
  const LoomCellTarget *target = &loom_mocked_runner_get_options (fixture->fake)->cell;
  LoomRun *run = loom_session_get_run (fixture->session);
  LoomCellHistory *history = loom_cell_history_new (target, target->at[0]);

  loom_cell_history_begin_launch (history, "fill", &run->grid, &run->block);
  add_access (history, LOOM_CELL_WRITE, 0, 17, 5, 2.5f);
  add_access (history, LOOM_CELL_READ, 1, 3, 4, 2.5f);
  add_access (history, LOOM_CELL_WRITE, 1, 40, 5, -7);
  loom_cell_history_add_source (history, loom_cell_history_take_array (history, "f"), 20,
                                loom_cell_history_take_site (history, 4, &(gboolean) { FALSE }));
  loom_cell_history_finish (history);
  return history;
}

static void
test_cell (Fixture       *fixture,
           gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture, "cell", LOOM_TYPE_CELL_PANE, LOOM_BACKEND_ID_SIMULATOR);
  const LoomSite *thread;
  const LoomCell *pinned;

  assert_asked (fixture, "nothing");
  loom_test_assert_part (pane, "stack", "Pin a cell of the picture to see which threads wrote it, which read it, and "
                         "what its "
               "writers read.");
  pin (fixture, 1, 1);
  assert_asked (fixture, "f[17]");
  loom_test_assert_part (pane, "stack", ASKING);
  answer (fixture, NULL, make_history (fixture));
  loom_test_assert_part (pane, "sentence", "f[1][1]: 2 writes, 1 read; its writers read 1 cell before");
  loom_test_assert_part (pane, "accesses", "Access | Block | Thread | Line | Value | Index | Written | (0, 0, 0) | "
                         "(17, 0, 0) "
               "| 5 | 2.5 | f[blockIdx.x * 64 + threadIdx.x] = f[0 * 64 + 17] = f[17] | Written | (1, 0, 0) | (40, "
    "0, 0) | 5 | −7 | Read | (1, 0, 0) | (3, 0, 0) | 4 | 2.5");
  loom_test_assert_part (pane, "sources", "Read by its writers | How often | Line | f[1][4] | 1 | 4");

  /* the line of what is selected is marked, but not under the hands of who edits the text */
  select_row (pane, "accesses", 1);
  loom_test_window_assert_marked (fixture, 0);
  gtk_widget_grab_focus (loom_test_get_part (pane, "accesses"));
  select_row (pane, "accesses", 2);
  loom_test_window_assert_marked (fixture, 4);
  activate_row (pane, "accesses", 1);
  loom_test_window_assert_line (fixture, 5);
  thread = loom_view_state_get_thread (get_state (fixture));
  g_assert_cmpuint (thread->block.x, ==, 1);
  g_assert_cmpuint (thread->thread.x, ==, 40);

  /* a cell that was read is the next question */
  activate_row (pane, "sources", 0);
  pinned = loom_view_state_get_pin (get_state (fixture));
  g_assert_cmpuint (pinned->row, ==, 1);
  g_assert_cmpuint (pinned->col, ==, 4);
  assert_asked (fixture, "f[20]");
  answer (fixture, NULL, make_history (fixture));

  /* the thread of a row is replayed */
  select_row (pane, "accesses", 2);
  loom_test_click (pane, "Replay This _Thread");
  assert_asked (fixture, "replay of thread 3 of block 1");
}

static void
test_cell_of_a_gpu (Fixture       *fixture,
                    gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture, "cell", LOOM_TYPE_CELL_PANE, LOOM_BACKEND_ID_CUDA (0));

  pin (fixture, 0, 3);
  check_gpu (pane, fixture, "A GPU does not tell who wrote a cell. The simulator does: it runs the launch once more, "
             "in the "
             "order that it always has.", "f[3]");
  loom_mocked_runner_lose (fixture->fake, "the runner is gone");
  loom_test_assert_part (pane, "stack", "the runner is gone");
}

/* -- Threads -- */

static void
test_threads (Fixture       *fixture,
              gconstpointer  unused)
{
  GtkWidget *pane = loom_test_window_open_page (fixture, "threads", LOOM_TYPE_THREADS_PANE), *view;
  const LoomSite *thread;

  view = loom_test_get_part (pane, "view");
  loom_test_assert_part (pane, "stack", "Nothing has run yet.");
  begin (fixture, "threads", LOOM_TYPE_THREADS_PANE, LOOM_BACKEND_ID_SIMULATOR);
  loom_test_assert_part (pane, "sentence", "Threads: 128, warps: 4, blocks: 2");
  g_assert_false (gtk_widget_is_sensitive (loom_test_get_part (pane, "replay")));
  press (view, GDK_KEY_Home);
  loom_test_assert_part (pane, "readout", "thread 0 of block 0, lane 0 of warp 0");
  press (view, GDK_KEY_End);
  loom_test_assert_part (pane, "readout", "thread 31 of block 0, lane 31 of warp 0");
  press (view, GDK_KEY_Left);
  loom_test_assert_part (pane, "readout", "thread 30 of block 0, lane 30 of warp 0");
  assert_asked (fixture, "nothing");

  /* it is chosen, and asked about */
  press (view, GDK_KEY_Return);
  thread = loom_view_state_get_thread (get_state (fixture));
  g_assert_cmpuint (thread->block.x, ==, 0);
  g_assert_cmpuint (thread->thread.x, ==, 30);
  assert_asked (fixture, "thread 30 of block 0");
  g_assert_true (gtk_widget_is_sensitive (loom_test_get_part (pane, "replay")));
}

static void
test_writers (Fixture       *fixture,
              gconstpointer  unused)
{
  /* written by nobody, by one, by two, and by more */
  static const guint32 writes[CELLS] = { 0, 1, 2, 3 }, lowest[CELLS] = { G_MAXUINT32, 5, 5, 5 },
                       highest[CELLS] = { G_MAXUINT32, 5, 70, 70 };
  LoomRun *run;
  LoomRunArray *array;
  GtkWidget *pane;

  loom_test_window_compile (fixture, KERNEL SETTINGS);
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  run = make_run (fixture, LOOM_BACKEND_ID_SIMULATOR);
  array = run->arrays->pdata[0];
  g_bytes_unref (array->writes);
  g_bytes_unref (array->lowest);
  g_bytes_unref (array->highest);
  array->writes = g_bytes_new_static (writes, sizeof writes);
  array->lowest = g_bytes_new_static (lowest, sizeof lowest);
  array->highest = g_bytes_new_static (highest, sizeof highest);
  first_run (fixture, run);
  pane = loom_test_window_open_page (fixture, "threads", LOOM_TYPE_THREADS_PANE);

  pin (fixture, 0, 0);
  assert_asked (fixture, "f[0]");
  loom_test_assert_part (pane, "sentence", "No thread wrote the pinned cell.");
  pin (fixture, 0, 1);
  loom_test_assert_part (pane, "sentence", "1 thread is framed: it wrote the pinned cell.");
  pin (fixture, 0, 2);
  loom_test_assert_part (pane, "sentence", "2 threads are framed: they wrote the pinned cell.");
  pin (fixture, 0, 3);
  assert_asked (fixture, "f[3]");
  loom_test_assert_part (pane, "sentence", "Framed are the lowest and the highest thread that wrote the pinned cell.");
  answer (fixture, NULL, make_history (fixture));
  loom_test_assert_part (pane, "sentence", "2 threads are framed: they wrote the pinned cell.");
  loom_view_state_set_pin (get_state (fixture), NULL);
  loom_test_settle ();
  loom_test_assert_part (pane, "sentence", "Threads: 128, warps: 4, blocks: 2");
}

static void
test_lenses (Fixture       *fixture,
             gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture, "threads", LOOM_TYPE_THREADS_PANE, LOOM_BACKEND_ID_SIMULATOR);

  loom_test_assert_part (pane, "offer", "What Became of It: This run was not profiled. Profile: A run takes three "
                         "times as "
               "long, up to thirty times where it computes much. | Switch On and Run");
  gtk_drop_down_set_selected (loom_test_get_part (pane, "lens"), LOOM_THREAD_LENS_WARP);
  loom_test_settle ();
  loom_test_assert_part (pane, "offer", "");
  gtk_drop_down_set_selected (loom_test_get_part (pane, "lens"), LOOM_THREAD_LENS_STATE);
  loom_test_click (pane, "Switch On and Run");
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  g_assert_true (loom_mocked_runner_get_options (fixture->fake)->profile);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function) \
  g_test_add ("/app/query-panes/" path, Fixture, application, loom_test_window_set_up, function, \
              loom_test_window_tear_down)
  ADD ("warp/steps-are-told-and-gone-to", test_warp);
  ADD ("warp/another-is-chosen-or-followed", test_another_warp);
  ADD ("warp/a-gpu-leaves-it-to-the-simulator", test_warp_of_a_gpu);
  ADD ("banks/accesses-and-their-requests", test_banks);
  ADD ("banks/a-gpu-leaves-it-to-the-simulator", test_banks_of_a_gpu);
  ADD ("banks/another-layout-is-tried-and-taken", test_tile);
  ADD ("cell/accesses-lead-to-lines-threads-and-cells", test_cell);
  ADD ("cell/a-gpu-leaves-it-to-the-simulator", test_cell_of_a_gpu);
  ADD ("threads/one-is-told-and-chosen", test_threads);
  ADD ("threads/writers-of-a-cell-are-framed", test_writers);
  ADD ("threads/a-lens-that-lacks-something-offers-it", test_lenses);
#undef ADD
  return g_test_run ();
}
