/* loom-struct-layout.c: asks the compiler what structs are made of
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The answer is a type that the compiler spells in a lowered name, as that of loom-signature is:
 *   loom_one<type, size>           a number
 *   loom_address                   a pointer
 *   loom_pointer<to const, answer> a pointer, with the answer about what it points to
 *   loom_rows<answer>              a pointer to pointers, with the answer about each of those
 *   loom_many<n, answer>           an array
 *   loom_record<size, is a union, answers about each name>
 * where complex numbers of the libraries, whose members are nobody else's, are two numbers, and
 * the answer about a name is loom_field<offset, answer>, loom_bits for a bit-field, or void:
 * there is no such member, or it is static, private, a function or a reference. Types of members
 * that are structs don't stand there: those without a name can't. What pointers point to is asked
 * (loom_d) only where a struct is passed by value, and not of the structs that they point to: a
 * list has no end.
 */

#include "config.h"

#include "loom-struct-layout.h"

#include "loom-mangled.h"
#include "loom-record.h"
#include "loom-signature.h"

#include <string.h>

#define SPACE "loom_layouts"
#define QUESTION LOOM_SIGNATURE_KERNEL "<decltype (" SPACE "::"

/* __INTADDR__ is what the compiler's own offsetof is made of. Pointers to incomplete types have
 * cells without a size. Small floats are classes without members that are anybody's. */
