import { channelRecords } from "../../../src/db/channels/channel-records.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { pino } from "pino";
import { createConsole, type Console } from "../../../src/platforms/console/open.ts";
import type { PaceLimits } from "../../../src/platforms/console/people/person-rate-limit.ts";
import type { ChatEvent, EventHandler, Handlers, Responder } from "../../../src/core/chat/event.ts";
import type { Platform } from "../../../src/core/chat/platform.ts";
import { QUIET } from "../quiet-handlers.ts";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import type { CommandSpec } from "../../../src/command/parse/spec.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { createLineageStore } from "../../../src/db/delivery/lineage-store.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import { createInspector } from "../../../src/media/inspect/inspector.ts";
import { createIntake } from "../../../src/media/intake.ts";
import type { SweepableStore } from "../../../src/media/store/media-store.ts";
import { createStaging } from "../../../src/media/store/staging.ts";
import { createThumbnails } from "../../../src/media/thumbnails.ts";
import { textsFor } from "../../../src/text/texts.ts";

/** Commands for tests of the Console alone. The handler decides what they do. */
const CONSOLE_TEST_COMMANDS: readonly CommandSpec[] = [
  {
    name: "imagine",
    textOption: "prompt",
    options: [
      { name: "prompt", type: "text", required: true },
      { name: "size", type: "text", suggestions: ["auto", "1K", "2K", "4K"] },
      { name: "count", type: "number", min: 1, max: 10 },
    ],
  },
  { name: "easel help", isDefault: true, options: [] },
];

export interface TestConsole {
  readonly url: string;
  readonly port: number;
  readonly platform: Platform;
  readonly db: Database;
  readonly media: SweepableStore;
  /** Every received event, in order. */
  readonly events: readonly ChatEvent[];
  /** Replaces the event handler. */
  handleWith(handler: EventHandler): void;
  stop(): Promise<void>;
}

export interface TestConsoleOptions {
  readonly databaseUrl: string;
  readonly port?: number;
  readonly password?: string;
  readonly clock?: Clock;
  readonly handler?: EventHandler;
  /** Other handlers that the Console calls. */
  readonly handlers?: Partial<Pick<Handlers, "suggest" | "reform" | "models" | "cost">>;
  readonly pageFolder?: string;
  readonly perMinute?: Partial<PaceLimits>;
  /** False lets the test start the platform. */
  readonly started?: boolean;
  /** Wraps the Console's database. */
  readonly wrap?: (db: Database) => Database;
}

/** A Console on its own server and a free port, whose handler accepts every event by default. */
export async function startTestConsole(options: TestConsoleOptions): Promise<TestConsole> {
  const log = pino({ level: "silent" });
  const folder = await mkdtemp(join(tmpdir(), "easel-console-"));
  const real = connectDatabase(options.databaseUrl, log);
  const db = options.wrap?.(real) ?? real;
  const media = await createFolderStore(folder);
  const intake = createIntake({ media, log, folder: join(folder, "incoming-uploads") });
  const clock = options.clock ?? systemClock;
  const inspector = createInspector(log);
  const staging = createStaging(join(folder, "fetching"));
  const thumbnails = createThumbnails({ store: media, served: media, staging, inspector, clock, log });
  const chat: Console = createConsole({
    db,
    media,
    served: media,
    thumbnails,
    keepFile: intake.keep,
    commands: CONSOLE_TEST_COMMANDS,
    texts: textsFor,
    // No member has settings.
    memberships: { membershipOf: async () => undefined },
    lineages: createLineageStore(db),
    records: channelRecords,
    clock,
    random: Math.random,
    log,
    secretKey: "a secret key that is used by tests alone",
    ...(options.password === undefined ? {} : { password: options.password }),
    ...(options.pageFolder === undefined ? {} : { pageFolder: options.pageFolder }),
    ...(options.perMinute === undefined ? {} : { perMinute: options.perMinute }),
  });
  const events: ChatEvent[] = [];
  let handler: EventHandler = options.handler ?? ((_event, responder) => responder.acknowledge().then(() => undefined));
  const take = async (event: ChatEvent, responder: Responder): Promise<void> => {
    events.push(event);
    await handler(event, responder);
  };
  const handlers: Handlers = {
    event: take,
    ...QUIET,
  };
  if (options.started ?? true) await chat.platform.start({ ...handlers, ...options.handlers });
  // An unread stream must not keep the server from closing.
  const server = Fastify({ forceCloseConnections: true });
  await server.register(chat.routes);
  const url = await server.listen({ host: "127.0.0.1", port: options.port ?? 0 });
  return {
    url,
    port: Number(new URL(url).port),
    platform: chat.platform,
    db,
    media,
    events,
    handleWith(next) {
      handler = next;
    },
    async stop() {
      await server.close();
      await chat.platform.stop();
      await real.close();
      await intake[Symbol.asyncDispose]();
      await thumbnails[Symbol.asyncDispose]();
      await inspector[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
