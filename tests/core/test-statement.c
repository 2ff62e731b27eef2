/* test-statement.c: the grammar of [steps], what is wrong with a line of it, and where
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-document.h"
#include "loom-error.h"

#include <string.h>

/* The parts of a statement by their names; those that are not there are left out. */
static char *
dump (const LoomStatement *self)
{
  GString *text = g_string_new (loom_statement_kind_get_word (self->kind));
  const char * const parts[][2] = {
    { "subject", self->subject }, { "object", self->object }, { "stream", self->stream },
    { "counter", self->counter }, { "until", self->until },
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i][1] != NULL)
      g_string_append_printf (text, "|%s:%s", parts[i][0], parts[i][1]);
  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      const LoomStatementItem *item = self->items->pdata[i];

      g_string_append_printf (text, "|%s=%s", item->name, item->value);
    }
  return g_string_free (text, FALSE);
}

static const struct
{
  const char *text, *parts;
} rows[] = {
  { "launch f", "launch|subject:f" },
  { "launch  \t f", "launch|subject:f" },
  { "launch\tf", "launch|subject:f" },
  { "launch f on s", "launch|subject:f|stream:s" },
  { "launch on on on", "launch|subject:on|stream:on" },
  { "launch f n=1", "launch|subject:f|n=1" },
  { "launch f   n =  1   m\t=\t2", "launch|subject:f|n=1|m=2" },
  { "launch f on s n=1 block=8,8 grid=2,2 range=16,16 shared=128",
    "launch|subject:f|stream:s|n=1|block=8,8|grid=2,2|range=16,16|shared=128" },
  { "launch f n=max(a, b) s=x == 1 ? 2 : 3", "launch|subject:f|n=max(a, b)|s=x == 1 ? 2 : 3" },
  { "launch f n=x==1 m=2", "launch|subject:f|n=x==1|m=2" },
  { "launch f n=x <= 1 m=y >= 2 o=z != 3", "launch|subject:f|n=x <= 1|m=y >= 2|o=z != 3" },
  { "launch f n=sum (a, axis = 0) m=2", "launch|subject:f|n=sum (a, axis = 0)|m=2" },
  { "launch f n=a[k, axis=1] m={b =c} o=(a [ b ( c =d ) ] e=f)",
    "launch|subject:f|n=a[k, axis=1]|m={b =c}|o=(a [ b ( c =d ) ] e=f)" },
  { "launch f n=) m=2", "launch|subject:f|n=)|m=2" },
  { "launch f n=(1 m=2", "launch|subject:f|n=(1 m=2" },
  { "launch f n=a + b m=2", "launch|subject:f|n=a + b|m=2" },
  { "launch f n== 1", NULL },
  { "launch f n= =1", "launch|subject:f|n==1" },
  { "launch f on s on=1", "launch|subject:f|stream:s|on=1" },
  { "launch f A.elements=g", "launch|subject:f|A.elements=g" },
  { "launch f<int, 2> n=1", "launch|subject:f<int, 2>|n=1" },
  { "launch f<g<int >, 2> on s", "launch|subject:f<g<int >, 2>|stream:s" },
  { "launch f< n=1", "launch|subject:f< n=1" },
  { "launch a::b::f", "launch|subject:a::b::f" },
  { "copy f to g", "copy|subject:f|object:g" },
  { "copy f  to\tg   on  s", "copy|subject:f|object:g|stream:s" },
  { "copy host to g on s", "copy|subject:host|object:g|stream:s" },
  { "copy tone to onto", "copy|subject:tone|object:onto" },
  { "copy A.elements to B.elements", "copy|subject:A.elements|object:B.elements" },
  { "swap f, g", "swap|subject:f|object:g" },
  { "swap f,g", "swap|subject:f|object:g" },
  { "swap  f\t,\tg", "swap|subject:f|object:g" },
  { "swap on, to", "swap|subject:on|object:to" },
  { "fill f = ones", "fill|subject:f|object:ones" },
  { "fill f=ones", "fill|subject:f|object:ones" },
  { "fill f on s = ones", "fill|subject:f|object:ones|stream:s" },
  { "fill f on s=expr: x == y ? 1 : 0", "fill|subject:f|object:expr: x == y ? 1 : 0|stream:s" },
  { "fill f = file:on=1.npy", "fill|subject:f|object:file:on=1.npy" },
  { "fill tone = values:1, 2, 3", "fill|subject:tone|object:values:1, 2, 3" },
  { "repeat 10", "repeat|subject:10" },
  { "repeat k + 1", "repeat|subject:k + 1" },
  { "repeat 10 as k", "repeat|subject:10|counter:k" },
  { "repeat as k until f[0] > 1", "repeat|counter:k|until:f[0] > 1" },
  { "repeat until f[0] > 1", "repeat|until:f[0] > 1" },
  { "repeat 10 as k until sum (f) == 2 || k > 3",
    "repeat|subject:10|counter:k|until:sum (f) == 2 || k > 3" },
  { "repeat   2*n\tas\tk\tuntil\tx", "repeat|subject:2*n|counter:k|until:x" },
  { "repeat basis until untilled", "repeat|subject:basis|until:untilled" },
  { "end", "end" },
  { "record done", "record|subject:done" },
  { "record done on s", "record|subject:done|stream:s" },
  { "wait done", "wait|subject:done" },
  { "wait done on s", "wait|subject:done|stream:s" },
};

