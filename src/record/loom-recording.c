/* loom-recording.c: reads what the CUDA runtime over the simulator wrote of a program
 *
 * The program may have written into the recording itself, so that nothing of it is believed: what
 * is not as the runtime writes it ends the reading.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-recording.h"

#include "loom-error.h"
#include "loom-mangled.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#include <string.h>

#define VERSION 1
#define MAX_LINE (64 << 20)
#define NAME_LENGTH 64          /* hexadecimal digits of a SHA-256 */
#define MAX_MANGLED 4096        /* of a kernel's name that is taken apart */

static void
array_free (gpointer data)
{
  LoomRecordedArray *self = data;

  g_free (self->contents);
  g_free (self);
}

static void
variable_free (gpointer data)
{
  LoomRecordedVariable *self = data;

  g_free (self->lowered);
  g_free (self->contents);
  g_free (self);
}

static void
launch_free (gpointer data)
{
  LoomRecordedLaunch *self = data;

  g_free (self->kernel);
  g_free (self->name);
  g_free (self->file);
  g_ptr_array_unref (self->parameters);
  g_ptr_array_unref (self->arrays);
  g_ptr_array_unref (self->variables);
  g_array_unref (self->written);
  g_free (self->error);
  g_free (self->text);
  g_free (self);
}

void
loom_recording_free (LoomRecording *self)
{
  g_free (self->folder);
  g_ptr_array_unref (self->launches);
  g_ptr_array_unref (self->refused);
  g_array_unref (self->written);
  g_free (self);
}

