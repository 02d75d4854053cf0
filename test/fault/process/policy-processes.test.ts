import { afterAll, beforeAll, expect, it } from "vitest";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

let one: TestEasel;
let other: TestEasel;
let ada: ConsoleClient;

beforeAll(async () => {
  one = await startTestEasel();
  other = await startTestEasel({ DATABASE_URL: one.databaseUrl });
  ada = createConsoleClient(one.url, "admin");
});

afterAll(async () => {
  await ada.close();
  await other.stop();
  await one.stop();
});

/** The member's answer from the other process, which caches earlier lookups, once it matches. */
async function until(text: string, holds: (answer: string) => boolean): Promise<string> {
  for (;;) {
    const { text: answer } = await other.console.answerTo(text);
    if (holds(answer)) return answer;
  }
}

it("rules set or removed in one process apply in the others", async () => {
  expect(await until("/easel limits", () => true)).not.toContain("Most pictures at once");
  await ada.answerTo("/easel-admin workspace limits --max_count 2");
  // Starts with a command that makes nothing: an accepted request would get no private answer.
  await until("/easel limits", (answer) => answer.includes("Most pictures at once"));
  const refused = await until("/imagine a fox --count 3", (answer) => answer.includes("`count` can't be 3"));
  expect(refused).toContain("Allowed for this workspace: at most 2 at once.");
  await ada.answerTo("/easel-admin pause organisation");
  await until("/easel limits", (answer) => answer.includes("Paused"));
  await until("/imagine a fox", (answer) => answer.includes("Easel is paused for the organisation: Ada"));
  await ada.answerTo("/easel-admin resume organisation");
  await ada.answerTo("/easel-admin workspace reset");
  await until("/easel limits", (answer) => !answer.includes("Most pictures at once") && !answer.includes("Paused"));
});
