#pragma once

#include "loom-source-device.h"

#define NOWHERE G_MAXUINT

/* Words that mean something to the slicer, numbered; each other word of the source gets a number
 * behind them when it is first seen. */
#define LOOM_DEVICE_WORDS(WORD) \
  WORD (TEMPLATE, "template") WORD (CLASS, "class") WORD (STRUCT, "struct") \
  WORD (UNION, "union") WORD (ENUM, "enum") WORD (TYPEDEF, "typedef") WORD (USING, "using") \
  WORD (NAMESPACE, "namespace") WORD (EXTERN, "extern") WORD (INLINE, "inline") \
  WORD (STATIC, "static") WORD (CONST, "const") WORD (CONSTEXPR, "constexpr") \
  WORD (CONSTEVAL, "consteval") WORD (CONSTINIT, "constinit") WORD (CONCEPT, "concept") \
  WORD (FRIEND, "friend") WORD (OPERATOR, "operator") WORD (REQUIRES, "requires") \
  WORD (STATIC_ASSERT, "static_assert") WORD (DEFAULT, "default") WORD (DELETE, "delete") \
  WORD (TRY, "try") WORD (CATCH, "catch") WORD (PUBLIC, "public") WORD (PRIVATE, "private") \
  WORD (PROTECTED, "protected") WORD (FINAL, "final") WORD (NOEXCEPT, "noexcept") \
  WORD (OVERRIDE, "override") WORD (VOLATILE, "volatile") WORD (AUTO, "auto") \
  WORD (ATTRIBUTE, "__attribute__") WORD (DECLSPEC, "__declspec") WORD (ALIGNAS, "alignas") \
  WORD (ALIGN, "__align__") WORD (LAUNCH_BOUNDS, "__launch_bounds__") \
  WORD (MAXNREG, "__maxnreg__") WORD (CLUSTER_DIMS, "__cluster_dims__") \
  WORD (BLOCK_SIZE, "__block_size__") WORD (DECLTYPE, "decltype") WORD (THROW, "throw") \
  WORD (EXPLICIT, "explicit") WORD (TYPENAME, "typename") WORD (RETURN, "return") \
  WORD (CASE, "case") WORD (ELSE, "else") WORD (NEW, "new") WORD (GOTO, "goto") \
  WORD (SIZEOF, "sizeof") WORD (DO, "do") WORD (ASM, "asm") WORD (STD, "std") \
  WORD (GLOBAL, "__global__") WORD (DEVICE, "__device__") WORD (CONSTANT, "__constant__") \
  WORD (MANAGED, "__managed__") WORD (SHARED, "__shared__") \
  WORD (CCCL_DEVICE, "_CCCL_DEVICE") WORD (CCCL_HOST_DEVICE, "_CCCL_HOST_DEVICE") \
  WORD (CCCL_API, "_CCCL_API") WORD (CCCL_DEVICE_API, "_CCCL_DEVICE_API") \
  WORD (HOSTDEVICE, "__CUDA_HOSTDEVICE__")

enum
{
  WORD_NONE,
#define LOOM_DEVICE_WORD(name, text) WORD_##name,
  LOOM_DEVICE_WORDS (LOOM_DEVICE_WORD)
#undef LOOM_DEVICE_WORD
  N_WORDS,
  FIRST_MARK = WORD_GLOBAL,
  N_TYPES = 13,                 /* words behind these that name types and values everywhere */
};

typedef struct
{
  guint offset, length;
  guint word;                   /* number of an identifier, else WORD_NONE */
  guint match;                  /* index of the other bracket, or NOWHERE */
  char  c;                      /* punctuation ({ for <% too), or one of: 'a' an identifier, 'B' one
                                   that opens a brace, 'E' one that closes one, '0' a number, '"' */
} DeviceToken;

/* What is known of a word of the source. */
typedef struct
{
  const char *text;
  guint       length;
  guint       macro;            /* its latest #define, or NOWHERE */
  guint       declared;         /* the latest item that declares it, or NOWHERE */
  gint        depth;            /* braces that the macro opens, or closes if negative */
  gboolean    is_mark;          /* stands for __global__, __device__, ... */
  gboolean    is_kernel;        /* for __global__ among them */
  gboolean    is_function;      /* a macro that takes arguments */
  gboolean    ends_item;        /* a macro that ends with a semicolon or brace */
  guint8      holds;            /* HOLDS_*: what a macro stands for */
  guint       type;             /* word: the type that a macro declares, or WORD_NONE */
  gboolean    is_namespace;
  gboolean    is_kept;          /* something of this name is */
  guint8      use;              /* USE_* by what is kept */
  guint       local;            /* the item that declared something local of this name, + 1, or 0 */
} DeviceWord;

typedef struct
{
  guint next;                   /* earlier #define of the same word, or NOWHERE */
  guint first, end;             /* words of its body */
} DeviceMacro;

/* Words that tell what a macro stands for. */
enum
{
  HOLDS_SCOPE    = 1 << 0,      /* namespace, extern */
  HOLDS_TYPE     = 1 << 1,      /* struct, typedef, using and so on */
  HOLDS_CONSTANT = 1 << 2,
};

typedef struct
{
  guint offset, end;
} DeviceRange;

/* An #if whose branches open brackets that they don't close: only the first was read. */
typedef struct
{
  guint       first, end;       /* tokens of that branch */
  DeviceRange others;           /* the other branches */
} DeviceTorn;

