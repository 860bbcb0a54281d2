// What Python sees of the core: one table, with everything that can be called and what it takes.
#include "functions.hpp"

#if defined(_WIN32)
#define EXPORTED extern "C" __declspec(dllexport)
#else
#define EXPORTED extern "C" __attribute__((visibility("default")))
#endif

namespace core {
namespace {

#define ADDRESS_OF(which) reinterpret_cast<const void*>(which),

struct Exports {
    const char* fingerprint;
    const char* variant;
    i64 (*processor_level)();
    const char* functions;         // in a line each: the name, and the layouts of what it takes
    const void* const* addresses;  // of the functions
};

}  // namespace
}  // namespace core

EXPORTED const void* farklegen_core() {
    using namespace core;
    static const void* const addresses[] = {FUNCTIONS(ADDRESS_OF)};
    static const Exports exports = {FINGERPRINT, VARIANT, processor_level, LAYOUTS, addresses};
    return &exports;
}
