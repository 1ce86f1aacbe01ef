/* Plays the first games of a policy with the compiled engine of this system, and writes what they bring.

Arguments: the library, a file with a state, one with a policy, the number of games, the bytes of a
log, the bytes of what a playout brings. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef void Play(const void *, const void *, double, const void *, const void *, uint64_t, void *, void *);

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <windows.h>
static Play *play_of(const char *path) { return (Play *)(void *)GetProcAddress(LoadLibraryA(path), "engine_play"); }
#else
#include <dlfcn.h>
static Play *play_of(const char *path) { return (Play *)dlsym(dlopen(path, RTLD_NOW), "engine_play"); }
#endif

static void *content(const char *path) {
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(1 << 20);
    if (!file || !bytes || !fread(bytes, 1, 1 << 20, file)) exit(2);
    return bytes;
}

int main(int count, char **words) {
    if (count != 7) return 2;
    Play *play = play_of(words[1]);
    void *state = content(words[2]), *policy = content(words[3]);
    size_t length = atoi(words[5]), result = atoi(words[6]);
#ifdef _WIN32
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    for (int seed = 0; seed < atoi(words[4]); seed++) {
        char *log = calloc(1, length), *out = calloc(1, result);
        if (!log || !out) return 2;
        play(state, policy, 0.1, NULL, NULL, seed, log, out);
        fwrite(log, 1, length, stdout);
        fwrite(out, 1, result, stdout);
        free(log);
        free(out);
    }
    return 0;
}
