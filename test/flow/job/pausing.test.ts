import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

let easel: TestEasel;
let ada: ConsoleClient;
let database: postgres.Sql;

beforeAll(async () => {
  easel = await startTestEasel();
  ada = createConsoleClient(easel.url, "admin");
  database = postgres(easel.databaseUrl, { max: 1, fetch_types: false, onnotice: () => {} });
});

afterAll(async () => {
  await database.end();
  await ada.close();
  await easel.stop();
});

it("a pause keeps jobs waiting and says so in the notice; resuming continues immediately", async () => {
  const prompt = `a fox ${randomUUID()}`;
  const rest = (until: string) => database.unsafe(`update credentials set resting_until = ${until}`);
  // Nothing can be made yet, so the job waits before the pause begins.
  await rest("now() + interval '1 hour'");
  await easel.console.say(`/imagine ${prompt}`);
  await easel.console.see("that it waits", (messages) =>
    messages.find(({ text, progress }) => text.includes(prompt) && JSON.stringify(progress ?? {}).includes("waiting")),
  );
  await ada.answerTo("/easel-admin pause channel");
  await rest("null");
  await easel.console.see("the notice", (messages) =>
    messages.find(
      ({ text, progress }) => text.includes(prompt) && JSON.stringify(progress ?? {}).includes("paused by an admin"),
    ),
  );
  await ada.answerTo("/easel-admin resume channel");
  const made = await easel.console.see("the picture", (messages) =>
    messages.find(({ text, files }) => files.length === 1 && text.includes("here is your picture")),
  );
  expect(made.files[0]?.description).toBe(prompt);
});
