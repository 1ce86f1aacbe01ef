/** The compiled engine in a memory of its own, for Python: it writes there, calls a function, and answers with what it reads. */

const ready = fetch(new URL("./engine.wasm", import.meta.url))
  .then((found) => found.arrayBuffer())
  .then((bytes) => WebAssembly.instantiate(bytes))
  .then(({ instance }) => {
    const engine = /** @type {any} */ (instance.exports);
    engine._initialize();
    engine.engine_start();
    return engine;
  });

onmessage = async ({ data: { number, write, call, values, read } }) => {
  try {
    const engine = await ready;
    for (const [at, bytes] of write) new Uint8Array(engine.memory.buffer).set(bytes, at);
    const result = engine[call](...values);
    if (number) postMessage({ number, result, found: engine.memory.buffer.slice(read[0], read[0] + read[1]) });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
