import type { Dispatcher } from "undici";

/** Whether sending a request has begun: passed to undici as the request's `opaque`. */
export class SendTracker {
  started = false;
}

/**
 * Records in a request's `SendTracker` when undici hands the request to an open connection, right before the first byte
 * is written. Until then, nothing was sent for certain. Also ends a request that undici would write a second time after a
 * lost connection: only callers decide to repeat.
 */
export function trackingSend(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options, handler) => {
    const watch = "opaque" in options && options.opaque instanceof SendTracker ? options.opaque : new SendTracker();
    return dispatch(options, {
      onRequestStart(controller, context) {
        if (watch.started) {
          controller.abort(new Error("the connection was lost while the request was going out"));
          return;
        }
        handler.onRequestStart?.(controller, context);
        // A signal that was aborted while the connection was opened ends the request here, unwritten.
        watch.started = !controller.aborted;
      },
      onResponseStart(controller, status, headers, statusText) {
        handler.onResponseStart?.(controller, status, headers, statusText);
      },
      onResponseData(controller, chunk) {
        handler.onResponseData?.(controller, chunk);
      },
      onResponseEnd(controller, trailers) {
        handler.onResponseEnd?.(controller, trailers);
      },
      onResponseError(controller, error) {
        handler.onResponseError?.(controller, error);
      },
    });
  };
}