static void
test_parts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomStatement) statement = loom_statement_parse (rows[i].text, &error);
      g_autofree char *parts = statement != NULL ? dump (statement) : NULL;

      g_test_message ("%s: %s", rows[i].text, error != NULL ? error->message : "");
      g_assert_cmpstr (parts, ==, rows[i].parts);
      g_assert_true ((error == NULL) == (parts != NULL));
      if (statement != NULL)
        g_assert_cmpstr (statement->text, ==, rows[i].text);
    }
}

#define LAUNCH "launch KERNEL [on STREAM] [NAME=VALUE]…"
#define COPY "copy ARRAY to ARRAY [on STREAM]"
#define SWAP "swap ARRAY, ARRAY"
#define FILL "fill ARRAY [on STREAM] = FILL"
#define REPEAT "repeat [COUNT] [as NAME] [until CONDITION]"
#define RECORD "record EVENT [on STREAM]"
#define WAIT "wait EVENT [on STREAM]"

/* A line, and the form that is told; NULL: there is no such step. */
static const struct
{
  const char *text, *form;
} broken[] = {
  { "", NULL },
  { "jump f", NULL },
  { "Launch f", NULL },
  { "launchf", NULL },
  { "launch", LAUNCH },
  { "launch f on", LAUNCH },
  { "launch f on 7", LAUNCH },
  { "launch f on s t", LAUNCH },
  { "launch f on s on t", LAUNCH },
  { "launch f g", LAUNCH },
  { "launch f g on s", LAUNCH },
  { "launch f 7=1", LAUNCH },
  { "launch f =1", LAUNCH },
  { "launch f n==1", LAUNCH },
  { "copy", COPY },
  { "copy f", COPY },
  { "copy f to", COPY },
  { "copy to g", COPY },
  { "copy f g to h", COPY },
  { "copy f to g to h", COPY },
  { "copy f to g on", COPY },
  { "copy f on s to g", COPY },
  { "copy f to g.", COPY },
  { "copy f to .g", COPY },
  { "copy f to g..h", COPY },
  { "copy f[1] to g", COPY },
  { "swap", SWAP },
  { "swap f", SWAP },
  { "swap f g", SWAP },
  { "swap f,", SWAP },
  { "swap , g", SWAP },
  { "swap f, g, h", SWAP },
  { "swap f, g on s", SWAP },
  { "fill", FILL },
  { "fill f", FILL },
  { "fill f =", FILL },
  { "fill = ones", FILL },
  { "fill f g = ones", FILL },
  { "fill f on = ones", FILL },
  { "fill f on s t = ones", FILL },
  { "repeat", REPEAT },
  { "repeat as k", REPEAT },
  { "repeat 3 as", REPEAT },
  { "repeat 3 as 4", REPEAT },
  { "repeat 3 as k j", REPEAT },
  { "repeat 3 as k as j", REPEAT },
  { "repeat until", REPEAT },
  { "repeat 3 until", REPEAT },
  { "repeat 3 as until x", REPEAT },
  { "end f", "end" },
  { "record", RECORD },
  { "record 7", RECORD },
  { "record a b", RECORD },
  { "record a.b", RECORD },
  { "record a on", RECORD },
  { "record on s", RECORD },
  { "wait", WAIT },
  { "wait a, b", WAIT },
  { "wait a on s t", WAIT },
};

