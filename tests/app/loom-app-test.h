#pragma once

#include <gio/gio.h>

typedef gboolean (* LoomTestPredicate) (gpointer data);
typedef void     (* LoomTestTell)      (GString  *text,
                                        gpointer  data);

void   loom_test_add_witness    (LoomTestTell       tell,
                                 gpointer           data);
void   loom_test_remove_witness (gpointer           data);
void   loom_test_wait_until     (LoomTestPredicate  predicate,
                                 gpointer           data,
                                 const char        *what);
void   loom_test_pass_time      (void);
void   loom_test_store_result   (GObject           *source,
                                 GAsyncResult      *result,
                                 gpointer           user_data);
void   loom_test_await          (GAsyncResult     **result);
char  *loom_test_make_folder    (void);
void   loom_test_remove         (const char        *folder);
char  *loom_test_write          (const char        *folder,
                                 const char        *name,
                                 const char        *text);
char  *loom_test_read           (const char        *path);
