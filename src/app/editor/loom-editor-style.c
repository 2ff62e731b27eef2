/* loom-editor-style.c: colours and font of the editor
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-editor-pane-private.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-line-mark.h"
#include "loom-paths.h"
#include "loom-resources.h"

#include <adwaita.h>

#define ZOOM_MIN 50
#define ZOOM_MAX 400
#define ZOOM_STEP 10

/* The colours of source in windows that are light or dark now. */
GtkSourceStyleScheme *
_loom_editor_get_scheme (void)
{
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();
  const char * const *path = gtk_source_style_scheme_manager_get_search_path (schemes);
  g_autofree char *own = loom_paths_find_data ("style-schemes", NULL);
  GtkSourceStyleScheme *scheme;

  if (!adw_style_manager_get_dark (adw_style_manager_get_default ()))
    return gtk_source_style_scheme_manager_get_scheme (schemes, "Adwaita");
  if (own != NULL && !g_strv_contains (path, own))
    gtk_source_style_scheme_manager_append_search_path (schemes, own);
  scheme = gtk_source_style_scheme_manager_get_scheme (schemes, "gridloom-dark");
  return scheme != NULL ? scheme
                        : gtk_source_style_scheme_manager_get_scheme (schemes, "Adwaita-dark");
}

static void
update_scheme (LoomEditorPane *self)
{
  const gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  const float grey = dark ? 0.65f : 0.44f;

  gtk_source_buffer_set_style_scheme (self->buffer, _loom_editor_get_scheme ());
  g_object_set (self->block_tag, "foreground-rgba", &(GdkRGBA) { grey, grey, grey, 1 }, NULL);
}

/* CUDA as it is today, and the settings; the language that GtkSourceView brings knows neither. */
GtkSourceLanguage *
_loom_editor_get_language (void)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  const char * const *path = gtk_source_language_manager_get_search_path (languages);
  const char *own = "resource://" LOOM_RESOURCE_PATH "/language-specs/";

  if (!g_strv_contains (path, own))
    gtk_source_language_manager_append_search_path (languages, own);
  return gtk_source_language_manager_get_language (languages, "gridloom");
}

static const char *
get_css_style (const PangoFontDescription *font)
{
  switch (pango_font_description_get_style (font))
    {
    case PANGO_STYLE_ITALIC:
      return "italic";
    case PANGO_STYLE_OBLIQUE:
      return "oblique";
    case PANGO_STYLE_NORMAL:
    default:
      return "normal";
    }
}

/* Without a font of its own the editor has the desktop's monospace one; the zoom is a part of
 * either. */
static char *
dup_css (const char *name,
         int         zoom)
{
  g_autoptr (PangoFontDescription) font = NULL;
  g_autofree char *family = NULL;
  char size[G_ASCII_DTOSTR_BUF_SIZE];

  if (*name == '\0')
    return g_strdup_printf ("textview { font-size: %d%%; }", zoom);
  font = pango_font_description_from_string (name);
  if (pango_font_description_get_size (font) <= 0)
    pango_font_description_set_size (font, 11 * PANGO_SCALE);
  family = g_strescape (pango_font_description_get_family (font) != NULL
                            ? pango_font_description_get_family (font)
                            : "Monospace",
                        NULL);
  g_ascii_formatd (size, sizeof size, "%.1f",
                   pango_font_description_get_size (font) / (double) PANGO_SCALE * zoom / 100);
  return g_strdup_printf (
      "textview { font-family: \"%s\"; font-size: %spt; font-weight: %d; font-style: %s; }", family,
      size, pango_font_description_get_weight (font), get_css_style (font));
}

static void
update_font (LoomEditorPane *self)
{
  g_autofree char *name = g_settings_get_string (self->settings, "editor-font");
  g_autofree char *css = dup_css (name, g_settings_get_int (self->settings, "editor-zoom"));

  gtk_css_provider_load_from_data (self->css, css, -1);
}

