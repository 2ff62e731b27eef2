/* test-mangled.c: mangled names and the signatures they spell
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-mangled.h"
#include "loom-signature.h"

static const struct
{
  const char *symbol;
  const char *expected;         /* NULL: not understood */
} names[] = {
  { "_Z8trianglePfi", "triangle (float*, int)" },
  { "_Z1kv", "k ()" },
  { "_Z1kPKfPKDn", "k (const float*, const decltype(nullptr)*)" },
  { "_ZN2ns1kEPKNS_1PES0_hP6float4", "ns::k (const ns::P*, ns::P, unsigned char, float4*)" },
  { "_Z5scaleIfEvPT_S0_", "scale<float> (float*, float)" },
  { "_Z4maskIdE", "mask<double> ()" },
  { "_Z1kILi4ELb1EEvPA4_d", "k<4, true> (double (*)[4])" },
  { "_Z1kILin3EEvPi", "k<-3> (int*)" },
  { "_Z1kPPfPFiiE", "k (float**, int(int)*)" },
  { "_Z1kRA3_KfOi", "k (const float (&)[3], int&)" },
  { "_Z1kPA4_A8_Kf", "k (const float (*)[4][8])" },
  { "_Z1kPrVKi", "k (const int*)" },
  { "_Z1kSt4pairIifE", "k (std::pair<int, float>)" },
  { "_Z1kN1a1bIiE1cIfEE", "k (a::b<int>::c<float>)" },
  { "_Z1k1AIJifEE", "k (A<int, float>)" },
  { "_Z1kP1AS0_S_", "k (A*, A*, A)" },
  { "_ZN12_GLOBAL__N_11kEPi", "(anonymous namespace)::k (int*)" },
  { "_ZL1kPi", "k (int*)" },
  { "_ZN6cudapy8__main__3addB2v1B4c8tJE5ArrayIfLi1E1C7mutable7alignedE",
    "cudapy::__main__::add (Array<float, 1, C, mutable, aligned>)" },
  { "_Z1kB", NULL },
  { "_Z1kB9v1", NULL },
  { "_Z1kxyjmlstacbwno",
    "k (long long, unsigned long long, unsigned int, unsigned long, long, short, unsigned short, "
    "signed char, char, bool, wchar_t, __int128, unsigned __int128)" },
  { "triangle", NULL },
  { "", NULL },
  { "_Z", NULL },
  { "_Z9999999999999999999999k", NULL },
  { "_Z1kS9_", NULL },
  { "_Z1kT_", NULL },
  { "_Z1kI", NULL },
  { "_ZN1a", NULL },
  { "_ZN", NULL },
  { "_Z1kDTfp_E", NULL },
  { "_Z1kILE", NULL },
};

