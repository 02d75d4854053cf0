import { SocketModeClient, type SocketModeOptions } from "@slack/socket-mode";
import { z } from "zod";
import type { Logger } from "../../../lib/log/log.ts";

/** Emitted when Slack asks for a new connection in place of this one. */
export const RETIRING = "retiring";

const Disconnect = z.object({ type: z.literal("disconnect") });

/**
 * Slack's client, with two changes. It reads `null` and other frames of an unexpected shape with an error that nobody catches, and
 * an uncaught error ends the process: here they are ignored. And it closes the connection as soon as Slack asks for a new one,
 * though what came in over it must still be acknowledged: here whoever opened it closes it.
 */
export class GuardedSocketClient extends SocketModeClient {
  readonly #log: Logger;

  constructor(options: SocketModeOptions, log: Logger) {
    super(options);
    this.#log = log;
  }

  protected override async onWebSocketMessage(data: string | ArrayBuffer, isBinary: boolean): Promise<void> {
    try {
      if (!isBinary && typeof data === "string" && isDisconnect(data)) this.emit(RETIRING);
      else await super.onWebSocketMessage(data, isBinary);
    } catch (error) {
      this.#log.warn({ err: error }, "an undocumented frame from Slack was ignored");
    }
  }
}

/** Most frames are not parsed twice for this. */
function isDisconnect(frame: string): boolean {
  if (!frame.includes('"disconnect"')) return false;
  return Disconnect.safeParse(JSON.parse(frame)).success;
}
