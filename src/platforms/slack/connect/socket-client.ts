import { SocketModeClient, type SocketModeOptions } from "@slack/socket-mode";
import { z } from "zod";
import type { Logger } from "../../../lib/log/log.ts";

/** Emitted with Slack's reason when Slack asks for this connection to be replaced, or refuses it. */
export const RETIRING = "retiring";

const Disconnect = z.object({ type: z.literal("disconnect"), reason: z.string().catch("") });

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
      const reason = !isBinary && typeof data === "string" ? disconnectReason(data) : undefined;
      if (reason !== undefined) this.emit(RETIRING, reason);
      else await super.onWebSocketMessage(data, isBinary);
    } catch (error) {
      this.#log.warn({ err: error }, "ignored an undocumented frame from Slack");
    }
  }
}

/** Why Slack asks to disconnect; undefined if it doesn't. The text check avoids parsing most frames twice. */
function disconnectReason(frame: string): string | undefined {
  if (!frame.includes('"disconnect"')) return undefined;
  return Disconnect.safeParse(JSON.parse(frame)).data?.reason;
}