static const char head[] =
    "struct __half;\nstruct __nv_bfloat16;\n"
    "namespace " SPACE "\n"
    "{\n"
    "template <class loom_t, unsigned long long loom_n> struct loom_one;\n"
    "template <unsigned long long loom_n, class loom_t> struct loom_many;\n"
    "template <unsigned long long loom_n, bool loom_u, class... loom_f> struct loom_record;\n"
    "template <class loom_t, class loom_a> struct loom_named;\n"
    "struct loom_address;\n"
    "template <bool loom_c, class loom_a> struct loom_pointer;\n"
    "template <class loom_a> struct loom_rows;\n"
    "template <unsigned long long loom_n, class loom_t> struct loom_field;\n"
    "struct loom_bits;\n"
    "template <class... loom_t> struct loom_list;\n"
    "template <class loom_m, class loom_c> __device__ void loom_in (loom_m loom_c::*);\n"
    "template <class loom_t, class = void> struct loom_size\n"
    "  { enum : unsigned long long { loom_value = 0 }; };\n"
    "template <class loom_t> struct loom_size<loom_t, decltype ((void) sizeof (loom_t))>\n"
    "  { enum : unsigned long long { loom_value = sizeof (loom_t) }; };\n"
    "template <class loom_t, bool loom_d,\n"
    "          unsigned long long loom_n = loom_size<loom_t>::loom_value,\n"
    "          bool = __is_class (loom_t) || __is_union (loom_t), bool = __is_enum (loom_t)>\n"
    "struct loom_of { typedef loom_one<loom_t, loom_n> loom_type; };\n"
    "template <class loom_t, bool loom_d, unsigned long long loom_s, unsigned long loom_n>\n"
    "struct loom_of<loom_t[loom_n], loom_d, loom_s, false, false>\n"
    "  { typedef loom_many<loom_n, typename loom_of<loom_t, loom_d>::loom_type> loom_type; };\n"
    "template <class loom_t, bool loom_d, unsigned long long loom_n>\n"
    "struct loom_of<loom_t, loom_d, loom_n, false, true>\n"
    "  { typedef loom_one<__underlying_type (loom_t), loom_n> loom_type; };\n"
    "template <class loom_t, bool loom_d> struct loom_of<loom_t, loom_d, 0, true, false>\n"
    "  { typedef loom_one<void, 0> loom_type; };\n"
    "template <class loom_t> struct loom_cv\n"
    "  { typedef loom_t loom_type; enum { loom_value = 0 }; };\n"
    "template <class loom_t> struct loom_cv<const loom_t>\n"
    "  { typedef loom_t loom_type; enum { loom_value = 1 }; };\n"
    "template <class loom_t> struct loom_cv<volatile loom_t>\n"
    "  { typedef loom_t loom_type; enum { loom_value = 0 }; };\n"
    "template <class loom_t> struct loom_cv<const volatile loom_t>\n"
    "  { typedef loom_t loom_type; enum { loom_value = 1 }; };\n"
    "template <class loom_t> struct loom_target : loom_of<loom_t, false> { };\n"
    "template <class loom_t, bool loom_d> struct loom_to { typedef loom_address loom_type; };\n"
    "template <class loom_t> struct loom_to<loom_t, true>\n"
    "  {\n"
    "    typedef loom_pointer<loom_cv<loom_t>::loom_value,\n"
    "      typename loom_target<typename loom_cv<loom_t>::loom_type>::loom_type> loom_type;\n"
    "  };\n"
    "template <class loom_t> struct loom_to<loom_t *, true>\n"
    "  { typedef loom_rows<typename loom_to<loom_t, true>::loom_type> loom_type; };\n"
    "template <class loom_t> struct loom_to<loom_t *const, true> : loom_to<loom_t *, true> { };\n"
    "template <class loom_t> struct loom_to<loom_t **, true>\n"
    "  { typedef loom_address loom_type; };\n"
    "template <class loom_t> struct loom_to<loom_t *const *, true>\n"
    "  { typedef loom_address loom_type; };\n"
    "template <class loom_t, bool loom_d> struct loom_of<loom_t *, loom_d, 8, false, false>\n"
    "  : loom_to<loom_t, loom_d> { };\n"
    "template <class loom_t, bool loom_d> struct loom_of<loom_t *const, loom_d, 8, false, false>\n"
    "  : loom_to<loom_t, loom_d> { };\n"
    "template <class loom_t, bool loom_d>\n"
    "struct loom_of<loom_t *__restrict__, loom_d, 8, false, false> : loom_to<loom_t, loom_d> { };\n"
    "template <class loom_t, bool loom_d>\n"
    "struct loom_of<loom_t *const __restrict__, loom_d, 8, false, false>\n"
    "  : loom_to<loom_t, loom_d> { };\n"
    "template <bool loom_d> struct loom_of<__half, loom_d, 2, true, false>\n"
    "  { typedef loom_one<__half, 2> loom_type; };\n"
    "template <bool loom_d> struct loom_of<const __half, loom_d, 2, true, false>\n"
    "  { typedef loom_one<__half, 2> loom_type; };\n"
    "template <bool loom_d> struct loom_of<__nv_bfloat16, loom_d, 2, true, false>\n"
    "  { typedef loom_one<__nv_bfloat16, 2> loom_type; };\n"
    "template <bool loom_d> struct loom_of<const __nv_bfloat16, loom_d, 2, true, false>\n"
    "  { typedef loom_one<__nv_bfloat16, 2> loom_type; };\n"
    "template <class loom_t, unsigned long long loom_n, class loom_r, class = void>\n"
    "struct loom_complex { typedef loom_r loom_type; };\n"
    "template <class loom_t, unsigned long long loom_n, class loom_r>\n"
    "struct loom_complex<loom_t, loom_n, loom_r,\n"
    "                    decltype ((void) ((loom_t *) 0)->real (),\n"
    "                              (void) ((loom_t *) 0)->imag (),\n"
    "                              (void) sizeof (typename loom_t::value_type))>\n"
    "  { typedef loom_many<2, loom_one<typename loom_t::value_type, loom_n / 2> > loom_type; };\n";

