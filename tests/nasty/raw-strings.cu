/* nasty: launches k out=4,4,4 */
/* Strings that contain kernels, settings, quotes and what looks like their own end. */
#include <string>

static const std::string fake = R"CU(
__global__ void fake (int *out) { out[0] = "}"; }
/* gridloom
[launch]
kernel=fake
*/
)CU";
static const char *const quotes = R"(")" R"x()")x" R"-(\)-" "\\" R"(\")" "/*";
static const wchar_t *const wide = LR"(}")";

__global__ void k (int *out)
{
  out[threadIdx.x] = sizeof (R"(}}})");
}

int main () { return fake.size () + quotes[0]; /* */ }
