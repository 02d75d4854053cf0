import { SLACK_SOCKET_DRAIN_MS } from "../limits.ts";
import { WebAPIHTTPError, WebAPIPlatformError, type Logger as SlackLogger } from "@slack/web-api";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { rootCode } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { PlatformError, PlatformRefusal } from "../../../core/chat/errors.ts";
import type { Deliver } from "../receive/dispatch-app.ts";
import { isWrongToken } from "./identity.ts";
import { GuardedSocketClient, RETIRING } from "./socket-client.ts";
import { clientOptions } from "./web-api.ts";

/** Time limit for Slack's greeting, which normally takes less than a second. */
export const SLACK_SOCKET_HELLO_MS = 10_000;
/** Time limit for a clean close. After that, the connection is cut off. */
export const SLACK_SOCKET_GOODBYE_MS = 1_000;

export interface SocketOptions {
  readonly appToken: string;
  readonly apiUrl: string;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly logger: SlackLogger;
  readonly log: Logger;
}

/** One connection, from Slack's greeting to its end. */
export interface Socket {
  /** Resolves when the connection has ended for any reason. */
  readonly over: Promise<void>;
  /** Resolves when Slack asks for a replacement. Slack closes this connection some seconds later. */
  readonly retiring: Promise<void>;
  /** Closes the connection after a few seconds, in which received events can still be acknowledged. */
  close(): Promise<void>;
}

const Envelope = z.object({
  body: z.record(z.string(), z.unknown()),
  ack: z.custom<(body?: Record<string, unknown>) => Promise<void>>((value) => typeof value === "function"),
});

/**
 * Opens one connection and waits for the greeting. Rejects with a `PlatformError`, or with a `PlatformRefusal` when a person must
 * correct the token or the app.
 */
export async function openSocket(options: SocketOptions): Promise<Socket> {
  const { clock, log, deliver } = options;
  const client = new GuardedSocketClient(
    {
      appToken: options.appToken,
      logger: options.logger,
      // The library's own reconnect waits 5 s, and ends the process when it fails.
      autoReconnectEnabled: false,
      // The library modifies these options, so this client gets its own copy. They contain no bot token.
      clientOptions: clientOptions(options),
    },
    log,
  );
  const over = Promise.withResolvers<void>();
  const retiring = Promise.withResolvers<void>();
  const running = new Set<Promise<void>>();
  client.on("disconnected", () => over.resolve());
  let dismissal: PlatformError | PlatformRefusal | undefined;
  let isGreeted = false;
  client.on(RETIRING, (reason: string) => {
    dismissal = dismissalOf(reason);
    retiring.resolve();
    // Slack delivers nothing more, and may leave the connection open.
    if (!isGreeted) void client.disconnect().catch(() => {});
    else if (dismissal instanceof PlatformRefusal) void close();
  });
  client.on("slack_event", (given: unknown) => {
    const { body, ack } = Envelope.parse(given);
    const delivery = deliver(body, ack)
      .catch((error: unknown) => log.warn({ err: error }, "a delivery from Slack was not acknowledged"))
      .finally(() => running.delete(delivery));
    running.add(delivery);
  });
  const drained = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  const close = async (): Promise<void> => {
    const draining = new AbortController();
    const late = clock.sleep(SLACK_SOCKET_DRAIN_MS, draining.signal).catch(() => {});
    await Promise.race([drained(), over.promise, late]);
    draining.abort();
    void client.disconnect().catch(() => {});
    const goodbye = new AbortController();
    const waited = clock.sleep(SLACK_SOCKET_GOODBYE_MS, goodbye.signal).then(
      // A second call cuts the connection off.
      () => void client.disconnect().catch(() => {}),
      () => {},
    );
    await over.promise;
    goodbye.abort();
    await waited;
  };
  const greeted = client.start().then(
    () => void (isGreeted = true),
    (error: unknown) => Promise.reject(dismissal ?? connectError(error)),
  );
  greeted.catch(() => {});
  const started = new AbortController();
  const late = clock.sleep(SLACK_SOCKET_HELLO_MS, started.signal).then(
    async () => {
      await close();
      // A client that gets its address only now still connects, so it must be closed afterwards.
      void greeted.then(close, () => {});
      throw new PlatformError("unavailable", "Slack did not greet the new connection in time");
    },
    () => {},
  );
  try {
    await Promise.race([greeted, late.then(() => greeted)]);
  } finally {
    started.abort();
  }
  return { over: over.promise, retiring: retiring.promise, close };
}

/** Why Slack dismisses a connection: its documentation, "Using Socket Mode", "Disconnect". */
function dismissalOf(reason: string): PlatformError | PlatformRefusal {
  if (reason === "link_disabled") {
    return new PlatformRefusal(
      "socket_mode",
      "SLACK_APP_TOKEN",
      "Socket Mode is off in the Slack app of SLACK_APP_TOKEN; turn it on under “Socket Mode” in the app's settings.",
    );
  }
  return new PlatformError(
    "unavailable",
    reason === "too_many_websockets"
      ? "the Slack app has too many connections; does another program use SLACK_APP_TOKEN?"
      : `Slack closed the new connection${reason === "" ? "" : ` (${reason})`}`,
  );
}

function connectError(error: unknown): Error {
  const code = error instanceof WebAPIPlatformError ? error.data.error : undefined;
  if (code !== undefined && (isWrongToken(code) || code === "missing_scope")) {
    return new PlatformRefusal(
      "app_token",
      "SLACK_APP_TOKEN",
      `Slack refuses SLACK_APP_TOKEN (${code}); create an app-level token with the scope connections:write in “Basic Information” of your Slack app, and set it.`,
    );
  }
  if (error instanceof WebAPIHTTPError) {
    return new PlatformError("unavailable", `no connection to Slack: it answered with HTTP ${error.statusCode}`);
  }
  const reason = rootCode(error) ?? (error instanceof Error ? error.message : "the connection was closed");
  return new PlatformError("unavailable", `no connection to Slack: ${reason}`, error);
}
