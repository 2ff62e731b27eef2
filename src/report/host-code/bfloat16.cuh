inline double number (__nv_bfloat16 value) { return __bfloat162float (value); }
