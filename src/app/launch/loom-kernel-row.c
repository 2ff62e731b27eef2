/* loom-kernel-row.c: which kernel is launched: of those that there are, and of templates
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-rows.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-launch.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* Of a line in the list: instances of one template differ at their ends, so nothing is cut. */
#define LINE_CHARS 40

struct _LoomKernelRow
{
  AdwComboRow  parent_instance;

  LoomSession *session;
  gboolean     updating;        /* what is selected is not a person's choice */
};

G_DEFINE_FINAL_TYPE (LoomKernelRow, loom_kernel_row, ADW_TYPE_COMBO_ROW)

static guint
count_kernels (LoomKernelRow *self)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);

  return compiled != NULL && compiled->ptx != NULL ? compiled->kernels->len : 0;
}

/* The kernels, then the templates that more of them can be made of. */
static GtkStringList *
list_kernels (LoomKernelRow *self)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);
  GtkStringList *names = gtk_string_list_new (NULL);

  for (guint i = 0; i < count_kernels (self); i++)
    gtk_string_list_append (names,
                            ((LoomKernel *) g_ptr_array_index (compiled->kernels, i))->name);
  for (guint i = 0; compiled != NULL && i < compiled->templates->len; i++)
    {
      g_autofree char *title
          = loom_kernel_template_dup_title (g_ptr_array_index (compiled->templates, i));
      /* Translators: an entry in a list of kernels that asks for more; %s is a template of C++ such
       * as "scale<T, N>". */
      g_autofree char *label = g_strdup_printf (_("%s…"), title);

      gtk_string_list_append (names, label);
    }
  return names;
}

/* Of the kernel that is launched; none while there is no such kernel. */
static guint
find_chosen (LoomKernelRow *self)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);
  LoomPlan *plan = loom_session_get_plan (self->session);
  const char *chosen
      = plan != NULL ? plan->kernel : loom_launch_get (self->session, NULL, "kernel");

  for (guint i = 0; i < count_kernels (self); i++)
    {
      const LoomKernel *kernel = g_ptr_array_index (compiled->kernels, i);

      if (g_strcmp0 (chosen, kernel->name) == 0)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

/* What is launched stays until a template has its arguments. */
static void
choose_template (LoomKernelRow *self,
                 guint            index)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);
  const LoomKernelTemplate *template = g_ptr_array_index (compiled->templates, index);

  self->updating = TRUE;
  adw_combo_row_set_selected (ADW_COMBO_ROW (self), find_chosen (self));
  self->updating = FALSE;
  loom_action_activate (GTK_WIDGET (self), "win.choose-template", "s", template->name);
}

static void
selected_cb (LoomKernelRow *self)
{
  const guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self));
  GListModel *names = adw_combo_row_get_model (ADW_COMBO_ROW (self));

  if (self->updating || names == NULL || selected >= g_list_model_get_n_items (names)
      || selected == find_chosen (self))
    return;
  if (selected >= count_kernels (self))
    choose_template (self, selected - count_kernels (self));
  else
    loom_launch_edit (self->session, NULL, "kernel",
                      gtk_string_list_get_string (GTK_STRING_LIST (names), selected), NULL);
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (box), loom_label_new_wrapping (NULL, LINE_CHARS));
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("object-select-symbolic"));
  gtk_list_item_set_child (item, box);
}

static void
bind_cb (LoomKernelRow *self,
         GtkListItem     *item)
{
  GtkWidget *label = gtk_widget_get_first_child (gtk_list_item_get_child (item));

  gtk_label_set_label (GTK_LABEL (label),
                       gtk_string_object_get_string (gtk_list_item_get_item (item)));
  gtk_widget_set_visible (gtk_widget_get_next_sibling (label),
                          gtk_list_item_get_position (item) == find_chosen (self));
}

static void
loom_kernel_row_class_init (LoomKernelRowClass *klass)
{
}

static void
loom_kernel_row_init (LoomKernelRow *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  loom_connect (factory, "bind", bind_cb, self);
  adw_combo_row_set_list_factory (ADW_COMBO_ROW (self), factory);
  g_signal_connect (self, "notify::selected", G_CALLBACK (selected_cb), NULL);
}

/**
 * loom_kernel_row_set_session:
 * @session: whose launch it is of; outlives it
 */
void
loom_kernel_row_set_session (LoomKernelRow *self,
                             LoomSession   *session)
{
  g_return_if_fail (LOOM_IS_KERNEL_ROW (self));

  self->session = session;
}

void
loom_kernel_row_update (LoomKernelRow *self)
{
  g_autoptr (GtkStringList) names = list_kernels (self);
  const guint n_names = g_list_model_get_n_items (G_LIST_MODEL (names));

  gtk_widget_set_visible (GTK_WIDGET (self),
                          n_names > 1 || n_names > count_kernels (self));
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  self->updating = TRUE;
  adw_combo_row_set_model (ADW_COMBO_ROW (self), G_LIST_MODEL (names));
  adw_combo_row_set_selected (ADW_COMBO_ROW (self), find_chosen (self));
  self->updating = FALSE;
}
