#pragma once

#include "loom-device-profiles-window.h"

#include "loom-device-profile-draft.h"
#include "loom-device-profile-rows.h"
#include "loom-device-profile-view.h"

struct _LoomDeviceProfilesWindow
{
  AdwWindow               parent_instance;

  LoomSession            *session;
  LoomDeviceProfiles     *profiles;
  char                   *opened;       /* the id of what is shown; NULL: it is written nowhere */
  LoomDeviceProfileDraft *draft;        /* what is shown, if it can be changed; or NULL */
  LoomDeviceProfileFile  *deleted;      /* last, or NULL */
  char                   *edits;        /* of that, which were not saved; or NULL */

  AdwWindowTitle         *heading;
  GtkWidget              *back;
  GtkWidget              *import;
  GtkWidget              *save;
  AdwToastOverlay        *toasts;
  GtkStack               *stack;
  LoomDeviceProfileRows  *rows;
  GtkScrolledWindow      *scroller;
  GtkLabel               *message;
  GtkButton              *use;
  LoomDeviceProfileView  *view;

  guint                   leaving : 1;  /* nobody is asked any more */
};

void     _loom_device_profiles_window_class_actions_init (LoomDeviceProfilesWindowClass *klass);

const LoomDeviceProfile *_loom_device_profiles_window_find_opened (LoomDeviceProfilesWindow *self);
gboolean _loom_device_profiles_window_is_modified (LoomDeviceProfilesWindow *self);
char    *_loom_device_profiles_window_dup_name    (LoomDeviceProfilesWindow *self);
void     _loom_device_profiles_window_show_page   (LoomDeviceProfilesWindow *self,
                                                   const char               *page);
void     _loom_device_profiles_window_tell        (LoomDeviceProfilesWindow *self,
                                                   const char               *heading,
                                                   const GError             *error);
void     _loom_device_profiles_window_edit        (LoomDeviceProfilesWindow *self,
                                                   LoomDeviceProfileFile    *file,
                                                   const char               *id);
void     _loom_device_profiles_window_open        (LoomDeviceProfilesWindow *self,
                                                   const char               *id);
gboolean _loom_device_profiles_window_save        (LoomDeviceProfilesWindow *self);
