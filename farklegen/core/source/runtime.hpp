// Which processor this is.
#pragma once

#include "basics.hpp"

namespace core {

// On x86-64 the highest of its levels 2, 3 (AVX2) and 4 (AVX-512) that runs here; 0 elsewhere.
i64 processor_level();

}  // namespace core
