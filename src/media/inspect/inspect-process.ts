import type { Answer, Order } from "./inspect-message.ts";

/**
 * Runs as a separate process, one file at a time, because decoders are where hostile files do harm. The parent can end
 * a crash, an endless loop or a memory leak, which then costs one file. Only the modules that an order needs are
 * loaded.
 */
async function answer(order: Order): Promise<Answer> {
  switch (order.task) {
    case "picture": {
      const { inspectPicture } = await import("./picture.ts");
      return inspectPicture(order);
    }
    case "upright": {
      const { uprightPicture } = await import("./picture.ts");
      return uprightPicture(order);
    }
    case "mask": {
      const { inspectMask } = await import("./picture.ts");
      return inspectMask(order.bytes);
    }
    case "thumbnails": {
      const { makeThumbnails } = await import("./thumbnails.ts");
      return makeThumbnails(order);
    }
    case "clip": {
      const { inspectClip } = await import("./clip.ts");
      return inspectClip(order);
    }
  }
}

process.on("message", (order: Order) => {
  answer(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ failed: String(error) } satisfies Answer),
  );
});
// Ctrl+C goes to every process of a terminal; the parent decides when this one ends.
process.on("SIGINT", () => {});
// A normal exit would wait for a decoder that never ends.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
