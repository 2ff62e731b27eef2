/* gridloom_curand_refused.h: functions of cuRAND's host interface that say their name at the first
 * call: REFUSED (name), whatever their parameters are
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

REFUSED (curandGeneratePoisson) REFUSED (curandGeneratePoissonMethod)
REFUSED (curandGenerateBinomial) REFUSED (curandGenerateBinomialMethod)
REFUSED (curandCreatePoissonDistribution) REFUSED (curandDestroyDistribution)
REFUSED (curandSetQuasiRandomGeneratorDimensions) REFUSED (curandGetDirectionVectors32)
REFUSED (curandGetDirectionVectors64) REFUSED (curandGetScrambleConstants32)
REFUSED (curandGetScrambleConstants64)
