import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createConsoleClient, type ConsoleClient } from "../support/console-client.ts";
import { startTestEasel, type TestEasel } from "../support/easel.ts";

let easel: TestEasel;
let ada: ConsoleClient;

beforeAll(async () => {
  easel = await startTestEasel();
  ada = createConsoleClient(easel.url, "admin");
});

afterAll(async () => {
  await ada.close();
  await easel.stop();
});

it("a pause keeps what waits waiting, says so in its notice, and resuming goes on at once", async () => {
  const prompt = `a fox ${randomUUID()}`;
  // Held for an admin, it is there before the pause and waits only after it.
  await ada.answerTo("/easel-admin channel limits --approve_count 0");
  for (let text = ""; !text.includes("than: 0");) text = (await easel.console.answerTo("/easel limits")).text;
  await easel.console.say(`/imagine ${prompt}`);
  const asked = await easel.console.see("the question", (messages) =>
    messages.find(({ text, buttons }) => text.includes(prompt) && buttons.some(({ label }) => label === "Approve")),
  );
  await ada.answerTo("/easel-admin pause channel");
  await ada.press(asked, "Approve");
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
