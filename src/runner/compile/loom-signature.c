/* loom-signature.c: asks the compiler how it spells the types of kernels and variables
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-signature.h"

#include "loom-mangled.h"

/* Takes every parameter's type with the size of what it points to. Enumerations become integers.
 * Sizes are enumerators, because static members would be variables in the PTX. The text above may
 * have any word as a macro, so all words are taken back that stand here: nothing of that text comes
 * behind. */
const char loom_signature_source[] =
    "\n"
    "#undef arg\n"
    "#undef args\n"
    "#undef bool\n"
    "#undef class\n"
    "#undef const\n"
    "#undef decltype\n"
    "#undef enum\n"
    "#undef false\n"
    "#undef long\n"
    "#undef loom_cell\n"
    "#undef loom_element\n"
    "#undef loom_match\n"
    "#undef loom_n\n"
    "#undef loom_plain\n"
    "#undef loom_size\n"
    "#undef loom_t\n"
    "#undef loom_type\n"
    "#undef loom_types\n"
    "#undef loom_value\n"
    "#undef namespace\n"
    "#undef sizeof\n"
    "#undef struct\n"
    "#undef template\n"
    "#undef true\n"
    "#undef typedef\n"
    "#undef typename\n"
    "#undef unsigned\n"
    "#undef void\n"
    "#undef " LOOM_SIGNATURE_KERNEL "\n"
    "#line 1 \"" LOOM_SIGNATURE_FILE "\"\n"
    "namespace " LOOM_SIGNATURE_NAMESPACE "\n"
    "{\n"
    "template <class loom_t, bool = __is_enum (loom_t)> struct loom_plain\n"
    "  { typedef loom_t loom_type; };\n"
    "template <class loom_t> struct loom_plain<loom_t, true>\n"
    "  { typedef __underlying_type (loom_t) loom_type; };\n"
    "template <class loom_t> struct loom_cell { typedef loom_t loom_type; };\n"
    "template <class loom_t> struct loom_cell<loom_t *> { typedef loom_t loom_type; };\n"
    "template <class loom_t> struct loom_cell<loom_t *const> { typedef loom_t loom_type; };\n"
    "template <class loom_t> struct loom_cell<loom_t &> { typedef loom_t loom_type; };\n"
    "template <class loom_t, class = void> struct loom_size\n"
    "  { enum : unsigned long long { loom_value = 0 }; };\n"
    "template <class loom_t> struct loom_size<loom_t, decltype ((void) sizeof (loom_t))>\n"
    "  { enum : unsigned long long { loom_value = sizeof (loom_t) }; };\n"
    "template <class loom_t, unsigned long long loom_n> struct arg;\n"
    "template <class... loom_t> struct args;\n"
    "template <class... loom_t> __device__\n"
    "args<arg<typename loom_plain<loom_t>::loom_type,\n"
    "         loom_size<typename loom_cell<loom_t>::loom_type>::loom_value>...>\n"
    "  loom_match (void (*) (loom_t...));\n"
    "template <class loom_t> struct loom_element { typedef loom_t loom_type; };\n"
    "template <class loom_t, unsigned long loom_n> struct loom_element<loom_t[loom_n]>\n"
    "  { typedef typename loom_element<loom_t>::loom_type loom_type; };\n"
    "}\n"
    "template <class loom_t> __global__ void " LOOM_SIGNATURE_KERNEL " () {}\n";

/**
 * loom_signature_of_kernel:
 * @expression: names one kernel: `scale<float>`
 *
 * Returns: (transfer full): the expression whose lowered name loom_signature_read_params() reads
 */
char *
loom_signature_of_kernel (const char *expression)
{
  return g_strdup_printf (LOOM_SIGNATURE_KERNEL "<decltype (loom_types::loom_match (&%s))>",
                          expression);
}

/**
 * loom_signature_of_variable:
 * @expression: names a variable
 *
 * Returns: (transfer full): the expression whose lowered name loom_signature_read_variable() reads
 */
char *
loom_signature_of_variable (const char *expression)
{
  return g_strdup_printf (LOOM_SIGNATURE_KERNEL
                          "<loom_types::arg<decltype (%s), "
                          "sizeof (loom_types::loom_element<decltype (%s)>::loom_type)>>",
                          expression, expression);
}

