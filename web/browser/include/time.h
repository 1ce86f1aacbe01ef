/* What the engine needs of Emscripten's time.h: the headers of the compiler are those of WASI. */
#include <__struct_timespec.h>

#define TIME_UTC 1

int timespec_get(struct timespec *now, int base);
