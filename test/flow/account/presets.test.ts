import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { changed } from "../../support/console/settings.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";

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

const say = async (line: string, as: ConsoleClient = easel.console): Promise<string> => (await as.answerTo(line)).text;

/** The body of a prompt's create, once sent. */
async function sent(prompt: string): Promise<unknown> {
  await easel.console.see("the result", (all) =>
    all.find(({ files }) => files.some((file) => file.description === prompt)),
  );
  const calls = await createsAt(easel.sandboxUrl);
  return calls.map(({ body }) => body).find((body) => JSON.stringify(body).includes(prompt));
}

it("a preset supplies options that were not typed, including extension fields", async () => {
  expect(await say("/preset list")).toBe(en.presets.none);
  expect(await say("/preset delete")).toBe(en.presets.none);
  const saved = await say(
    '/preset save Poster --size 1K --format webp --native {"moderation": "low", "output_compression": 70}',
  );
  expect(saved).toBe(en.presets.saved("Poster", "Poster", "image", false));
  await easel.console.say("/imagine a preset fox --preset poster --format jpeg");
  const body = JSON.stringify(await sent("a preset fox"));
  for (const part of ["moderation", "output_compression", "jpeg", "1K"]) expect(body).toContain(part);
  expect(await say("/preset list")).toContain("• **Poster** · size 1K · format webp · native");
  expect(await say("/preset save POSTER --size 2K")).toBe(en.presets.saved("POSTER", "POSTER", "image", true));
  expect(await say("/imagine a fox --preset postr")).toBe(en.presets.unknown("postr", "POSTER"));
  expect(await say("/preset delete poster")).toBe(en.presets.deleted("poster"));
  expect(await say("/preset delete poster")).toBe(en.presets.noneToDelete("poster", undefined));
  expect(en.presets.noneToDelete("poster", undefined)).not.toContain("sent or spent");
  expect(await say("/preset save Poster --size 2K")).toContain("saved");
  expect(await say("/preset delete postr")).toBe(en.presets.noneToDelete("postr", "Poster"));
  expect(await say("/preset delete poster")).toBe(en.presets.deleted("poster"));
});

it("a stored preset with options that are no longer allowed is refused when used", async () => {
  expect(await say('/preset save kept --native {"moderation": "low"}')).toBe(
    en.presets.saved("kept", "kept", "image", false),
  );
  const sql = postgres(easel.databaseUrl, { max: 1 });
  const native = '{"a": {"constructor": {"prototype": {}}}}';
  await sql`update presets set options = jsonb_build_object('native', ${native}::text) where name = 'kept'`;
  await sql.end();
  expect(await say("/imagine an unsafe fox --preset kept")).toContain(
    en.problem.unsafeJson.name("native", "constructor"),
  );
  expect((await createsAt(easel.sandboxUrl)).filter(({ body }) => body.includes("unsafe fox"))).toEqual([]);
});

it("own presets override the channel's, which only admins can save", async () => {
  expect(await say("/preset save look --size 1K --for_channel")).toBe(en.presets.channelByAdmins);
  expect(await say("/preset save look --size 1K --for_channel", ada)).toBe(
    en.presets.saved("look", "look", "image", false),
  );
  expect(await say("/preset list")).toContain(en.presets.ofChannel);
  await say("/preset delete kept");
  const told = await say("/preset delete");
  expect(told).toContain(en.presets.noneOfYours);
  expect(told).not.toContain("--preset");
  await say("/preset save look --size 2K");
  const list = await say("/preset list");
  expect(list.indexOf(en.presets.yours)).toBeLessThan(list.indexOf(en.presets.ofChannel));
  expect(await say("/preset delete look --for_channel")).toBe(en.presets.channelByAdmins);
});

