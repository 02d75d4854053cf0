import { Writable } from "node:stream";
import { pino, type Logger } from "pino";
import postgres from "postgres";
import { expect, it } from "vitest";
import { StateView } from "../../../src/platforms/console/api/api.ts";
import { FIRST_CHANNELS } from "../../../src/platforms/console/api/people.ts";
import { startTestEasel } from "../../support/easel.ts";

/** A log, and a promise that resolves once it says that the database is away. */
function watchedLog(): { log: Logger; away: Promise<void> } {
  const { promise: away, resolve } = Promise.withResolvers<void>();
  const lines = new Writable({
    write(line: Buffer, _encoding, done) {
      if (line.toString().includes('"status":"away"')) resolve();
      done();
    },
  });
  return { log: pino({ level: "warn" }, lines), away };
}

it.each(["credentials", "organisations", "console_channels"])(
  "a start survives a database that answers too late about %s, and completes once it answers",
  async (table) => {
    const { log, away } = watchedLog();
    let holder: postgres.Sql | undefined;
    const reachDatabase = async (url: string): Promise<string> => {
      holder = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
      await holder.unsafe(`begin; lock table ${table} in access exclusive mode`);
      return url;
    };
    const starting = startTestEasel({}, { reachDatabase }, log);
    starting.catch(() => {});
    await away;
    await holder?.end();
    const easel = await starting;
    try {
      const ids = async (): Promise<unknown> => {
        const { channels } = StateView.parse(await (await fetch(`${easel.url}/api/state?locale=en`)).json());
        return channels.map(({ id }) => id);
      };
      await expect.poll(ids).toEqual(expect.arrayContaining([...FIRST_CHANNELS]));
    } finally {
      await easel.stop();
    }
  },
);
