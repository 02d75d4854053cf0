import { SocketModeClient, type SocketModeOptions } from "@slack/socket-mode";
import { z } from "zod";
import type { Logger } from "../../../lib/log/log.ts";

/** Emitted when Slack asks for this connection to be replaced. */
export const RETIRING = "retiring";

const Disconnect = z.object({ type: z.literal("disconnect") });

/**
 * Slack's client with two changes. The original throws an uncaught error on `null` and other malformed frames, which
 * ends the process; this one ignores them. The original also closes the connection as soon as Slack asks for a new one,
 * although received events still need to be acknowledged; this one leaves closing to its owner.
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
      this.#log.warn({ err: error }, "ignored an undocumented frame from Slack");
    }
  }
}

/** The text check avoids parsing most frames twice. */
function isDisconnect(frame: string): boolean {
  if (!frame.includes('"disconnect"')) return false;
  return Disconnect.safeParse(JSON.parse(frame)).success;
}
