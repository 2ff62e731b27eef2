#pragma once

#include "loom-device-profiles.h"

/* A profile of the user's while it is changed: what is saved is another matter. Signal "changed":
 * it, what is wrong with it, or what it is based on. */
#define LOOM_TYPE_DEVICE_PROFILE_DRAFT (loom_device_profile_draft_get_type ())
G_DECLARE_FINAL_TYPE (LoomDeviceProfileDraft, loom_device_profile_draft, LOOM,
                      DEVICE_PROFILE_DRAFT, GObject)

LoomDeviceProfileDraft *loom_device_profile_draft_new (LoomDeviceProfiles     *profiles,
                                                       LoomDeviceProfileFile  *file,
                                                       const char             *id);
const LoomDeviceProfileFile *loom_device_profile_draft_get_file (LoomDeviceProfileDraft *self);
const char *loom_device_profile_draft_get_id          (LoomDeviceProfileDraft *self);
const LoomDeviceProfile *loom_device_profile_draft_find_base (LoomDeviceProfileDraft *self);
const char *loom_device_profile_draft_find_fault      (LoomDeviceProfileDraft *self,
                                                       const char             *key);
void        loom_device_profile_draft_set             (LoomDeviceProfileDraft *self,
                                                       const char             *key,
                                                       const char             *text);
void        loom_device_profile_draft_set_source      (LoomDeviceProfileDraft *self,
                                                       const char             *key,
                                                       const char             *text);
gboolean    loom_device_profile_draft_check_id        (LoomDeviceProfileDraft *self,
                                                       const char             *id,
                                                       GError                **error);
void        loom_device_profile_draft_set_id          (LoomDeviceProfileDraft *self,
                                                       const char             *id);
gboolean    loom_device_profile_draft_step            (LoomDeviceProfileDraft *self,
                                                       gboolean                back);
char       *loom_device_profile_draft_dup_text        (LoomDeviceProfileDraft *self);
void        loom_device_profile_draft_set_text        (LoomDeviceProfileDraft *self,
                                                       const char             *text);
gboolean    loom_device_profile_draft_is_modified     (LoomDeviceProfileDraft *self);
gboolean    loom_device_profile_draft_save            (LoomDeviceProfileDraft *self,
                                                       GError                **error);
