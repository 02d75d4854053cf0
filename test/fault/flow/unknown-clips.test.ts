import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { viewTexts } from "../../../src/core/chat/message.ts";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { filledIn, opened } from "../../support/console/settings.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { impatientClock } from "../../support/fault/hurried-clock.ts";
import { json, openPlayedGateway, type PlayedGateway } from "../../support/gateway/played-gateway.ts";

// A short episode of 502s must not make anyone wait for hours.
let gateway: PlayedGateway;
let easel: TestEasel;
let ada: ConsoleClient;

beforeAll(async () => {
  gateway = await openPlayedGateway();
  easel = await startTestEasel(gateway.environment, { clock: impatientClock });
  ada = createConsoleClient(easel.url, "admin");
});

afterAll(async () => {
  await ada.close();
  await easel.stop();
  await gateway.close();
});

const creates = (): number => gateway.calls.filter((call) => call === "POST /v1/videos").length;
const BAD_GATEWAY = json(502, { error: { code: "upstream_error", message: "bad gateway", type: "upstream_error" } });

const about = (prompt: string) => (message: MessageView) =>
  message.author.isEasel && (message.quote === prompt || message.text.includes(`“${prompt}”`));

/** An item of a request's notice, once it contains that text. */
function saysOf(prompt: string, words: string) {
  return easel.console.see(`“${words}” about “${prompt}”`, (messages) =>
    messages
      .filter(about(prompt))
      .flatMap((message) => message.progress?.items ?? [])
      .find(({ label }) => label.includes(words)),
  );
}

const answerTo = async (text: string): Promise<string> => (await ada.answerTo(text)).text;

/** The configured key's slots for clips, by state. */
async function scraped(): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(new URL("/metrics", easel.url))).text();
  const slots = text.matchAll(/^easel_key_slots\{key="[^"]+",service="video",state="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...slots].map(([, state, count]) => [state, Number(count)]));
}

it("leaves pictures their slots and clips half of theirs, explains the wait, and lets an admin free them", async () => {
  const plain = gateway.playing("createVideo");
  gateway.play({ createVideo: BAD_GATEWAY });
  for (const prompt of ["one", "two", "three", "four"]) await easel.console.say(`/video ${prompt} --seconds 5`);
  await expect.poll(creates, { timeout: 20_000 }).toBe(4);
  // All outcomes are unknown.
  await expect.poll(scraped, { timeout: 20_000 }).toEqual({ used: 0, unknown: 2, free: 2 });
  gateway.play({ createVideo: plain });

  // A picture doesn't wait.
  await easel.console.say("/imagine a fox");
  await easel.console.see("the picture", (messages) =>
    messages.find((message) => message.files.some((file) => file.description === "a fox")),
  );

  // Two clips continue immediately. The third waits for a slot, and its notice names the longest wait.
  for (const prompt of ["five", "six"]) await easel.console.say(`/video ${prompt} --seconds 5`);
  await expect.poll(creates, { timeout: 20_000 }).toBe(6);
  const askedAt = Date.now();
  await easel.console.say("/video seven --seconds 5");
  const item = await saysOf("seven", "all 4 clip slots are in use, 2 by clips without an answer from the gateway");
  expect((item.expectedAt ?? 0) - askedAt).toBeGreaterThan(3 * 60_000);
  expect((item.expectedAt ?? Number.POSITIVE_INFINITY) - askedAt).toBeLessThanOrEqual(5 * 60_000);
  expect(creates()).toBe(6);

  // Admins see them, and can free them.
  expect(await answerTo("/easel-admin keys list")).toContain(
    "0 of 4 slots for pictures in use · 4 of 4 slots for clips in use, 2 of them without an answer from the gateway",
  );
  expect(await answerTo("/easel-admin doctor")).toContain(
    "⚠ 2 slots are held by requests without an answer from the gateway.",
  );
  await expect.poll(scraped, { timeout: 20_000 }).toEqual({ used: 2, unknown: 2, free: 0 });
  const form = await opened(ada, "/easel-admin keys free");
  expect(form.fields).toMatchObject([{ type: "choice", name: "key" }]);
  expect(await answerTo("/easel-admin keys free configured")).toBe(
    "**configured**: 2 slots are free again. The amounts that those requests reserved stay reserved until the outcome is known.",
  );
  await expect.poll(creates, { timeout: 20_000 }).toBe(7);
  await expect.poll(scraped, { timeout: 20_000 }).toMatchObject({ unknown: 0 });
  expect(await answerTo("/easel-admin audit")).toContain("freed slots of");
});

it("keeps the gateway's words, code and request id when it is given up after two hours", async () => {
  const plain = gateway.playing("createVideo");
  const error = { code: "submission_failed", message: "worker *9* lost, key sk-secret-0815", type: "server_error" };
  gateway.play({ createVideo: json(500, { error }, { "x-gateway-request-id": "req-77" }) });
  await easel.console.say("/video a lost fox --seconds 5");
  const said = "The gateway said: “worker \\*9\\* lost, key \\[…\\]”. The gateway's error code: `submission_failed`.";
  const result = (state: string) =>
    easel.console.see(`the result of a lost fox: ${state}`, (messages) =>
      messages.find((message) => about("a lost fox")(message) && message.text.includes(state)),
    );
  const unknown = await result("has not confirmed the request.");
  expect(unknown.text).toContain(`${said} (Request req-77)`);
  gateway.play({ createVideo: plain });

  const recipe = async (): Promise<string> => {
    const [id = ""] =
      /(?<=`)[0-9a-f]{8}(?=`[^\n]*a lost fox)/.exec(viewTexts(await easel.console.answerTo("/jobs"))) ?? [];
    return (await easel.console.answerTo(`/jobs show ${id}`)).text;
  };
  expect(await recipe()).toContain(
    `It may still be made there, but without a confirmation it can't be fetched. ${said}`,
  );
  const database = postgres(easel.databaseUrl, { max: 1, fetch_types: false });
  await database`update jobs set submitted_at = submitted_at - interval '3 hours' where state = 'unknown'`;
  await database.end();
  const lost = await easel.console.see("the end of the wait", (messages) =>
    messages.find(({ text }) => text.includes("The gateway never confirmed the request.") && text.includes("req-77")),
  );
  expect(lost.text).toContain(`${said} (Request req-77)`);
  const shown = await recipe();
  expect(shown).toContain(`it can't be fetched. ${said}`);
  expect(shown).toContain("Request `req-77`");

  // Its charge can be refunded, once.
  const [job] = (await opened(ada, "/easel-admin quota refund")).fields;
  if (job?.type !== "choice") throw new Error("no request is offered");
  const [{ value, label } = { value: "", label: "" }] = job.choices;
  expect(label).toContain(" · 5 s of clips · ");
  const told = await filledIn(ada, "/easel-admin quota refund", { job: value });
  expect(told).toMatch(/^Refunded: 5 s of clips/);
  const left = await opened(ada, "/easel-admin quota refund");
  expect(JSON.stringify(left.fields)).not.toContain(label.slice(0, 8));
});
