/* loom-expressions.c: the expressions of a document, compiled as kernels and evaluated on the
 * simulator SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-expressions.h"

#include "loom-nvrtc-log.h"
#include "loom-scalar-text.h"
#include "loom-sim.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* By these the log names an expression. */
#define PLACE_PREFIX "expression-"
#define BLOCK 256

/* Of every device: threads of a block along z, and blocks of a grid along y or z. */
#define MOST_DEEP 64
#define MOST_BLOCKS 65535

/* Every name in it is a parameter, so a macro of the same name in the expression harms only itself.
 */
#define HEAD \
  "#include <stdint.h>\n#include <math.h>\n#include <limits.h>\n#include <float.h>\n"

/* What the compiler says of an assignment to one of the numbers, which are constant. */
#define ASSIGNED "must be a modifiable lvalue"

typedef struct
{
  const LoomPlanArg  *arg;
  const LoomPlanArg  *owner;    /* whose member it is, or NULL */
  LoomExpressionKind  kind;
  const char         *text;
} Entry;

struct _LoomExpressions
{
  LoomPlan  *plan;
  GArray    *entries;           /* (element-type Entry) */
  char      *source;
  LoomShape  main_shape;
};

/* The type that the expression is cast to. Half floats are computed as floats: their header may not
 * be there. */
static char *
name_type (const Entry  *entry,
           GError      **error)
{
  const LoomType *type = &entry->arg->type;

  if (entry->kind == LOOM_EXPRESSION_DOMAIN)
    return g_strdup ("bool");
  if ((type->scalar == LOOM_SCALAR_F16 || type->scalar == LOOM_SCALAR_BF16) && type->lanes == 1)
    return g_strdup ("float");
  if (type->scalar != LOOM_SCALAR_BYTES && type->scalar != LOOM_SCALAR_F16
      && type->scalar != LOOM_SCALAR_BF16)
    return loom_type_format (type);

  return loom_fail_null (error, LOOM_ERROR_DOCUMENT,
                         _("the array %s has cells that no expression can give; use a file, or, of "
                           "a struct, one expression for each member, as in “fill.x=expr:…”"),
                         entry->arg->name);
}

static gsize
get_cell_size (const Entry *entry)
{
  const LoomType *type = &entry->arg->type;

  if (entry->kind == LOOM_EXPRESSION_DOMAIN)
    return 1;
  return type->scalar == LOOM_SCALAR_F16 || type->scalar == LOOM_SCALAR_BF16 ? 4 : type->size;
}

/* Where a thread finds its cell: by its place in the grid, without a division; or by its number,
 * where there are more rows or planes than a grid can have. */
#define BY_AXES \
  "  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;\n" \
  "  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;\n" \
  "  unsigned z = blockIdx.z * blockDim.z + threadIdx.z;\n" \
  "  if (x < cols && y < rows && z < planes)\n"
#define BY_NUMBER \
  "  unsigned long long i = blockIdx.x * (unsigned long long) blockDim.x + threadIdx.x;\n" \
  "  unsigned long long row = i / cols, x = i % cols, y = row % rows, z = row / rows;\n" \
  "  if (z < planes)\n"

/* At least so many threads as there are things in a row, in a power of two. */
static guint32
choose_side (guint64 things,
             guint32 most)
{
  guint32 side = 1;

  while (side < most && side < things)
    side *= 2;
  return side;
}

/* Blocks that cover all cells. One has several rows only if a row is not longer than it, and
 * several planes only if a plane is not. Returns: whether threads find their cells by axes. */
static gboolean
find_blocks (const LoomShape *shape,
             LoomDim3        *block,
             LoomDim3        *grid)
{
  const LoomDim3 cells
      = LOOM_DIM3 ((guint32) shape->cols, (guint32) shape->rows, (guint32) shape->planes);
  const guint64 n = shape->cols * shape->rows * shape->planes;

  block->x = choose_side (cells.x, BLOCK);
  block->y = choose_side (cells.y, BLOCK / block->x);
  block->z = choose_side (cells.z, MIN (BLOCK / block->x / block->y, MOST_DEEP));
  loom_dim3_cover (&cells, block, grid);
  if (grid->y <= MOST_BLOCKS && grid->z <= MOST_BLOCKS)
    return TRUE;

  *block = LOOM_DIM3 (BLOCK, 1, 1);
  *grid = LOOM_DIM3 ((guint32) MIN ((n + BLOCK - 1) / BLOCK, G_MAXINT32), 1, 1);
  return FALSE;
}

