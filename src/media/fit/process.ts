import type * as clips from "./clip.ts";
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
    const clips = await loadClipFitter();
    return clips
      ? await clips.fitClip(order)
      : { tooLarge: "the codecs are not installed (package @napi-rs/webcodecs)" };
  } catch (error) {
    // What the system refuses is not the file's fault, and may work later.
    if (error instanceof Error && "syscall" in error) throw error;
    return { tooLarge: `it can't be read: ${String(error)}` };
  }
}

/**
 * The codecs are an optional package, because their licence is not ours (`docs/licences.md`). Undefined without them: the clip
 * is sent as a link instead.
 */
async function loadClipFitter(): Promise<typeof clips | undefined> {
  return import("./clip.ts").catch(() => undefined);
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
