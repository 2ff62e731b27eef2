inline double number (__half value) { return __half2float (value); }
