/* test-model-panes.c: the Occupancy and Roofline pages of a window, which are made of what the compiler says of its
 * machine code and what the simulator counts. The test plays both.
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-chart-view.h"
#include "loom-drawer-panes.h"
#include "window-fixture.h"

#define SOURCE \
  "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n" \
  "/* gridloom\n[launch]\nblock=64\ngrid=2\n[arg f]\nshape=8,16\n*/\n"
#define MAKING "The compiler makes machine code for this device…"

typedef LoomTestWindow Fixture;

/* -- What the compiler says -- */

static void
answer_machine (Fixture *fixture,
                guint    registers)
{
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);
  LoomKernel *kernel = compiled->kernels->pdata[0];

  kernel->resources = (LoomKernelResources) {
    .is_told = TRUE, .registers = registers, .shared = 1024, .stack = 16, .has_spills = TRUE, .spill_stores = 8,
    .spill_loads = 12,
  };
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
}

static GtkWidget *
begin (Fixture    *fixture,
       const char *page,
       GType       type)
{
  loom_test_window_first_run (fixture, SOURCE);
  return loom_test_window_open_page (fixture, page, type);
}

static void
press (GtkWidget *pane,
       const char *view,
       guint       key)
{
  g_assert_true (loom_test_press (loom_test_get_part (pane, view), key, 0));
  loom_test_settle ();
}

static void
find_gpu (Fixture *fixture)
{
  LoomRunSettings *settings = loom_session_get_run_settings (fixture->session);

  g_object_set (settings, "backends",
                g_variant_new_parsed ("([{'id': <'sim'>, 'name': <'Simulator'>, 'available': <true>}, "
                                      "{'id': <'cuda:0'>, 'name': <'GPU 0'>, 'available': <true>}], @aa{sv} [])"),
                NULL);
  g_object_set (settings, "backend", "cuda:0", NULL);
  loom_test_settle ();
}

/* -- Occupancy -- */

static void
test_occupancy (Fixture       *fixture,
                gconstpointer  unused)
{
  GtkWidget *pane = loom_test_window_open_page (fixture, "occupancy", LOOM_TYPE_OCCUPANCY_PANE);

  loom_test_assert_part (pane, "stack", "The compiler has not made anything yet.");
  loom_test_window_first_run (fixture, SOURCE);
  loom_test_assert_part (pane, "stack", MAKING);
  answer_machine (fixture, 40);
  loom_test_assert_part (pane, "sentence", "16 blocks are resident on a multiprocessor: it holds 16 blocks at most");
  loom_test_assert_part (pane, "grid", "Occupancy | 67 % | ○ modelled | Blocks on a multiprocessor | 16 | ○ modelled "
                         "| Warps on a multiprocessor | 32 of 48 | ○ modelled | Registers of a thread | 40 | sm_86 | "
    "Shared memory in the source | 1.0 KiB | sm_86 | Shared memory of the launch | 0 bytes | settings | Local memory "
    "of a thread | 16 bytes | sm_86 | Spilled by a thread: stored | 8 bytes | sm_86 | Spilled by a thread: loaded | "
    "12 bytes | sm_86");
  loom_test_assert_part (pane, "readout", "Threads of a block 64: 16 blocks, 32 of 48 warps");
  press (pane, "registers", GDK_KEY_Right);
  loom_test_assert_part (pane, "readout", "Registers of a thread 48: 16 blocks, 32 of 48 warps");

  /* an edit of the launch is another occupancy of the same code */
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "1024", NULL));
  loom_test_window_finish_run (fixture);
  loom_test_settle ();
  g_assert_false (loom_mocked_runner_is_compiling (fixture->fake));
  loom_test_assert_part (pane, "sentence", "1 block is resident on a multiprocessor: it holds 48 warps, and a block "
                         "has 32; it has 65536 registers, and a block takes 40960");
}

static void
test_another_device (Fixture       *fixture,
                     gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture, "occupancy", LOOM_TYPE_OCCUPANCY_PANE);
  GtkDropDown *device = loom_test_get_part (pane, "device");
  GtkStringObject *name;

  answer_machine (fixture, 40);
  /* the first one of the list has another architecture */
  g_assert_cmpuint (gtk_drop_down_get_selected (device), !=, 0);
  gtk_drop_down_set_selected (device, 0);
  loom_test_settle ();
  name = gtk_drop_down_get_selected_item (device);
  g_assert_cmpstr (loom_session_get_choices (fixture->session)->device->name, ==, gtk_string_object_get_string (name));
  g_assert_true (loom_mocked_runner_is_compiling (fixture->fake));
  loom_test_assert_part (pane, "stack", MAKING);
  answer_machine (fixture, 255);
  loom_test_assert_part (pane, "sentence", "4 blocks are resident on a multiprocessor: it has 65536 registers, and a "
                         "block takes 16384");

  /* what is chosen elsewhere is chosen here */
  g_object_set (loom_session_get_run_settings (fixture->session), "device-profile",
                ((LoomDeviceProfile *) loom_session_get_choices (fixture->session)->devices->pdata[1])->id, NULL);
  loom_test_settle ();
  g_assert_cmpuint (gtk_drop_down_get_selected (device), ==, 1);
  loom_mocked_runner_lose (fixture->fake, "the runner is gone");
  loom_test_assert_part (pane, "stack", "the runner is gone");

  /* a GPU is not chosen here */
  find_gpu (fixture);
  g_assert_false (gtk_widget_is_sensitive (GTK_WIDGET (device)));
  loom_test_assert_part (pane, "stack", "The limits of this GPU’s compute capability are not known here.");
}

/* -- Roofline -- */

