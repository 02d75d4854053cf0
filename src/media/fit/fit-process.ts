import type * as clips from "./clip.ts";
import type { FitAnswer, FitOrder } from "./fit-message.ts";

/**
 * Runs as a separate process, one file at a time. Decoding and encoding take a whole core, and the parent can end a
 * crash or an endless loop. Only the modules that an order needs are loaded.
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
    // A system error is not the file's fault, and may not occur next time.
    if (error instanceof Error && "syscall" in error) throw error;
    return { tooLarge: `it can't be read: ${String(error)}` };
  }
}

/**
 * The codecs are an optional package because of their licence (`docs/licences.md`). Undefined without them: the clip is sent as
 * a link instead.
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
// Ctrl+C goes to every process of a terminal; the parent decides when this one ends.
process.on("SIGINT", () => {});
// A normal exit would wait for an encoder that never ends.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
