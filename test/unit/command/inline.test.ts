import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imagine } from "../../../commands/imagine.ts";
import { video } from "../../../commands/video.ts";
import type { FormEvent } from "../../../src/core/chat/event.ts";
import { typedPrompt } from "../../../src/command/form/request-values.ts";
import { parseOptions } from "../../../src/command/parse/parse.ts";
import { readTyped } from "../../../src/command/parse/read-typed.ts";
import { DEFAULT_IMAGE_MODEL } from "../../../src/core/request/image/image-models.ts";
import { en } from "../../../src/text/en/index.ts";
import { aCommand, aPress, GENERAL, MAX } from "../../support/commands.ts";
import { setUpDispatch as setUp } from "../../support/dispatching.ts";
import { aBatch, aJob, aRequest, EPOCH } from "../../support/database/jobs.ts";

function aForm(form: string, values: FormEvent["values"], changes: Partial<FormEvent> = {}): FormEvent {
  const base = { kind: "form" as const, key: crypto.randomUUID(), conversation: GENERAL, actor: MAX, attachments: [] };
  return { ...base, form, values, ...changes };
}

const png = (name: string, option: string) => ({ source: name, name, mimeType: "image/png", bytes: 1, option });

describe("options in the prompt of a picked command", () => {
  it("are parsed like everywhere else", async () => {
    const { world, send } = setUp();
    await send(aCommand("imagine", { prompt: "fox --size 512x512 --count 2" }));
    expect(world.requests).toMatchObject([{ request: { prompt: "fox", size: "512x512", count: 2 } }]);
  });

  it("are parsed from a line too", async () => {
    const { world, send } = setUp();
    await send({ ...aCommand("imagine", {}), line: "fox --size 512x512 --count 2" });
    expect(world.requests).toMatchObject([{ request: { prompt: "fox", size: "512x512", count: 2 } }]);
  });

  it("combine with picked options, and may repeat them", async () => {
    const { world, send } = setUp();
    await send(aCommand("imagine", { prompt: "fox --size 1k --count 2", count: 2, size: "1K", quality: "high" }));
    expect(world.requests).toMatchObject([{ request: { prompt: "fox", size: "1K", count: 2, quality: "high" } }]);
  });

  it("that contradict picked ones are refused, with both values", async () => {
    const { world, send, said } = setUp();
    await send(aCommand("imagine", { prompt: "fox --size 2K --count 3", size: "1K", count: 2 }));
    expect(said()).toContain(en.problem.givenTwice("size", "2K", "1K"));
    expect(said()).toContain(en.problem.givenTwice("count", "3", "2"));
    expect(world.requests).toEqual([]);
  });

  it("may name attached files and links", () => {
    const attachments = [png("fox.png", "image1"), png("end.png", "image2")];
    const read = readTyped(
      "it runs --last_frame 2 --image https://a.test/3.png --from https://a.test/m/1",
      { options: { from: "https://a.test/m/2" }, attachments },
      video.spec,
    );
    expect(read).toMatchObject({
      ok: true,
      value: {
        options: { prompt: "it runs", from: "https://a.test/m/2 https://a.test/m/1" },
        attachments: [
          { name: "fox.png", option: "image1" },
          { name: "end.png", option: "last_frame" },
          { source: "https://a.test/3.png", link: true },
        ],
      },
    });
  });

  it("may not name a second file for a single-file option", async () => {
    const { world, send, said } = setUp();
    const attachments = [png("fox.png", "image1"), png("hole.png", "mask")];
    await send({ ...aCommand("edit", { prompt: "blue --mask 1" }), attachments });
    expect(said()).toContain(en.problem.givenTwice("mask", "1", "hole.png"));
    expect(world.requests).toEqual([]);
  });

  it.each(["fox -- size 1K", "fox —size 1K", "fox –size 1K", "fox --ar 16:9", "fox --sise 1K"])(
    "never become part of the prompt when misspelt: %s",
    async (prompt) => {
      for (const event of [
        aCommand("imagine", { prompt }),
        { ...aCommand("imagine", {}), line: prompt },
        aForm("command:imagine", { prompt }),
        aCommand("video", { prompt: prompt.replace("size 1K", "seconds 8") }),
      ]) {
        const { world, send, said, responder } = setUp();
        await send(event);
        expect([said(), ...responder.problems.map(({ text }) => text)].join("\n")).toContain("Did you mean `");
        expect(world.requests).toEqual([]);
      }
    },
  );

  it("are literal in quotation marks, as are dashes in prose anywhere", async () => {
    const { world, send } = setUp();
    await send(aCommand("imagine", { prompt: '--prompt "fox -- size 1K" --count 2' }));
    await send(aCommand("imagine", { prompt: "a -- b — c" }));
    expect(world.requests).toMatchObject([
      { request: { prompt: "fox -- size 1K", count: 2 } },
      { request: { prompt: "a -- b — c" } },
    ]);
  });

  it("without a prompt open the form with the given values", async () => {
    const { send, responder } = setUp();
    await send(aCommand("imagine", { prompt: "--size 2K" }));
    expect(responder.forms[0]?.fields).toContainEqual(expect.objectContaining({ name: "size", value: "2K" }));
  });
});

