/* loom-device-profile-draft.c: a profile of the user's while it is changed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-device-profile-draft.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-error.h"

#include <string.h>

/* What it said before or after a change. */
typedef struct
{
  char *text, *id;
} Step;

struct _LoomDeviceProfileDraft
{
  GObject                parent_instance;

  LoomDeviceProfiles    *profiles;
  LoomDeviceProfileFile *file;
  char                  *id;            /* that it is to have */
  char                  *saved;         /* what it said when it was read or written */
  GPtrArray             *faults;        /* (element-type LoomDeviceProfileFault) */
  GPtrArray             *undo, *redo;   /* (element-type Step) */
};

G_DEFINE_FINAL_TYPE (LoomDeviceProfileDraft, loom_device_profile_draft, G_TYPE_OBJECT)

static void
step_free (gpointer data)
{
  Step *step = data;

  g_free (step->text);
  g_free (step->id);
  g_free (step);
}

static char *
dup_text (LoomDeviceProfileDraft *self)
{
  return g_key_file_to_data (self->file->keys, NULL, NULL);
}

static void
load (LoomDeviceProfileDraft *self,
      const char             *text)
{
  g_key_file_load_from_data (self->file->keys, text, strlen (text), G_KEY_FILE_KEEP_COMMENTS,
                             NULL);
}

static void
push (LoomDeviceProfileDraft *self,
      GPtrArray              *steps)
{
  Step *step = g_new (Step, 1);

  *step = (Step) { dup_text (self), g_strdup (self->id) };
  g_ptr_array_add (steps, step);
}

static void
update (LoomDeviceProfileDraft *self)
{
  g_autoptr (LoomDeviceProfile) profile = NULL;

  g_ptr_array_set_size (self->faults, 0);
  profile = loom_device_profile_file_parse (
      self->file, loom_device_profiles_get_list (self->profiles), self->faults);
  g_signal_emit_by_name (self, "changed");
}

static void
keep (LoomDeviceProfileDraft *self)
{
  push (self, self->undo);
  g_ptr_array_set_size (self->redo, 0);
}

static void
loom_device_profile_draft_finalize (GObject *object)
{
  LoomDeviceProfileDraft *self = LOOM_DEVICE_PROFILE_DRAFT (object);

  g_clear_object (&self->profiles);
  g_clear_pointer (&self->file, loom_device_profile_file_free);
  g_clear_pointer (&self->faults, g_ptr_array_unref);
  g_clear_pointer (&self->undo, g_ptr_array_unref);
  g_clear_pointer (&self->redo, g_ptr_array_unref);
  g_free (self->id);
  g_free (self->saved);

  G_OBJECT_CLASS (loom_device_profile_draft_parent_class)->finalize (object);
}

static void
loom_device_profile_draft_class_init (LoomDeviceProfileDraftClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_device_profile_draft_finalize;
  LOOM_SIGNAL_NEW (klass, "changed", 0);
}

static void
loom_device_profile_draft_init (LoomDeviceProfileDraft *self)
{
  self->faults
      = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_device_profile_fault_free);
  self->undo = g_ptr_array_new_with_free_func (step_free);
  self->redo = g_ptr_array_new_with_free_func (step_free);
}

/**
 * loom_device_profile_draft_new:
 * @profiles: those that there are
 * @file: (transfer full): one of the user's
 * @id: what it is to be called
 *
 * Returns: (transfer full): a draft
 */
LoomDeviceProfileDraft *
loom_device_profile_draft_new (LoomDeviceProfiles    *profiles,
                               LoomDeviceProfileFile *file,
                               const char            *id)
{
  LoomDeviceProfileDraft *self;

  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILES (profiles), NULL);
  g_return_val_if_fail (file != NULL && id != NULL, NULL);

  self = g_object_new (LOOM_TYPE_DEVICE_PROFILE_DRAFT, NULL);
  self->profiles = g_object_ref (profiles);
  self->file = file;
  self->id = g_strdup (id);
  self->saved = dup_text (self);
  loom_connect (profiles, "changed", update, self);
  update (self);
  return self;
}

const LoomDeviceProfileFile *
loom_device_profile_draft_get_file (LoomDeviceProfileDraft *self)
{
  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (self), NULL);

  return self->file;
}

const char *
loom_device_profile_draft_get_id (LoomDeviceProfileDraft *self)
{
  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (self), NULL);

  return self->id;
}

/**
 * loom_device_profile_draft_find_base:
 *
 * Returns: (transfer none) (nullable): what it is based on; %NULL if that is no more
 */
const LoomDeviceProfile *
loom_device_profile_draft_find_base (LoomDeviceProfileDraft *self)
{
  g_autofree char *id = NULL;

  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (self), NULL);

  id = loom_device_profile_file_dup (self->file, LOOM_DEVICE_PROFILE_BASE);
  return id != NULL ? loom_device_profile_find (loom_device_profiles_get_list (self->profiles),
                                                id, NULL) : NULL;
}

