#pragma once

#include <glib-object.h>

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
