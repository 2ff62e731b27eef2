/* loom-launches-row.c: the launches of the source's host code, to choose from
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-rows.h"

#include "loom-action.h"
#include "loom-arithmetic.h"
#include "loom-connect.h"
#include "loom-document-launch.h"
#include "loom-format.h"
#include "loom-launch-text.h"
#include "loom-typeset.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* In pixels, and in characters: of a list that is longer or wider. */
#define MOST_HEIGHT 420
#define MOST_CHARS 60

/* Of a row that stands for a launch that was read: its index. */
#define INDEX_KEY "loom-index"

/* Of a row that stands for a recorded launch: its number; 0: for all of them. */
#define LAUNCH_KEY "loom-launch"

/* How the settings of a document stand to a launch that was found in its source. */
typedef enum
{
  LOOM_LAUNCH_UNUSED,
  LOOM_LAUNCH_USED,             /* they come to the same */
  LOOM_LAUNCH_CHANGED,          /* they were made from it, and differ now */
} LoomLaunchUse;

struct _LoomLaunchesRow
{
  AdwActionRow   parent_instance;

  LoomSession      *session;
  LoomRecorder     *recorder;
  GtkMenuButton    *button;
  LoomSourceLaunch *chosen;     /* last, or NULL */
};

G_DEFINE_FINAL_TYPE (LoomLaunchesRow, loom_launches_row, ADW_TYPE_ACTION_ROW)

/* -- Which of the launches the settings are -- */

/* Settings may say `rows` where the host code has 48. */
static char *
dup_value (const LoomPlan    *plan,
           const LoomPlanArg *argument)
{
  const LoomPlanArg *main_array = loom_plan_get_main_array (plan);
  char *number = NULL;

  if (argument->value != NULL && main_array != NULL)
    number = loom_arithmetic_dup_list (argument->value, &main_array->shape, 0, G_MAXUINT64, NULL);
  return number != NULL ? number : g_strdup (argument->value);
}

static gboolean
is_same_argument (const LoomPlan *a,
                  const LoomPlan *b,
                  guint           index)
{
  const LoomPlanArg *one = g_ptr_array_index (a->args, index);
  const LoomPlanArg *other = g_ptr_array_index (b->args, index);
  g_autofree char *value = dup_value (a, one);
  g_autofree char *other_value = dup_value (b, other);

  return loom_shape_equal (&one->shape, &other->shape) && g_strcmp0 (value, other_value) == 0;
}

static gboolean
is_same_launch (const LoomPlan *a,
                const LoomPlan *b)
{
  if (g_strcmp0 (a->kernel, b->kernel) != 0 || !loom_dim3_equal (&a->block, &b->block)
      || !loom_dim3_equal (&a->grid, &b->grid) || a->shared != b->shared
      || a->args->len != b->args->len)
    return FALSE;
  for (guint i = 0; i < a->args->len; i++)
    if (!is_same_argument (a, b, i))
      return FALSE;

  return TRUE;
}

/* Whether choosing it would change nothing. */
static gboolean
is_used (LoomSession            *session,
         const LoomSourceLaunch *launch,
         gboolean                is_origin)
{
  LoomDocument *document = loom_session_get_document (session);
  LoomCompiled *compiled = loom_session_get_compiled (session);
  LoomPlan *plan = loom_session_get_plan (session);
  g_autoptr (GFile) folder = loom_session_dup_folder (session);
  g_autoptr (LoomDocument) changed = NULL;
  g_autoptr (LoomPlan) other = NULL;
  g_autofree char *text = NULL;
  LoomTextEdit edit = { 0 };
  gboolean is_written;

  if (!loom_document_edit_launch (document, compiled, launch, &edit, NULL))
    return FALSE;
  is_written = edit.length == 0 && *edit.text == '\0';
  text = loom_document_apply_edit (document, &edit);
  loom_text_edit_clear (&edit);
  /* What a launch leaves open has defaults, which may be another one's: it is used only if the
   * settings can come from no other launch. */
  if (is_written || plan == NULL || !(is_origin || loom_source_launch_is_certain (launch)))
    return is_written;

  changed = loom_document_parse (text, -1);
  other = loom_plan_bind (changed, compiled, NULL, &loom_session_get_choices (session)->limits,
                          folder, NULL);
  return other != NULL && is_same_launch (plan, other);
}

/* Lines move when the text above them is edited. */
static gboolean
is_same_but_for_line (const LoomSourceLaunch *a,
                      const LoomSourceLaunch *b)
{
  g_autoptr (LoomSourceLaunch) moved = loom_source_launch_copy (a);
  g_autoptr (GVariant) first = NULL;
  g_autoptr (GVariant) second = g_variant_ref_sink (loom_source_launch_to_variant (b));

  moved->line = b->line;
  first = g_variant_ref_sink (loom_source_launch_to_variant (moved));
  return g_variant_equal (first, second);
}

