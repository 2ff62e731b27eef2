#pragma once

#include <glib-object.h>

/* What classes repeat, and values that are shared. */

/* A signal whose handlers return nothing; behind the number of its parameters their types. */
#define LOOM_SIGNAL_NEW(klass, name, ...) \
  g_signal_new (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, \
                G_TYPE_NONE, __VA_ARGS__)

/* Defines the boxed type of a value that is shared: its references, which any thread may take and
 * drop. type##_clear() frees what it owns; g_atomic_rc_box_new0() makes one. */
#define LOOM_DEFINE_SHARED(Type, type) \
  G_DEFINE_BOXED_TYPE (Type, type, type##_ref, type##_unref) \
  Type *type##_ref (Type *self) \
  { \
    g_return_val_if_fail (self != NULL, NULL); \
    return g_atomic_rc_box_acquire (self); \
  } \
  void type##_unref (Type *self) \
  { \
    g_return_if_fail (self != NULL); \
    g_atomic_rc_box_release_full (self, (GDestroyNotify) type##_clear); \
  }
