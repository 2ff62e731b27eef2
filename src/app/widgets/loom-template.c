/* loom-template.c: widgets that are made from a file of ui/
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-template.h"

/**
 * loom_template_dispose:
 * @object: a widget of a final class
 *
 * What such a class has for its `dispose`, unless there is more than its template to let go of.
 */
void
loom_template_dispose (GObject *object)
{
  GObjectClass *parent_class = g_type_class_peek_parent (G_OBJECT_GET_CLASS (object));

  gtk_widget_dispose_template (GTK_WIDGET (object), G_OBJECT_TYPE (object));
  parent_class->dispose (object);
}
