#pragma once

#include <glib-object.h>

/* What classes repeat, and values that are shared. */

/* A final class whose instances begin as zeros. */
#define LOOM_DEFINE_PLAIN_TYPE(Type, name, PARENT) \
  G_DEFINE_FINAL_TYPE (Type, name, PARENT) \
  static void \
  name##_init (Type *self) \
  { \
  }

/* A function that only reads its object:
 * LOOM_DEFINE_GETTER (LoomSession, SESSION, LoomRun *, loom_session_get_run, self->run) */
#define LOOM_DEFINE_GETTER(Class, CLASS, Type, function, value) \
  Type \
  function (Class *self) \
  { \
    g_return_val_if_fail (LOOM_IS_##CLASS (self), (Type) 0); \
\
    return value; \
  }

/* Begins the `dispose` or `finalize` of a class, name##_dispose() or name##_finalize(): what stands
 * in braces behind it lets go of what `self` has; the parent's part follows by itself. */
#define LOOM_DEFINE_DISPOSE(Type, name) LOOM_DEFINE_RELEASE (Type, name, dispose)
#define LOOM_DEFINE_FINALIZE(Type, name) LOOM_DEFINE_RELEASE (Type, name, finalize)
#define LOOM_DEFINE_RELEASE(Type, name, phase) \
  static void name##_##phase##_own (Type *self); \
\
  static void \
  name##_##phase (GObject *object) \
  { \
    name##_##phase##_own ((Type *) object); \
    G_OBJECT_CLASS (name##_parent_class)->phase (object); \
  } \
\
  static void \
  name##_##phase##_own (Type *self)

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