static gboolean
append_kernel (LoomExpressions  *self,
               GString          *source,
               guint             index,
               GError          **error)
{
  const Entry *entry = &g_array_index (self->entries, Entry, index);
  g_autofree char *type = name_type (entry, error);
  const char *result = entry->kind == LOOM_EXPRESSION_DOMAIN ? "unsigned char" : type;
  const char *names = entry->kind == LOOM_EXPRESSION_VALUE
                      ? "const int cols, const int rows, const int planes, const int size"
                      : "const int x, const int y, const int z, const int cols, const int rows, "
                        "const int planes, const int main_cols, const int main_rows, "
                        "const int main_planes";
  LoomDim3 block, grid;

  if (type == NULL)
    return FALSE;

  g_string_append_printf (source,
                          "static __device__ %s loom_expression_%u (%s)\n{\n  return (%s) (\n"
                          "#line 1 \"" PLACE_PREFIX "%u\"\n%s\n);\n}\n#line 1 \"expressions\"\n",
                          result, index, names, type, index, entry->text);
  g_string_append_printf (
      source,
      "extern \"C\" __global__ void loom_evaluate_%u (%s *out, int cols, int rows, int planes, "
      "int size, int main_cols, int main_rows, int main_planes)\n{\n",
      index, result);
  if (entry->kind == LOOM_EXPRESSION_VALUE)
    g_string_append_printf (source, "  *out = loom_expression_%u (cols, rows, planes, size);\n}\n",
                            index);
  else
    g_string_append_printf (
        source,
        "%s    out[((unsigned long long) z * rows + y) * cols + x] = loom_expression_%u ((int) x, "
        "(int) y, (int) z, cols, rows, planes, main_cols, main_rows, main_planes);\n}\n",
        find_blocks (&entry->arg->shape, &block, &grid) ? BY_AXES : BY_NUMBER, index);
  return TRUE;
}

static void
add (LoomExpressions    *self,
     const LoomPlanArg  *arg,
     const LoomPlanArg  *owner,
     LoomExpressionKind  kind,
     const char         *text)
{
  Entry entry = { arg, owner, kind, text };

  if (text != NULL)
    g_array_append_val (self->entries, entry);
}

/* As the document writes it. */
static char *
name_key (const Entry *entry)
{
  const LoomPlanArg *arg = entry->owner != NULL ? entry->owner : entry->arg;
  g_autofree char *member
      = entry->owner != NULL ? g_strconcat (".", entry->arg->name, NULL) : g_strdup ("");
  const char *group = arg->symbol != NULL ? "symbol" : "arg";

  switch (entry->kind)
    {
    case LOOM_EXPRESSION_DOMAIN:
      return g_strdup_printf ("[expect %s] domain", arg->name);
    case LOOM_EXPRESSION_REFERENCE:
      return g_strdup_printf ("[expect %s] reference%s", arg->name, member);
    case LOOM_EXPRESSION_VALUE:
      return g_strdup_printf ("[%s %s] value%s", group, arg->name, member);
    case LOOM_EXPRESSION_FILL:
    default:
      return g_strdup_printf ("[%s %s] fill%s", group, arg->name, member);
    }
}

/* The compiler would cut a number to its type without a word. */
static gboolean
check_number (const Entry  *entry,
              GError      **error)
{
  const LoomPlanArg *arg = entry->arg;
  g_autofree char *key = name_key (entry);
  char *end;

  g_ascii_strtod (arg->value, &end);
  if (end == arg->value || *end != '\0' ||
      loom_scalar_text_check (arg->value, arg->type.scalar, error))
    return TRUE;

  g_prefix_error (error, "%s: ", key);
  return FALSE;
}

