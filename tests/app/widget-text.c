/* widget-text.c: windows as text, for transcripts
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "widget-text.h"

#include "loom-caption.h"

#include <adwaita.h>
#include <gtksourceview/gtksource.h>

#include <string.h>

/* What a widget says about itself, where its class has such a property and it is not as it was. */
static const char * const properties[] = {
  "title", "subtitle", "label", "text", "placeholder-text", "icon-name", "active", "selected",
  "fraction", "visible-child-name", "reveal-child", "expanded", "revealed", "spinning", "editable",
  "action-name", "action-target",
};

/* What every widget of its kind has, and GTK gives it. */
static const char * const usual_classes[] = {
  "horizontal", "vertical", "background", "text-button", "image-button", "image-text-button",
  "toggle", "popup", "arrow-button", "undershoot-top", "undershoot-bottom", "csd", "solid-csd",
  "activatable", "slider", "separators", "dnd", NULL,
};

/* Rows show their title and subtitle by labels, and lists an arrow: who has them says so. */
static gboolean
is_said_above (GtkWidget *widget)
{
  static const char * const classes[]
      = { "title", "subtitle", "header", "dropdown-arrow", "expander-row-arrow" };

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (gtk_widget_has_css_class (widget, classes[i]))
      return TRUE;
  return FALSE;
}

/* What is inside of these is theirs. */
static gboolean
is_whole (GtkWidget *widget)
{
  return GTK_IS_EDITABLE (widget) || GTK_IS_TEXT_VIEW (widget) || GTK_IS_LABEL (widget)
         || GTK_IS_DROP_DOWN (widget) || GTK_IS_SWITCH (widget) || GTK_IS_IMAGE (widget)
         || GTK_IS_RANGE (widget) || GTK_IS_PROGRESS_BAR (widget) || LOOM_IS_CAPTION (widget)
         || (GTK_IS_BUTTON (widget)
             && (gtk_button_get_label (GTK_BUTTON (widget)) != NULL
                 || gtk_button_get_icon_name (GTK_BUTTON (widget)) != NULL));
}

static void
add_quoted (GString    *line,
            const char *name,
            const char *text)
{
  g_autofree char *quoted = NULL;
  g_auto (GStrv) lines = NULL;

  if (text == NULL || *text == '\0')
    return;
  lines = g_strsplit (text, "\n", -1);
  quoted = g_strjoinv ("⏎", lines);
  g_string_append_printf (line, " %s“%s”", name, quoted);
}

static void
add_property (GString    *line,
              GObject    *object,
              const char *name)
{
  GParamSpec *spec = g_object_class_find_property (G_OBJECT_GET_CLASS (object), name);
  g_auto (GValue) value = G_VALUE_INIT;

  if (spec == NULL || !(spec->flags & G_PARAM_READABLE))
    return;
  g_value_init (&value, spec->value_type);
  g_object_get_property (object, name, &value);
  if (g_param_value_defaults (spec, &value))
    return;
  if (G_VALUE_HOLDS_STRING (&value))
    {
      g_autofree char *shown = g_str_equal (name, "label") || g_str_equal (name, "text")
                                   ? g_strdup ("")
                                   : g_strconcat (name, "=", NULL);

      add_quoted (line, shown, g_value_get_string (&value));
    }
  else if (G_VALUE_HOLDS_VARIANT (&value))
    {
      g_autofree char *text = g_variant_print (g_value_get_variant (&value), FALSE);

      g_string_append_printf (line, " %s", text);
    }
  else
    {
      g_autofree char *text = g_strdup_value_contents (&value);

      g_string_append_printf (line, " %s=%s", name, text);
    }
}

/* Whether a text of a widget is what a screen reader is told anyway. */
static gboolean
is_its_own (GtkWidget  *widget,
            const char *text)
{
  static const char * const own[] = { "label", "title", "tooltip-text" };

  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (g_object_class_find_property (G_OBJECT_GET_CLASS (widget), own[i]) != NULL)
      {
        g_autofree char *said = NULL;

        g_object_get (widget, own[i], &said, NULL);
        if (g_strcmp0 (said, text) == 0)
          return TRUE;
      }
  return FALSE;
}