static const char tail[] =
    "template <class loom_t> struct loom_element { typedef loom_t loom_type; };\n"
    "template <class loom_t, unsigned long loom_n> struct loom_element<loom_t[loom_n]>\n"
    "  { typedef typename loom_element<loom_t>::loom_type loom_type; };\n"
    "template <class loom_t> struct loom_cell\n"
    "  { typedef loom_t loom_type; enum { loom_value = true }; };\n"
    "template <class loom_t> struct loom_cell<loom_t *>\n"
    "  : loom_element<loom_t> { enum { loom_value = false }; };\n"
    "template <class loom_t> struct loom_cell<loom_t *const>\n"
    "  : loom_element<loom_t> { enum { loom_value = false }; };\n"
    "template <class... loom_t> __device__\n"
    "loom_list<loom_named<typename loom_cell<loom_t>::loom_type,\n"
    "                     typename loom_of<typename loom_cell<loom_t>::loom_type,\n"
    "                                      loom_cell<loom_t>::loom_value>::loom_type>...>\n"
    "  loom_kernel (void (*) (loom_t...));\n"
    "template <class loom_t> __device__\n"
    "loom_list<loom_named<typename loom_element<loom_t>::loom_type,\n"
    "                     typename loom_of<typename loom_element<loom_t>::loom_type,\n"
    "                                      false>::loom_type>>\n"
    "  loom_variable (loom_t *);\n"
    "}\n";

/* What is asked of one name: first for its place, else whether only its size is unknown. */
static const char probe[] =
    "template <class loom_t, class = void> struct loom_b%1$u { typedef void loom_type; };\n"
    "template <class loom_t> struct loom_b%1$u<loom_t, decltype ((void) ((loom_t *) 0)->%2$s)>\n"
    "  { typedef loom_bits loom_type; };\n"
    "template <class loom_t, class = void> struct loom_s%1$u : loom_b%1$u<loom_t> { };\n"
    "template <class loom_t>\n"
    "struct loom_s%1$u<loom_t, decltype ((void) sizeof (((loom_t *) 0)->%2$s))>\n"
    "  { typedef void loom_type; };\n"
    "template <class loom_t, bool loom_d, class = void>\n"
    "struct loom_p%1$u : loom_s%1$u<loom_t> { };\n"
    "template <class loom_t, bool loom_d>\n"
    "struct loom_p%1$u<loom_t, loom_d,\n"
    "                  decltype ((void) &(((loom_t *) 0)->%2$s), loom_in (&loom_t::%2$s))>\n"
    "  {\n"
    "    enum : unsigned long long { loom_value = __INTADDR__ (&(((loom_t *) 0)->%2$s)) };\n"
    "    typedef loom_field<loom_value,\n"
    "      typename loom_of<decltype (loom_t::%2$s), loom_d>::loom_type>\n"
    "      loom_type;\n"
    "  };\n";