static gboolean
add_arg (LoomExpressions    *self,
         const LoomPlanArg  *arg,
         const LoomPlanArg  *owner,
         GError            **error)
{
  LoomScalarBits bits;

  if (arg->kind == LOOM_PARAM_SCALAR)
    {
      /* A plain number needs no compiler. */
      if (arg->value == NULL || loom_scalar_text_parse (arg->value, arg->type.scalar, &bits))
        return TRUE;

      add (self, arg, owner, LOOM_EXPRESSION_VALUE, arg->value);
      return check_number (&g_array_index (self->entries, Entry, self->entries->len - 1), error);
    }

  if (arg->fill.kind == LOOM_FILL_EXPR)
    add (self, arg, owner, LOOM_EXPRESSION_FILL, arg->fill.text);
  add (self, arg, owner, LOOM_EXPRESSION_DOMAIN, arg->expect.domain);
  add (self, arg, owner, LOOM_EXPRESSION_REFERENCE, arg->expect.reference_expr);
  return TRUE;
}

/* With those of its members. */
static gboolean
add_args (LoomExpressions  *self,
          GPtrArray        *args,
          GError          **error)
{
  for (guint i = 0; i < args->len; i++)
    {
      const LoomPlanArg *arg = args->pdata[i];

      if (!add_arg (self, arg, NULL, error))
        return FALSE;
      for (guint j = 0; arg->members != NULL && j < arg->members->len; j++)
        if (!add_arg (self, arg->members->pdata[j], arg, error))
          return FALSE;
    }

  return TRUE;
}

/* The numbers of launches among the steps, whose arrays are the plan's, and fills. */
static gboolean
add_steps (LoomExpressions  *self,
           GPtrArray        *steps,
           GError          **error)
{
  for (guint i = 0; i < steps->len; i++)
    {
      const LoomPlanStep *step = steps->pdata[i];

      if (step->fill != NULL && !add_arg (self, step->fill, NULL, error))
        return FALSE;
      for (guint j = 0; step->launch != NULL && j < step->launch->args->len; j++)
        {
          const LoomPlanArg *arg = step->launch->args->pdata[j];

          if (arg->kind != LOOM_PARAM_ARRAY && !add_arg (self, arg, NULL, error))
            return FALSE;
          for (guint k = 0; arg->kind == LOOM_PARAM_STRUCT && arg->members != NULL &&
                            k < arg->members->len; k++)
            if (!add_arg (self, arg->members->pdata[k], arg, error))
              return FALSE;
        }
    }
  return TRUE;
}

/**
 * loom_expressions_new:
 * @plan: a plan
 *
 * Collects the expressions of a plan and writes the source that computes them.
 *
 * Errors: %LOOM_ERROR_DOCUMENT for cells that no expression can give.
 *
 * Returns: (transfer full): the expressions, perhaps none; or %NULL
 */
LoomExpressions *
loom_expressions_new (LoomPlan  *plan,
                      GError   **error)
{
  g_autoptr (LoomExpressions) self = g_new0 (LoomExpressions, 1);
  g_autoptr (GString) source = g_string_new (HEAD);

  self->plan = loom_plan_ref (plan);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->main_shape = (LoomShape) { .rank = 1, .cols = 1, .rows = 1, .planes = 1 };
  if (plan->main_array >= 0)
    self->main_shape = loom_plan_get_main_array (plan)->shape;

  if (!add_args (self, plan->args, error) || !add_args (self, plan->symbols, error) ||
      (plan->reference != NULL && (!add_args (self, plan->reference->args, error) ||
                                   !add_args (self, plan->reference->symbols, error))) ||
      !add_steps (self, plan->steps, error))
    return NULL;

  for (guint i = 0; i < self->entries->len; i++)
    if (!append_kernel (self, source, i, error))
      return NULL;

  if (self->entries->len > 0)
    self->source = g_strdup (source->str);
  return g_steal_pointer (&self);
}