/* GTK tells a property only by how it differs from what was thought of it. */
static void
add_spoken (GString   *line,
            GtkWidget *widget)
{
  static const struct { GtkAccessibleProperty property; const char *name; } spoken[] = {
    { GTK_ACCESSIBLE_PROPERTY_LABEL, "spoken " },
    { GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "value " },
  };
  static const struct { GtkAccessibleState state; const char *name; } states[] = {
    { GTK_ACCESSIBLE_STATE_INVALID, "invalid" },
    { GTK_ACCESSIBLE_STATE_CHECKED, "checked" },
  };
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  for (guint i = 0; i < G_N_ELEMENTS (spoken); i++)
    if (gtk_test_accessible_has_property (accessible, spoken[i].property))
      {
        g_autofree char *text
            = gtk_test_accessible_check_property (accessible, spoken[i].property, "\001");

        if (!is_its_own (widget, text))
          add_quoted (line, spoken[i].name, text);
      }
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    if (gtk_test_accessible_has_state (accessible, states[i].state))
      {
        g_autofree char *text = gtk_test_accessible_check_state (accessible, states[i].state, 0);

        if (text != NULL)
          g_string_append_printf (line, " %s=%s", states[i].name, text);
      }
}

static void
add_classes (GString   *line,
             GtkWidget *widget)
{
  g_auto (GStrv) classes = gtk_widget_get_css_classes (widget);

  for (guint i = 0; classes[i] != NULL; i++)
    if (!g_strv_contains (usual_classes, classes[i]))
      g_string_append_printf (line, " .%s", classes[i]);
}

static void
add_drop_down (GString     *line,
               GtkDropDown *drop_down)
{
  gpointer item = gtk_drop_down_get_selected_item (drop_down);

  if (GTK_IS_STRING_OBJECT (item))
    add_quoted (line, "chosen ", gtk_string_object_get_string (item));
}

static gboolean
has_focus (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL
         && (focus == widget || (is_whole (widget) && gtk_widget_is_ancestor (focus, widget)));
}

/* What a widget says, without its class; empty where that is nothing. */
static char *
describe (GtkWidget *widget)
{
  GString *line = g_string_new (NULL);

  if (GTK_IS_WINDOW (widget))
    g_string_append (line, " window");
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    if (!(GTK_IS_TEXT_VIEW (widget) && g_str_equal (properties[i], "text"))
        && !(GTK_IS_DROP_DOWN (widget) && g_str_equal (properties[i], "selected")))
      add_property (line, G_OBJECT (widget), properties[i]);
  if (GTK_IS_DROP_DOWN (widget))
    add_drop_down (line, GTK_DROP_DOWN (widget));
  if (GTK_IS_RANGE (widget))
    g_string_append_printf (line, " at %g", gtk_range_get_value (GTK_RANGE (widget)));
  add_spoken (line, widget);
  if (!gtk_widget_get_sensitive (widget))
    g_string_append (line, " insensitive");
  if (line->len > 0)
    add_classes (line, widget);
  if (has_focus (widget))
    g_string_append (line, " focus");
  if (GTK_IS_TEXT_VIEW (widget) && line->len == 0)
    g_string_append (line, " text");

  return g_string_free (line, FALSE);
}

/* What is long has lines of its own, so that a change of another thing does not repeat it. */
static void
add_sentences (GPtrArray *lines,
               GtkWidget *widget,
               int        margin)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);
  const char *tooltip = gtk_widget_get_tooltip_text (widget);
  const char *type = G_OBJECT_TYPE_NAME (widget);
  g_autoptr (GString) line = g_string_new (NULL);

  add_quoted (line, "tooltip ", tooltip);
  if (line->len > 0)
    g_ptr_array_add (lines, g_strdup_printf ("%*s%s%s", margin, "", type, line->str));
  g_string_truncate (line, 0);
  if (gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION))
    {
      g_autofree char *text = gtk_test_accessible_check_property (
          accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "\001");

      if (!is_its_own (widget, text))
        add_quoted (line, "described ", text);
    }
  if (line->len > 0)
    g_ptr_array_add (lines, g_strdup_printf ("%*s%s%s", margin, "", type, line->str));
}

/* Our tags have a name in no table: what they look like is told. */
static void
add_tags (GString           *line,
          const GtkTextIter *iter)
{
  g_autoptr (GSList) tags = gtk_text_iter_get_toggled_tags (iter, TRUE);

  for (GSList *l = tags; l != NULL; l = l->next)
    {
      gboolean underlined, shaded;
      PangoUnderline underline;

      g_object_get (l->data, "underline-set", &underlined, "underline", &underline,
                    "paragraph-background-set", &shaded, NULL);
      if (underlined)
        g_string_append_printf (line, " (underline %d at %d)", underline,
                                gtk_text_iter_get_line_offset (iter));
      if (shaded)
        g_string_append (line, " (shaded)");
    }
}

