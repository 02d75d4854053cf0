/**
 * Preloaded into each process of the fleet. On any message, collects all garbage, and answers with the bytes of the heap that are
 * still in use. Resident memory also includes free space that V8 keeps.
 */
process.on("message", () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
// Does not keep the process alive.
process.channel?.unref();
