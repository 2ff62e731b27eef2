/* loom-drawer.c: timings, problems and output at the bottom of the window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer.h"

#include "loom-connect.h"
#include "loom-drawer-panes.h"
#include "loom-resources.h"
#include "loom-status.h"
#include "loom-widget.h"
#include "loom-wrap-box.h"

#include <glib/gi18n-lib.h>

struct _LoomDrawer
{
  LoomPane      parent_instance;

  LoomSession  *session;
  GtkWidget    *root;
  GtkStack     *stack;
  GtkWidget    *switcher;       /* may be wider than there is room */
  GtkMenuButton *all_pages;
  guint         tab_id;         /* the tab of another page is to be shown */
  GtkStackPage *problems_page;
  GtkWidget    *timings;
  GtkWidget    *problems;
  GtkWidget    *output;
  GtkWidget    *arguments;
  GtkWidget    *barriers;
  GtkWidget    *cell;
  GtkWidget    *banks;
  GtkWidget    *occupancy;
  GtkWidget    *replay;
  GtkWidget    *threads;
  GtkWidget    *ptx;
  GtkWidget    *warp;
  GtkWidget    *runs;
  GtkWidget    *changes;
  GtkWidget    *roofline;
  GtkWidget    *schedule;
  GtkWidget    *steps;
  GtkWidget    *console;
  GtkWidget    *program;
  GtkWidget    *notes;
  GtkLabel     *summary;
  GtkWidget    *device;
};

G_DEFINE_FINAL_TYPE (LoomDrawer, loom_drawer, LOOM_TYPE_PANE)

static void
problems_cb (LoomDrawer *self)
{
  const guint n = loom_session_count_problems (self->session);
  g_autofree char *title = NULL;

  /* Translators: the tab of the list of problems, and how many there are. */
  title = n > 0 ? g_strdup_printf (_("Problems %u"), n) : g_strdup (_("Problems"));
  gtk_stack_page_set_title (self->problems_page, title);
}

static void
status_cb (LoomDrawer *self)
{
  LoomSeverity severity;
  g_autofree char *text
      = loom_status_dup_sentence (self->session, LOOM_SEVERITY_ERROR, &severity);

  gtk_label_set_label (self->summary, text != NULL ? text : "");
}

/* The tab of the page that is shown; NULL before there is one. */
static GtkWidget *
get_tab (LoomDrawer *self)
{
  g_autoptr (GtkSelectionModel) pages = gtk_stack_get_pages (self->stack);
  GtkWidget *tab = gtk_widget_get_first_child (self->switcher);

  for (guint i = 0; tab != NULL && !gtk_selection_model_is_selected (pages, i); i++)
    tab = gtk_widget_get_next_sibling (tab);
  return tab;
}

/* Scrolls to the tab of the page that is shown. */
static void
show_tab (LoomDrawer *self)
{
  GtkWidget *tab = get_tab (self);
  graphene_rect_t place;

  if (tab != NULL && gtk_widget_compute_bounds (tab, self->switcher, &place))
    loom_widget_scroll_to (self->switcher,
                           &(cairo_rectangle_t) { place.origin.x, place.origin.y,
                                                  place.size.width, place.size.height });
}

/* Tabs have their places once all is laid out. */
static void
page_cb (LoomDrawer *self)
{
  loom_call_later (&self->tab_id, G_PRIORITY_LOW, 0, G_CALLBACK (show_tab), self);
}

static void
loom_drawer_set_session (LoomPane    *pane,
                         LoomSession *session)
{
  LoomDrawer *self = LOOM_DRAWER (pane);
  GtkWidget *panes[] = {
    self->timings, self->problems, self->output, self->arguments, self->threads, self->cell,
    self->replay, self->warp, self->banks, self->barriers, self->ptx, self->runs, self->changes,
    self->occupancy, self->roofline, self->schedule, self->steps, self->console, self->program,
    self->device,
  };

  self->session = session;
  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    g_object_set (panes[i], "session", session, NULL);
  loom_connect (loom_session_get_problems (session), "items-changed", problems_cb, self);
  loom_connect (loom_session_get_problems (session), "items-changed", status_cb, self);
  loom_connect (session, "notify::run", status_cb, self);
  problems_cb (self);
  status_cb (self);
}

static void
loom_drawer_dispose (GObject *object)
{
  LoomDrawer *self = LOOM_DRAWER (object);

  g_clear_handle_id (&self->tab_id, g_source_remove);

  G_OBJECT_CLASS (loom_drawer_parent_class)->dispose (object);
}

