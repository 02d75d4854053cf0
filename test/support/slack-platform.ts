import Fastify from "fastify";
import { pino } from "pino";
import { createSlack, type Slack, type SlackOptions } from "../../src/chat/slack/slack.ts";
import { systemClock } from "../../src/clock.ts";
import { connectDatabase, type Database } from "../../src/db/connection.ts";
import { commands } from "../../commands/index.ts";
import type { FakeSlack } from "./fake-slack/fake-slack.ts";

export interface TestSlack extends Slack {
  readonly db: Database;
  end(): Promise<void>;
}

/** The adapter alone, connected to a Slack of this machine once its platform is started. */
export async function startTestSlack(
  slack: FakeSlack,
  databaseUrl: string,
  options: Partial<Pick<SlackOptions, "clock" | "token">> & { readonly mode?: "socket" | "http" } = {},
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
    commands: commands.map((command) => command.spec),
    clock: options.clock ?? systemClock,
    random: Math.random,
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
