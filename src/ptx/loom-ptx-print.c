/* loom-ptx-print.c: a module as canonical text, which reads back as the same tree
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-print-private.h"

#include "loom-ptx-store-private.h"

typedef struct
{
  GString         *out;
  LoomPtxModule   *module;
  gint32           location;    /* that the text so far ends with */
  GHashTable      *names;       /* of inlined functions, to a number plus 1 */
  const LoomPtxInsertions *insertions;
} Printer;

static guint
element_bytes (const LoomPtxVariable *variable)
{
  return MAX (loom_ptx_type_bits (variable->type), 8) / 8;
}

static void
print_declarator (Printer               *self,
                  const LoomPtxVariable *variable)
{
  guint64 n = variable->size / element_bytes (variable);

  g_string_append_printf (self->out, ".%s .align %u ", loom_ptx_space_get_name (variable->space),
                          variable->align);
  if (variable->type != LOOM_PTX_TYPE_NONE)
    g_string_append_printf (self->out, ".%s %s", loom_ptx_type_get_name (variable->type),
                            variable->name);
  else
    g_string_append_printf (self->out, ".texref %s", variable->name);
  if (variable->size == 0)
    g_string_append (self->out, "[]");
  else if (n != 1)
    g_string_append_printf (self->out, "[%" G_GUINT64_FORMAT "]", n);
}

static void
print_relocation (Printer                 *self,
                  const LoomPtxRelocation *relocation)
{
  const char *name;

  if (relocation->symbol >= 0)
    name =
        ((LoomPtxVariable *)g_ptr_array_index (self->module->variables, relocation->symbol))->name;
  else
    name = ((LoomPtxFunction *)g_ptr_array_index (self->module->functions, relocation->function))
               ->name;

  if (relocation->size == 1)
    g_string_append_printf (self->out, "0x%" G_GINT64_MODIFIER "X(",
                            G_GUINT64_CONSTANT (0xff) << relocation->shift);
  g_string_append_printf (self->out, relocation->generic ? "generic(%s)" : "%s", name);
  if (relocation->addend != 0)
    g_string_append_printf (self->out, "%+" G_GINT64_FORMAT, relocation->addend);
  if (relocation->size == 1)
    g_string_append_c (self->out, ')');
}

static void
print_element (Printer               *self,
               const LoomPtxVariable *variable,
               const guint8          *bytes)
{
  guint64 bits = 0;

  for (guint i = 0; i < MIN (element_bytes (variable), 8); i++)
    bits |= (guint64) bytes[i] << (8 * i);
  if (variable->type == LOOM_PTX_TYPE_F32)
    g_string_append_printf (self->out, "0f%08X", (guint32) bits);
  else if (variable->type == LOOM_PTX_TYPE_F64)
    g_string_append_printf (self->out, "0d%016" G_GINT64_MODIFIER "X", bits);
  else
    g_string_append_printf (self->out, "%" G_GUINT64_FORMAT, bits);
}

static void
print_data (Printer               *self,
            const LoomPtxVariable *variable)
{
  gsize size, element = element_bytes (variable);
  const guint8 *bytes = g_bytes_get_data (variable->data, &size);
  const gboolean is_scalar = variable->size == element;
  guint next = 0;

  g_string_append (self->out, is_scalar ? " = " : " = {");
  for (gsize at = 0; at + element <= size; at += element)
    {
      const LoomPtxRelocation *relocation = NULL;

      if (variable->relocations != NULL && next < variable->relocations->len)
        relocation = &g_array_index (variable->relocations, LoomPtxRelocation, next);
      if (at > 0)
        g_string_append (self->out, ", ");
      if (relocation != NULL && relocation->at == at)
        {
          print_relocation (self, relocation);
          next++;
        }
      else
        print_element (self, variable, bytes + at);
    }
  g_string_append (self->out, is_scalar ? "" : "}");
}

static void
print_linkage (Printer    *self,
               const char *name)
{
  const char *linkage = g_hash_table_lookup (self->module->store->linkages, name);

  if (linkage != NULL)
    g_string_append_printf (self->out, ".%s ", linkage);
}