static void
add_text_line (GPtrArray     *lines,
               GtkTextBuffer *buffer,
               int            number,
               int            margin)
{
  GString *line = g_string_new (NULL);
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  gtk_text_buffer_get_iter_at_line (buffer, &start, number);
  end = start;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  g_string_append_printf (line, "%*s| %s", margin, "", text);
  for (GtkTextIter iter = start; gtk_text_iter_compare (&iter, &end) < 0;
       gtk_text_iter_forward_char (&iter))
    add_tags (line, &iter);
  if (GTK_SOURCE_IS_BUFFER (buffer))
    {
      g_autoptr (GSList) marks
          = gtk_source_buffer_get_source_marks_at_line (GTK_SOURCE_BUFFER (buffer), number, NULL);

      for (GSList *l = marks; l != NULL; l = l->next)
        g_string_append_printf (line, " (mark %s)", gtk_source_mark_get_category (l->data));
    }
  g_ptr_array_add (lines, g_string_free (line, FALSE));
}

static void
add_text (GPtrArray   *lines,
          GtkTextView *view,
          int          margin)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);

  for (int i = 0; i < gtk_text_buffer_get_line_count (buffer); i++)
    add_text_line (lines, buffer, i, margin);
}

/* Toasts go away by themselves; whoever adds one is asked instead. Whether there is a scroll bar,
 * and where it stands, is up to the font. */
static gboolean
is_fleeting (GtkWidget *widget)
{
  return GTK_IS_SCROLLBAR (widget)
         || g_str_equal (G_OBJECT_TYPE_NAME (widget), "AdwToastWidget")
         || g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkTooltipWindow");
}

static void
add_widget (GPtrArray *lines,
            GtkWidget *widget,
            int        margin)
{
  g_autofree char *said = NULL;

  if (!gtk_widget_get_mapped (widget) || is_fleeting (widget))
    return;
  said = is_said_above (widget) ? g_strdup ("") : describe (widget);
  if (*said != '\0')
    {
      g_ptr_array_add (lines, g_strdup_printf ("%*s%s%s", margin, "", G_OBJECT_TYPE_NAME (widget),
                                               said));
      margin += 2;
    }
  add_sentences (lines, widget, margin);
  if (GTK_IS_TEXT_VIEW (widget))
    add_text (lines, GTK_TEXT_VIEW (widget), margin);
  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL && !is_whole (widget); child = gtk_widget_get_next_sibling (child))
    add_widget (lines, child, margin);
}

/**
 * loom_test_list_widgets:
 *
 * Returns: (transfer full) (element-type utf8): the lines of all windows
 */
GPtrArray *
loom_test_list_widgets (void)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      add_widget (lines, window, 0);
    }
  return lines;
}

/**
 * loom_test_compare_lines:
 * @from: (element-type utf8): lines
 * @to: (element-type utf8): other lines
 *
 * Returns: (transfer full): the smallest change from the one to the other, a line for each line
 *   that goes or comes
 */
char *
loom_test_compare_lines (const GPtrArray *from,
                         const GPtrArray *to)
{
  const gsize width = to->len + 1;
  g_autofree guint32 *common = g_new0 (guint32, (from->len + 1) * width);
  GString *text = g_string_new (NULL);
  guint i = 0, k = 0;

  for (guint y = from->len; y-- > 0;)
    for (guint x = to->len; x-- > 0;)
      common[y * width + x]
          = g_str_equal (from->pdata[y], to->pdata[x])
                ? common[(y + 1) * width + x + 1] + 1
                : MAX (common[(y + 1) * width + x], common[y * width + x + 1]);
  while (i < from->len || k < to->len)
    if (i < from->len && k < to->len && g_str_equal (from->pdata[i], to->pdata[k]))
      i++, k++;
    else if (k == to->len
             || (i < from->len && common[(i + 1) * width + k] >= common[i * width + k + 1]))
      g_string_append_printf (text, "-%s\n", (char *) from->pdata[i++]);
    else
      g_string_append_printf (text, "+%s\n", (char *) to->pdata[k++]);

  return g_string_free (text, FALSE);
}