it("problems of a preset are reported when it is saved", async () => {
  expect(await say("/preset save big --size 9K")).toContain("`size` can't be “9K”");
  expect(await say("/preset save clip --seconds 5 --quality high")).toContain("`quality` is for pictures");
  expect(await say('/preset save raw --native {"moderation": ')).toContain("must be JSON such as");
  expect(await say('/preset save raw --native {"prompt": "other"}')).toContain("`native` can't hold `prompt`");
  expect(await say('/preset save raw --native {"note": "\\u0000"}')).toContain(en.problem.unsafeJson.null("native"));
  expect(await say('/preset save raw --native {"note": "\\ud83d"}')).toContain(en.problem.unsafeJson.half("native"));
  expect(await say('/preset save raw --native {"a": {"__proto__": {}}}')).toContain(
    en.problem.unsafeJson.name("native", "__proto__"),
  );
  expect(await say("/preset list")).not.toContain("raw");
  expect(await say("/preset save clip --seconds 5 --resolution 720p")).toBe(
    en.presets.saved("clip", "clip", "video", false),
  );
  expect(await say("/imagine a fox --preset clip")).toContain("There is no preset “clip” for this.");
});

it("without options, the command shows presets with forms for new ones and the member's own", async () => {
  const { console: max } = easel;
  await max.answerTo('/preset save wide --size 2K --aspect_ratio 16:9 --native {"moderation": "low"}');
  const shown = await max.answerTo("/preset save");
  expect(shown.text).toContain("• **wide** · size 2K");
  const labels = shown.buttons.map(({ label }) => label);
  expect(labels.slice(0, 2)).toEqual(["New, for pictures", "New, for clips"]);
  expect(labels).toContain("Change wide");
  const { form } = await max.press(shown, "Change wide");
  const valueOf = (name: string) => form?.fields.find((field) => field.name === name);
  expect(valueOf("size")).toMatchObject({ type: "choice", value: "2K" });
  expect(valueOf("aspect_ratio")).toMatchObject({ value: "16:9" });
  const told = await changed(max, "/preset save wide", "Change wide", {
    size: "1K",
    aspect_ratio: "",
    quality: "high",
  });
  expect(told).toBe(en.presets.saved("wide", "wide", "image", true));
  expect(await say("/preset list")).toMatch(/\*\*wide\*\* · (?=.*size 1K)(?=.*quality high)(?=.*native)(?!.*16:9)/);
});

it("forms create presets, for clips too, and delete a chosen one", async () => {
  const { console: max } = easel;
  const clip = await changed(max, "/preset save", "New, for clips", { preset: "shots", aspect_ratio: "16:9" });
  expect(clip).toBe(en.presets.saved("shots", "shots", "video", false));
  expect(await changed(max, "/preset save", "New, for pictures", { preset: "nothing" })).toBe(en.presets.empty);
  const { form } = await max.press(await max.answerTo("/preset delete"), "Delete a preset");
  const [field] = form?.fields ?? [];
  if (field?.type !== "choice") throw new Error("no presets are offered");
  const choice = field.choices.find(({ label }) => label === "shots · yours");
  // Only admins may delete the channel's.
  expect(field.choices.some(({ label }) => label.includes(en.presets.ofChannel))).toBe(false);
  const told = await changed(max, "/preset delete", "Delete a preset", { preset: choice?.value ?? "" });
  expect(told).toBe(en.presets.deleted("shots"));
});

it("an admin's form can also save and change the channel's", async () => {
  const { form } = await ada.press(await ada.answerTo("/preset save"), "New, for pictures");
  expect(form?.fields.at(-1)).toMatchObject({ type: "flag", name: "for_channel" });
  const before = ada.messages().length;
  await ada.fillIn(form, { values: { preset: "house", size: "1K", for_channel: true } });
  await ada.see("the answer", (all) => (all.length > before ? all : undefined));
  expect(await changed(ada, "/preset save", "Change house", { size: "2K" })).toBe(
    en.presets.saved("house", "house", "image", true),
  );
  expect(await say("/preset list")).toContain(`• **house** · size 2K · ${en.presets.ofChannel}`);
});
