#include "nvToolsExt.h"
