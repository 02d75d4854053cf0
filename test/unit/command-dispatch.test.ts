import { textsFor } from "../../src/text/texts.ts";
import { describe, expect, it } from "vitest";
import { commands } from "../../commands/index.ts";
import { en } from "../../src/text/en.ts";
import { aBatch, aJob, aRequest } from "../support/jobs.ts";
import { aCommand, aText } from "../support/commands.ts";
import { setUpDispatch as setUp } from "../support/dispatching.ts";

describe("other text", () => {
  it("that is no command says what a picture is to show", async () => {
    const { world, send } = setUp();
    await send(aText("a lighthouse at dusk --size 2K"));
    expect(world.wishes).toMatchObject([{ request: { kind: "image", prompt: "a lighthouse at dusk", size: "2K" } }]);
  });

  it("without a word gets a hint", async () => {
    const { send, said } = setUp();
    await send(aText(" "));
    expect(said()).toBe(en.notACommand);
  });

  it.each([
    ["/imagin a fox", "`/imagin`", "Did you mean `/imagine`?"],
    ["/xyzzy", "`/xyzzy`", "/easel"],
  ])("%j is an unknown command", async (text, given, hint) => {
    const { send, said } = setUp();
    await send(aText(text));
    expect(said()).toContain(given);
    expect(said()).toContain(hint);
  });

  it("an unknown command's name can't smuggle markup in, nor flood the answer", async () => {
    const { send, said } = setUp();
    await send(aCommand(`\`**bold**\` ${"x".repeat(5_000)}`, {}));
    expect(said().length).toBeLessThan(300);
    // The sentence's own code marks, two each.
    expect(said().split("`").length - 1).toBe(4);
  });

  it("/easel lists every command with its options", async () => {
    const { send, said } = setUp();
    await send(aText("/easel"));
    for (const { spec } of commands) {
      expect(said()).toContain(`/${spec.name}`);
      for (const { name, type } of spec.options) {
        expect(said()).toContain(type === "attachments" ? textsFor("en").options[name] : `--${name}`);
      }
    }
  });

  it("/easel says which topics there are", async () => {
    const { send, said } = setUp();
    await send(aText("/easel please"));
    expect(said()).toContain("`topic` can't be “please”. Allowed: help.");
  });
});

describe("/jobs", () => {
  const accountId = "account of member";

  it("says how to begin when there is nothing yet", async () => {
    const { send, said } = setUp();
    await send(aText("/jobs"));
    expect(said()).toBe(en.jobs.none);
  });

  it("lists what is under way with a way to cancel it, and what is done without", async () => {
    const { world, send, responder, said } = setUp();
    const open = aBatch({ accountId, request: aRequest({ prompt: "a *red* fox", count: 2 }) });
    world.know(open, [aJob({ state: "running" }), aJob({ state: "succeeded" })]);
    const done = aBatch({ accountId, request: aRequest({ prompt: "a cat" }) });
    world.know(done, [aJob({ state: "failed" })]);
    world.know(aBatch({ accountId: "account of admin" }), [aJob()]);
    await send(aText("/jobs"));
    expect(said().split("\n")).toEqual([
      en.jobs.title,
      `• \`${open.id.slice(0, 8)}\` · under way, 1 of 2 done · a \\*red\\* fox`,
      `• \`${done.id.slice(0, 8)}\` · done, 0 of 1 made · a cat`,
    ]);
    expect(responder.answers[0]?.buttons).toEqual([
      { id: `cancel:${open.id}`, label: "Cancel: a *red* fox", style: "secondary" },
    ]);
  });

  it("shows one in full, and cancels it, by the short name that the list shows", async () => {
    const { world, send, said } = setUp();
    const open = aBatch({ accountId, request: aRequest({ prompt: "a fox" }) });
    world.know(open, [aJob({ state: "running" })]);
    await send(aText(`/jobs show ${open.id.slice(0, 8)}`));
    expect(said()).toContain("Prompt: a fox");
    await send(aCommand("jobs", { action: "cancel", job: open.id }));
    expect(world.cancelled).toEqual([open.id]);
  });

  it.each([
    ["/jobs show", en.jobs.whichJob],
    ["/jobs cancel 0badcafe", en.jobs.noSuchJob("0badcafe")],
    ["/jobs 7f3a", "Allowed: list, show, cancel"],
  ])("%j is told what is missing", async (text, told) => {
    const { world, send, said } = setUp();
    world.know(aBatch({ accountId: "account of admin" }), [aJob()]);
    await send(aText(text));
    expect(said()).toContain(told);
    expect(world.cancelled).toEqual([]);
  });

  it("cuts no character in half where a prompt is too long", async () => {
    const { world, send, responder, said } = setUp();
    world.know(aBatch({ accountId, request: aRequest({ prompt: `x${"🦊".repeat(200)}` }) }), [aJob()]);
    await send(aText("/jobs"));
    expect(said().isWellFormed()).toBe(true);
    expect(responder.answers[0]?.buttons?.[0]?.label.isWellFormed()).toBe(true);
  });
});
