/* loom-cudart-module.c: the device code of a program, and its kernels and variables by what stands
 * for them in host code, or by their names where the program itself loads the code
 *
 * A compiler registers each source file's code, kernels and variables before main(). The code is
 * PTX, or the name of a file with PTX: a line "gridloom unit NAME" for UNITS/NAME.ptx, where UNITS
 * is the folder of the environment's GRIDLOOM_UNITS. It is loaded when it is first needed. Lines in
 * front of the PTX say what the machine code of a kernel takes, where that is known: "// gridloom
 * takes NAME REGISTERS SHARED LOCAL".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cudart-private.h"

#include <string.h>

#define UNIT "gridloom unit "
#define TAKES "// gridloom takes "

struct _LoomCudartModule
{
  const char *code;             /* of the program, until it is loaded */
  char       *unit;             /* its source file's name; NULL: not known */
  LoomSim    *sim;              /* NULL: not loaded yet */
  GHashTable *resources;        /* (element-type utf8 LoomKernelResources) by lowered names */
  cudaError_t error;            /* why it cannot be */
  guint       known;            /* changes of memory that it was told of */
  gboolean    has_managed;
};

typedef struct
{
  LoomCudartModule *module;
  char             *name;       /* lowered */
  gboolean          is_managed; /* the object of the host has its bytes */
  LoomCudartMemory *memory;     /* NULL: not asked for yet */
} Variable;

/* What a compiler hands over. */
typedef struct
{
  int         magic, version;
  const void *data;
  void       *files;
} Wrapper;

static GHashTable *kernels;     /* (element-type gpointer LoomCudartKernel) by their stubs */
static GHashTable *variables;   /* (element-type gpointer Variable) by their shadows */
static GPtrArray *modules;      /* (element-type LoomCudartModule) */
static GSList *gone;            /* (element-type LoomCudartKernel) of modules that were unloaded */
static char *managed_begin, *managed_end;       /* managed variables of the host */

static LoomCudartModule *
add_module (const char *code)
{
  LoomCudartModule *module = g_new0 (LoomCudartModule, 1);

  if (modules == NULL)
    {
      modules = g_ptr_array_new ();
      kernels = g_hash_table_new (NULL, NULL);
      variables = g_hash_table_new (NULL, NULL);
    }
  module->code = code;
  if (g_str_has_prefix (code, UNIT))
    module->unit = g_strndup (code + strlen (UNIT), strcspn (code + strlen (UNIT), "\n"));
  g_ptr_array_add (modules, module);
  return module;
}

void **
__cudaRegisterFatBinary (void *wrapper)
{
  LoomCudartModule *module;

  _loom_cudart_lock ();
  module = add_module (((Wrapper *) wrapper)->data);
  _loom_cudart_unlock ();
  return (void **) module;
}

/* Destructors of the program may still launch. */
void
__cudaUnregisterFatBinary (void **module)
{
}

void
__cudaRegisterFunction (void       **module,
                        const char  *stub,
                        char        *name,
                        const char  *device_name,
                        int          threads,
                        uint3       *thread,
                        uint3       *block,
                        dim3        *blocks,
                        dim3        *grid,
                        int         *warp)
{
  LoomCudartKernel *kernel = g_new0 (LoomCudartKernel, 1);

  *kernel = (LoomCudartKernel) { (LoomCudartModule *) module, g_strdup (device_name) };
  _loom_cudart_lock ();
  g_hash_table_insert (kernels, (gpointer) stub, kernel);
  _loom_cudart_unlock ();
}

void
__cudaRegisterVar (void       **module,
                   char        *shadow,
                   char        *name,
                   const char  *device_name,
                   int          is_extern,
                   size_t       size,
                   int          is_constant,
                   int          is_global)
{
  Variable *variable = g_new0 (Variable, 1);

  variable->module = (LoomCudartModule *) module;
  variable->name = g_strdup (device_name);
  variable->is_managed = shadow >= managed_begin && shadow < managed_end;
  _loom_cudart_lock ();
  g_hash_table_insert (variables, shadow, variable);
  variable->module->has_managed |= variable->is_managed;
  _loom_cudart_unlock ();
}

