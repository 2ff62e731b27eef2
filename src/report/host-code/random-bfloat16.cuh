template <>
inline __nv_bfloat16
random<__nv_bfloat16> (uint64_t seed, uint64_t position)
{
  return __float2bfloat16_rn (static_cast<float> (splitmix64 (seed, position) >> 56) / 256);
}
