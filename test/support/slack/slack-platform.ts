import Fastify from "fastify";
import { pino } from "pino";
import { createSlack, type Slack, type SlackOptions } from "../../../src/platforms/slack/open.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { commands } from "../../../commands/index.ts";
import type { ChatEvent, EventHandler, Handlers } from "../../../src/core/chat/event.ts";
import { startFakeSlack, type FakeSlack } from "../fake-slack/fake-slack.ts";
import type { Member } from "../fake-slack/member.ts";
import type { FakeChannel } from "../fake-slack/world.ts";
import { createTestDatabase } from "../database/postgres.ts";

export interface TestSlack extends Slack {
  readonly db: Database;
  end(): Promise<void>;
}

/** The adapter alone, connected to a local Slack once its platform is started. */
export async function startTestSlack(
  slack: FakeSlack,
  databaseUrl: string,
  options: Partial<Pick<SlackOptions, "clock" | "random" | "token">> & { readonly mode?: "socket" | "http" } = {},
): Promise<TestSlack> {
  const log = pino({ level: process.env["TEST_LOG"] ?? "silent" }, pino.destination(2));
  const db = connectDatabase(databaseUrl, log);
  const { world } = slack;
  const adapter = createSlack({
    token: options.token ?? world.botToken,
    mode:
      options.mode === "http"
        ? { kind: "http", signingSecret: world.signingSecret }
        : { kind: "socket", appToken: world.appToken },
    apiUrl: slack.apiUrl,
    db,
    us: undefined,
    commands: commands.map((command) => command.spec),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    log,
  });
  const server = Fastify({ forceCloseConnections: true });
  for (const routes of adapter.routes) await server.register(routes);
  if (adapter.routes.length > 0) {
    slack.deliverTo(`${await server.listen({ host: "127.0.0.1", port: 0 })}/slack/events`);
  }
  return {
    ...adapter,
    db,
    async end() {
      await server.close();
      await adapter.close();
      await db.close();
    },
  };
}

/** The connected adapter, with a core that the test defines. */
export interface SlackWorld {
  readonly slack: FakeSlack;
  readonly adapter: TestSlack;
  readonly channel: FakeChannel;
  /** An admin and a member. */
  readonly ada: Member;
  readonly max: Member;
  /** Every received event, in order. */
  readonly events: readonly ChatEvent[];
  /** Replaces the event handler; by default every event is accepted. */
  handleWith(handler: EventHandler): void;
  reformWith(reform: Handlers["reform"]): void;
  stop(): Promise<void>;
}

export async function startSlackWorld(
  options: Partial<Pick<SlackOptions, "clock" | "random">> & { readonly mode?: "socket" | "http" } = {},
): Promise<SlackWorld> {
  const database = await createTestDatabase();
  const slack = await startFakeSlack();
  const channel = slack.addChannel({ name: "studio" });
  const ada = slack.join({ name: "ada", displayName: "Ada", isAdmin: true });
  const max = slack.join({ name: "max", displayName: "Max" });
  const adapter = await startTestSlack(slack, database.url, options);
  const events: ChatEvent[] = [];
  let handle: EventHandler = async (_event, responder) => void (await responder.acknowledge());
  let reform: Handlers["reform"] = async () => undefined;
  await adapter.platform.start({
    async event(event, responder) {
      events.push(event);
      await handle(event, responder);
    },
    suggest: async () => [],
    reform: (query) => reform(query),
    preview: async () => undefined,
    models: async () => undefined,
    cost: async () => undefined,
    offer: async () => ({ kind: "refused", text: "not in this test" }),
  });
  return {
    slack,
    adapter,
    channel,
    ada,
    max,
    events,
    handleWith: (handler) => void (handle = handler),
    reformWith: (next) => void (reform = next),
    async stop() {
      await adapter.platform.stop();
      await adapter.end();
      await slack.close();
      await database.drop();
    },
  };
}
