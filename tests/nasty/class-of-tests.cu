/* nasty: launches k out=3,3,3 */
/* A framework for tests whose macros open functions and classes of the host. */
#include "gtest/gtest.h"
#include <vector>

__global__ void k (int *out) { out[threadIdx.x] = 3; }

class KernelTest : public ::testing::TestWithParam<std::vector<int>>
{
protected:
  void SetUp () override { cudaMalloc (&out, 128); }
  int *out;
};

TEST_P (KernelTest, Fills)
{
  k<<<1, 32>>> (out);
  EXPECT_EQ (cudaDeviceSynchronize (), cudaSuccess) << "}";
}

INSTANTIATE_TEST_SUITE_P (Sizes, KernelTest, ::testing::Values (std::vector<int> { 1, 2 }, std::vector<int> { 3 }));

TEST (Plain, Runs) { ASSERT_TRUE (true) << "{"; }