static gboolean
is_of_kernel (LoomCompiled           *compiled,
              const LoomSourceLaunch *launch,
              const char             *name)
{
  const LoomKernel *kernel
      = launch->instance != NULL ? loom_compiled_find_kernel (compiled, launch->instance) : NULL;

  return kernel != NULL && g_strcmp0 (kernel->name, name) == 0;
}

/* The launch that was chosen last, or else the only one of the kernel; -1: nobody can tell. */
static gint
find_origin (LoomSession            *session,
             const LoomSourceLaunch *chosen)
{
  LoomCompiled *compiled = loom_session_get_compiled (session);
  LoomPlan *plan = loom_session_get_plan (session);
  guint n_found = 0;
  gint found = -1;

  for (guint i = 0; plan != NULL && i < compiled->launches->len; i++)
    {
      const LoomSourceLaunch *launch = g_ptr_array_index (compiled->launches, i);

      if (!is_of_kernel (compiled, launch, plan->kernel))
        continue;
      if (chosen != NULL && is_same_but_for_line (chosen, launch))
        return i;
      n_found++;
      found = i;
    }

  return n_found == 1 ? found : -1;
}

/* Compares the settings with each launch that was found in the source, and with the one that was
 * chosen last, or NULL: a LoomLaunchUse for each. Launches that are alike are used together. */
static GArray *
list_uses (LoomSession            *session,
           const LoomSourceLaunch *chosen)
{
  GPtrArray *launches = loom_session_get_compiled (session)->launches;
  GArray *uses = g_array_new (FALSE, FALSE, sizeof (LoomLaunchUse));
  const gint origin = find_origin (session, chosen);
  gboolean has_used = FALSE;

  for (guint i = 0; i < launches->len; i++)
    {
      const LoomLaunchUse use
          = is_used (session, g_ptr_array_index (launches, i), (gint) i == origin)
                ? LOOM_LAUNCH_USED
                : LOOM_LAUNCH_UNUSED;

      has_used = has_used || use == LOOM_LAUNCH_USED;
      g_array_append_val (uses, use);
    }

  if (!has_used && origin >= 0)
    g_array_index (uses, LoomLaunchUse, origin) = LOOM_LAUNCH_CHANGED;
  return uses;
}

/* -- The list -- */

static GPtrArray *
get_launches (LoomLaunchesRow *self)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);

  return compiled != NULL ? compiled->launches : NULL;
}

static void
activated_cb (LoomLaunchesRow *self,
              GtkListBoxRow   *row)
{
  const guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), INDEX_KEY));
  const guint64 *number = g_object_get_data (G_OBJECT (row), LAUNCH_KEY);
  GPtrArray *launches = get_launches (self);

  g_clear_pointer (&self->chosen, loom_source_launch_free);
  gtk_menu_button_popdown (self->button);
  gtk_widget_grab_focus (GTK_WIDGET (self->button));
  if (number != NULL)
    {
      loom_action_activate (GTK_WIDGET (self), "win.use-recorded", "t", *number);
      return;
    }
  if (launches != NULL && index < launches->len)
    self->chosen = loom_source_launch_copy (g_ptr_array_index (launches, index));
  loom_action_activate (GTK_WIDGET (self), "win.use-launch", "u", index);
}

static GtkWidget *
append_label (GtkWidget  *box,
              const char *text,
              const char *style)
{
  GtkWidget *label = loom_label_new_wrapping (text, MOST_CHARS);

  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* For who hears it. */
static const char *
describe_use (LoomLaunchUse use)
{
  switch (use)
    {
    case LOOM_LAUNCH_USED:
      return _("In use");
    case LOOM_LAUNCH_CHANGED:
      return _("In use, with changed settings");
    case LOOM_LAUNCH_UNUSED:
    default:
      return "";
    }
}

/* Its room is there in every row, so that the words of all begin and end alike. */
static void
append_mark (GtkWidget     *box,
             LoomLaunchUse  use)
{
  GtkWidget *mark = gtk_image_new_from_icon_name ("object-select-symbolic");

  gtk_widget_set_opacity (mark, use == LOOM_LAUNCH_USED ? 1 : 0);
  gtk_widget_set_valign (mark, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), mark);
}

