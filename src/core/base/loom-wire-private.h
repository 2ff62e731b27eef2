#pragma once

#include "loom-wire.h"

/* A struct crosses to another process by a table of its members, from which its type, packing and
 * unpacking follow. What comes in is checked as if the peer were hostile. */
typedef gpointer (*LoomWireCreate) (void);

typedef enum
{
  LOOM_WIRE_BOOLEAN,            /* gboolean */
  LOOM_WIRE_INT32,
  LOOM_WIRE_UINT32,             /* also enumerations and sets of bits */
  LOOM_WIRE_INT64,
  LOOM_WIRE_UINT64,
  LOOM_WIRE_DOUBLE,
  LOOM_WIRE_STRING,             /* char *, of the struct's own */
  LOOM_WIRE_NULLABLE,           /* the same; the empty text stands for NULL, as D-Bus has none */
  LOOM_WIRE_INTERNED,           /* const char *, interned; the empty text stands for NULL */
  LOOM_WIRE_DOUBLES,            /* GArray of double */
  LOOM_WIRE_UINT32S,            /* GArray of guint32 */
  LOOM_WIRE_STRUCT,             /* a struct that lies in this one */
  LOOM_WIRE_OBJECT,             /* pointer to a struct; only of an entry, which is left out where
                                   that is NULL */
  LOOM_WIRE_ARRAY,              /* GArray of structs */
  LOOM_WIRE_POINTERS,           /* GPtrArray of pointers to structs; NULL is empty */
  LOOM_WIRE_VARIANTS,           /* the same, each in a variant of its own: a type on the wire has at
                                   most 255 characters */
  LOOM_WIRE_OPTIONAL,           /* pointer to a struct or NULL, in a variant of its own as well; may
                                   hold others of its own type */
  LOOM_WIRE_STRINGS,            /* GPtrArray of texts */
  LOOM_WIRE_VALUES,             /* GArray of plain values without holes, which cross as they are to
                                   a process on this kind of computer */
} LoomWireKind;

typedef struct
{
  LoomWireKind    kind;
  gsize           offset;
  guint32         most;         /* of an UINT32: no value is larger, 0: any may be; of VALUES: there
                                   are no more */
  const LoomWire *of;           /* STRUCT, OBJECT, ARRAY, POINTERS, VARIANTS, OPTIONAL */
} LoomWireMember;

/* A member that crosses in a dictionary, under a key of its own. */
typedef struct
{
  const char    *key;
  LoomWireMember member;
} LoomWireEntry;

struct _LoomWire
{
  const LoomWireMember *members;
  gsize                 n_members;
  gsize                 size;           /* of the struct */

  LoomWireCreate        create;                 /* NULL: zeros */
  GDestroyNotify        destroy;                /* of what was created */
  gboolean            (*check)   (gpointer self);       /* once all members were read; or NULL */

  /* What no table can say has these instead of members. */
  const char           *type;
  GVariant           *(*pack)    (gconstpointer self);
  gboolean            (*unpack)  (GVariant *variant, gpointer self);
};

#define LOOM_WIRE(KIND, Type, member) { LOOM_WIRE_##KIND, G_STRUCT_OFFSET (Type, member), 0, NULL }
#define LOOM_WIRE_UP_TO(Type, member, most) \
  { LOOM_WIRE_UINT32, G_STRUCT_OFFSET (Type, member), most, NULL }
#define LOOM_WIRE_OF(KIND, Type, member, wire) \
  { LOOM_WIRE_##KIND, G_STRUCT_OFFSET (Type, member), 0, wire }
#define LOOM_WIRE_VALUES_UP_TO(Type, member, most) \
  { LOOM_WIRE_VALUES, G_STRUCT_OFFSET (Type, member), most, NULL }
/* Members of the struct itself that are a tuple of their own on the wire. */
#define LOOM_WIRE_PART(wire) { LOOM_WIRE_STRUCT, 0, 0, wire }
#define LOOM_WIRE_MEMBERS(table, Type) .members = table, .n_members = G_N_ELEMENTS (table), \
                                       .size = sizeof (Type)

/* Defines both functions of LOOM_DECLARE_WIRE() (loom-wire.h) by a table. */
#define LOOM_DEFINE_WIRE(Type, type, wire) \
  GVariant *type##_to_variant (const Type *self) { return _loom_wire_pack (wire, self); } \
  Type *type##_from_variant (GVariant *variant) { return _loom_wire_create (wire, variant); }

void        _loom_wire_pack_entries   (const LoomWireEntry *entries,
                                       gsize                n,
                                       gconstpointer        data,
                                       GVariantBuilder     *builder);
const char *_loom_wire_unpack_entries (const LoomWireEntry *entries,
                                       gsize                n,
                                       GVariant            *variant,
                                       gpointer             data);

GVariant *_loom_wire_pack     (const LoomWire *self,
                               gconstpointer   data);
gpointer  _loom_wire_create   (const LoomWire *self,
                               GVariant       *variant);
gboolean  _loom_wire_unpack   (const LoomWire *self,
                               GVariant       *variant,
                               gpointer        data);
char     *_loom_wire_dup_type (const LoomWire *self);