static void
loom_drawer_class_init (LoomDrawerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_drawer_dispose;
  LOOM_PANE_CLASS (klass)->set_session = loom_drawer_set_session;

  g_type_ensure (LOOM_TYPE_ARGUMENTS_PANE);
  g_type_ensure (LOOM_TYPE_BANKS_PANE);
  g_type_ensure (LOOM_TYPE_BARRIERS_PANE);
  g_type_ensure (LOOM_TYPE_CELL_PANE);
  g_type_ensure (LOOM_TYPE_CHANGES_PANE);
  g_type_ensure (LOOM_TYPE_CONSOLE_PANE);
  g_type_ensure (LOOM_TYPE_DEVICE_NOTE);
  g_type_ensure (LOOM_TYPE_OCCUPANCY_PANE);
  g_type_ensure (LOOM_TYPE_OUTPUT_PANE);
  g_type_ensure (LOOM_TYPE_PROBLEMS_PANE);
  g_type_ensure (LOOM_TYPE_PROGRAM_PANE);
  g_type_ensure (LOOM_TYPE_PTX_PANE);
  g_type_ensure (LOOM_TYPE_REPLAY_PANE);
  g_type_ensure (LOOM_TYPE_ROOFLINE_PANE);
  g_type_ensure (LOOM_TYPE_RUN_PANE);
  g_type_ensure (LOOM_TYPE_SCHEDULE_PANE);
  g_type_ensure (LOOM_TYPE_STEPS_PANE);
  g_type_ensure (LOOM_TYPE_THREADS_PANE);
  g_type_ensure (LOOM_TYPE_TIMINGS_PANE);
  g_type_ensure (LOOM_TYPE_WARP_PANE);
  g_type_ensure (LOOM_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, LOOM_RESOURCE_PATH "/loom-drawer.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, root);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, switcher);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, all_pages);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, problems_page);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, timings);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, problems);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, output);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, arguments);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, threads);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, cell);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, replay);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, warp);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, banks);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, barriers);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, ptx);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, runs);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, changes);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, occupancy);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, roofline);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, schedule);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, steps);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, console);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, program);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, notes);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, summary);
  gtk_widget_class_bind_template_child (widget_class, LoomDrawer, device);
  gtk_widget_class_bind_template_callback (widget_class, loom_menu_query_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, page_cb);
  gtk_widget_class_bind_template_callback (widget_class, loom_status_query_tooltip);
  gtk_widget_class_set_css_name (widget_class, "loomdrawer");
}

/* The tabs of a narrow window go on beyond its edge, where nobody sees that they do. */
static GMenuModel *
list_pages (LoomDrawer *self)
{
  g_autoptr (GtkSelectionModel) pages = gtk_stack_get_pages (self->stack);
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (pages)); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_item (G_LIST_MODEL (pages), i);
      g_autoptr (GMenuItem) item
          = g_menu_item_new (gtk_stack_page_get_title (GTK_STACK_PAGE (page)), NULL);

      g_menu_item_set_action_and_target (item, "win.show-page", "s",
                                         gtk_stack_page_get_name (GTK_STACK_PAGE (page)));
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

static void
loom_drawer_init (LoomDrawer *self)
{
  g_autoptr (GMenuModel) pages = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  pages = list_pages (self);
  gtk_menu_button_set_menu_model (self->all_pages, pages);
}

void
loom_drawer_show_page (LoomDrawer *self,
                       const char *name)
{
  g_return_if_fail (LOOM_IS_DRAWER (self));

  gtk_stack_set_visible_child_name (self->stack, name);
}

/**
 * loom_drawer_focus_page:
 * @name: of a page whose pane takes the focus
 *
 * Shows a page, with the focus in it.
 */
void
loom_drawer_focus_page (LoomDrawer *self,
                        const char *name)
{
  g_return_if_fail (LOOM_IS_DRAWER (self));

  loom_drawer_show_page (self, name);
  gtk_widget_grab_focus (gtk_stack_get_visible_child (self->stack));
}

/**
 * loom_drawer_focus:
 *
 * Gives the focus to the page that is shown, or to its tab where nothing in it takes the focus.
 *
 * Returns: whether something took it
 */
gboolean
loom_drawer_focus (LoomDrawer *self)
{
  GtkWidget *page, *tab;

  g_return_val_if_fail (LOOM_IS_DRAWER (self), FALSE);

  page = gtk_stack_get_visible_child (self->stack);
  tab = get_tab (self);
  return gtk_widget_grab_focus (page) || gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD) ||
         (tab != NULL && gtk_widget_grab_focus (tab));
}

/**
 * loom_drawer_show_threads:
 * @text: of a finding that has threads
 *
 * Shows where the threads of a block are.
 */
void
loom_drawer_show_threads (LoomDrawer *self,
                          const char *text)
{
  g_return_if_fail (LOOM_IS_DRAWER (self));

  loom_barriers_pane_choose (LOOM_BARRIERS_PANE (self->barriers), text);
  loom_drawer_show_page (self, "barriers");
}

/**
 * loom_drawer_set_compact:
 * @compact: whether the window is narrow
 *
 * Leaves out what the menu of devices says as well, so that its lines go to the rest.
 */
void
loom_drawer_set_compact (LoomDrawer *self,
                         gboolean    compact)
{
  g_return_if_fail (LOOM_IS_DRAWER (self));

  gtk_widget_set_visible (self->notes, !compact);
}
