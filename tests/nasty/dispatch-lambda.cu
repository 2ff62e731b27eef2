/* nasty: launches fill<int> out=5,5,5 */
/* Types are chosen by a macro that takes a lambda with the launch in it. */
#include <stdexcept>
enum class Type { Float, Int };
#define CASE(tag, type, ...) case tag: { using scalar_t = type; return __VA_ARGS__ (); }
#define DISPATCH(which, name, ...) \
  [&] { \
    switch (which) \
      { \
        CASE (Type::Float, float, __VA_ARGS__) \
        CASE (Type::Int, int, __VA_ARGS__) \
        default: throw std::runtime_error (#name " not implemented for '" #which "'"); \
      } \
  } ()

template <typename scalar_t> __global__ void
fill (scalar_t *__restrict__ out)
{
  out[threadIdx.x] = static_cast<scalar_t> (5);
}

void
run (void *data, Type type)
{
  DISPATCH (type, "fill", [&] {
    fill<scalar_t><<<1, 32>>> (static_cast<scalar_t *> (data));
  });
}
