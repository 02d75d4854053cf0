import { Worker } from "node:worker_threads";
import type { RenderAnswer, RenderOrder, RenderWork } from "./render-message.ts";

/** The renderer's thread, started on demand and restarted after a crash. */
export interface RenderThread {
  /** Starts the thread, so that the first picture does not wait for it. */
  warm(): void;
  /** The file of an order; rejects when it can't be drawn, or is not ready after `limitMs`. */
  make(work: RenderWork, limitMs: number): Promise<Buffer>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

export function createRenderThread(): RenderThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  const settle = (id: number): Waiting | undefined => {
    const order = waiting.get(id);
    waiting.delete(id);
    if (order) clearTimeout(order.timer);
    if (waiting.size === 0) worker?.unref();
    return order;
  };
  const failAll = (error: Error): void => {
    worker = undefined;
    for (const id of waiting.keys()) settle(id)?.reject(error);
  };
  const start = (): Worker => {
    // Without the system's fonts a picture looks the same on every machine, and the start is faster.
    const started = new Worker(new URL("worker.ts", import.meta.url), {
      env: { DISABLE_SYSTEM_FONTS_LOAD: "1" },
      execArgv: [],
    });
    started.on("message", (answer: RenderAnswer) => {
      const order = settle(answer.id);
      if ("bytes" in answer) order?.resolve(Buffer.from(answer.bytes.buffer));
      else order?.reject(new Error(answer.error));
    });
    const died = (error: Error): void => {
      if (worker === started) failAll(error);
    };
    started.on("error", died);
    started.on("exit", (code) => died(new Error(`the renderer ended with code ${code}`)));
    started.unref();
    return started;
  };

  return {
    warm() {
      worker ??= start();
    },
    make(work, limitMs) {
      worker ??= start();
      const thread = worker;
      lastId += 1;
      const order: RenderOrder = { id: lastId, work };
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          settle(order.id);
          reject(new Error("the renderer does not answer"));
          void thread.terminate();
        }, limitMs);
        waiting.set(order.id, { resolve, reject, timer });
        thread.ref();
        thread.postMessage(order, []);
      });
    },
    async close() {
      const ending = worker;
      failAll(new Error("the renderer was stopped"));
      await ending?.terminate();
    },
  };
}
