// What Python sees of the core: one table, with everything that can be called and what it takes.
#include "functions.hpp"
#include "runtime.hpp"

#if defined(_WIN32)
#define EXPORTED extern "C" __declspec(dllexport)
#else
#define EXPORTED extern "C" __attribute__((visibility("default")))
#endif

namespace core {
namespace {

constexpr i64 MOST_ARGUMENTS = 16;

struct Function {
    const char* name;
    void* address;
    i64 count;
    const char* arguments[MOST_ARGUMENTS];  // their layouts
};

template <class... Taken>
Function function(const char* name, i64 (*address)(const Taken&...)) {
    static_assert(sizeof...(Taken) <= MOST_ARGUMENTS);
    return {name, reinterpret_cast<void*>(address), sizeof...(Taken), {LAYOUT<Taken>...}};
}

#define FUNCTION_OF(which) function(#which, which),

// ---- the table -----------------------------------------------------------------------------------

struct Exports {
    const char* fingerprint;
    const char* variant;
    i64 (*processor_level)();
    const Function* functions;
    i64 function_count;
};

}  // namespace
}  // namespace core

EXPORTED const void* farklegen_core() {
    using namespace core;
    static const Function functions[] = {FUNCTIONS(FUNCTION_OF)};
    static const Exports exports = {
        FINGERPRINT, VARIANT, processor_level,
        functions, sizeof(functions) / sizeof(Function),
    };
    return &exports;
}
