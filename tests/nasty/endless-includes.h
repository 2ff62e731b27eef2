#include "endless-includes.h"