describe("options in the prompt of a form", () => {
  it("are parsed, and replace the prefilled model", async () => {
    const { world, send } = setUp();
    const model = "provider-b/pro-image-3";
    const prompt = `fox --size 2K --model ${model}`;
    await send(aForm("command:imagine", { prompt, model: DEFAULT_IMAGE_MODEL, size: "" }));
    expect(world.requests).toMatchObject([{ request: { prompt: "fox", size: "2K", model } }]);
  });

  it("that contradict a field are refused at that field", async () => {
    const { world, send, responder } = setUp();
    await send(aForm("command:imagine", { prompt: "fox --size 2K", size: "1K" }));
    expect(responder.problems).toEqual([{ field: "size", text: en.problem.givenTwice("size", "2K", "1K") }]);
    expect(world.requests).toEqual([]);
  });

  it("of a changed request replace its old values", async () => {
    const { world, send } = setUp();
    const batch = aBatch({ request: aRequest({ prompt: "bad", size: "2K", quality: "high" }) });
    world.know(batch, [aJob({ state: "failed" })]);
    await send(aForm(`change:${batch.id}`, { prompt: "good --size 1K", size: "2K", quality: "high" }));
    expect(world.requests).toMatchObject([{ request: { prompt: "good", size: "1K", quality: "high" } }]);
  });

  it("are refused if they name files, because a changed request keeps its own", async () => {
    const { world, send, responder } = setUp();
    const batch = aBatch({ request: aRequest({ prompt: "bad" }) });
    world.know(batch, [aJob({ state: "failed" })]);
    await send(aForm(`change:${batch.id}`, { prompt: "good --image https://a.test/1.png" }));
    expect(responder.problems).toMatchObject([{ text: en.problem.unexpectedAttachment("1.png") }]);
    expect(world.requests).toEqual([]);
  });

  it("are quoted again if they were part of the prompt", async () => {
    const { world, send, responder } = setUp();
    const prompt = 'a sign that reads "--size 2K"';
    const batch = aBatch({ request: aRequest({ prompt }) });
    world.know(batch, [aJob({ state: "failed" })]);
    await send(aPress(`change:${batch.id}`));
    const field = responder.forms[0]?.fields[0];
    const value = field?.type === "text" ? field.value : undefined;
    expect(value).toBe(`--prompt “${prompt}”`);
    await send(aForm(`change:${batch.id}`, { prompt: value ?? "" }));
    expect(world.requests).toMatchObject([{ request: { prompt } }]);
  });

  it("any prompt parses as itself when typed as shown", () => {
    const parts = fc.constantFrom("--size", "1K", "—", "--", "fox", "“", "”", '"', " ", "\n");
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1 }), (words) => {
        const prompt = words.join("").trim();
        fc.pre(prompt !== "" && !prompt.includes("」"));
        expect(parseOptions(typedPrompt(prompt, imagine.spec), imagine.spec)).toEqual({ ok: true, value: { prompt } });
      }),
    );
  });
});

/** The form of a result with that many pictures, submitted with these values. */
async function withResult(pictures: number, act: string, values: FormEvent["values"]) {
  const dispatch = setUp();
  const jobs = Array.from({ length: pictures }, (_, index) => aJob({ state: "succeeded", ordinal: index + 1 }));
  const batch = aBatch();
  const content = { hash: "a".repeat(64), bytes: 10, mimeType: "image/png", width: 8, height: 8 };
  const fetched = { state: "fetched" as const, content, failure: undefined, post: "result", succeededAt: EPOCH };
  dispatch.world.know(batch, jobs, { artifacts: jobs.map((job) => ({ ...fetched, jobId: job.id })) });
  await dispatch.send(aForm(act.replace("ID", batch.id), values));
  return dispatch;
}

describe("numbers in the prompt of a form", () => {
  it.each([
    [1, "edit:ID", { prompt: "#2 blue" }],
    [2, "edit:ID:1", { prompt: "#2 blue" }],
    [2, "edit:ID", { prompt: "#2 blue", picture: "1" }],
    [2, "edit:ID", { prompt: "#5 blue", picture: "all" }],
    [1, "animate:ID", { prompt: "#2 flies away" }],
  ])("of %i pictures, %s refuses %j at the prompt", async (pictures, act, values) => {
    const { world, responder } = await withResult(pictures, act, values);
    expect(responder.problems).toMatchObject([{ field: "prompt" }]);
    expect(world.requests).toEqual([]);
  });

  it("are removed if they are the picture's own", async () => {
    const { world } = await withResult(2, "edit:ID", { prompt: "#2 blue", picture: "2" });
    expect(world.requests).toMatchObject([{ request: { prompt: "blue" }, parent: { ordinals: [2] } }]);
  });

  it("are plain text without pictures", async () => {
    const { world, send } = setUp();
    await send(aForm("command:imagine", { prompt: "a poster for party #2" }));
    expect(world.requests).toMatchObject([{ request: { prompt: "a poster for party #2" } }]);
  });
});