void
gridloom_register_managed (char *begin,
                           char *end)
{
  managed_begin = begin;
  managed_end = end;
}

static char *
read_code (LoomCudartModule  *self,
           GError           **error)
{
  const char *folder = g_getenv ("GRIDLOOM_UNITS");
  g_autofree char *name = NULL, *path = NULL;
  char *text = NULL;

  if (!g_str_has_prefix (self->code, UNIT))
    return g_strdup (self->code);

  name = g_strconcat (self->unit, ".ptx", NULL);
  path = g_build_filename (folder != NULL ? folder : ".", name, NULL);
  g_file_get_contents (path, &text, NULL, error);
  return text;
}

/* Of the program's C++ library. */
char *__cxa_demangle (const char *mangled, char *buffer, size_t *length, int *status)
  __attribute__ ((weak));

/* A name as C++ writes it. The compilers of host and device do not mangle a static name alike, and
 * int64_t is long for the one and long long for the other. */
static char *
dup_plain (const char *name)
{
  /* Without _Z it would be a type: "c" is char. */
  char *written = g_str_has_prefix (name, "_Z") && __cxa_demangle != NULL
                  ? __cxa_demangle (name, NULL, NULL, NULL) : NULL;
  GString *plain = g_string_new (written != NULL ? written : name);

  g_string_replace (plain, "long long", "long", 0);
  free (written);
  return g_string_free (plain, FALSE);
}

static void
add_name (GHashTable *names,
          const char *own)
{
  g_hash_table_insert (names, dup_plain (own), (gpointer) own);
  g_hash_table_insert (names, g_strdup (own), (gpointer) own);
}

/* The device code's own name for what host code registered; the same one if it has none. */
static void
adopt_name (char       **name,
            GHashTable  *names)
{
  g_autofree char *plain = dup_plain (*name);
  const char *own = g_hash_table_lookup (names, plain);

  if (own != NULL && !g_hash_table_contains (names, *name))
    {
      g_free (*name);
      *name = g_strdup (own);
    }
}

/* Gives kernels and variables of a module the names that its device code has for them. */
static void
adopt_names (LoomCudartModule *self,
             LoomPtxModule    *ptx)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  LoomCudartKernel *kernel;
  Variable *variable;

  for (guint i = 0; i < ptx->functions->len; i++)
    {
      const LoomPtxFunction *function = ptx->functions->pdata[i];

      if (function->is_entry)
        add_name (names, function->name);
    }
  for (guint i = 0; i < ptx->variables->len; i++)
    add_name (names, ((LoomPtxVariable *) ptx->variables->pdata[i])->name);

  g_hash_table_iter_init (&iter, kernels);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &kernel))
    if (kernel->module == self)
      adopt_name (&kernel->name, names);
  g_hash_table_iter_init (&iter, variables);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &variable))
    if (variable->module == self)
      adopt_name (&variable->name, names);
}

static void
read_resources (LoomCudartModule *self,
                const char       *text)
{
  for (const char *end; g_str_has_prefix (text, TAKES); text = *end != '\0' ? end + 1 : end)
    {
      const gsize length = strcspn (text, "\n");
      g_autofree char *line = g_strndup (text + strlen (TAKES), length - strlen (TAKES));
      g_auto (GStrv) words = g_strsplit (line, " ", -1);
      LoomKernelResources *resources;

      end = text + length;
      if (g_strv_length (words) != 4)
        continue;
      resources = g_new0 (LoomKernelResources, 1);
      resources->is_told = TRUE;
      resources->registers = (guint) g_ascii_strtoull (words[1], NULL, 10);
      resources->shared = g_ascii_strtoull (words[2], NULL, 10);
      resources->frame = g_ascii_strtoull (words[3], NULL, 10);
      g_hash_table_insert (self->resources, g_strdup (words[0]), resources);
    }
}