static void
print_variable (Printer               *self,
                const LoomPtxVariable *variable)
{
  print_declarator (self, variable);
  if (variable->data != NULL && g_bytes_get_size (variable->data) > 0)
    print_data (self, variable);
  g_string_append (self->out, ";\n");
}

/* more: the declaration of one that comes last, or NULL. */
static void
print_parameters (Printer    *self,
                  GPtrArray  *parameters,
                  const char *more)
{
  g_string_append_c (self->out, '(');
  for (guint i = 0; i < parameters->len; i++)
    {
      if (i > 0)
        g_string_append (self->out, ", ");
      print_declarator (self, g_ptr_array_index (parameters, i));
    }
  if (more != NULL)
    g_string_append_printf (self->out, "%s%s", parameters->len > 0 ? ", " : "", more);
  g_string_append_c (self->out, ')');
}

static void
print_triple (Printer     *self,
              const char  *name,
              const guint *triple)
{
  if (triple[0] != 0)
    g_string_append_printf (self->out, " .%s %u, %u, %u", name, triple[0], triple[1], triple[2]);
}

/* How many threads a block may have, or must. */
static void
print_limits (Printer               *self,
              const LoomPtxFunction *function)
{
  const gboolean is_launched = self->insertions != NULL && self->insertions->entries != NULL &&
                               g_strv_contains (self->insertions->entries, function->name);

  if (is_launched && function->required_threads[0] == 0)
    g_string_append_printf (self->out, " .maxntid %u, 1, 1", self->insertions->block_threads);
  else
    print_triple (self, "maxntid", function->max_threads);
  print_triple (self, "reqntid", function->required_threads);
}

static void
print_signature (Printer               *self,
                 const LoomPtxFunction *function)
{
  print_linkage (self, function->name);
  g_string_append (self->out, function->is_entry ? ".entry " : ".func ");
  if (function->returns->len > 0)
    {
      print_parameters (self, function->returns, NULL);
      g_string_append_c (self->out, ' ');
    }
  g_string_append (self->out, function->name);
  print_parameters (self, function->params,
                    self->insertions != NULL && function->is_entry ? self->insertions->parameter
                                                                   : NULL);
  print_limits (self, function);
}

/* The number of a name in .debug_str, in the order in which they are needed. */
static guint
number_name (Printer    *self,
             const char *name)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->names, name));

  if (number == 0)
    {
      number = g_hash_table_size (self->names) + 1;
      g_hash_table_insert (self->names, (gpointer) name, GUINT_TO_POINTER (number));
    }

  return number;
}

/* What it was inlined into comes first, so that reading finds it: the latest of that place. */
static void
print_location (Printer *self,
                gint32   index)
{
  const LoomPtxLocation *location =
      &g_array_index (self->module->locations, LoomPtxLocation, index);

  if (location->inlined_at >= 0)
    print_location (self, location->inlined_at);
  g_string_append_printf (self->out, "  .loc %u %u %u", location->file, location->line,
                          location->column);
  if (location->inlined_at >= 0)
    {
      const LoomPtxLocation *outer;

      outer = &g_array_index (self->module->locations, LoomPtxLocation, location->inlined_at);
      if (location->function != NULL)
        g_string_append_printf (self->out, ", function_name $name%u",
                                number_name (self, location->function));
      g_string_append_printf (self->out, ", inlined_at %u %u %u", outer->file, outer->line,
                              outer->column);
    }
  g_string_append_c (self->out, '\n');
}

static void
print_registers (Printer               *self,
                 const LoomPtxFunction *function)
{
  LoomPtxType type = LOOM_PTX_TYPE_NONE;

  for (guint i = 0; i < function->registers->len; i++)
    {
      const LoomPtxRegister *reg = &g_array_index (function->registers, LoomPtxRegister, i);

      if (reg->type == type)
        g_string_append_printf (self->out, ", %s", reg->name);
      else
        g_string_append_printf (self->out, "%s  .reg .%s %s",
                                type != LOOM_PTX_TYPE_NONE ? ";\n" : "",
                                loom_ptx_type_get_name (reg->type), reg->name);
      type = reg->type;
    }
  if (type != LOOM_PTX_TYPE_NONE)
    g_string_append (self->out, ";\n");
}

