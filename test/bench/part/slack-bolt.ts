import { App, HTTPReceiver, LogLevel } from "@slack/bolt";
import postgres from "postgres";
import { answerWith } from "../harness/part.ts";

export interface SlackBoltGiven {
  readonly databaseUrl: string;
  readonly token: string;
  readonly apiUrl: string;
  readonly botId: string;
  readonly botUserId: string;
  /** For Socket Mode. For HTTP, give `signingSecret` instead. */
  readonly appToken?: string;
  readonly signingSecret?: string;
}

let app: App | undefined;
let sql: postgres.Sql | undefined;

answerWith({ start }, async () => {
  await app?.stop();
  await sql?.end();
});

/** Starts plain Bolt with one handler that commits one row and acknowledges. Returns its address, empty for Socket Mode. */
async function start(given: SlackBoltGiven): Promise<string> {
  const { token, apiUrl, botId, botUserId, appToken, signingSecret } = given;
  const rows = postgres(given.databaseUrl, { max: 4, onnotice: () => {} });
  sql = rows;
  await rows`create table bench_commands (trigger text primary key, body jsonb not null)`;
  const clientOptions = { slackApiUrl: apiUrl, retryConfig: { retries: 0 } };
  const shared = { token, botId, botUserId, clientOptions, logLevel: LogLevel.ERROR };
  const receiver =
    signingSecret === undefined ? undefined : new HTTPReceiver({ signingSecret, port: 0, logLevel: LogLevel.ERROR });
  app = new App(
    receiver
      ? { ...shared, receiver }
      : { ...shared, socketMode: true, ...(appToken === undefined ? {} : { appToken }) },
  );
  app.command(/.*/, async ({ body, ack }) => {
    await rows`insert into bench_commands values (${body.trigger_id}, ${JSON.stringify(body)}::jsonb)`;
    await ack();
  });
  const server: unknown = await app.start();
  const address =
    typeof server === "object" && server !== null && "address" in server && typeof server.address === "function"
      ? (server.address() as { port: number })
      : undefined;
  return address === undefined ? "" : `http://127.0.0.1:${address.port}/slack/events`;
}
