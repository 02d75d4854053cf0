import { SocketModeClient, type SocketModeOptions } from "@slack/socket-mode";
import type { Logger } from "../../log.ts";

/**
 * Slack's client, with a guard: it reads `null` and other frames of an unexpected shape with an error that nobody catches, and an
 * uncaught error ends the process.
 */
export class GuardedSocketClient extends SocketModeClient {
  readonly #log: Logger;

  constructor(options: SocketModeOptions, log: Logger) {
    super(options);
    this.#log = log;
  }

  protected override async onWebSocketMessage(data: string | ArrayBuffer, isBinary: boolean): Promise<void> {
    try {
      await super.onWebSocketMessage(data, isBinary);
    } catch (error) {
      this.#log.warn({ err: error }, "a frame from Slack was ignored: it is none that Slack documents");
    }
  }
}
