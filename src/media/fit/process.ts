import type { FitAnswer, FitOrder } from "./order.ts";

/**
 * Runs as a process of its own, one file at a time: decoding and encoding take all of a core, and what crashes here or never
 * ends is ended from outside. Only what an order needs is loaded.
 */
async function answer(order: FitOrder): Promise<FitAnswer> {
  try {
    if (order.task === "picture") {
      const { fitPicture } = await import("./picture.ts");
      return await fitPicture(order);
    }
    const { fitClip } = await import("./clip.ts");
    return await fitClip(order);
  } catch (error) {
    // What the system refuses is not the file's fault, and may work later.
    if (error instanceof Error && "syscall" in error) throw error;
    return { tooLarge: `it can't be read: ${String(error)}` };
  }
}

process.on("message", (order: FitOrder) => {
  answer(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ failed: String(error) } satisfies FitAnswer),
  );
});
// Ctrl+C goes to every process of a terminal; the one that asked decides when this one ends.
process.on("SIGINT", () => {});
// An exit would wait for an encoder that never ends.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
