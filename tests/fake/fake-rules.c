/* fake-rules.c: which call of the fake CUDA runtime goes wrong, and how
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fake-rules.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RULES 8

typedef struct
{
  char  call[64], action[16];
  guint nth, seen;
  int   value;
} Rule;

static Rule rules[MAX_RULES];
static guint n_rules;
static int lost;
static GMutex mutex;

static gpointer
read_rules (gpointer data)
{
  const char *path = g_getenv ("GRIDLOOM_FAKE_RULES");
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (path == NULL || !g_file_get_contents (path, &text, NULL, NULL))
    return NULL;

  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL && n_rules < MAX_RULES; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);
      Rule *rule = &rules[n_rules];

      if (g_strv_length (words) < 2)
        continue;
      g_strlcpy (rule->call, words[0], sizeof rule->call);
      rule->nth = (guint) atoi (words[1]);
      g_strlcpy (rule->action, words[2] != NULL ? words[2] : "", sizeof rule->action);
      rule->value = words[2] != NULL && words[3] != NULL ? atoi (words[3]) : 0;
      n_rules++;
    }

  return NULL;
}

static void
ensure_rules (void)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, read_rules, NULL);
}

static Rule *
find_due (const char *call)
{
  for (guint i = 0; i < n_rules; i++)
    if (strcmp (rules[i].call, call) == 0 && (rules[i].nth == 0 || ++rules[i].seen == rules[i].nth))
      return &rules[i];

  return NULL;
}

/* The code that the call returns at once; 0: it goes on. */
int
fake_rules_apply (const char *call)
{
  Rule *rule;
  int code;

  ensure_rules ();
  g_mutex_lock (&mutex);
  rule = lost == 0 ? find_due (call) : NULL;
  g_mutex_unlock (&mutex);

  if (rule != NULL && strcmp (rule->action, "delay") == 0)
    g_usleep (rule->value * 1000);

  g_mutex_lock (&mutex);
  if (rule != NULL && rule->nth > 0)
    g_file_set_contents (g_getenv ("GRIDLOOM_FAKE_RULES"), "", 0, NULL);
  if (rule != NULL && strcmp (rule->action, "lose") == 0)
    lost = rule->value;
  code = rule != NULL && strcmp (rule->action, "fail") == 0 ? rule->value : lost;
  g_mutex_unlock (&mutex);

  if (rule != NULL && strcmp (rule->action, "die") == 0)
    raise (SIGKILL);
  while (rule != NULL && strcmp (rule->action, "hang") == 0)
    g_usleep (G_USEC_PER_SEC);
  return code;
}

void
fake_rules_lose (int code)
{
  g_mutex_lock (&mutex);
  if (lost == 0)
    lost = code;
  g_mutex_unlock (&mutex);
}

int
fake_rules_get_lost (void)
{
  int code;

  g_mutex_lock (&mutex);
  code = lost;
  g_mutex_unlock (&mutex);
  return code;
}

/* The number behind a name that is no entry point. */
int
fake_rules_get_number (const char *name,
                       int         otherwise)
{
  ensure_rules ();
  for (guint i = 0; i < n_rules; i++)
    if (strcmp (rules[i].call, name) == 0)
      return (int) rules[i].nth;

  return otherwise;
}
