//! in=f16:m in=f32:m out=f32:16
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void run (const __half* a, const float* c, float* out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa; wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc, fd; wmma::fragment<wmma::accumulator, 16, 16, 16, __half> fh;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    wmma::load_matrix_sync (fa, a, 16); wmma::load_matrix_sync (fb, a + 16, 16); wmma::load_matrix_sync (fc, c, 16, wmma::mem_row_major);
    wmma::mma_sync (fd, fa, fb, fc);
    for (int i = 0; i < fd.num_elements; i++) fd.x[i] = fd.x[i] * 2 + warp;
    wmma::fill_fragment (fh, __half (0.5f)); wmma::mma_sync (fh, fa, fb, fh);
    wmma::store_matrix_sync (out + warp * 512, fd, 16, wmma::mem_row_major);
    wmma::store_matrix_sync ((__half*) (out + warp * 512 + 256), fh, 16, wmma::mem_col_major);
    ((__half*) (out + warp * 512 + 384))[(threadIdx.x & 31) * 8] = fh.num_elements;
    for (int k = 0; k < 8; k++) ((__half*) (out + warp * 512 + 384))[(threadIdx.x & 31) * 8 + k] = __half (k);
}