static void
test_what_is_broken_names_its_form (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *wanted
          = broken[i].form != NULL
            ? g_strdup_printf ("“%s” is not complete; it is written as %s", broken[i].text,
                               broken[i].form)
            : g_strdup_printf ("“%s” is not a step; a step begins with one of launch, copy, swap, "
                               "fill, repeat, end, record, wait", broken[i].text);

      g_assert_null (loom_statement_parse (broken[i].text, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
      g_assert_cmpstr (error->message, ==, wanted);
    }
}

static void
test_what_was_meant_is_found (void)
{
  static const struct { const char *text, *meant; } known[] = {
    { "on s1 launch f", "launch f on s1" },
    { "on s1 launch f n=1 block=8", "launch f on s1 n=1 block=8" },
    { "on s1 launch f<int, 4>  n=1", "launch f<int, 4> on s1  n=1" },
    { "on s copy f to g", "copy f to g on s" },
    { "on s fill f = ones", "fill f on s = ones" },
    { "on s record done", "record done on s" },
    { "launch f v=a n=512 on left", "launch f on left v=a n=512" },
    { "launch f<int, 4> n=512  on  left", "launch f<int, 4> on left n=512" },
    { "launch f n=2 on on on left", NULL },
    { "lauch f n=1", "launch f n=1" },
    { "swp f, g", "swap f, g" },
    { "on s swap f, g", NULL },
    { "on s", NULL },
    { "lauch", NULL },
    { "jump f", NULL },
    { "launch", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *meant = loom_statement_dup_meant (known[i].text);

      g_assert_cmpstr (meant, ==, known[i].meant);
    }
}

static void
test_what_a_launch_gives_is_given_once (void)
{
  static const struct { const char *text, *message; } wrong[] = {
    { "launch f n=", "“n” has no value; write NAME=VALUE" },
    { "launch f n= m=2", "“n” has no value; write NAME=VALUE" },
    { "launch f n=a =2", "“n” has no value; write NAME=VALUE" },
    { "launch f n=1 n=2", "n is given twice" },
    { "launch f block=1 n=2 block=1", "block is given twice" },
  };
  g_autoptr (LoomStatement) statement = loom_statement_parse ("launch f n=1 block=8", NULL);
  g_autoptr (LoomStatement) end = loom_statement_parse ("end", NULL);

  g_assert_cmpstr (loom_statement_get (statement, "n"), ==, "1");
  g_assert_cmpstr (loom_statement_get (statement, "block"), ==, "8");
  g_assert_null (loom_statement_get (statement, "f"));
  g_assert_null (loom_statement_get (end, "n"));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (loom_statement_parse (wrong[i].text, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
      g_assert_cmpstr (error->message, ==, wrong[i].message);
    }
}

/* A message stays one that can be read, whatever it is about. */
static void
test_messages_are_short (void)
{
  static const char * const forms[] = {
    "%s", "launch f a %s", "copy %s", "launch f %s=", "launch f %s=1 %s=2",
  };
  g_autofree char *name = g_strnfill (5000, 'n');

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_auto (GStrv) parts = g_strsplit (forms[i], "%s", -1);
      g_autofree char *text = g_strjoinv (name, parts);
      g_autoptr (GError) error = NULL;

      g_assert_null (loom_statement_parse (text, &error));
      g_assert_cmpuint (strlen (error->message), <, 300);
    }
}

static void
test_words_have_a_meaning (void)
{
  for (guint kind = 0; kind < LOOM_N_STATEMENTS; kind++)
    {
      g_assert_cmpint (*loom_statement_kind_get_word (kind), !=, '\0');
      g_assert_cmpint (*loom_statement_kind_get_meaning (kind), !=, '\0');
    }
}

/* The same statement, written by its parts. */
static char *
write_parts (const LoomStatement *self)
{
  GString *text = g_string_new (loom_statement_kind_get_word (self->kind));

  if (self->subject != NULL)
    g_string_append_printf (text, " %s", self->subject);
  if (self->kind == LOOM_STATEMENT_COPY)
    g_string_append_printf (text, " to %s", self->object);
  if (self->kind == LOOM_STATEMENT_SWAP)
    g_string_append_printf (text, ", %s", self->object);
  if (self->stream != NULL)
    g_string_append_printf (text, " on %s", self->stream);
  if (self->kind == LOOM_STATEMENT_FILL)
    g_string_append_printf (text, " = %s", self->object);
  if (self->counter != NULL)
    g_string_append_printf (text, " as %s", self->counter);
  if (self->until != NULL)
    g_string_append_printf (text, " until %s", self->until);
  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      const LoomStatementItem *item = self->items->pdata[i];

      g_string_append_printf (text, " %s = %s", item->name, item->value);
    }
  return g_string_free (text, FALSE);
}

/* Whatever is read as a statement says so again when it is written by its parts; all else has a
 * message. */
static void
check_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomStatement) statement = loom_statement_parse (text, &error), again = NULL;
  g_autofree char *written = NULL, *parts = NULL, *parts_again = NULL;

  if (statement == NULL)
    {
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpstr (statement->text, ==, text);
  parts = dump (statement);
  written = write_parts (statement);
  again = loom_statement_parse (written, &error);
  g_assert_no_error (error);
  parts_again = dump (again);
  g_assert_cmpstr (parts, ==, parts_again);
}

