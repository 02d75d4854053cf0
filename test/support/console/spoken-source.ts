import { expect, vi } from "vitest";
import type { AnyMessageView, StatusView } from "../../../src/platforms/console/api/api.ts";
import type { ConsoleClient } from "../../../src/web/state/console-client.ts";

/** A browser's stream whose messages the test sends. Stub the global `EventSource` with it. */
export class SpokenSource extends EventTarget {
  static current: SpokenSource | undefined;

  constructor() {
    super();
    SpokenSource.current = this;
  }

  close(): void {}

  #send(name: string, data: object, lastEventId = ""): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }));
  }

  /** Sends a message to the page. Resolves when the page has taken it, and everything that was sent before it. */
  static async say(message: AnyMessageView, { store }: Pick<ConsoleClient, "store">): Promise<void> {
    const stream = SpokenSource.current ?? expect.fail("no stream");
    stream.#send("message", message, String(message.revision));
    const status: StatusView = { database: store.get().database === "up" ? "away" : "up" };
    stream.#send("status", status);
    await vi.waitUntil(() => store.get().database === status.database);
  }
}