/* A source by its tokens: those of all branches of an #if that may be seen, unless its branches
 * open brackets that they don't close; then those of the first. */
typedef struct
{
  char       *text;
  gsize       length;
  GArray     *tokens;           /* (element-type DeviceToken) */
  GArray     *words;            /* (element-type DeviceWord) by number */
  GHashTable *numbers;          /* of words */
  GArray     *kernels;          /* (element-type guint) tokens that stand for __global__ */
  GArray     *macros;           /* (element-type DeviceMacro) */
  GArray     *bodies;           /* (element-type guint) words of macros */
  GArray     *directives;       /* (element-type DeviceRange) */
  GArray     *torn;             /* (element-type DeviceTorn) */
  GArray     *torn_marks;       /* (element-type guint) places of marks in branches not read */
} DeviceTokens;

void  _loom_device_tokens_init    (DeviceTokens *self,
                                   const char   *text,
                                   gsize         length);
void  _loom_device_tokens_clear   (DeviceTokens *self);
guint _loom_device_tokens_find    (DeviceTokens *self,
                                   const char   *name,
                                   gsize         length);
void  _loom_device_match_brackets (DeviceTokens *self);
guint _loom_device_find_place     (GArray             *places,
                                   guint               place);
gboolean _loom_device_has_place   (GArray             *places,
                                   guint               first,
                                   guint               end);

static inline const DeviceToken *
device_token (const DeviceTokens *self,
              guint               index)
{
  static const DeviceToken none = { 0, 0, WORD_NONE, NOWHERE, '\0' };

  return index < self->tokens->len ? &g_array_index (self->tokens, DeviceToken, index) : &none;
}

static inline DeviceWord *
device_word (const DeviceTokens *self,
             guint               number)
{
  return &g_array_index (self->words, DeviceWord, number);
}

/* What an item is. */
typedef enum
{
  ITEM_OTHER,                   /* not understood: stays as it is */
  ITEM_FUNCTION,
  ITEM_VARIABLE,
  ITEM_TYPE,                    /* and what is declared along with it */
  ITEM_ALIAS,                   /* typedef, using, concept, namespace x = y */
  ITEM_USING_NAMESPACE,
  ITEM_ASSERTION,
  ITEM_INSTANTIATION,
  ITEM_MACRO,                   /* a macro is called */
  ITEM_LABEL,                   /* public: */
} ItemKind;

/* A declaration, at namespace scope or in a class. */
typedef struct
{
  ItemKind kind;
  guint    start, end;          /* tokens */
  guint    parent;              /* the class that it is a member of, or NOWHERE */
  guint    body;                /* { of a class, of a function or of neither, or NOWHERE */
  guint    paren;               /* ( of a function's parameters, or NOWHERE */
  guint    name;                /* token, or NOWHERE */
  guint    qualifier;           /* word: the class that it is a member of, or WORD_NONE */
  guint    first_member, n_members;
  guint    first_name, n_names;
  guint64  scope;               /* the namespaces around it */
  guint64  signature;           /* of a function */
  gboolean is_marked, is_constexpr, is_const, is_defaulted, is_static, is_kernel;
  gboolean is_special;          /* one of several of its name: a specialisation, made by a macro */
  gboolean has_marks;           /* of its members, one is marked */
  DeviceRange others;           /* branches of an #if that end the item in another way, if any */
  gboolean is_torn;             /* such a branch is marked: it can't be left out */
  gboolean is_class;            /* a type with members; else an enum */
  gboolean is_kept, is_forced, is_refused;
} DeviceItem;

/* One of the names that an item declares. */
typedef struct
{
  guint item;
  guint word;
  guint next;                   /* earlier one of the same word, or NOWHERE */
} DeviceName;

/* How many declarations of one function there are, and how many of them are marked. */
typedef struct
{
  guint n_declared, n_marked;
  guint n_bodies;               /* of those that are marked */
} DeviceMarks;

/* A source by its items: each item's members follow in one row, behind all items outside it. */
typedef struct
{
  DeviceTokens  tokens;
  GArray       *items;          /* (element-type DeviceItem) */
  GArray       *names;          /* (element-type DeviceName) */
  GHashTable   *marks;          /* (element-type gint64 DeviceMarks) by class, name and signature */
  guint64       scope;          /* the namespaces around what is being read */
} DeviceItems;

/* How an item may be used. */
enum
{
  USE_MEMBER = 1 << 0,          /* as a member of something: only a macro can be meant */
  USE_LOCAL  = 1 << 1,          /* there is something local of this name */
  USE_PLAIN  = 1 << 2,
};

void     _loom_device_items_init  (DeviceItems *self,
                                  const char  *text,
                                  gsize        length);
void     _loom_device_items_clear (DeviceItems *self);
guint    _loom_device_read_item   (DeviceItems *self,
                                  guint        index,
                                  guint        end,
                                  guint        parent);
void     _loom_device_find_torn   (DeviceItems *self,
                                  guint        n_outer);
void     _loom_device_find_marks  (DeviceItems *self);
gboolean _loom_device_is_marked   (DeviceItems *self,
                                  DeviceItem  *item);
void     _loom_device_keep_used   (DeviceItems *self);

static inline DeviceItem *
device_item (const DeviceItems *self,
             guint              index)
{
  return &g_array_index (self->items, DeviceItem, index);
}