/* A row of three lines. */
static GtkWidget *
create_row (const char    *kernel,
            const char    *numbers,
            const char    *place,
            LoomLaunchUse  use)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *columns = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *name = g_strjoin (", ", kernel, numbers, place, NULL);
  GtkWidget *label;

  append_label (box, kernel, NULL);
  label = append_label (box, numbers, "caption");
  gtk_widget_add_css_class (label, "tabular");
  label = append_label (box, place, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  if (use == LOOM_LAUNCH_CHANGED)
    append_label (box, describe_use (use), "caption");
  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (columns), box);
  append_mark (columns, use);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), columns);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, describe_use (use),
                                  -1);
  return row;
}

/* A launch that was read. */
static GtkWidget *
create_entry (const LoomSourceLaunch *launch,
              guint                   index,
              LoomLaunchUse           use)
{
  g_autofree char *kernel = loom_source_launch_dup_kernel (launch);
  g_autofree char *numbers = loom_launch_text_dup_numbers (launch);
  g_autofree char *place = loom_launch_text_dup_place (launch);
  GtkWidget *row = create_row (kernel, numbers, place, use);

  g_object_set_data (G_OBJECT (row), INDEX_KEY, GUINT_TO_POINTER (index));
  gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_CHECKED,
                               use == LOOM_LAUNCH_USED      ? GTK_ACCESSIBLE_TRISTATE_TRUE
                               : use == LOOM_LAUNCH_CHANGED ? GTK_ACCESSIBLE_TRISTATE_MIXED
                                                            : GTK_ACCESSIBLE_TRISTATE_FALSE,
                               -1);
  return row;
}

/* "heat.cu:34, launches 3 to 12: 10 times" */
static char *
dup_site_place (const LoomLaunchSite *site)
{
  g_autofree char *place = loom_program_run_dup_place (site->first);
  g_autofree char *first = loom_typeset_count (site->first->number);
  g_autofree char *last = loom_typeset_count (site->last->number);

  if (site->n == 1)
    /* Translators: %1$s is a place such as p.cu:12, %2$s the number of a launch. */
    return g_strdup_printf (_("%1$s, launch %2$s"), place, first);
  /* Translators: %1$s is a place such as p.cu:12, %3$s and %4$s are the numbers of launches. */
  return g_strdup_printf (ngettext ("%1$s, %2$u launch from %3$s to %4$s",
                                    "%1$s, %2$u launches from %3$s to %4$s", site->n), place,
                          site->n, first, last);
}

/* What the program launched at one place: its first launch stands for all. */
static GtkWidget *
create_site_entry (LoomProgramRun       *run,
                   const LoomLaunchSite *site)
{
  g_autofree char *kernel = loom_program_run_dup_kernel (run, site->first);
  g_autofree char *numbers = loom_launch_text_dup_recorded (site->first);
  g_autofree char *place = dup_site_place (site);
  GtkWidget *row = create_row (kernel, numbers, place, LOOM_LAUNCH_UNUSED);

  g_object_set_data_full (G_OBJECT (row), LAUNCH_KEY,
                          g_memdup2 (&site->first->number, sizeof site->first->number), g_free);
  return row;
}

/* All of them, as steps. */
static GtkWidget *
create_steps_entry (LoomProgramRun *run)
{
  const guint n = run->recording->launches->len;
  g_autofree char *count = g_strdup_printf (ngettext ("%u launch", "%u launches", n), n);
  GtkWidget *row = create_row (_("One After the Other"), count, _("steps, with a picture of each"),
                               LOOM_LAUNCH_UNUSED);

  g_object_set_data_full (G_OBJECT (row), LAUNCH_KEY, g_new0 (guint64, 1), g_free);
  return row;
}

static void
append_sites (GtkWidget      *list,
              LoomProgramRun *run)
{
  g_autoptr (GArray) sites = run != NULL ? loom_recording_list_sites (run->recording) : NULL;

  if (run != NULL && run->recording->launches->len > 1)
    gtk_list_box_append (GTK_LIST_BOX (list), create_steps_entry (run));
  for (guint i = 0; sites != NULL && i < sites->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (list),
                         create_site_entry (run, &g_array_index (sites, LoomLaunchSite, i)));
}

/* What is exact is told from what was only read. */
static void
header_cb (GtkListBoxRow *row,
           GtkListBoxRow *before,
           gpointer       data)
{
  const gboolean is_recorded = g_object_get_data (G_OBJECT (row), LAUNCH_KEY) != NULL;
  GtkWidget *label;

  if (before != NULL && is_recorded == (g_object_get_data (G_OBJECT (before), LAUNCH_KEY) != NULL))
    return;
  label = gtk_label_new (is_recorded ? _("As the program launched them")
                                     : _("As the source reads"));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_margin_top (label, 6);
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_add_css_class (label, "heading");
  gtk_list_box_row_set_header (row, label);
}