/* A whole number from 0 on. */
static gboolean
get_number (JsonObject *object,
            const char *key,
            guint64     most,
            guint64    *value)
{
  JsonNode *node = json_object_get_member (object, key);
  gint64 number;

  if (node == NULL || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  number = json_node_get_int (node);
  *value = (guint64) number;
  return number >= 0 && *value <= most;
}

static gboolean
get_text (JsonObject  *object,
          const char  *key,
          char       **text)
{
  JsonNode *node = json_object_get_member (object, key);

  if (node == NULL || json_node_get_value_type (node) != G_TYPE_STRING)
    return FALSE;
  *text = json_node_dup_string (node);
  return TRUE;
}

static JsonArray *
get_list (JsonObject *object,
          const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static JsonObject *
get_object (JsonArray *list,
            guint      index)
{
  JsonNode *node = json_array_get_element (list, index);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static gboolean
get_extent (JsonObject *object,
            const char *key,
            LoomDim3   *extent)
{
  JsonArray *list = get_list (object, key);
  guint32 axes[3];

  if (list == NULL || json_array_get_length (list) != 3)
    return FALSE;
  for (guint i = 0; i < 3; i++)
    {
      JsonNode *node = json_array_get_element (list, i);
      const gint64 number
          = json_node_get_value_type (node) == G_TYPE_INT64 ? json_node_get_int (node) : -1;

      if (number < 0 || number > G_MAXUINT32)
        return FALSE;
      axes[i] = (guint32) number;
    }
  *extent = LOOM_DIM3 (axes[0], axes[1], axes[2]);
  return TRUE;
}

/* The name of contents is no path that leads elsewhere. NULL: they were not kept. */
/**
 * loom_recording_is_contents:
 *
 * Returns: whether a file of this name may have contents: the digits of a SHA-256
 */
gboolean
loom_recording_is_contents (const char *name)
{
  return strlen (name) == NAME_LENGTH && strspn (name, "0123456789abcdef") == NAME_LENGTH;
}

static gboolean
get_contents (JsonObject  *object,
              char       **contents)
{
  JsonNode *node = json_object_get_member (object, "contents");

  if (node != NULL && JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  return get_text (object, "contents", contents) && loom_recording_is_contents (*contents);
}

static GBytes *
parse_bytes (const char *text)
{
  const gsize length = strlen (text);
  g_autofree guint8 *bytes = g_malloc (length / 2 + 1);

  if (length % 2 != 0)
    return NULL;
  for (gsize i = 0; i < length / 2; i++)
    {
      const gint high = g_ascii_xdigit_value (text[2 * i]);
      const gint low = g_ascii_xdigit_value (text[2 * i + 1]);

      if (high < 0 || low < 0)
        return NULL;
      bytes[i] = (guint8) (high << 4 | low);
    }
  return g_bytes_new_take (g_steal_pointer (&bytes), length / 2);
}

static gboolean
read_parameters (LoomRecordedLaunch *launch,
                 JsonArray          *list)
{
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonNode *node = json_array_get_element (list, i);
      GBytes *bytes = json_node_get_value_type (node) == G_TYPE_STRING
                      ? parse_bytes (json_node_get_string (node)) : NULL;

      if (bytes == NULL)
        return FALSE;
      g_ptr_array_add (launch->parameters, bytes);
    }
  return list != NULL;
}

/* How the kernel saw an array, if that was by an object. */
static gboolean
read_object (LoomRecordedArray *array,
             JsonObject        *object)
{
  const gboolean is_surface = json_object_has_member (object, "surface");
  g_autofree char *words = NULL, *type = NULL, *shape = NULL;
  guint64 cells;

  if (!is_surface && !json_object_has_member (object, "texture"))
    return TRUE;
  return get_text (object, is_surface ? "surface" : "texture", &words) &&
         get_text (object, "type", &type) && get_text (object, "shape", &shape) &&
         loom_texture_parse (words, is_surface ? LOOM_TEXTURE_SURFACE : LOOM_TEXTURE_SAMPLED,
                             &array->texture, NULL) &&
         loom_type_parse (type, &array->type, NULL) &&
         loom_shape_parse (shape, &array->shape, NULL) &&
         loom_shape_cells (&array->shape, &cells) && array->type.size > 0 &&
         cells == array->size / array->type.size && array->size % array->type.size == 0;
}

/* Rows that fill the allocation, if it was made of rows. */
static gboolean
read_rows (LoomRecordedArray *array,
           JsonObject        *object)
{
  guint64 plane;

  if (!json_object_has_member (object, "pitch"))
    return TRUE;
  return get_number (object, "pitch", array->size, &array->pitch) && array->pitch > 0 &&
         get_number (object, "width", array->pitch, &array->width) && array->width > 0 &&
         get_number (object, "height", array->size, &array->height) &&
         g_uint64_checked_mul (&plane, array->pitch, array->height) && plane > 0 &&
         array->size % plane == 0;
}

static gboolean
read_array (LoomRecordedLaunch *launch,
            JsonObject         *object)
{
  LoomRecordedArray *array = g_new0 (LoomRecordedArray, 1);
  guint64 parameter, memory;

  g_ptr_array_add (launch->arrays, array);
  if (object == NULL || launch->parameters->len == 0 ||
      !get_number (object, "parameter", launch->parameters->len - 1, &parameter) ||
      !get_number (object, "memory", G_MAXUINT32, &memory) ||
      !get_number (object, "at", G_MAXUINT32, &array->at) ||
      !get_number (object, "size", G_MAXINT64, &array->size) ||
      !get_number (object, "offset", array->size, &array->offset) ||
      !get_contents (object, &array->contents))
    return FALSE;

  array->parameter = (guint) parameter;
  array->memory = (guint) memory;
  array->is_mapped = json_object_has_member (object, "mapped");
  array->is_undefined = json_object_has_member (object, "undefined");
  return read_rows (array, object) && read_object (array, object);
}

static gboolean
read_variable (LoomRecordedLaunch *launch,
               JsonObject         *object)
{
  LoomRecordedVariable *variable = g_new0 (LoomRecordedVariable, 1);

  g_ptr_array_add (launch->variables, variable);
  return object != NULL && get_text (object, "name", &variable->lowered) &&
         get_number (object, "size", G_MAXINT64, &variable->size) &&
         get_contents (object, &variable->contents);
}

/* Numba says of which module and function a kernel is, a person says "add". */
static char *
dup_name (const char *kernel)
{
  g_autoptr (LoomMangled) mangled
      = strlen (kernel) < MAX_MANGLED ? loom_mangled_parse (kernel) : NULL;
  const char *name = mangled != NULL ? mangled->name : kernel;

  return g_strdup (g_str_has_prefix (name, "cudapy::") ? strrchr (name, ':') + 1 : name);
}

/* Where a launch stands in the program: an address of it or, in a language that is interpreted, a
 * line. */
static gboolean
read_place (LoomRecordedLaunch *launch,
            JsonObject         *object)
{
  guint64 line = 0;

  if (json_object_has_member (object, "address"))
    return get_number (object, "address", G_MAXINT64, &launch->address);
  if (!json_object_has_member (object, "file"))
    return TRUE;
  if (!get_text (object, "file", &launch->file) ||
      !get_number (object, "line", G_MAXINT32, &line))
    return FALSE;
  launch->line = (guint) line;
  return TRUE;
}

static gboolean
read_launch (LoomRecording *self,
             JsonObject    *object)
{
  LoomRecordedLaunch *launch = g_new0 (LoomRecordedLaunch, 1);
  JsonArray *arrays = get_list (object, "arrays"), *variables = get_list (object, "variables");
  g_autofree char *unit = NULL;
  guint64 index;

  launch->parameters = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  launch->arrays = g_ptr_array_new_with_free_func (array_free);
  launch->variables = g_ptr_array_new_with_free_func (variable_free);
  launch->written = g_steal_pointer (&self->written);
  launch->follows_variable = self->is_variable_written;
  self->written = g_array_new (FALSE, FALSE, sizeof (guint));
  self->is_variable_written = FALSE;
  g_ptr_array_add (self->launches, launch);
  if (!get_number (object, "launch", G_MAXINT64, &launch->number) ||
      !get_text (object, "unit", &unit) || !get_text (object, "kernel", &launch->kernel) ||
      !get_extent (object, "grid", &launch->grid) ||
      !get_extent (object, "block", &launch->block) ||
      !get_number (object, "shared", G_MAXUINT32, &launch->shared) ||
      !get_number (object, "stream", G_MAXINT64, &launch->stream) ||
      !read_parameters (launch, get_list (object, "parameters")) || arrays == NULL ||
      variables == NULL)
    return FALSE;

  /* Code that the program itself loads is of no source: "PTX0". */
  launch->unit = g_ascii_string_to_unsigned (unit, 10, 0, LOOM_RECORDED_NO_UNIT - 1, &index, NULL)
                 ? (guint) index : LOOM_RECORDED_NO_UNIT;
  launch->name = dup_name (launch->kernel);
  if (!read_place (launch, object))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (arrays); i++)
    if (!read_array (launch, get_object (arrays, i)))
      return FALSE;
  for (guint i = 0; i < json_array_get_length (variables); i++)
    if (!read_variable (launch, get_object (variables, i)))
      return FALSE;
  return TRUE;
}

/* What came of the launch before. */
static gboolean
read_failure (LoomRecording *self,
              JsonObject    *object)
{
  LoomRecordedLaunch *launch = self->launches->len > 0
                               ? self->launches->pdata[self->launches->len - 1] : NULL;

  return launch != NULL && launch->error == NULL && get_text (object, "error", &launch->error) &&
         (!json_object_has_member (object, "text") || get_text (object, "text", &launch->text));
}

/* A copy or a filling, of which only counts where it goes. */
static gboolean
read_call (LoomRecording *self,
           JsonObject    *object)
{
  JsonNode *to = json_object_get_member (object, "to");
  guint64 memory;
  guint number;

  if (to == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (to) ||
      !get_number (json_node_get_object (to), "memory", G_MAXUINT32, &memory))
    return FALSE;
  number = (guint) memory;
  g_array_append_val (self->written, number);
  self->is_variable_written |= json_object_has_member (json_node_get_object (to), "variable");
  return TRUE;
}

static gboolean
read_line (LoomRecording *self,
           JsonObject    *object)
{
  char *name = NULL;

  if (json_object_has_member (object, "launch"))
    {
      const gboolean ok = read_launch (self, object);

      if (!ok)
        g_ptr_array_set_size (self->launches, (gint) self->launches->len - 1);
      return ok;
    }
  if (json_object_has_member (object, "failed"))
    return read_failure (self, object);
  if (json_object_has_member (object, "call"))
    return read_call (self, object);
  if (get_text (object, "refused", &name))
    g_ptr_array_add (self->refused, name);
  self->is_full |= json_object_has_member (object, "full");
  return TRUE;
}

/* The version, before anything else. */
static gboolean
check_version (JsonObject *object)
{
  guint64 version;

  return get_number (object, "recording", G_MAXUINT32, &version) && version == VERSION;
}

/**
 * loom_recording_read:
 * @folder: in which the program was recorded
 * @error: return location; %LOOM_ERROR_FILE if the recording cannot be read
 *
 * Reads a recording. A last line without an end is that of a program that was killed, and is passed
 * over. Without a recording the program asked nothing of the device.
 *
 * Returns: (transfer full): what the program did, or %NULL
 */
LoomRecording *
loom_recording_read (const char  *folder,
                     GError     **error)
{
  g_autofree char *path = g_build_filename (folder, "recording.jsonl", NULL);
  g_autoptr (LoomRecording) self = g_new0 (LoomRecording, 1);
  g_autoptr (GMappedFile) file = NULL;
  g_autoptr (GError) local_error = NULL;
  const char *text, *end, *stop;

  self->folder = g_strdup (folder);
  self->launches = g_ptr_array_new_with_free_func (launch_free);
  self->refused = g_ptr_array_new_with_free_func (g_free);
  self->written = g_array_new (FALSE, FALSE, sizeof (guint));
  file = g_mapped_file_new (path, FALSE, &local_error);
  if (file == NULL && g_error_matches (local_error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    return g_steal_pointer (&self);
  if (file == NULL)
    return loom_fail_null (error, LOOM_ERROR_FILE, "%s", local_error->message);

  text = g_mapped_file_get_contents (file);
  stop = text + g_mapped_file_get_length (file);
  for (guint line = 1; text < stop && (end = memchr (text, '\n', (gsize) (stop - text))) != NULL;
       line++, text = end + 1)
    {
      g_autoptr (JsonParser) parser = json_parser_new_immutable ();
      JsonNode *root = NULL;

      if (end - text < MAX_LINE && json_parser_load_from_data (parser, text, end - text, NULL))
        root = json_parser_get_root (parser);
      if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root) ||
          !(line == 1 ? check_version (json_node_get_object (root))
                      : read_line (self, json_node_get_object (root))))
        {
          self->bad_line = line;
          break;
        }
    }

  return g_steal_pointer (&self);
}

/**
 * loom_recording_load:
 * @contents: of an array or a variable
 * @size: bytes that it must have
 * @error: return location; %LOOM_ERROR_FILE if they are not there, or others
 *
 * Returns: (transfer full): what it held before the launch, or %NULL
 */
GBytes *
loom_recording_load (LoomRecording  *self,
                     const char     *contents,
                     guint64         size,
                     GError        **error)
{
  g_autofree char *path = g_build_filename (self->folder, contents, NULL);
  g_autofree char *sum = NULL;
  g_autoptr (GError) local_error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  char *text;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, &local_error))
    return loom_fail_null (error, LOOM_ERROR_FILE, "%s", local_error->message);

  bytes = g_bytes_new_take (text, length);
  sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  if (length != size || strcmp (sum, contents) != 0)
    return loom_fail_null (error, LOOM_ERROR_FILE, _("%s does not hold what was recorded"), path);
  return g_steal_pointer (&bytes);
}

