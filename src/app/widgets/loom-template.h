#pragma once

#include <gtk/gtk.h>

void loom_template_set     (gpointer    klass,
                            const char *file);
void loom_template_dispose (GObject    *object);

/* Binds children and callbacks of a template by their names; LOOM_TEMPLATE sets it as well:
 * LOOM_TEMPLATE (klass, LoomBanner, "loom-banner.ui", revealer, icon, label);
 * LOOM_TEMPLATE_CALLBACKS (klass, close_cb); */
#define LOOM_TEMPLATE(klass, Type, file, ...) \
  loom_template_set (klass, file); \
  LOOM_TEMPLATE_CHILDREN (klass, Type, __VA_ARGS__)
#define LOOM_TEMPLATE_CHILDREN(klass, Type, ...) \
  LOOM_TEMPLATE_EXPAND (LOOM_TEMPLATE_CHILD (klass, Type, __VA_ARGS__))
#define LOOM_TEMPLATE_CALLBACKS(klass, ...) \
  LOOM_TEMPLATE_EXPAND (LOOM_TEMPLATE_CALLBACK (klass, __VA_ARGS__))

/* A class whose instances begin with their template and nothing else. */
#define LOOM_DEFINE_TEMPLATE(Type, name, PARENT) \
  G_DEFINE_FINAL_TYPE (Type, name, PARENT) \
  static void \
  name##_init (Type *self) \
  { \
    gtk_widget_init_template (GTK_WIDGET (self)); \
  }

/* Each takes the first name and, by what expands it again, the rest. */
#define LOOM_TEMPLATE_CHILD(klass, Type, first, ...) \
  gtk_widget_class_bind_template_child (GTK_WIDGET_CLASS (klass), Type, first); \
  __VA_OPT__ (LOOM_TEMPLATE_NEXT_CHILD LOOM_TEMPLATE_NOW (klass, Type, __VA_ARGS__))
#define LOOM_TEMPLATE_NEXT_CHILD() LOOM_TEMPLATE_CHILD
#define LOOM_TEMPLATE_CALLBACK(klass, first, ...) \
  gtk_widget_class_bind_template_callback (GTK_WIDGET_CLASS (klass), first); \
  __VA_OPT__ (LOOM_TEMPLATE_NEXT_CALLBACK LOOM_TEMPLATE_NOW (klass, __VA_ARGS__))
#define LOOM_TEMPLATE_NEXT_CALLBACK() LOOM_TEMPLATE_CALLBACK
#define LOOM_TEMPLATE_NOW ()
#define LOOM_TEMPLATE_EXPAND(...) LOOM_TEMPLATE_4 (LOOM_TEMPLATE_4 (LOOM_TEMPLATE_4 (__VA_ARGS__)))
#define LOOM_TEMPLATE_4(...) LOOM_TEMPLATE_3 (LOOM_TEMPLATE_3 (LOOM_TEMPLATE_3 (__VA_ARGS__)))
#define LOOM_TEMPLATE_3(...) LOOM_TEMPLATE_2 (LOOM_TEMPLATE_2 (LOOM_TEMPLATE_2 (__VA_ARGS__)))
#define LOOM_TEMPLATE_2(...) LOOM_TEMPLATE_1 (LOOM_TEMPLATE_1 (LOOM_TEMPLATE_1 (__VA_ARGS__)))
#define LOOM_TEMPLATE_1(...) __VA_ARGS__