/* The complex numbers of the libraries, which are two floats: their members are nobody else's. */
static gboolean
read_complex (const LoomMangledType *type,
              LoomType              *parsed)
{
  const LoomMangledType *part = type->arguments != NULL && type->arguments->len == 1
                                ? type->arguments->pdata[0] : NULL;

  if (part == NULL || part->kind != LOOM_MANGLED_NAME || type->base == NULL ||
      !g_str_has_suffix (type->base, "::complex") ||
      !(g_str_has_prefix (type->base, "std::") || g_str_has_prefix (type->base, "cuda::std::") ||
        g_str_has_prefix (type->base, "thrust::")) ||
      !loom_type_parse (part->text, parsed, NULL) || !loom_scalar_is_float (parsed->scalar))
    return FALSE;

  *parsed = loom_type_of (parsed->scalar, 2);
  return TRUE;
}

static LoomType
find_type (const LoomMangledType *type,
           guint64                size)
{
  LoomType parsed = { LOOM_SCALAR_BYTES, 1, 1 };
  gboolean known;

  if (type->kind == LOOM_MANGLED_POINTER || type->kind == LOOM_MANGLED_FUNCTION)
    size = 8;

  known = type->kind == LOOM_MANGLED_NAME &&
          (loom_type_parse (type->text, &parsed, NULL) || read_complex (type, &parsed));
  if (known && (size == 0 || parsed.size == size))
    return parsed;

  /* void, or a struct that only has a size. */
  return (LoomType) { LOOM_SCALAR_BYTES, 1, (guint32) CLAMP (size, 1, G_MAXUINT32) };
}

/* `float **`: the cells are those of the rows, which have a type that is known by its name. */
static void
find_rows (LoomParam             *param,
           const LoomMangledType *cell)
{
  LoomType type;

  if (cell->kind != LOOM_MANGLED_POINTER || cell->inner->kind != LOOM_MANGLED_NAME ||
      !loom_type_parse (cell->inner->text, &type, NULL) || type.scalar == LOOM_SCALAR_BYTES)
    return;

  param->is_rows = TRUE;
  param->is_const = cell->inner->is_const;
  param->type = type;
}

/* Takes the extents of an array off its type, at most so many: the middle ones of more are one. */
static gboolean
take_extents (const LoomMangledType **type,
              guint                   most,
              LoomShape              *shape)
{
  guint64 extents[3] = { 1, 1, 1 };
  guint rank = 0;

  for (; (*type)->kind == LOOM_MANGLED_ARRAY; *type = (*type)->inner, rank++)
    {
      const guint64 count = (*type)->count;

      if (rank < most)
        extents[rank] = count;
      else if (count == 0 || !g_uint64_checked_mul (&extents[most - 2], extents[most - 2],
                                                    extents[most - 1]))
        return FALSE;
      else
        extents[most - 1] = count;
    }

  rank = MIN (rank, most);
  *shape = (LoomShape) {
    .rank = rank,
    .cols = rank > 0 ? extents[rank - 1] : 1,
    .rows = rank > 1 ? extents[rank - 2] : 1,
    .planes = rank > 2 ? extents[0] : 1,
  };
  return TRUE;
}

/* `float (*a)[N]`: a pointer to rows is one to the cells of the first. */
static const LoomMangledType *
take_row (LoomParam             *param,
          const LoomMangledType *cell,
          guint64               *size)
{
  const LoomMangledType *of_row = cell;
  LoomShape row;
  guint64 cells;

  if (!take_extents (&of_row, 2, &row) || !loom_shape_cells (&row, &cells) || cells == 0)
    return cell;

  param->fixed = row.rank;
  param->extents[0] = row.cols;
  param->extents[1] = row.rank > 1 ? row.rows : 0;
  *size /= cells;
  return of_row;
}

static LoomParam *
read_param (const LoomMangledType *type,
            guint64                size)
{
  LoomParam *param = loom_param_new ();

  param->type_name = loom_mangled_type_format (type);
  if (type->kind == LOOM_MANGLED_POINTER && type->inner->kind != LOOM_MANGLED_FUNCTION)
    {
      const LoomMangledType *cell = take_row (param, type->inner, &size);

      param->kind = LOOM_PARAM_ARRAY;
      param->is_const = cell->is_const;
      param->type = find_type (cell, size);
      find_rows (param, cell);
      return param;
    }

  param->type = find_type (type, size);
  param->kind = param->type.scalar != LOOM_SCALAR_BYTES && param->type.lanes == 1
                    ? LOOM_PARAM_SCALAR
                    : LOOM_PARAM_STRUCT;
  return param;
}