/**
 * loom_recorded_launch_find_array:
 * @parameter: index of a parameter
 *
 * Returns: (nullable): what the parameter itself, and no member of it, leads to
 */
const LoomRecordedArray *
loom_recorded_launch_find_array (const LoomRecordedLaunch *self,
                                 guint                     parameter)
{
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const LoomRecordedArray *array = self->arrays->pdata[i];

      if (array->parameter == parameter && array->at == 0)
        return array;
    }
  return NULL;
}

static guint
hash_site (gconstpointer data)
{
  const LoomRecordedLaunch *launch = data;

  return g_int64_hash (&launch->address) ^ launch->line ^ g_str_hash (launch->kernel) ^
         (launch->grid.x * 31 + launch->grid.y * 17 + launch->grid.z);
}

static gboolean
is_same_site (gconstpointer a,
              gconstpointer b)
{
  const LoomRecordedLaunch *one = a, *other = b;

  return one->unit == other->unit && one->address == other->address &&
         one->line == other->line && g_strcmp0 (one->file, other->file) == 0 &&
         strcmp (one->kernel, other->kernel) == 0 && loom_dim3_equal (&one->grid, &other->grid) &&
         loom_dim3_equal (&one->block, &other->block) && one->shared == other->shared;
}

static gboolean
is_repeat (const LoomRecordedLaunch *a,
           const LoomRecordedLaunch *b)
{
  return is_same_site (a, b) && a->stream == b->stream && a->error == NULL && b->error == NULL;
}

