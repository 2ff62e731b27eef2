/* loom-picture-pane-members.c: which number of a struct or vector is shown as its value
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

static const LoomType *
get_type (LoomPicturePane *self)
{
  const LoomRunArray *array;

  if (self->run == NULL || self->view.array >= self->run->arrays->len)
    return NULL;
  array = g_ptr_array_index (self->run->arrays, self->view.array);
  return loom_array_get_cell_type (array->array);
}

static gboolean
has_members (const LoomType *type)
{
  return type != NULL && loom_type_count_components (type) > 1 &&
         *loom_type_get_component (type, 0).name != '\0';
}

/* The list is only made anew for cells of another type. */
static void
update_names (LoomPicturePane *self,
              const LoomType  *type)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  if (loom_type_equal (type, &self->member_type))
    return;

  self->member_type = *type;
  for (guint i = 0; i < loom_type_count_components (type); i++)
    {
      g_autofree char *name = g_strconcat (".", loom_type_get_component (type, i).name, NULL);

      gtk_string_list_append (names, name);
    }
  gtk_drop_down_set_model (self->member_drop, G_LIST_MODEL (names));
}

void
_loom_picture_pane_update_members (LoomPicturePane *self)
{
  const LoomType *type = get_type (self);

  gtk_widget_set_visible (GTK_WIDGET (self->member_drop), has_members (type));
  if (!has_members (type))
    return;

  update_names (self, type);
  gtk_drop_down_set_selected (self->member_drop,
                              self->view.member < loom_type_count_components (type)
                                ? self->view.member : 0);
}

/* Who chooses a member wants to see its values. */
static void
member_selected_cb (LoomPicturePane *self)
{
  const guint selected = gtk_drop_down_get_selected (self->member_drop);
  LoomView view = self->view;

  if (self->updating || selected == GTK_INVALID_LIST_POSITION)
    return;
  view.member = selected;
  if (loom_lens_is_available (LOOM_LENS_VALUE, self->run, view.array))
    {
      self->chosen = TRUE;
      view.lens = LOOM_LENS_VALUE;
    }
  _loom_picture_pane_choose (self, &view);
}

/**
 * _loom_picture_pane_dup_member:
 * @self: a pane
 *
 * Returns: (transfer full) (nullable): the name of the number that is shown, as `[view]` has it
 */
char *
_loom_picture_pane_dup_member (LoomPicturePane *self)
{
  const LoomType *type = get_type (self);

  return has_members (type) ? g_strdup (loom_type_get_component (type, self->view.member).name)
                            : NULL;
}

void
_loom_picture_pane_class_members_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, member_selected_cb);
}
