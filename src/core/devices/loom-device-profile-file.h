#pragma once

#include "loom-device-profile.h"

#define LOOM_DEVICE_PROFILE_ENDING ".ini"

/* Keys beside those of loom_figure_list_kinds(). */
#define LOOM_DEVICE_PROFILE_NAME "name"
#define LOOM_DEVICE_PROFILE_BASE "based-on"
#define LOOM_DEVICE_PROFILE_CAPACITIES "shared-capacities"

/* A file of the user's, as it was read, or as it is to be written. What it does not say is as in
 * the profile that it is based on. */
typedef struct
{
  char     *id;                 /* what its profile is called: its name without the ending */
  char     *path;               /* NULL: it is written nowhere yet */
  char     *text;               /* what is written there; NULL as above */
  GKeyFile *keys;
} LoomDeviceProfileFile;

/* What is wrong with what a file says. */
typedef struct
{
  char *key;                    /* of what it says */
  char *other;                  /* of what that contradicts; or NULL */
  char *message;
} LoomDeviceProfileFault;

LoomDeviceProfileFile *loom_device_profile_file_load     (const char                  *path,
                                                          GError                     **error);
LoomDeviceProfileFile *loom_device_profile_file_new_copy (const LoomDeviceProfile     *like,
                                                          const char                  *name,
                                                          GError                     **error);
char                  *loom_device_profile_file_dup      (const LoomDeviceProfileFile *self,
                                                          const char                  *key);
void                   loom_device_profile_file_set      (LoomDeviceProfileFile       *self,
                                                          const char                  *key,
                                                          const char                  *text);
char                  *loom_device_profile_file_dup_source (const LoomDeviceProfileFile *self,
                                                          const char                  *key);
void                   loom_device_profile_file_set_source (LoomDeviceProfileFile     *self,
                                                          const char                  *key,
                                                          const char                  *text);
LoomDeviceProfile     *loom_device_profile_file_parse    (const LoomDeviceProfileFile *self,
                                                          const GPtrArray             *profiles,
                                                          GPtrArray                   *faults);
gboolean               loom_device_profile_check_value   (const char                  *key,
                                                          const char                  *text,
                                                          GError                     **error);
gboolean               loom_device_profile_check_source  (const char                  *text,
                                                          GError                     **error);
gboolean               loom_device_profile_file_save     (LoomDeviceProfileFile       *self,
                                                          const char                  *folder,
                                                          const char                  *id,
                                                          GError                     **error);
gboolean               loom_device_profile_check_id      (const char                  *folder,
                                                          const GPtrArray             *profiles,
                                                          const char                  *id,
                                                          GError                     **error);
char                  *loom_device_profile_dup_free_id   (const char                  *folder,
                                                          const GPtrArray             *profiles,
                                                          const char                  *name);
void                   loom_device_profile_file_free     (LoomDeviceProfileFile       *self);
void                   loom_device_profile_fault_free    (LoomDeviceProfileFault      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomDeviceProfileFile, loom_device_profile_file_free)