/* The list is made when it is opened: nobody looks at that of most documents. */
static void
create_popover_cb (GtkMenuButton *button,
                   gpointer       user_data)
{
  LoomLaunchesRow *self = user_data;
  GPtrArray *launches = get_launches (self);
  g_autoptr (GArray) uses = launches != NULL ? list_uses (self->session, self->chosen)
                                             : NULL;
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *run = gtk_button_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  append_sites (list, loom_recorder_get_run (self->recorder));
  for (guint i = 0; launches != NULL && i < launches->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (list),
                         create_entry (g_ptr_array_index (launches, i), i,
                                       g_array_index (uses, LoomLaunchUse, i)));
  if (loom_recorder_get_run (self->recorder) != NULL)
    gtk_list_box_set_header_func (GTK_LIST_BOX (list), header_cb, NULL, NULL);
  loom_widget_set_spoken_name (list, _("Launches"));
  loom_connect (list, "row-activated", activated_cb, self);
  g_object_set (scroller,
                "hscrollbar-policy", GTK_POLICY_NEVER,
                "propagate-natural-height", TRUE,
                "propagate-natural-width", TRUE,
                "max-content-height", MOST_HEIGHT,
                "child", list,
                NULL);
  gtk_button_set_label (GTK_BUTTON (run), _("Run the Program"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (run), "win.run-program");
  gtk_widget_set_tooltip_text (run, _("Build the file with its host code, run it on the simulator "
                                      "and list what it launches (Ctrl+Shift+Return)"));
  g_signal_connect_swapped (run, "clicked", G_CALLBACK (gtk_menu_button_popdown), button);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), run);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_widget_add_css_class (popover, "menu");
  gtk_menu_button_set_popover (button, popover);
}

/* How many were read, and whether what they leave open was guessed. */
static char *
dup_found (LoomLaunchesRow *self,
           GPtrArray       *launches)
{
  LoomPlan *plan = loom_session_get_plan (self->session);
  const guint n = plan != NULL ? plan->guesses->len : 0;
  g_autofree char *found = loom_launch_text_dup_found (launches);
  g_autofree char *guesses = NULL;

  if (n == 0)
    return g_steal_pointer (&found);
  guesses = g_strdup_printf (ngettext ("%u value is a guess; the program knows it",
                                       "%u values are guesses; the program knows them", n), n);
  return g_strjoin ("\n", found, guesses, NULL);
}

static void
update (LoomLaunchesRow *self)
{
  GPtrArray *launches = get_launches (self);
  LoomProgramRun *run = loom_recorder_get_run (self->recorder);
  const guint n = run != NULL ? run->recording->launches->len : 0;
  g_autofree char *text = NULL;

  if (n > 0)
    text = g_strdup_printf (ngettext ("%u recorded when the program ran",
                                      "%u recorded when the program ran", n), n);
  else if (launches != NULL && launches->len > 0)
    text = dup_found (self, launches);
  gtk_widget_set_visible (GTK_WIDGET (self), text != NULL);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self),
                                 n > 0 ? _("Launches of the program")
                                       : _("Launches in the source"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), text != NULL ? text : "");
}

static void
loom_launches_row_finalize (GObject *object)
{
  LoomLaunchesRow *self = LOOM_LAUNCHES_ROW (object);

  g_clear_pointer (&self->chosen, loom_source_launch_free);

  G_OBJECT_CLASS (loom_launches_row_parent_class)->finalize (object);
}

static void
loom_launches_row_class_init (LoomLaunchesRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_launches_row_finalize;
}

static void
loom_launches_row_init (LoomLaunchesRow *self)
{
  self->button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_menu_button_set_create_popup_func (self->button, create_popover_cb, self, NULL);
  gtk_widget_set_valign (GTK_WIDGET (self->button), GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self->button), "flat");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), _("Launch as the source does (F4)"));
  loom_widget_set_spoken_name (self->button, _("Launch as the source does"));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), GTK_WIDGET (self->button));
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), GTK_WIDGET (self->button));
}

void
loom_launches_row_set_session (LoomLaunchesRow *self,
                               LoomSession     *session)
{
  g_return_if_fail (LOOM_IS_LAUNCHES_ROW (self));
  g_return_if_fail (LOOM_IS_SESSION (session));

  self->session = session;
  self->recorder = loom_session_get_recorder (session);
  loom_connect (session, "notify::compiled", update, self);
  loom_connect (session, "notify::plan", update, self);
  loom_connect (self->recorder, "notify::run", update, self);
  update (self);
}

gboolean
loom_launches_row_open (LoomLaunchesRow *self)
{
  g_return_val_if_fail (LOOM_IS_LAUNCHES_ROW (self), FALSE);

  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return FALSE;
  gtk_widget_grab_focus (GTK_WIDGET (self->button));
  gtk_menu_button_popup (self->button);
  return TRUE;
}