/* Two blocks of the same cost. */
static LoomRun *
make_costs (Fixture *fixture)
{
  LoomRun *run = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  LoomBlockCosts *costs = loom_block_costs_new ();
  LoomLineProfile *line;

  loom_block_costs_begin (costs, 2);
  loom_block_costs_add (costs, 0, 100);
  loom_block_costs_add (costs, 1, 100);
  costs->footprint = 512;
  costs->sampled = 2;
  costs->sampled_instructions = 200;
  costs->busy_warps = 4;
  costs->requests = 4;
  costs->wavefronts = 4;
  costs->sectors = 16;
  run->block_costs = costs;
  run->profile = loom_profile_new ();
  line = loom_profile_take_line (run->profile, NULL, 1);
  line->executed = 200;
  line->flops[LOOM_FLOAT_SINGLE] = 128;
  return run;
}

static void
answer_costs (Fixture *fixture)
{
  g_autoptr (LoomRun) run = make_costs (fixture);

  loom_mocked_runner_answer_run (fixture->fake, run);
}

static void
test_roofline (Fixture       *fixture,
               gconstpointer  unused)
{
  GtkWidget *pane = loom_test_window_open_page (fixture, "roofline", LOOM_TYPE_ROOFLINE_PANE);

  loom_test_assert_part (pane, "stack", "Nothing has run yet.");
  loom_test_window_first_run (fixture, SOURCE);
  loom_test_assert_part (pane, "stack", "Asking the simulator…");
  g_assert_true (loom_mocked_runner_get_options (fixture->fake)->block_costs);
  answer_costs (fixture);
  loom_test_assert_part (pane, "stack", MAKING);
  answer_machine (fixture, 40);
  loom_test_assert_part (pane, "sentence", "Modelled for GeForce RTX 3060: 49.1 MFLOP/s, <1 % of the 90 GFLOP/s that "
                         "the bandwidth of memory allows; the L2 cache, which holds all arrays, may allow more");
  loom_test_assert_part (pane, "grid", "Time | 2.61 µs, of which the launch itself takes 2.00 µs | ○ modelled | "
                         "Bound by | latency | ○ modelled | Waves | 0.00446 | ○ modelled | Tail | 2 % | ○ modelled | "
    "Single-precision operations | 128 | ◆ simulated | Bytes of memory | 512 bytes | ◆ simulated");
  loom_test_assert_part (pane, "readout", "0.25 operations for each byte: modelled 49.1 MFLOP/s, <1 % of the roof of "
                         "90 GFLOP/s");

  /* another run is asked about, and what is shown stays so long */
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "32", NULL));
  loom_test_window_finish_run (fixture);
  loom_test_assert_part (pane, "stack", "Asking the simulator…");
  loom_mocked_runner_lose (fixture->fake, "the runner is gone");
  loom_test_assert_part (pane, "stack", "the runner is gone");
}

static void
test_roofline_of_a_gpu (Fixture       *fixture,
                        gconstpointer  unused)
{
  g_autoptr (LoomRun) run = NULL;
  GtkWidget *pane;

  loom_test_window_compile (fixture, SOURCE);
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  run = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  run->backend = LOOM_BACKEND_ID_CUDA (0);
  run->fidelity = LOOM_FIDELITY_MEASURED;
  g_array_append_vals (run->timings.kernel_ms, ((const double[]) { 3, 1, 2 }), 3);
  loom_mocked_runner_answer_run (fixture->fake, run);
  pane = loom_test_window_open_page (fixture, "roofline", LOOM_TYPE_ROOFLINE_PANE);
  loom_test_assert_part (pane, "stack", "A model is made of what the simulator counts: it runs the launch once more. | "
                         "Model It");
  g_assert_false (loom_mocked_runner_is_running (fixture->fake));
  loom_test_click (pane, "Model It");
  answer_costs (fixture);
  answer_machine (fixture, 40);
  /* the median of what was measured stands beside the model */
  loom_test_assert_part (pane, "grid", "Time | 2.0 ms | ● measured | Time | 2.61 µs, of which the launch itself "
                         "takes 2.00 µs | ○ modelled | Bound by | latency | ○ modelled | Waves | 0.00446 | ○ "
    "modelled | Tail | 2 % | ○ modelled | Single-precision operations | 128 | ◆ simulated | Bytes of memory | 512 "
    "bytes | ◆ simulated");
  loom_test_assert_part (pane, "readout", "0.25 operations for each byte: modelled 49.1 MFLOP/s, <1 % of the roof of "
                         "90 GFLOP/s");
  press (pane, "view", GDK_KEY_Right);
  loom_test_assert_part (pane, "readout", "0.25 operations for each byte: measured 64 kFLOP/s, <1 % of the roof of "
                         "90 GFLOP/s");
}

static void
test_no_roofline (Fixture       *fixture,
                  gconstpointer  unused)
{
  GtkWidget *pane = begin (fixture, "roofline", LOOM_TYPE_ROOFLINE_PANE);
  g_autoptr (LoomRun) run = make_costs (fixture);

  g_clear_pointer (&run->block_costs, loom_block_costs_free);
  loom_mocked_runner_answer_run (fixture->fake, run);
  loom_test_assert_part (pane, "stack", "Times are modelled of one launch on one device; this document has steps or "
                         "a split");
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function) \
  g_test_add ("/app/model-panes/" path, Fixture, application, loom_test_window_set_up, function, \
              loom_test_window_tear_down)
  ADD ("occupancy/of-the-machine-code", test_occupancy);
  ADD ("occupancy/of-another-device", test_another_device);
  ADD ("roofline/of-what-was-counted", test_roofline);
  ADD ("roofline/a-gpu-leaves-it-to-the-simulator", test_roofline_of_a_gpu);
  ADD ("roofline/what-cannot-be-modelled-says-why", test_no_roofline);
#undef ADD
  return g_test_run ();
}
