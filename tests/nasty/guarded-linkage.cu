/* nasty: launches k out=9,9,9 */
#ifdef __cplusplus
# define BEGIN_DECLS extern "C" {
# define END_DECLS }
#else
# define BEGIN_DECLS
# define END_DECLS
#endif
#if defined (_WIN32)
# define API __declspec (dllexport)
#elif defined (__GNUC__) && __GNUC__ >= 4
# define API __attribute__ ((visibility ("default")))
#else
# define API
#endif

BEGIN_DECLS
API int launch (int *out);
__global__ API void k (int *out) { out[threadIdx.x] = 9; }
API int launch (int *out) { k<<<1, 32>>> (out); return 0; }
END_DECLS
