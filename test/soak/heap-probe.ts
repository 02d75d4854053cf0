/**
 * Preloaded into each process of the fleet. At any message, collects all garbage, and answers with the bytes of the heap that are still in
 * use: resident memory also has what V8 keeps for later.
 */
process.on("message", () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
// The process still ends by itself.
process.channel?.unref();