void
loom_expressions_free (LoomExpressions *self)
{
  loom_plan_unref (self->plan);
  g_array_unref (self->entries);
  g_free (self->source);
  g_free (self);
}

/**
 * loom_expressions_get_source:
 * @self: expressions
 *
 * Returns: (transfer none) (nullable): CUDA C to compile with `-fmad=false`; %NULL if there is
 * nothing to compute
 */
const char *
loom_expressions_get_source (LoomExpressions *self)
{
  return self->source;
}

/**
 * loom_expressions_explain:
 * @self: expressions that did not compile
 * @log: what the compiler said
 * @error: return location for the error
 *
 * Says which group and key has the mistake, and which it is.
 *
 * Returns: %FALSE, with %LOOM_ERROR_DOCUMENT set
 */
gboolean
loom_expressions_explain (LoomExpressions  *self,
                          const char       *log,
                          GError          **error)
{
  g_autoptr (GPtrArray) messages = loom_nvrtc_log_parse (log);

  for (guint i = 0; i < messages->len; i++)
    {
      const LoomNvrtcMessage *message = messages->pdata[i];
      guint64 index;

      if (message->severity == LOOM_SEVERITY_ERROR && message->file != NULL
          && g_str_has_prefix (message->file, PLACE_PREFIX)
          && g_ascii_string_to_unsigned (message->file + strlen (PLACE_PREFIX), 10, 0,
                                         self->entries->len - 1, &index, NULL))
        {
          const Entry *entry = &g_array_index (self->entries, Entry, index);
          g_autofree char *key = name_key (entry);

          if (strstr (message->text, ASSIGNED) != NULL)
            return loom_fail (error, LOOM_ERROR_DOCUMENT,
                              _("%1$s: the expression “%2$s” assigns a value; == compares"),
                              key, entry->text);
          return loom_fail (error, LOOM_ERROR_DOCUMENT,
                            _("%1$s: the expression “%2$s” does not compile: %3$s"), key,
                            entry->text, message->text);
        }
    }

  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("The expressions of this document do not compile: %s"),
                    messages->len > 0 ? ((LoomNvrtcMessage *) messages->pdata[0])->text : log);
}

static gint
find_entry (LoomExpressions    *self,
            const LoomPlanArg  *arg,
            LoomExpressionKind  kind)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->arg == arg && entry->kind == kind)
        return (gint) i;
    }

  return -1;
}

static gboolean
add_param (LoomSim       *sim,
           const char    *entry,
           guint          index,
           gconstpointer  value,
           gsize          value_size,
           GByteArray    *params,
           GError       **error)
{
  gsize offset, size;

  if (!loom_sim_get_param (sim, entry, index, &offset, &size) || size != value_size)
    return loom_fail (error, LOOM_ERROR_FAILED,
                      _("%s has other parameters than were written for it"), entry);

  if (offset + size > params->len)
    {
      guint before = params->len;

      g_byte_array_set_size (params, (guint) (offset + size));
      memset (params->data + before, 0, params->len - before);
    }
  memcpy (params->data + offset, value, size);
  return TRUE;
}

static GByteArray *
make_params (LoomExpressions  *self,
             LoomSim          *sim,
             const char       *name,
             const LoomShape  *shape,
             guint64           address,
             GError          **error)
{
  g_autoptr (GByteArray) params = g_byte_array_new ();
  guint64 cells = 0;
  const LoomShape *main = &self->main_shape;
  gint32 extents[] = { (gint32) shape->cols, (gint32) shape->rows, (gint32) shape->planes, 0,
                       (gint32) main->cols, (gint32) main->rows, (gint32) main->planes };

  loom_shape_cells (shape, &cells);
  extents[3] = (gint32) MIN (cells, G_MAXINT32);
  if (!add_param (sim, name, 0, &address, sizeof address, params, error))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (extents); i++)
    if (!add_param (sim, name, 1 + i, &extents[i], sizeof extents[i], params, error))
      return NULL;

  return g_steal_pointer (&params);
}

/* The blocks that compute cells, of all of them unless a range ends somewhere. A cell between two
 * others is in their blocks, or in one between them. */