static void
load (LoomCudartModule  *self,
      GError           **error)
{
  g_autofree char *text = read_code (self, error);
  g_autoptr (LoomPtxModule) ptx = text != NULL ? loom_ptx_module_parse (text, -1, error) : NULL;
  GHashTableIter iter;
  Variable *variable;
  gpointer shadow;

  self->code = NULL;
  self->error = text == NULL ? cudaErrorInvalidKernelImage : cudaErrorInvalidPtx;
  if (ptx != NULL && loom_ptx_module_verify (ptx, error))
    self->sim = loom_sim_new_above (ptx, _loom_cudart_memory_take_slots (ptx->variables->len),
                                    error);
  if (self->sim == NULL)
    return;

  self->error = cudaSuccess;
  self->resources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  read_resources (self, text);
  adopt_names (self, ptx);
  g_hash_table_iter_init (&iter, variables);
  while (g_hash_table_iter_next (&iter, &shadow, (gpointer *) &variable))
    if (variable->module == self && variable->is_managed)
      loom_sim_share_symbol (self->sim, variable->name, shadow);
}

static const char *
get_unit (LoomCudartModule *self)
{
  return self->unit != NULL ? self->unit : "PTX";
}

/* Loads a module, if it was not, and tells it of all memory. */
static cudaError_t
prepare (LoomCudartModule *self)
{
  g_autoptr (GError) error = NULL;

  if (self->code != NULL)
    load (self, &error);
  if (error != NULL)
    _loom_cudart_warn ("%s: %s", get_unit (self), error->message);
  if (self->error != cudaSuccess)
    return self->error;

  _loom_cudart_memory_keep_above (loom_sim_count_slots (self->sim));
  _loom_cudart_memory_tell (self->sim, &self->known);
  return cudaSuccess;
}

/* Managed variables have their first contents before main() reads them. */
void
__cudaRegisterFatBinaryEnd (void **module)
{
  LoomCudartModule *self = (LoomCudartModule *) module;

  _loom_cudart_lock ();
  if (self->has_managed)
    prepare (self);
  _loom_cudart_unlock ();
}

LoomCudartKernel *
_loom_cudart_kernel_find (const void *stub)
{
  return kernels != NULL ? g_hash_table_lookup (kernels, stub) : NULL;
}

/* The simulator that has the kernel, with all memory that there is. */
cudaError_t
_loom_cudart_kernel_load (LoomCudartKernel  *self,
                          LoomSim          **sim)
{
  const cudaError_t error = prepare (self->module);

  *sim = self->module->sim;
  if (error == cudaSuccess && !loom_sim_has_entry (*sim, self->name))
    {
      _loom_cudart_warn ("the device code of %s has no kernel %s",
                         _loom_cudart_kernel_get_unit (self), self->name);
      return cudaErrorInvalidDeviceFunction;
    }
  return error;
}

/* What the machine code of a kernel that is loaded takes; all is 0 where nobody told. */
const LoomKernelResources *
_loom_cudart_kernel_get_resources (LoomCudartKernel *self)
{
  static const LoomKernelResources unknown;
  const LoomKernelResources *known = self->module->resources != NULL
                                     ? g_hash_table_lookup (self->module->resources, self->name)
                                     : NULL;

  return known != NULL ? known : &unknown;
}

const char *
_loom_cudart_kernel_get_unit (LoomCudartKernel *self)
{
  return get_unit (self->module);
}

static cudaError_t
get_memory (Variable          *variable,
            LoomCudartMemory **memory)
{
  cudaError_t error;
  guint8 *bytes;
  gsize size;

  if (variable->memory == NULL)
    {
      error = prepare (variable->module);
      if (error != cudaSuccess)
        return error;
      bytes = loom_sim_find_symbol (variable->module->sim, variable->name, &size);
      if (bytes == NULL)
        return cudaErrorInvalidSymbol;
      variable->memory = _loom_cudart_memory_new_variable (
          loom_sim_get_symbol_address (variable->module->sim, variable->name), size, bytes);
    }
  *memory = variable->memory;
  return cudaSuccess;
}

/* The memory of a variable, by the object that stands for it in host code. */
cudaError_t
_loom_cudart_variable_find (const void        *symbol,
                            LoomCudartMemory **memory)
{
  Variable *variable = variables != NULL ? g_hash_table_lookup (variables, symbol) : NULL;

  return variable != NULL ? get_memory (variable, memory) : cudaErrorInvalidSymbol;
}