/**
 * loom_recording_count_repeats:
 * @index: of a launch
 *
 * Returns: how many launches from that one on are of the same kernel and extents at the same place,
 *   with none of another in between; at least 1
 */
guint
loom_recording_count_repeats (LoomRecording *self,
                              guint          index)
{
  guint n = 1;

  while (index + n < self->launches->len &&
         is_repeat (self->launches->pdata[index], self->launches->pdata[index + n]))
    n++;
  return n;
}

/**
 * loom_recording_list_sites:
 *
 * Returns: (transfer full): (element-type LoomLaunchSite): each kernel with the extents that it was
 *   launched with at a place of the program, by its first launch
 */
GArray *
loom_recording_list_sites (LoomRecording *self)
{
  GArray *sites = g_array_new (FALSE, FALSE, sizeof (LoomLaunchSite));
  g_autoptr (GHashTable) known = g_hash_table_new (hash_site, is_same_site);

  for (guint i = 0; i < self->launches->len; i++)
    {
      LoomRecordedLaunch *launch = self->launches->pdata[i];
      gpointer index;

      if (g_hash_table_lookup_extended (known, launch, NULL, &index))
        {
          LoomLaunchSite *site = &g_array_index (sites, LoomLaunchSite, GPOINTER_TO_UINT (index));

          site->last = launch;
          site->n++;
        }
      else
        {
          const LoomLaunchSite site = { launch, launch, 1 };

          g_hash_table_insert (known, launch, GUINT_TO_POINTER (sites->len));
          g_array_append_val (sites, site);
        }
    }
  return sites;
}

/**
 * loom_recorded_launch_is_bare:
 *
 * Returns: whether what some array or variable of a launch held was not kept
 */
gboolean
loom_recorded_launch_is_bare (const LoomRecordedLaunch *self)
{
  for (guint i = 0; i < self->arrays->len; i++)
    if (((LoomRecordedArray *) self->arrays->pdata[i])->contents == NULL)
      return TRUE;
  for (guint i = 0; i < self->variables->len; i++)
    if (((LoomRecordedVariable *) self->variables->pdata[i])->contents == NULL)
      return TRUE;
  return FALSE;
}

/**
 * loom_recording_count_bare:
 *
 * Returns: how many launches there are of which not all that arrays and variables held was kept
 */
guint
loom_recording_count_bare (LoomRecording *self)
{
  guint n = 0;

  for (guint i = 0; i < self->launches->len; i++)
    n += loom_recorded_launch_is_bare (self->launches->pdata[i]);
  return n;
}