/* The template arguments of "loom_sig<...>", as written by one of the two expressions. */
static const LoomMangledType *
read_answer (LoomMangled *mangled,
             const char  *expected)
{
  const LoomMangledType *answer;

  if (mangled == NULL || mangled->template_arguments == NULL ||
      mangled->template_arguments->len != 1)
    return NULL;

  answer = mangled->template_arguments->pdata[0];
  return g_strcmp0 (answer->base, expected) == 0 && answer->arguments != NULL ? answer : NULL;
}

/* Of "arg<type, size>". */
static gboolean
read_arg (const LoomMangledType  *arg,
          const LoomMangledType **type,
          guint64                *size)
{
  const LoomMangledType *literal;

  if (g_strcmp0 (arg->base, "loom_types::arg") != 0 || arg->arguments == NULL ||
      arg->arguments->len != 2)
    return FALSE;

  *type = arg->arguments->pdata[0];
  literal = arg->arguments->pdata[1];
  return literal->text != NULL &&
         g_ascii_string_to_unsigned (literal->text, 10, 0, G_MAXUINT32, size, NULL);
}

/**
 * loom_signature_read_params:
 * @lowered: the lowered name of what loom_signature_of_kernel() made
 *
 * Reads the parameters of a kernel; their names are left empty.
 *
 * Returns: (transfer full) (nullable) (element-type LoomParam): the parameters in order
 */
GPtrArray *
loom_signature_read_params (const char *lowered)
{
  g_autoptr (LoomMangled) mangled = loom_mangled_parse (lowered);
  g_autoptr (GPtrArray) params = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_param_free);
  const LoomMangledType *answer = read_answer (mangled, "loom_types::args");
  const LoomMangledType *pack;

  if (answer == NULL)
    return NULL;

  pack = answer->arguments->len > 0 ? answer->arguments->pdata[0] : NULL;
  for (guint i = 0; pack != NULL && pack->arguments != NULL && i < pack->arguments->len; i++)
    {
      const LoomMangledType *type;
      guint64 size;

      if (!read_arg (pack->arguments->pdata[i], &type, &size))
        return NULL;
      g_ptr_array_add (params, read_param (type, size));
    }

  return g_steal_pointer (&params);
}

/**
 * loom_signature_read_entry:
 * @entry: the mangled name of a kernel
 * @name: (out) (transfer full): how the source names it
 *
 * Reads what a kernel's own name tells of its parameters, for kernels that no expression names.
 * Structs have no size there: theirs is 1.
 *
 * Returns: (transfer full) (nullable) (element-type LoomParam): the parameters, or %NULL if the
 *   name is not mangled
 */
GPtrArray *
loom_signature_read_entry (const char  *entry,
                           char       **name)
{
  g_autoptr (LoomMangled) mangled = loom_mangled_parse (entry);
  GPtrArray *params;

  if (mangled == NULL)
    return NULL;

  params = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_param_free);
  for (guint i = 0; i < mangled->parameters->len; i++)
    g_ptr_array_add (params, read_param (mangled->parameters->pdata[i], 0));
  *name = g_strdup (mangled->name);
  return params;
}

/**
 * loom_signature_read_variable:
 * @lowered: the lowered name of what loom_signature_of_variable() made
 * @type: (out): of a cell
 * @shape: (out): one cell for a variable that is no array; more than three dimensions become the
 *   rows of three
 *
 * Reads the type of a module variable.
 *
 * Returns: whether it could be read
 */
gboolean
loom_signature_read_variable (const char *lowered,
                              LoomType   *type,
                              LoomShape  *shape)
{
  g_autoptr (LoomMangled) mangled = loom_mangled_parse (lowered);
  const LoomMangledType *answer = read_answer (mangled, "loom_types::arg");
  const LoomMangledType *at;
  guint64 size;

  if (answer == NULL || !read_arg (answer, &at, &size) || !take_extents (&at, 3, shape))
    return FALSE;

  *type = find_type (at, size);
  shape->rank = MAX (shape->rank, 1);
  return TRUE;
}
