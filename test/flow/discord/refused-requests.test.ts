import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { buttonsOf, type Acted } from "../../support/fake-discord/person.ts";
import type { FakeMessage } from "../../support/fake-discord/world.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";

let here: DiscordEasel;
let db: Database;

beforeAll(async () => {
  here = await startDiscordEasel({ overrides: { clock: hurriedClock } });
  db = connectDatabase(here.easel.databaseUrl, pino({ level: "silent" }));
  const admin = here.discord.as(here.ada, here.channel);
  const quota = { amount: "0", unit: "images", person: here.max.id };
  await answerTo(admin.command("easel-admin quota set", quota));
});
afterAll(async () => {
  await db.close();
  await here.stop();
});

/** The private answer. */
function answerTo({ interaction }: Acted): Promise<FakeMessage> {
  return here.discord.until("the answer", () =>
    [interaction.original, ...interaction.followUps].find(
      (message) => message && message.visibleTo === interaction.user.id && message.content !== "",
    ),
  );
}

/** Asks for an edit of a picture that was never sent before. */
async function edit(): Promise<FakeMessage> {
  const raw = { width: 32, height: 32, channels: 3 } as const;
  const content = await sharp(randomBytes(32 * 32 * 3), { raw })
    .png()
    .toBuffer();
  const file = { name: "noise.png", contentType: "image/png", content };
  return answerTo(here.person.command("edit", { prompt: "add a hat", image1: file }));
}

/** For each kept file, whether it is swept long before files that were used. */
async function filesSweptSoon(): Promise<unknown[]> {
  const rows = await db.run((queries) =>
    queries.execute(sql`select last_used_at < created_at - interval '28 days' as soon from media`),
  );
  return rows.map(({ soon }) => soon);
}

it("keeps the files of only one request over a quota at a time, until its question is answered", async () => {
  const first = await edit();
  expect(first.content).toContain("That needs 1 picture");
  const labels = (message: FakeMessage): string[] => buttonsOf(message).map(({ label }) => label);
  expect(labels(first)).toEqual(["Ask an admin", "Change prompt, model, size…"]);
  for (let n = 0; n < 4; n++) {
    const refused = await edit();
    expect(refused.content).toContain("That needs 1 picture");
    expect(labels(refused)).toEqual(["Change prompt, model, size…"]);
  }
  // Only the first request's file is kept, for its question.
  expect(await filesSweptSoon()).toEqual([true]);
  here.person.press(first, "Ask an admin");
  await expect.poll(filesSweptSoon).toEqual([false]);
});