static void
test_prefixes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (gsize length = 0; length <= strlen (rows[i].text); length++)
      {
        g_autofree char *text = g_strndup (rows[i].text, length);

        check_text (text);
      }
}

#define SEED 15
#define MUTATIONS 100000

static void
test_mutations (void)
{
  static const char letters[] = "aon=,.<>()[]{} \t\"'0_\xc3\xa9\xff\n:";
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (guint i = 0; i < MUTATIONS; i++)
    {
      const guint row = g_rand_int_range (rand, 0, G_N_ELEMENTS (rows));
      GString *text = g_string_new (rows[row].text);

      for (gint n = g_rand_int_range (rand, 1, 5); n > 0 && text->len > 0; n--)
        {
          const gsize at = g_rand_int_range (rand, 0, text->len);

          if (g_rand_boolean (rand))
            g_string_erase (text, at, 1);
          else
            g_string_insert_c (text, at, letters[g_rand_int_range (rand, 0, sizeof letters - 1)]);
        }
      check_text (text->str);
      g_string_free (text, TRUE);
    }
}

static LoomDocument *
parse_steps (const char *steps)
{
  g_autofree char *text = g_strconcat ("k\n/* gridloom\n[steps]\n", steps, "\n*/\n", NULL);

  return loom_document_parse (text, -1);
}

static void
test_statements_know_their_place (void)
{
  g_autoptr (LoomDocument) document
      = parse_steps ("launch f\n\n  # é, a comment\n\trepeat 2\n    copy f to g \nend\n[arg f]\n"
                     "shape=2\n[steps]\nlaunch g");
  static const struct { const char *text; guint line, column; } wanted[] = {
    { "launch f", 4, 1 }, { "repeat 2", 7, 2 }, { "copy f to g", 8, 5 }, { "end", 9, 1 },
    { "launch g", 13, 1 },
  };
  GPtrArray *statements = loom_document_get_statements (document);

  g_assert_cmpuint (loom_document_get_problems (document)->len, ==, 0);
  g_assert_cmpuint (statements->len, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      const LoomStatement *statement = statements->pdata[i];

      g_assert_cmpstr (statement->text, ==, wanted[i].text);
      g_assert_cmpuint (statement->line, ==, wanted[i].line);
      g_assert_cmpuint (statement->column, ==, wanted[i].column);
    }
}

static char *
repeat_text (const char *text,
             guint       n)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (all, text);
  return g_string_free (all, FALSE);
}

static void
expect_problem (const char *steps,
                guint       line,
                const char *words)
{
  g_autoptr (LoomDocument) document = parse_steps (steps);
  GPtrArray *problems = loom_document_get_problems (document);
  const LoomDiagnostic *problem;

  g_assert_cmpuint (problems->len, >, 0);
  problem = problems->pdata[0];
  g_test_message ("%u: %s", problem->line, problem->text);
  g_assert_cmpint (problem->severity, ==, LOOM_SEVERITY_ERROR);
  g_assert_cmpuint (problem->line, ==, line);
  g_assert_nonnull (strstr (problem->text, words));
}

static void
expect_statements (const char *steps,
                   guint       n)
{
  g_autoptr (LoomDocument) document = parse_steps (steps);

  g_assert_cmpuint (loom_document_get_problems (document)->len, ==, 0);
  g_assert_cmpuint (loom_document_get_statements (document)->len, ==, n);
}