/**
 * _loom_cudart_module_new:
 * @code: PTX, or the name of a file as above
 * @module: (out): the module, loaded
 * @message: (out) (transfer full) (nullable): why it cannot be
 *
 * Loads code that the program itself hands over.
 */
cudaError_t
_loom_cudart_module_new (const char        *code,
                         LoomCudartModule **module,
                         char             **message)
{
  static guint n_nameless;
  g_autoptr (GError) error = NULL;

  *module = add_module (code);
  if ((*module)->unit == NULL)
    (*module)->unit = g_strdup_printf ("PTX%u", n_nameless++);
  load (*module, &error);
  *message = error != NULL ? g_strdup (error->message) : NULL;
  return (*module)->error;
}

gboolean
_loom_cudart_module_is_loaded (LoomCudartModule *self)
{
  return modules != NULL && g_ptr_array_find (modules, self, NULL);
}

/* Forgets a module and what it has. The handles of its kernels stay, so that no other kernel gets
 * one: a launch by it is refused from then on. Returns: whether it was loaded. */
gboolean
_loom_cudart_module_unload (LoomCudartModule *self)
{
  GHashTableIter iter;
  LoomCudartKernel *kernel;
  Variable *variable;

  if (modules == NULL || !g_ptr_array_remove (modules, self))
    return FALSE;

  g_hash_table_iter_init (&iter, kernels);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &kernel))
    if (kernel->module == self)
      {
        g_hash_table_iter_remove (&iter);
        g_clear_pointer (&kernel->name, g_free);
        g_clear_pointer (&kernel->next.params, g_byte_array_unref);
        gone = g_slist_prepend (gone, kernel);
      }
  g_hash_table_iter_init (&iter, variables);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &variable))
    if (variable->module == self)
      {
        if (variable->memory != NULL)
          _loom_cudart_memory_free (variable->memory->address, LOOM_CUDART_VARIABLE);
        g_hash_table_iter_remove (&iter);
        g_free (variable->name);
        g_free (variable);
      }
  if (self->sim != NULL)
    loom_sim_free (self->sim);
  g_clear_pointer (&self->resources, g_hash_table_unref);
  g_free (self->unit);
  g_free (self);
  return TRUE;
}

/**
 * _loom_cudart_module_get_kernel:
 * @self: a loaded module
 * @name: as its code has it
 *
 * Returns: (nullable) (transfer none): the kernel, for which its own address stands
 */
LoomCudartKernel *
_loom_cudart_module_get_kernel (LoomCudartModule *self,
                                const char       *name)
{
  GHashTableIter iter;
  LoomCudartKernel *kernel;

  if (!loom_sim_has_entry (self->sim, name))
    return NULL;

  g_hash_table_iter_init (&iter, kernels);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &kernel))
    if (kernel->module == self && g_str_equal (kernel->name, name))
      return kernel;
  kernel = g_new0 (LoomCudartKernel, 1);
  *kernel = (LoomCudartKernel) { self, g_strdup (name) };
  g_hash_table_insert (kernels, kernel, kernel);
  return kernel;
}

/**
 * _loom_cudart_module_get_variable:
 * @self: a loaded module
 * @name: as its code has it
 * @memory: (out) (transfer none): the variable's
 */
cudaError_t
_loom_cudart_module_get_variable (LoomCudartModule  *self,
                                  const char        *name,
                                  LoomCudartMemory **memory)
{
  GHashTableIter iter;
  Variable *variable;
  gsize size;

  if (loom_sim_find_symbol (self->sim, name, &size) == NULL)
    return cudaErrorSymbolNotFound;

  g_hash_table_iter_init (&iter, variables);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &variable))
    if (variable->module == self && g_str_equal (variable->name, name))
      return get_memory (variable, memory);
  variable = g_new0 (Variable, 1);
  *variable = (Variable) { self, g_strdup (name) };
  g_hash_table_insert (variables, variable, variable);
  return get_memory (variable, memory);
}