static char *
format (const LoomMangled *mangled)
{
  GString *text = g_string_new (mangled->name);

  g_string_append (text, " (");
  for (guint i = 0; i < mangled->parameters->len; i++)
    {
      g_autofree char *type = loom_mangled_type_format (mangled->parameters->pdata[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", type);
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static void
test_names_are_taken_apart (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (LoomMangled) mangled = loom_mangled_parse (names[i].symbol);
      g_autofree char *text = mangled != NULL ? format (mangled) : NULL;

      g_test_message ("%s", names[i].symbol);
      g_assert_cmpstr (text, ==, names[i].expected);
    }
}

/* Every beginning of a name, and every byte of it changed, is read or refused, and never more. */
static void
test_broken_names_do_no_harm (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (gsize at = 0; names[i].symbol[at] != '\0'; at++)
      for (const char *c = "\0SITEKPAJLN_9zF"; c < "\0SITEKPAJLN_9zF" + 14; c++)
        {
          g_autofree char *text = g_strdup (names[i].symbol);
          LoomMangled *mangled;

          text[at] = *c;
          mangled = loom_mangled_parse (text);
          if (mangled != NULL)
            loom_mangled_free (mangled);
        }
}

static void
test_depth_is_limited (void)
{
  g_autofree char *pointers = g_strnfill (100000, 'P');
  g_autofree char *deep = g_strconcat ("_Z1k", pointers, "i", NULL);

  g_assert_null (loom_mangled_parse (deep));
}

static void
test_params_are_read (void)
{
  static const char lowered[]
      = "_Z8loom_sigIN10loom_types4argsIJNS0_3argIPfLy4EEENS2_IPKdLy8EEENS2_IiLy4EEES8_NS2_"
        "I1SLy16EEENS2_IPKS9_Ly16EEE"
        "NS2_IP6float4Ly16EEENS2_IhLy1EEENS2_IPvLy0EEENS2_IPKxLy8EEES4_EEEEvv";
  static const struct
  {
    const char    *type_name;
    LoomParamKind  kind;
    LoomScalar     scalar;
    guint          lanes, size;
    gboolean       is_const;
  } expected[] = {
    { "float*", LOOM_PARAM_ARRAY, LOOM_SCALAR_F32, 1, 4, FALSE },
    { "const double*", LOOM_PARAM_ARRAY, LOOM_SCALAR_F64, 1, 8, TRUE },
    { "int", LOOM_PARAM_SCALAR, LOOM_SCALAR_I32, 1, 4, FALSE },
    { "int", LOOM_PARAM_SCALAR, LOOM_SCALAR_I32, 1, 4, FALSE },
    { "S", LOOM_PARAM_STRUCT, LOOM_SCALAR_BYTES, 1, 16, FALSE },
    { "const S*", LOOM_PARAM_ARRAY, LOOM_SCALAR_BYTES, 1, 16, TRUE },
    { "float4*", LOOM_PARAM_ARRAY, LOOM_SCALAR_F32, 4, 16, FALSE },
    { "unsigned char", LOOM_PARAM_SCALAR, LOOM_SCALAR_U8, 1, 1, FALSE },
    { "void*", LOOM_PARAM_ARRAY, LOOM_SCALAR_BYTES, 1, 1, FALSE },
    { "const long long*", LOOM_PARAM_ARRAY, LOOM_SCALAR_I64, 1, 8, TRUE },
    { "float*", LOOM_PARAM_ARRAY, LOOM_SCALAR_F32, 1, 4, FALSE },
  };
  g_autoptr (GPtrArray) params = loom_signature_read_params (lowered);

  g_assert_nonnull (params);
  g_assert_cmpuint (params->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < params->len; i++)
    {
      const LoomParam *param = params->pdata[i];

      g_assert_cmpstr (param->type_name, ==, expected[i].type_name);
      g_assert_cmpint (param->kind, ==, expected[i].kind);
      g_assert_cmpint (param->type.scalar, ==, expected[i].scalar);
      g_assert_cmpuint (param->type.lanes, ==, expected[i].lanes);
      g_assert_cmpuint (param->type.size, ==, expected[i].size);
      g_assert_cmpint (param->is_const, ==, expected[i].is_const);
    }
}

static void
test_a_kernel_without_parameters_is_read (void)
{
  g_autoptr (GPtrArray) params
      = loom_signature_read_params ("_Z8loom_sigIN10loom_types4argsIJEEEEvv");

  g_assert_nonnull (params);
  g_assert_cmpuint (params->len, ==, 0);
}

static void
test_variables_are_read (void)
{
  LoomType type;
  LoomShape shape;

  g_assert_true (loom_signature_read_variable ("_Z8loom_sigIN10loom_types3argIA4_A5_fLy4EEEEvv",
                                               &type, &shape));
  g_assert_cmpint (type.scalar, ==, LOOM_SCALAR_F32);
  g_assert_cmpuint (shape.rank, ==, 2);
  g_assert_cmpuint (shape.rows, ==, 4);
  g_assert_cmpuint (shape.cols, ==, 5);
  g_assert_true (
      loom_signature_read_variable ("_Z8loom_sigIN10loom_types3argIKiLy4EEEEvv", &type, &shape));
  g_assert_cmpuint (shape.cols, ==, 1);
  g_assert_true (loom_signature_read_variable (
      "_Z8loom_sigIN10loom_types3argIA2_A3_A4_A5_hLy1EEEEvv", &type, &shape));
  g_assert_cmpuint (shape.rank, ==, 3);
  g_assert_cmpuint (shape.cols * shape.rows * shape.planes, ==, 120);
  g_assert_false (loom_signature_read_variable ("_Z8loom_sigIiEvv", &type, &shape));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/runner/mangled/names-are-taken-apart", test_names_are_taken_apart);
  g_test_add_func ("/runner/mangled/broken-names-do-no-harm", test_broken_names_do_no_harm);
  g_test_add_func ("/runner/mangled/depth-is-limited", test_depth_is_limited);
  g_test_add_func ("/runner/signature/params-are-read", test_params_are_read);
  g_test_add_func ("/runner/signature/no-params-are-read",
                   test_a_kernel_without_parameters_is_read);
  g_test_add_func ("/runner/signature/variables-are-read", test_variables_are_read);

  return g_test_run ();
}