/**
 * loom_device_profile_draft_find_fault:
 * @key: (nullable): of what it says; %NULL: any
 *
 * Returns: (transfer none) (nullable): what is wrong with that
 */
const char *
loom_device_profile_draft_find_fault (LoomDeviceProfileDraft *self,
                                      const char             *key)
{
  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (self), NULL);

  for (guint i = 0; i < self->faults->len; i++)
    {
      const LoomDeviceProfileFault *fault = self->faults->pdata[i];

      if (key == NULL || strcmp (fault->key, key) == 0 || g_strcmp0 (fault->other, key) == 0)
        return fault->message;
    }
  return NULL;
}

/**
 * loom_device_profile_draft_set:
 * @key: the name or a figure
 * @text: (nullable): what it is to say; %NULL: nothing
 *
 * Changes what it says, which is a step that can be undone.
 */
void
loom_device_profile_draft_set (LoomDeviceProfileDraft *self,
                               const char             *key,
                               const char             *text)
{
  g_autofree char *before = NULL;

  g_return_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (self));
  g_return_if_fail (key != NULL);

  before = loom_device_profile_file_dup (self->file, key);
  if (g_strcmp0 (before, text) == 0)
    return;
  keep (self);
  loom_device_profile_file_set (self->file, key, text);
  update (self);
}

void
loom_device_profile_draft_set_source (LoomDeviceProfileDraft *self,
                                      const char             *key,
                                      const char             *text)
{
  g_return_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (self));
  g_return_if_fail (key != NULL && text != NULL);

  keep (self);
  loom_device_profile_file_set_source (self->file, key, text);
  update (self);
}

/**
 * loom_device_profile_draft_check_id:
 * @id: what it might be called
 * @error: return location
 *
 * Returns: whether it can be
 */
gboolean
loom_device_profile_draft_check_id (LoomDeviceProfileDraft  *self,
                                    const char              *id,
                                    GError                 **error)
{
  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (self), FALSE);

  return (self->file->path != NULL && g_str_equal (id, self->file->id)) ||
         loom_device_profile_check_id (loom_device_profiles_get_folder (self->profiles),
                                       loom_device_profiles_get_list (self->profiles), id, error);
}

void
loom_device_profile_draft_set_id (LoomDeviceProfileDraft *self,
                                  const char             *id)
{
  g_return_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (self));
  g_return_if_fail (id != NULL);

  keep (self);
  g_free (self->id);
  self->id = g_strdup (id);
  update (self);
}

/**
 * loom_device_profile_draft_step:
 * @back: whether the last change is undone, or one that was undone is done again
 *
 * Returns: whether there was one
 */
gboolean
loom_device_profile_draft_step (LoomDeviceProfileDraft *self,
                                gboolean                back)
{
  GPtrArray *from, *to;
  Step *step;

  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (self), FALSE);

  from = back ? self->undo : self->redo;
  to = back ? self->redo : self->undo;
  if (from->len == 0)
    return FALSE;
  push (self, to);
  step = g_ptr_array_steal_index (from, from->len - 1);
  load (self, step->text);
  g_free (self->id);
  self->id = g_strdup (step->id);
  step_free (step);
  update (self);
  return TRUE;
}

/**
 * loom_device_profile_draft_dup_text:
 *
 * Returns: (transfer full): all that it says
 */
char *
loom_device_profile_draft_dup_text (LoomDeviceProfileDraft *self)
{
  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (self), NULL);

  return dup_text (self);
}

/**
 * loom_device_profile_draft_set_text:
 * @text: of loom_device_profile_draft_dup_text()
 *
 * Makes it say that, as one step that can be undone.
 */
void
loom_device_profile_draft_set_text (LoomDeviceProfileDraft *self,
                                    const char             *text)
{
  g_return_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (self));
  g_return_if_fail (text != NULL);

  keep (self);
  load (self, text);
  update (self);
}

/**
 * loom_device_profile_draft_is_modified:
 *
 * Returns: whether something would be lost with it
 */
gboolean
loom_device_profile_draft_is_modified (LoomDeviceProfileDraft *self)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (self), FALSE);

  if (self->file->path == NULL || !g_str_equal (self->id, self->file->id))
    return TRUE;
  text = dup_text (self);
  return !g_str_equal (text, self->saved);
}

/**
 * loom_device_profile_draft_save:
 * @error: return location; then nothing is written
 *
 * Returns: whether it was written
 */
gboolean
loom_device_profile_draft_save (LoomDeviceProfileDraft  *self,
                                GError                 **error)
{
  const char *fault;

  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (self), FALSE);

  fault = loom_device_profile_draft_find_fault (self, NULL);
  if (fault != NULL)
    return loom_fail (error, LOOM_ERROR_DOCUMENT, "%s", fault);
  if (!loom_device_profiles_save (self->profiles, self->file, self->id, error))
    return FALSE;
  g_free (self->saved);
  self->saved = dup_text (self);
  update (self);
  return TRUE;
}