static void
print_named_lists (Printer               *self,
                   const LoomPtxFunction *function)
{
  for (guint i = 0; i < function->branch_tables->len; i++)
    {
      GArray *table = g_ptr_array_index (function->branch_tables, i);

      g_string_append_printf (self->out, "%s: .branchtargets ",
                              (char *)g_ptr_array_index (function->table_names, i));
      for (guint j = 0; j < table->len; j++)
        g_string_append_printf (
            self->out, "%s%s", j > 0 ? ", " : "",
            g_array_index (function->labels, LoomPtxLabel, g_array_index (table, guint, j)).name);
      g_string_append (self->out, ";\n");
    }
  for (guint i = 0; i < function->prototypes->len; i++)
    {
      const LoomPtxFunction *prototype = g_ptr_array_index (function->prototypes, i);

      g_string_append_printf (self->out, "%s: .callprototype ", prototype->name);
      print_parameters (self, prototype->returns, NULL);
      g_string_append (self->out, " _ ");
      print_parameters (self, prototype->params, NULL);
      g_string_append (self->out, ";\n");
    }
}

static void
print_labels (Printer               *self,
              const LoomPtxFunction *function,
              guint                  target,
              guint                 *next)
{
  for (; *next < function->labels->len; (*next)++)
    {
      const LoomPtxLabel *label = &g_array_index (function->labels, LoomPtxLabel, *next);

      if (label->target != target)
        return;
      g_string_append_printf (self->out, "%s:\n", label->name);
    }
}

static void
insert (Printer                  *self,
        LoomPtxInsertionPlace     place,
        LoomPtxFunction          *function,
        const LoomPtxInstruction *instruction)
{
  if (self->insertions != NULL)
    self->insertions->insert (self->insertions, self->out, place, function, instruction);
}

/* Only an entry has what stands in the place of a special register. */
static const char *const *
get_specials (const Printer         *self,
              const LoomPtxFunction *function)
{
  return self->insertions != NULL && function->is_entry ? self->insertions->specials : NULL;
}

static void
print_body (Printer         *self,
            LoomPtxFunction *function)
{
  guint next_label = 0;

  g_string_append (self->out, "\n{\n");
  print_registers (self, function);
  for (guint i = 0; i < function->variables->len; i++)
    {
      g_string_append (self->out, "  ");
      print_variable (self, g_ptr_array_index (function->variables, i));
    }
  print_named_lists (self, function);

  self->location = -1;
  insert (self, LOOM_PTX_INSERT_BEGIN, function, NULL);
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const LoomPtxInstruction *instruction =
          &g_array_index (function->instructions, LoomPtxInstruction, i);

      print_labels (self, function, i, &next_label);
      if (instruction->location != self->location && instruction->location >= 0)
        print_location (self, instruction->location);
      self->location = instruction->location;
      insert (self, LOOM_PTX_INSERT_BEFORE, function, instruction);
      if (instruction->used_bytes != 0)
        g_string_append_printf (self->out, "  .pragma \"used_bytes_mask 0x%x\";\n",
                                instruction->used_bytes);
      g_string_append (self->out, "  ");
      _loom_ptx_print_instruction (self->out, self->module, function, get_specials (self, function),
                                   instruction);
      g_string_append (self->out, ";\n");
    }
  print_labels (self, function, function->instructions->len, &next_label);
  g_string_append (self->out, "}\n");
}

static void
print_debug_names (Printer *self)
{
  g_autofree const char **names = g_new0 (const char *, g_hash_table_size (self->names) + 1);
  GHashTableIter iter;
  gpointer name, number;

  if (g_hash_table_size (self->names) == 0)
    return;

  g_hash_table_iter_init (&iter, self->names);
  while (g_hash_table_iter_next (&iter, &name, &number))
    names[GPOINTER_TO_UINT (number) - 1] = name;

  g_string_append (self->out, ".section .debug_str\n{\n");
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_string_append_printf (self->out, "$name%u:\n.b8 ", i + 1);
      for (const char *c = names[i]; *c != '\0'; c++)
        g_string_append_printf (self->out, "%u,", (guint8) *c);
      g_string_append (self->out, "0\n");
    }
  g_string_append (self->out, "}\n");
}

