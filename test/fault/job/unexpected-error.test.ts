import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";

let easel: TestEasel;
let db: Database;

beforeAll(async () => {
  easel = await startTestEasel();
  db = connectDatabase(easel.databaseUrl, pino({ level: "silent" }));
});

afterAll(async () => {
  await db.close();
  await easel.stop();
});

it("creates a clip once even if the database refuses to store its id", async () => {
  await db.run((queries) =>
    queries.execute(`
      create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'as a test asked for'; end $$`),
  );
  await db.run((queries) =>
    queries.execute(`
      create trigger refuse before update on jobs for each row
      when (new.state = 'running' and old.state = 'submitting') execute function refuse()`),
  );
  const prompt = "written nowhere";
  await easel.console.say(`/video ${prompt} --seconds 2`);
  await easel.console.see("the news", (messages) =>
    messages.find((one) => one.mention && one.text.includes("not here yet")),
  );
  expect(await videoCreatesAt(easel.sandboxUrl, prompt)).toHaveLength(1);
});
