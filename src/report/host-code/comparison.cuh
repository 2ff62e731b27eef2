template <typename T> double number (T value) { return static_cast<double> (value); }

/* Cells held against what they should be: the same bits, or no further apart than is allowed. */
struct Comparison
{
  const char *name;
  size_t cells, wrong, first, last;
  double got, wanted;

  Comparison (const char *called, size_t count)
    : name (called), cells (count), wrong (0), first (0), last (0), got (0), wanted (0) {}

  static bool is_close (double a, double b, double rtol, double atol)
  {
    if (std::isnan (a) || std::isnan (b))
      return std::isnan (a) && std::isnan (b);
    if (std::isinf (a) || std::isinf (b))
      return a == b;
    return std::fabs (a - b) <= atol + rtol * std::fabs (b);
  }

  template <typename T>
  void add (size_t cell, T is, T should_be, bool is_near)
  {
    if (std::memcmp (&is, &should_be, sizeof is) == 0 || is_near || (wrong > 0 && last == cell))
      return;
    if (wrong++ == 0)
      {
        first = cell;
        got = host::number (is);
        wanted = host::number (should_be);
      }
    last = cell;
  }
  template <typename T>
  void add (size_t cell, T is, T should_be)
  {
    add (cell, is, should_be, false);
  }
  template <typename T>
  void add (size_t cell, T is, T should_be, double rtol, double atol)
  {
    add (cell, is, should_be, is_close (host::number (is), host::number (should_be), rtol, atol));
  }

  bool report () const
  {
    if (wrong == 0)
      std::printf ("%s: all %zu cells are as expected\n", name, cells);
    else
      std::printf ("%s: %zu of %zu cells differ, the first is cell %zu: %.9g instead of %.9g\n",
                   name, wrong, cells, first, got, wanted);
    return wrong == 0;
  }
};
