#pragma once

#include <gtk/gtk.h>

GtkWidget *loom_label_new              (const char *text,
                                        const char *css_class,
                                        float       xalign);
char      *loom_key_dup_label          (const char *accelerator);
GtkWidget *loom_label_new_wrapping     (const char *text,
                                        int         max_chars);
GtkWidget *loom_label_new_value        (const char *text,
                                        int         max_chars);
GtkWidget *loom_label_new_cut          (const char *text,
                                        const char *css_class);
void       loom_list_box_clear         (GtkListBox *list);
void       loom_widget_set_css_class   (gpointer    widget,
                                        const char *css_class,
                                        gboolean    has);
void       loom_widget_set_tooltip     (gpointer    widget,
                                        const char *text);
void       loom_list_view_go_to        (GtkListView *list,
                                        guint        position);
void       loom_popovers_install       (void);
gboolean   loom_menu_query_tooltip     (GtkWidget  *widget);
void       loom_widget_set_spoken_name (gpointer    widget,
                                        const char *name);
double     loom_text_scale_get         (GtkWidget  *widget);
void       loom_text_scale_watch       (GtkWidget  *widget,
                                        GCallback   callback);
void       loom_widget_scroll_to       (GtkWidget               *widget,
                                        const cairo_rectangle_t *place);
void       loom_widget_tell            (GtkWidget  *widget,
                                        const char *text);
void       loom_paned_let_go           (GtkPaned   *paned);