static void
set_zoom (LoomEditorPane *self,
          int             zoom)
{
  if (self->settings != NULL)
    g_settings_set_int (self->settings, "editor-zoom", CLAMP (zoom, ZOOM_MIN, ZOOM_MAX));
}

static void
zoom_action (LoomEditorPane *self,
             int             steps)
{
  if (self->settings != NULL)
    set_zoom (self, g_settings_get_int (self->settings, "editor-zoom") + steps * ZOOM_STEP);
}

void
_loom_editor_style_class_init (GtkWidgetClass *widget_class)
{
  static const LoomActionEntry actions[] = {
    { "editor.zoom-in", NULL, G_CALLBACK (zoom_action), 1 },
    { "editor.zoom-out", NULL, G_CALLBACK (zoom_action), -1 },
    { "editor.zoom-reset", NULL, G_CALLBACK (set_zoom), 100 },
  };

  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
  loom_action_bind (widget_class, "<Control>plus <Control>equal <Control>KP_Add", "editor.zoom-in");
  loom_action_bind (widget_class, "<Control>minus <Control>KP_Subtract", "editor.zoom-out");
  loom_action_bind (widget_class, "<Control>0 <Control>KP_0", "editor.zoom-reset");
}

void
_loom_editor_style_init (LoomEditorPane *self)
{
  gtk_source_buffer_set_language (self->buffer, _loom_editor_get_language ());
  self->block_tag = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), NULL, NULL);
  self->marked_tag = loom_line_mark_new (GTK_TEXT_BUFFER (self->buffer));
  self->css = gtk_css_provider_new ();
  gtk_style_context_add_provider (gtk_widget_get_style_context (GTK_WIDGET (self->view)),
                                  GTK_STYLE_PROVIDER (self->css), GTK_STYLE_PROVIDER_PRIORITY_USER);
  loom_connect (adw_style_manager_get_default (), "notify::dark", update_scheme, self);
  update_scheme (self);
}

static void
update_wrapping (LoomEditorPane *self)
{
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view),
                               g_settings_get_boolean (self->settings, "wrap-lines")
                                   ? GTK_WRAP_WORD_CHAR : GTK_WRAP_NONE);
}

/**
 * loom_editor_pane_set_settings:
 * @settings: where its font, zoom, wrapping and the figure beside its lines are kept
 *
 * Follows the settings; without any an editor has the desktop's font.
 */
void
loom_editor_pane_set_settings (LoomEditorPane *self,
                               GSettings      *settings)
{
  g_return_if_fail (LOOM_IS_EDITOR_PANE (self));
  g_return_if_fail (self->settings == NULL);

  self->settings = g_object_ref (settings);
  loom_connect_each (settings, G_CALLBACK (update_font), self, "changed::editor-font",
                     "changed::editor-zoom", NULL);
  loom_connect (settings, "changed::wrap-lines", update_wrapping, self);
  update_font (self);
  update_wrapping (self);
  g_settings_bind (settings, "line-figure", self->figure_bar, "figure", G_SETTINGS_BIND_DEFAULT);
}

/* The settings stand back from the source in grey, with groups and keys in bold, but are never
 * hidden. The syntax's own tags are made while it is analysed, later than this one: it has to be
 * put above them. */
void
_loom_editor_style_update_block (LoomEditorPane *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  LoomDocument *document = loom_session_get_document (self->session);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag (buffer, self->block_tag, &start, &end);
  if (!loom_document_has_block (document))
    return;
  gtk_text_buffer_get_iter_at_line (buffer, &start,
                                    (int) loom_document_get_block_line (document) - 1);
  gtk_text_tag_set_priority (
      self->block_tag, gtk_text_tag_table_get_size (gtk_text_buffer_get_tag_table (buffer)) - 1);
  gtk_text_buffer_apply_tag (buffer, self->block_tag, &start, &end);
}
