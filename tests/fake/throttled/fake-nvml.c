/* fake-nvml.c: the management library of a driver that holds the clock back now and then:
 * LD_LIBRARY_PATH=<this folder> makes the runner use it. Every third question is answered with the
 * power limit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define EXPORT __attribute__ ((visibility ("default")))
#define POWER 0x4               /* nvmlClocksThrottleReasonSwPowerCap */

EXPORT int nvmlInit_v2 (void);
EXPORT int nvmlDeviceGetHandleByPciBusId_v2 (const char  *bus_id,
                                             void       **device);
EXPORT int nvmlDeviceGetCurrentClocksThrottleReasons (void               *device,
                                                      unsigned long long *reasons);

int
nvmlInit_v2 (void)
{
  return 0;
}

int
nvmlDeviceGetHandleByPciBusId_v2 (const char  *bus_id,
                                  void       **device)
{
  static char only;

  *device = &only;
  return 0;
}

int
nvmlDeviceGetCurrentClocksThrottleReasons (void               *device,
                                           unsigned long long *reasons)
{
  static unsigned n;

  *reasons = ++n % 3 == 0 ? POWER : 0;
  return 0;
}
