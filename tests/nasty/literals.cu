/* nasty: launches k out=1007,1007,1007 */
#include <string>
using namespace std::string_literals;

constexpr __host__ __device__ int operator""_more (unsigned long long x) { return (int) x + 1; }
inline std::string operator"" _s (const char *s, size_t n) { return std::string (s, n); }

static const char quote = '"', slash = '\\', brace = '{', apostrophe = '\'';
static const char *const text = "\"}//" "\\";
static const auto name = "}{"s, other = "\x7d"_s;
static const wchar_t wide = L'"';

__global__ void k (int *out)
{
  out[threadIdx.x] = 1'000 + 0b101 + 0x0'0 + 1_more + ('"' == '\x22' ? 0 : 1);
}

int main () { return quote + slash + brace + apostrophe + text[0] + wide; }