static void
cover (const LoomShape     *shape,
       const LoomCellRange *range,
       LoomSimLaunch       *what)
{
  const guint64 n = shape->cols * shape->rows * shape->planes;
  const guint64 ends[] = { range->begin, MIN (range->end, n) - 1 };
  const LoomDim3 *block = &what->block, *grid = &what->grid;
  const gboolean by_axes = find_blocks (shape, &what->block, &what->grid);
  guint64 blocks[2];

  if (range->end == 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const guint64 row = ends[i] / shape->cols;

      blocks[i] = !by_axes ? ends[i] / BLOCK
                  : ((row / shape->rows / block->z) * grid->y + row % shape->rows / block->y)
                        * grid->x + ends[i] % shape->cols / block->x;
    }
  what->first_block = blocks[0];
  what->n_blocks = blocks[1] + 1 - blocks[0];
}

static gboolean
launch (LoomExpressions  *self,
        LoomSim          *sim,
        const Entry      *entry,
        const char       *name,
        const GByteArray *params,
        const LoomShape  *shape,
        const LoomCellRange *range,
        const gint       *cancel,
        GError          **error)
{
  LoomSimLaunch what = { .entry = name };
  LoomSimOptions how = { .schedule_seed = -1, .cancel = cancel };
  LoomSimOutcome outcome = { 0 };
  gboolean ok;

  cover (shape, range, &what);
  what.params = params->data;
  what.params_size = params->len;
  ok = loom_sim_run (sim, &what, &how, &outcome, error);
  if (ok && outcome.trap != NULL)
    {
      g_autofree char *key = name_key (entry);

      g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                   _("%1$s: the expression “%2$s” cannot be computed: %3$s"), key, entry->text,
                   outcome.trap->text);
      ok = FALSE;
    }

  loom_sim_outcome_clear (&outcome);
  return ok;
}

/**
 * loom_expressions_evaluate:
 * @self: expressions
 * @module: their source, compiled, and through the verifier
 * @arg: an argument or variable of the plan that has such an expression
 * @kind: what for
 * @bytes: where the cells go
 * @size: their bytes
 * @range: which cells are wanted; others may stay as they are
 * @cancel: (nullable): non-zero asks to stop
 *
 * Computes one expression for every cell. Half floats are given as floats.
 *
 * Errors: %LOOM_ERROR_DOCUMENT naming the group and key, %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether @bytes were filled
 */
gboolean
loom_expressions_evaluate (LoomExpressions    *self,
                           LoomPtxModule      *module,
                           const LoomPlanArg  *arg,
                           LoomExpressionKind  kind,
                           gpointer            bytes,
                           gsize               size,
                           const LoomCellRange *range,
                           const gint         *cancel,
                           GError            **error)
{
  gint index = find_entry (self, arg, kind);
  const Entry *entry = &g_array_index (self->entries, Entry, index);
  g_autofree char *name = g_strdup_printf ("loom_evaluate_%d", index);
  const LoomShape one = { .rank = 1, .cols = 1, .rows = 1, .planes = 1 };
  const gboolean is_number = kind == LOOM_EXPRESSION_VALUE;
  const LoomShape *shape = is_number ? &self->main_shape : &arg->shape;
  gsize cell_size = get_cell_size (entry);
  g_autoptr (GByteArray) params = NULL;
  g_autoptr (LoomSim) sim = NULL;
  guint64 address;

  g_return_val_if_fail (index >= 0, FALSE);

  if (shape->cols > G_MAXINT32 || shape->rows > G_MAXINT32 || shape->planes > G_MAXINT32)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("the array %s is too large for an expression: x, y and z are ints"),
                      arg->name);

  if (!loom_ptx_module_check_entry (module, name, error) ||
      (sim = loom_sim_new (module, error)) == NULL)
    return FALSE;

  address = loom_sim_add_array (sim, arg->name, bytes, size, cell_size, NULL);
  params = make_params (self, sim, name, shape, address, error);
  return params != NULL && launch (self, sim, entry, name, params, is_number ? &one : shape, range,
                                   cancel, error);
}