static void
note_relocations (const LoomPtxVariable *variable,
                  gboolean              *noted)
{
  for (guint i = 0; variable->relocations != NULL && i < variable->relocations->len; i++)
    {
      const gint32 function = g_array_index (variable->relocations, LoomPtxRelocation, i).function;

      if (function >= 0)
        noted[function] = TRUE;
    }
}

static void
note_operands (const LoomPtxFunction *function,
               gboolean              *noted)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const LoomPtxInstruction *instruction =
          &g_array_index (function->instructions, LoomPtxInstruction, i);

      for (guint o = 0; o < instruction->n_operands; o++)
        if (instruction->operands[o].kind == LOOM_PTX_OPERAND_FUNCTION)
          noted[instruction->operands[o].label] = TRUE;
    }
}

/* Variables hold addresses of functions, functions call one another. A kernel is called by nobody,
 * and assemblers take no declaration of one; but ours is needed where its address is. */
static void
print_declarations (Printer *self)
{
  g_autofree gboolean *noted = g_new0 (gboolean, self->module->functions->len + 1);

  for (guint i = 0; i < self->module->variables->len; i++)
    note_relocations (g_ptr_array_index (self->module->variables, i), noted);
  for (guint i = 0; i < self->module->functions->len; i++)
    note_operands (g_ptr_array_index (self->module->functions, i), noted);

  for (guint i = 0; i < self->module->functions->len; i++)
    {
      const LoomPtxFunction *function = g_ptr_array_index (self->module->functions, i);

      if (function->is_entry && !function->is_declared_only && !noted[i])
        continue;
      print_signature (self, function);
      g_string_append (self->out, ";\n");
    }
}

/* Kernels come last, so that reading finds functions in the order in which they were declared. */
static void
print_definitions (Printer  *self,
                   gboolean  entries)
{
  for (guint i = 0; i < self->module->functions->len; i++)
    {
      LoomPtxFunction *function = g_ptr_array_index (self->module->functions, i);

      if (function->is_declared_only || function->is_entry != entries)
        continue;
      print_signature (self, function);
      print_body (self, function);
    }
}

/* A module as PTX, with insertions or without (NULL). */
char *
_loom_ptx_print_module (LoomPtxModule           *module,
                        const LoomPtxInsertions *insertions)
{
  Printer self = { .module = module, .location = -1, .insertions = insertions };

  self.out = g_string_new (NULL);
  self.names = g_hash_table_new (g_str_hash, g_str_equal);
  g_string_append_printf (self.out, ".version %u.%u\n.target %s\n.address_size 64\n",
                          module->version_major, module->version_minor, module->target);
  for (guint i = 0; i < module->files->len; i++)
    if (g_ptr_array_index (module->files, i) != NULL)
      g_string_append_printf (self.out, ".file %u \"%s\"\n", i,
                              (char *)g_ptr_array_index (module->files, i));

  insert (&self, LOOM_PTX_INSERT_MODULE, NULL, NULL);

  print_declarations (&self);
  for (guint i = 0; i < module->variables->len; i++)
    {
      const LoomPtxVariable *variable = g_ptr_array_index (module->variables, i);

      print_linkage (&self, variable->name);
      print_variable (&self, variable);
    }
  print_definitions (&self, FALSE);
  print_definitions (&self, TRUE);
  print_debug_names (&self);
  g_hash_table_unref (self.names);

  return g_string_free (self.out, FALSE);
}

/**
 * loom_ptx_module_to_string: a module as PTX: one instruction to a line, scopes flattened, all
 * sizes and alignments said.
 *
 * Returns: (transfer full): text that loom_ptx_module_parse() reads back as the same tree
 */
char *
loom_ptx_module_to_string (LoomPtxModule *module)
{
  g_return_val_if_fail (module != NULL, NULL);

  return _loom_ptx_print_module (module, NULL);
}