/* Vectors are known by their names, but a struct must have none. The widest ones have several. */
static void
append_vectors (GString *source)
{
  static const struct { const char *stem; guint lanes; } vectors[] = {
    { "char", 4 }, { "uchar", 4 }, { "short", 4 }, { "ushort", 4 }, { "int", 4 }, { "uint", 4 },
    { "float", 4 }, { "double", 3 }, { "long", 3 }, { "ulong", 3 }, { "longlong", 3 },
    { "ulonglong", 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (vectors); i++)
    for (guint lanes = 1; lanes <= vectors[i].lanes; lanes++)
      g_string_append_printf (source,
                              "#ifndef %1$s%2$u\n"
                              "template <> struct loom_target<%1$s%2$u>\n"
                              "  { typedef loom_one<%1$s%2$u, sizeof (%1$s%2$u)> loom_type; };\n"
                              "#endif\n",
                              vectors[i].stem, lanes);
}

/**
 * loom_struct_layout_source:
 * @names: (element-type utf8): those that members may have
 *
 * Returns: (transfer full): what is appended to a source so that its structs can be asked for
 */
char *
loom_struct_layout_source (GPtrArray *names)
{
  GString *source = g_string_new (head);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (source, probe, i, (const char *) names->pdata[i]);
#pragma GCC diagnostic pop

  g_string_append (source,
                   "template <class loom_t, bool loom_d, unsigned long long loom_n>\n"
                   "struct loom_of<loom_t, loom_d, loom_n, true, false>\n"
                   "  : loom_complex<loom_t, loom_n, loom_record<loom_n, __is_union (loom_t)");
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (source, ",\n      typename loom_p%u<loom_t, loom_d>::loom_type", i);
  g_string_append (source, "> > { };\n");
  append_vectors (source);
  g_string_append (source, tail);
  return g_string_free (source, FALSE);
}

/**
 * loom_struct_layout_of_kernel:
 * @expression: names one kernel: `scale<float>`
 *
 * Returns: (transfer full): the expression whose lowered name loom_struct_layout_read_params()
 *   reads
 */
char *
loom_struct_layout_of_kernel (const char *expression)
{
  return g_strdup_printf (QUESTION "loom_kernel (&%s))>", expression);
}

/**
 * loom_struct_layout_of_variable:
 * @expression: names a variable
 *
 * Returns: (transfer full): the expression whose lowered name loom_struct_layout_read_variable()
 *   reads
 */
char *
loom_struct_layout_of_variable (const char *expression)
{
  return g_strdup_printf (QUESTION "loom_variable (&%s))>", expression);
}

/* One answer about a name. */
typedef struct
{
  char    *name;
  guint64  offset, size;
  char    *text;                /* of its type, with extents */
} Field;

static void
clear_field (gpointer data)
{
  Field *self = data;

  g_free (self->name);
  g_free (self->text);
}

static gboolean
read_number (const LoomMangledType *literal,
             guint64               *number)
{
  return literal->text != NULL &&
         g_ascii_string_to_unsigned (literal->text, 10, 0, G_MAXUINT32, number, NULL);
}

/* The arguments of an answer, if it is of this kind. */
static GPtrArray *
get_arguments (const LoomMangledType *answer,
               const char            *base,
               guint                  least)
{
  return g_strcmp0 (answer->base, base) == 0 && answer->arguments != NULL &&
         answer->arguments->len >= least ? answer->arguments : NULL;
}

static char *write_record (GPtrArray  *arguments,
                           const char *name,
                           GPtrArray  *names,
                           guint64     size,
                           guint       depth);

static char *write_type (const LoomMangledType *answer,
                         const char            *name,
                         GPtrArray             *names,
                         guint                  depth,
                         guint64               *size);

/* A pointer to const or not, with what it points to as far as that is known: a function is no
 * array, and void has bytes. */
static char *
write_pointer (GPtrArray *arguments,
               GPtrArray *names,
               guint      depth)
{
  const LoomMangledType *is_const = arguments->pdata[0], *answer = arguments->pdata[1];
  GPtrArray *one = get_arguments (answer, SPACE "::loom_one", 2);
  const gboolean is_function
      = one != NULL && ((LoomMangledType *) one->pdata[0])->kind == LOOM_MANGLED_FUNCTION;
  g_autofree char *cell = NULL;
  guint64 size;

  if (!is_function)
    cell = write_type (answer, "", names, depth, &size);
  if (cell == NULL && one != NULL && !is_function)
    cell = g_strdup ("?1");
  if (cell != NULL && *cell == '*')
    g_clear_pointer (&cell, g_free);
  return g_strdup_printf ("*%s%s", g_strcmp0 (is_const->text, "true") == 0 ? "!" : "",
                          cell != NULL ? cell : "");
}

/* Rows are of numbers or vectors, as those of parameters are. */
static char *
write_rows (const LoomMangledType *answer,
            GPtrArray             *names,
            guint                  depth)
{
  guint64 size;
  g_autofree char *row = write_type (answer, "", names, depth, &size);
  const char *cell = row != NULL && *row == '*' ? row + 1 + (row[1] == '!') : "";

  return *cell != '\0' && strchr ("\"?*", *cell) == NULL ? g_strconcat ("*", row, NULL)
                                                       : g_strdup ("*");
}

/* Its type as loom_record_parse() reads it, and its size; NULL where the answer is none. */
static char *
write_type (const LoomMangledType *answer,
            const char            *name,
            GPtrArray             *names,
            guint                  depth,
            guint64               *size)
{
  GPtrArray *record = get_arguments (answer, SPACE "::loom_record", 2);
  GPtrArray *one = get_arguments (answer, SPACE "::loom_one", 2);
  GPtrArray *pointer = get_arguments (answer, SPACE "::loom_pointer", 2);
  GPtrArray *rows = get_arguments (answer, SPACE "::loom_rows", 1);
  const LoomMangledType *type;
  LoomType parsed;

  *size = 8;
  if (pointer != NULL)
    return write_pointer (pointer, names, depth);
  if (rows != NULL)
    return write_rows (rows->pdata[0], names, depth);
  if (g_strcmp0 (answer->text, SPACE "::loom_address") == 0)
    return g_strdup ("*");
  if (record != NULL && depth < LOOM_RECORD_MAX_DEPTH && read_number (record->pdata[0], size))
    return write_record (record, name, names, *size, depth + 1);
  if (one == NULL || !read_number (one->pdata[1], size) || *size == 0)
    return NULL;

  type = one->pdata[0];
  if (type->kind == LOOM_MANGLED_NAME && loom_type_parse (type->text, &parsed, NULL) &&
      parsed.size == *size && parsed.scalar != LOOM_SCALAR_BYTES)
    return loom_type_format (&parsed);
  return g_strdup_printf ("?%" G_GUINT64_FORMAT, *size);
}

static gboolean
read_field (const LoomMangledType *answer,
            const char            *name,
            GPtrArray             *names,
            guint                  depth,
            Field                 *field)
{
  GPtrArray *arguments = get_arguments (answer, SPACE "::loom_field", 2);
  g_autoptr (GString) extents = g_string_new (NULL);
  g_autofree char *type = NULL;
  guint64 count = 1;

  if (arguments == NULL || !read_number (arguments->pdata[0], &field->offset))
    return FALSE;

  answer = arguments->pdata[1];
  while ((arguments = get_arguments (answer, SPACE "::loom_many", 2)) != NULL)
    {
      guint64 n;

      if (!read_number (arguments->pdata[0], &n) || n == 0 ||
          !g_uint64_checked_mul (&count, count, n))
        return FALSE;
      g_string_append_printf (extents, "[%" G_GUINT64_FORMAT "]", n);
      answer = arguments->pdata[1];
    }

  type = write_type (answer, "", names, depth, &field->size);
  if (type == NULL || !g_uint64_checked_mul (&field->size, field->size, count))
    return FALSE;
  field->name = g_strdup (name);
  field->text = g_strconcat (type, extents->str, NULL);
  return TRUE;
}

static int
compare_fields (gconstpointer a,
                gconstpointer b)
{
  const Field *x = a, *y = b;

  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  return x->size != y->size ? (x->size > y->size ? -1 : 1) : 0;
}

/* Those that share bytes, in a union without a name, become one that nobody can look into. */
static void
join_overlapping (GArray *fields)
{
  guint kept = 0;

  for (guint i = 1; i < fields->len; i++)
    {
      Field *last = &g_array_index (fields, Field, kept);
      Field *field = &g_array_index (fields, Field, i);

      if (field->offset < last->offset + last->size)
        {
          g_autofree char *name = last->name;

          last->name = g_strconcat (name, "|", field->name, NULL);
          last->size = MAX (last->offset + last->size, field->offset + field->size) - last->offset;
          g_free (last->text);
          last->text = g_strdup_printf ("?%" G_GUINT64_FORMAT, last->size);
          clear_field (field);
        }
      else if (++kept != i)
        g_array_index (fields, Field, kept) = *field;
    }

  if (fields->len > 0)
    {
      g_array_set_clear_func (fields, NULL);
      g_array_set_size (fields, kept + 1);
      g_array_set_clear_func (fields, clear_field);
    }
}

static char *
write_record (GPtrArray  *arguments,
              const char *name,
              GPtrArray  *names,
              guint64     size,
              guint       depth)
{
  const LoomMangledType *is_union = arguments->pdata[1];
  const LoomMangledType *pack = arguments->len > 2 ? arguments->pdata[2] : NULL;
  g_autoptr (GArray) fields = g_array_new (FALSE, TRUE, sizeof (Field));
  g_autoptr (GString) bits = g_string_new (NULL);
  GString *text;

  g_array_set_clear_func (fields, clear_field);
  for (guint i = 0; pack != NULL && pack->arguments != NULL && i < pack->arguments->len &&
                    i < names->len; i++)
    {
      const LoomMangledType *answer = pack->arguments->pdata[i];
      Field field = { NULL };

      if (read_field (answer, names->pdata[i], names, depth, &field))
        g_array_append_val (fields, field);
      else if (g_strcmp0 (answer->text, SPACE "::loom_bits") == 0)
        g_string_append_printf (bits, "%s 0 :;", (const char *) names->pdata[i]);
    }
  if (g_strcmp0 (is_union->text, "true") == 0 || (fields->len == 0 && bits->len == 0))
    return g_strdup_printf ("?%" G_GUINT64_FORMAT, size);

  g_array_sort (fields, compare_fields);
  join_overlapping (fields);
  text = g_string_new (NULL);
  g_string_append_printf (text, "\"%s\"%" G_GUINT64_FORMAT "{", name, size);
  for (guint i = 0; i < fields->len; i++)
    {
      const Field *field = &g_array_index (fields, Field, i);

      g_string_append_printf (text, "%s %" G_GUINT64_FORMAT " %s;", field->name, field->offset,
                              field->text);
    }
  g_string_append (text, bits->str);
  return g_string_free (g_string_append_c (text, '}'), FALSE);
}

static void
set_record (LoomType              *type,
            const LoomMangledType *answer,
            GPtrArray             *names)
{
  GPtrArray *named = get_arguments (answer, SPACE "::loom_named", 2);
  g_autofree char *name = NULL, *text = NULL;
  const LoomRecord *record;
  guint64 size;

  if (named == NULL || type->scalar != LOOM_SCALAR_BYTES)
    return;
  name = g_strdelimit (loom_mangled_type_format (named->pdata[0]), "\"", '\'');
  text = write_type (named->pdata[1], g_str_has_prefix (name, "const ") ? name + 6 : name, names,
                     0, &size);
  if (text == NULL || *text != '"')
    return;

  record = loom_record_parse (text);
  if (record != NULL && record->n_components > 0)
    *type = loom_type_of_record (record);
}

/* What "loom_list<...>" holds. */
static GPtrArray *
read_list (LoomMangled *mangled)
{
  const LoomMangledType *list;

  if (mangled == NULL || mangled->template_arguments == NULL ||
      mangled->template_arguments->len != 1)
    return NULL;

  list = mangled->template_arguments->pdata[0];
  if (get_arguments (list, SPACE "::loom_list", 1) == NULL)
    return NULL;
  return ((const LoomMangledType *) list->arguments->pdata[0])->arguments;
}

/**
 * loom_struct_layout_read_params:
 * @lowered: the lowered name of what loom_struct_layout_of_kernel() made
 * @names: (element-type utf8): those that were asked for
 * @params: (element-type LoomParam): the parameters of the kernel
 *
 * Gives the types of structs their members, where the compiler told of any.
 */
void
loom_struct_layout_read_params (const char *lowered,
                         GPtrArray  *names,
                         GPtrArray  *params)
{
  g_autoptr (LoomMangled) mangled = loom_mangled_parse (lowered);
  GPtrArray *list = read_list (mangled);

  for (guint i = 0; list != NULL && i < MIN (list->len, params->len); i++)
    set_record (&((LoomParam *) params->pdata[i])->type, list->pdata[i], names);
}

/**
 * loom_struct_layout_read_variable:
 * @lowered: the lowered name of what loom_struct_layout_of_variable() made
 * @names: (element-type utf8): those that were asked for
 * @type: (inout): of a cell of the variable
 *
 * Gives the type of a struct its members, where the compiler told of any.
 */
void
loom_struct_layout_read_variable (const char *lowered,
                           GPtrArray  *names,
                           LoomType   *type)
{
  g_autoptr (LoomMangled) mangled = loom_mangled_parse (lowered);
  GPtrArray *list = read_list (mangled);

  if (list != NULL && list->len > 0)
    set_record (type, list->pdata[0], names);
}
