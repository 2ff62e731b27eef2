#pragma once

#include <gio/gio.h>

/* How a struct crosses to another process: loom-wire-private.h. A struct that others have among
 * their members declares its own beside itself. */
typedef struct _LoomWire LoomWire;

/* Declares two functions of a struct that crosses to another process. type_to_variant () gives a
 * floating variant; type_from_variant () a struct of the caller's, or NULL where the variant,
 * perhaps of a hostile process, has another type or a value that cannot be. */
#define LOOM_DECLARE_WIRE(Type, type) \
  GVariant *type##_to_variant (const Type *self); \
  Type *type##_from_variant (GVariant *variant);
