import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { NO_LONGER, type Clock } from "../../lib/clock.ts";
import { CallStoppedError, GatewayTimeoutError } from "../gateway-error.ts";

/** Receives an answer as it arrives. It can't slow the answer down, so it must be quick. Its errors end the call. */
export interface Receiver {
  head(status: number, headers: IncomingHttpHeaders): void;
  /** The next bytes of the body. `enough` means that the rest is not needed. */
  data(chunk: Buffer): "enough" | void;
}

/** How long a call may take. Milliseconds. */
export interface Patience {
  readonly ms: number;
  /** Whether the limit starts again with every chunk. */
  readonly renewed: boolean;
}

/** An exchange that failed, with its cause and whether sending had begun. */
export class ExchangeFailure extends Error {
  readonly sent: boolean;

  constructor(cause: unknown, sent: boolean) {
    super("the exchange failed", { cause });
    this.sent = sent;
  }
}

/**
 * Sends one request and passes the answer to `receiver`, without a stream in between: one timer, one listener, and no
 * work per chunk. Resolves at the answer's end, or when the receiver has enough. Rejects with an `ExchangeFailure`. A
 * request that is stopped while it waits for a connection rejects at once and is never written.
 */
export function exchange(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  receiver: Receiver,
  world: { readonly clock: Clock; readonly patience: Patience },
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { clock, patience } = world;
    let controller: Dispatcher.DispatchController | undefined;
    let isOver = false;
    let heardAt = clock.elapsed();
    let forget = clock.after(patience.ms, expire);

    /** Marks the exchange as over. Returns true the first time. */
    function leave(): boolean {
      if (isOver) return false;
      isOver = true;
      forget();
      signal.removeEventListener("abort", onAbort);
      return true;
    }

    function fail(reason: unknown): void {
      if (leave()) reject(new ExchangeFailure(reason, controller !== undefined));
    }

    function stop(reason: Error): void {
      fail(reason);
      controller?.abort(reason);
    }

    function onAbort(): void {
      stop(new CallStoppedError(controller !== undefined, signal.reason));
    }

    function expire(): void {
      const leftMs = patience.renewed ? heardAt + patience.ms - clock.elapsed() : 0;
      // One timer per call, not per chunk: it checks the elapsed time when it fires.
      if (leftMs > 0) forget = clock.after(leftMs, expire);
      else stop(new GatewayTimeoutError(sentence(patience), { sent: controller !== undefined }));
    }

    signal.addEventListener("abort", onAbort, { once: true });
    dispatcher.dispatch(options, {
      // Runs right before the first byte is written. Until then, it is certain that nothing was sent.
      onRequestStart(started) {
        // Either the request was stopped meanwhile, or undici would write it a second time after a lost connection.
        // Only callers decide to repeat.
        if (isOver || controller) {
          started.abort(new Error(isOver ? "stopped" : "the connection was lost while the request was going out"));
          return;
        }
        controller = started;
      },
      onResponseStart(_controller, status, headers) {
        if (isOver) return;
        heardAt = clock.elapsed();
        receiver.head(status, headers);
      },
      onResponseData(_controller, chunk) {
        if (isOver) return;
        heardAt = clock.elapsed();
        if (receiver.data(chunk) !== "enough" || !leave()) return;
        resolve();
        // The end may have arrived in the same turn, and then the connection can be reused.
        setImmediate(() => controller?.abort(NO_LONGER));
      },
      onResponseEnd() {
        if (leave()) resolve();
      },
      onResponseError(_controller, error) {
        fail(error);
      },
    });
  });
}

function sentence({ ms, renewed }: Patience): string {
  return renewed ? `nothing arrived for ${ms} ms` : `not finished within ${ms} ms`;
}