static void
test_loops_are_closed (void)
{
  expect_statements ("repeat 2\nrepeat 3\nend\nend\nrepeat 4\nend", 6);
  expect_problem ("end", 4, "this end has no repeat before it");
  expect_problem ("repeat 2\nend\nend", 6, "this end has no repeat before it");
  expect_problem ("repeat 2", 4, "this repeat has no end");
  expect_problem ("repeat 2\nrepeat 3\nend", 4, "this repeat has no end");
  expect_problem ("repeat 2\nrepeat 3\n", 5, "this repeat has no end");
}

static void
test_limits_are_the_named_ones (void)
{
  g_autofree char *deep = repeat_text ("repeat 2\n", LOOM_STATEMENTS_MAX_DEPTH);
  g_autofree char *ends = repeat_text ("end\n", LOOM_STATEMENTS_MAX_DEPTH);
  g_autofree char *nested = g_strconcat (deep, ends, NULL);
  g_autofree char *deeper = g_strconcat ("repeat 2\n", nested, "end\n", NULL);
  g_autofree char *many = repeat_text ("swap f, g\n", LOOM_STATEMENTS_MAX);
  g_autofree char *more = g_strconcat (many, "swap f, g\n", NULL);

  expect_statements (nested, 2 * LOOM_STATEMENTS_MAX_DEPTH);
  expect_problem (deeper, 4 + LOOM_STATEMENTS_MAX_DEPTH, "loops are nested too deeply");
  expect_statements (many, LOOM_STATEMENTS_MAX);
  expect_problem (more, 4 + LOOM_STATEMENTS_MAX, "[steps] has more than 1000 statements");
}

/* Whoever looks for a character under ASan measures the text up to its end each time. */
#ifdef __SANITIZE_ADDRESS__
#define LONG_LINE (256 * 1024)
#else
#define LONG_LINE (2 * 1024 * 1024)
#endif

static char *
make_items (void)
{
  GString *text = g_string_new ("launch f");

  for (guint i = 0; text->len < LONG_LINE; i++)
    g_string_append_printf (text, " n%u=1", i);
  return g_string_free (text, FALSE);
}

/* Each line would take minutes of a processor, and the test would be ended, if any part looked again
 * and again at the same bytes. */
static void
test_long_lines_take_no_time (void)
{
  static const char * const heads[] = {
    "launch f n=", "launch f", "launch ", "repeat ", "repeat 2 as", "swap f", "fill f ",
    "copy f ", "record ",
  };
  static const char * const pieces[] = {
    "(", ")", " a", "a ", " a=1", " =", "on", " on", "to ", "<", ".", ",", " until", "as ",
    "a  ", "é",
  };
  g_autofree char *items = make_items ();

  for (guint i = 0; i < G_N_ELEMENTS (heads) * G_N_ELEMENTS (pieces); i++)
    {
      const char *piece = pieces[i % G_N_ELEMENTS (pieces)];
      g_autofree char *many = repeat_text (piece, 128 * 1024 / strlen (piece));
      g_autofree char *text = g_strconcat (heads[i / G_N_ELEMENTS (pieces)], many, NULL);

      loom_statement_free (loom_statement_parse (text, NULL));
    }
  loom_statement_free (loom_statement_parse (items, NULL));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/statement/parts", test_parts);
  g_test_add_func ("/core/statement/what-is-broken-names-its-form",
                   test_what_is_broken_names_its_form);
  g_test_add_func ("/core/statement/what-was-meant-is-found", test_what_was_meant_is_found);
  g_test_add_func ("/core/statement/what-a-launch-gives-is-given-once",
                   test_what_a_launch_gives_is_given_once);
  g_test_add_func ("/core/statement/messages-are-short", test_messages_are_short);
  g_test_add_func ("/core/statement/words-have-a-meaning", test_words_have_a_meaning);
  g_test_add_func ("/core/statement/prefixes", test_prefixes);
  g_test_add_func ("/core/statement/mutations", test_mutations);
  g_test_add_func ("/core/statement/statements-know-their-place", test_statements_know_their_place);
  g_test_add_func ("/core/statement/loops-are-closed", test_loops_are_closed);
  g_test_add_func ("/core/statement/limits-are-the-named-ones", test_limits_are_the_named_ones);
  g_test_add_func ("/core/statement/long-lines-take-no-time", test_long_lines_take_no_time);

  return g_test_run ();
}
