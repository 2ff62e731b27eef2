/* How many floats one has to step from one to the other; that of a number and none is the most. */
template <typename T, typename Bits>
uint64_t
count_ulps (T a, T b)
{
  Bits bits[2];
  int64_t place[2];

  if (std::isnan (host::number (a)) || std::isnan (host::number (b)))
    return std::isnan (host::number (a)) && std::isnan (host::number (b)) ? 0 : UINT64_MAX;
  std::memcpy (&bits[0], &a, sizeof (Bits));
  std::memcpy (&bits[1], &b, sizeof (Bits));
  for (int i = 0; i < 2; i++)
    {
      const Bits magnitude = bits[i] & static_cast<Bits> (~Bits (0) >> 1);

      place[i] = magnitude == bits[i] ? static_cast<int64_t> (magnitude)
                                      : -static_cast<int64_t> (magnitude);
    }
  return place[0] > place[1] ? static_cast<uint64_t> (place[0]) - static_cast<uint64_t> (place[1])
                             : static_cast<uint64_t> (place[1]) - static_cast<uint64_t> (place[0]);
}
