import { describe, expect, it, vi } from "vitest";
import { commands } from "../../../commands/index.ts";
import type { Handlers } from "../../../src/core/chat/event.ts";
import { en } from "../../../src/text/en/index.ts";
import { aBatch, aJob, aRequest } from "../../support/database/jobs.ts";
import type { Command } from "../../../src/command/command.ts";
import { DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import { ADA, aCommand, aText, GENERAL, MAX } from "../../support/commands.ts";
import { setUpDispatch as setUp } from "../../support/dispatching.ts";

describe("other text", () => {
  it("with an option is a prompt for a picture", async () => {
    const { world, send } = setUp();
    await send(aText("a lighthouse at dusk --size 2K"));
    expect(world.requests).toMatchObject([{ request: { kind: "image", prompt: "a lighthouse at dusk", size: "2K" } }]);
  });

  it("with a link to a clip requests a clip that uses it", async () => {
    const { world, send } = setUp({}, {}, undefined, { canLoad: async () => true });
    const url = "https://a.test/1.mp4";
    await send(aText(`a boat like that --video ${url}`));
    expect(world.requests).toMatchObject([
      { request: { kind: "video", prompt: "a boat like that", references: [{ kind: "video", hash: url }] } },
    ]);
  });

  it("with a link to a clip that the gateway can't load requests nothing, and says why", async () => {
    const { world, send, said } = setUp();
    await send(aText("a boat like that --video https://a.test/1.mp4"));
    expect(said()).toBe(en.noRelay);
    expect(world.requests).toEqual([]);
  });

  it("without words gets a hint", async () => {
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

  it("an unknown command's name can neither inject markup nor flood the answer", async () => {
    const { send, said } = setUp();
    await send(aCommand(`\`**bold**\` ${"x".repeat(5_000)}`, {}));
    expect(said().length).toBeLessThan(300);
    // The sentence's own code marks, in pairs.
    expect(said().split("`").length - 1).toBe(4);
  });
});

describe("names of several words", () => {
  const ran: string[] = [];
  const named = (name: keyof typeof en.commands, adminOnly: boolean): Command => ({
    spec: { name, adminOnly, textOption: "topic", options: [{ name: "topic", type: "text" }] },
    async run({ options }) {
      ran.push(`${name}: ${String(options["topic"] ?? "")}`);
      return { kind: "accepted" };
    },
  });
  const several = [
    ...commands.filter(({ spec }) => ["imagine", "easel help"].includes(spec.name)),
    named("easel link", false),
    named("easel-admin groups create", true),
    named("easel-admin groups list", true),
  ];
  const start = () => {
    ran.length = 0;
    // Where answers have buttons, an admin's group shows its view.
    return setUp({ forms: false }, {}, several);
  };

  it("are found in a line, with the text after them", async () => {
    const { send } = start();
    await send(aText("/easel-admin groups  create painters and drawers", { actor: ADA }));
    await send(aText("/easel link"));
    await send(aCommand("easel-admin groups list", { topic: "x" }, ADA));
    expect(ran).toEqual([
      "easel-admin groups create: painters and drawers",
      "easel link: ",
      "easel-admin groups list: x",
    ]);
  });

  it("are listed when only their first words are given", async () => {
    const { send, said } = start();
    await send(aText("/easel-admin groups", { actor: ADA }));
    expect(said().split("\n")).toEqual([
      en.help.below("/easel-admin groups"),
      `**/easel-admin groups create** · ${en.commands["easel-admin groups create"]}`,
      `**/easel-admin groups list** · ${en.commands["easel-admin groups list"]}`,
    ]);
    await send(aCommand("easel-admin", {}, ADA));
    expect(said()).toContain(
      `**/easel-admin groups** · ${en.commandGroups["easel-admin groups"]}: \`create\`, \`list\``,
    );
    expect(ran).toEqual([]);
  });

  it.each([
    ["/easel-admin groups creat x", "`/easel-admin groups creat`", "Did you mean `/easel-admin groups create`?"],
    ["/easel-admin group list", "`/easel-admin group`", "Did you mean `/easel-admin groups`?"],
    ["/easel lnk", "`/easel lnk`", "Did you mean `/easel link`?"],
    ["/easel-admn groups", "`/easel-admn`", "Did you mean `/easel-admin`?"],
  ])("%s suggests the most similar command", async (text, given, hint) => {
    const { send, said } = start();
    await send(aText(text, { actor: ADA }));
    expect(said()).toContain(given);
    expect(said()).toContain(hint);
  });

  it("get no suggestions for a dissimilar word", async () => {
    const { send, said } = start();
    await send(aText("/easel-admin keys", { actor: ADA }));
    expect(said()).toContain("There is no command `/easel-admin keys`. Available commands:");
  });

  it.each(["/easel-admin", "/easel-admin groups", "/easel-admin groups list", "/easel-admin nothing"])(
    "%s is politely refused for members",
    async (text) => {
      const { send, said } = start();
      await send(aText(text));
      expect(said()).toBe(en.adminsOnly);
      expect(ran).toEqual([]);
    },
  );

  it("for admins are hidden from members in help, suggestions and menus, and refused", async () => {
    const { send, said, suggest } = start();
    await send(aText("/easel"));
    await send(aText("/easel help easel-admin"));
    await send(aText("/easel-admn"));
    expect(said()).not.toContain("groups");
    await send(aCommand("easel-admin groups list", {}));
    expect(said()).toContain(en.adminsOnly);
    expect(ran).toEqual([]);
    const query = {
      conversation: GENERAL,
      command: "easel-admin groups list",
      option: "topic",
      typed: "",
      options: {},
    };
    expect(await suggest({ ...query, actor: MAX })).toEqual([]);
  });
});

describe("/jobs", () => {
  const accountId = "account of member";

  it("says how to begin if there are no requests yet", async () => {
    const { send, said } = setUp();
    await send(aText("/jobs"));
    expect(said()).toBe(en.jobs.none);
  });

  it("lists unfinished requests with a way to cancel them, and finished ones", async () => {
    const { world, send, responder, said } = setUp();
    const open = aBatch({ accountId, request: aRequest({ prompt: "a *red* fox", count: 2 }) });
    world.know(open, [aJob({ state: "running" }), aJob({ state: "succeeded" })]);
    const done = aBatch({ accountId, request: aRequest({ prompt: "a cat" }) });
    world.know(done, [aJob({ state: "failed" })]);
    world.know(aBatch({ accountId: "account of admin" }), [aJob()]);
    await send(aText("/jobs"));
    expect(said().split("\n")).toEqual([
      en.jobs.titles.own,
      `\`${open.id.slice(0, 8)}\` · in progress, 1 of 2 made · a \\*red\\* fox`,
      `\`${done.id.slice(0, 8)}\` · failed · a cat`,
    ]);
    expect(responder.answers[0]?.sections?.map(({ buttons }) => buttons?.map(({ id }) => id))).toEqual([
      [`jobs:show:own:${open.id}`, `jobs:cancel:own:${open.id}`],
      [`jobs:show:own:${done.id}`],
    ]);
  });

  it("shows prompts on one line, without what people can't see", async () => {
    const { world, send, said } = setUp();
    const open = aBatch({ accountId, request: aRequest({ prompt: " a \u202e*red*\n\u0007fox\n• `abc` " }) });
    world.know(open, [aJob({ state: "running" })]);
    await send(aText("/jobs"));
    expect(said().split("\n")).toEqual([
      en.jobs.titles.own,
      `\`${open.id.slice(0, 8)}\` · ${en.jobs.running(0, 1, 0)} · a \\*red\\* fox • \\\`abc\\\``,
    ]);
  });

  it("shows other members' requests in a channel; only admins see and cancel all", async () => {
    const { world, send, said, responder } = setUp();
    const other = aBatch({ accountId: "account of admin", requesterId: "admin", requesterName: "Ada" });
    world.know(other, [aJob({ state: "running" })]);
    const away = { ...GENERAL, channel: "studio" };
    const far = aBatch({ accountId: "account of admin", requesterId: "admin", conversation: away });
    world.know(far, [aJob({ state: "running" })]);
    await send(aText("/jobs --scope channel"));
    expect(said()).toContain(other.id.slice(0, 8));
    expect(said()).toContain("· Ada");
    expect(said()).not.toContain(far.id.slice(0, 8));
    expect(responder.answers[0]?.sections?.flatMap(({ buttons = [] }) => buttons.map(({ label }) => label))).toEqual([
      en.jobs.show,
    ]);
    await send(aText(`/jobs cancel ${other.id.slice(0, 8)} --scope channel`));
    await send(aText(`/jobs cancel ${far.id.slice(0, 8)} --scope all`));
    expect(said()).toContain(en.cancel.notYours);
    expect(said()).toContain(en.adminsOnly);
    expect(world.cancelled).toEqual([]);
    await send(aText(`/jobs cancel ${far.id.slice(0, 8)} --scope all`, { actor: ADA }));
    expect(world.cancelled).toEqual([far.id]);
  });

  it("shows and cancels a request by the listed short id", async () => {
    const { world, send, said } = setUp();
    const open = aBatch({ accountId, request: aRequest({ prompt: "a fox" }) });
    world.know(open, [aJob({ state: "running" })]);
    await send(aText(`/jobs show ${open.id.slice(0, 8)}`));
    expect(said()).toContain("Prompt: a fox");
    await send(aCommand("jobs", { action: "cancel", job: open.id }));
    expect(world.cancelled).toEqual([open.id]);
  });

  it.each([
    ["/jobs show", en.jobs.whichJob("show")],
    ["/jobs cancel", en.jobs.whichJob("cancel")],
    ["/jobs cancel 0badcafe", en.jobs.noSuchJob("0badcafe")],
    ["/jobs 7f3a", "Allowed: list, show, cancel"],
  ])("%j is answered with what is missing", async (text, told) => {
    const { world, send, said } = setUp();
    world.know(aBatch({ accountId: "account of admin" }), [aJob()]);
    await send(aText(text));
    expect(said()).toContain(told);
    expect(world.cancelled).toEqual([]);
  });

  it("splits no character when it shortens a prompt", async () => {
    const { world, send, responder, said } = setUp();
    world.know(aBatch({ accountId, request: aRequest({ prompt: `x${"🦊".repeat(200)}` }) }), [aJob()]);
    await send(aText("/jobs"));
    expect(said().isWellFormed()).toBe(true);
    expect(responder.answers[0]?.buttons?.[0]?.label.isWellFormed()).toBe(true);
  });
});

describe("file transfers", () => {
  it("yield until the request is accepted and acknowledged", async () => {
    const held: (Promise<void> | undefined)[] = [];
    const giveWay = (): void => void held.push(replyPriority.give());
    const { send, responder, replyPriority } = setUp({}, { accept: async () => giveWay() });
    vi.spyOn(responder, "acknowledge").mockImplementation(async () => {
      giveWay();
      return { kind: "heard" };
    });
    await send(aText("/imagine a lighthouse at dusk"));
    expect(held).toEqual([expect.any(Promise), expect.any(Promise)]);
    expect(replyPriority.give()).toBeUndefined();
  });

  it("resume when the request fails", async () => {
    const { send, replyPriority } = setUp({}, { accept: () => Promise.reject(new DatabaseUnavailableError("away")) });
    await expect(send(aText("/imagine a lighthouse at dusk"))).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(replyPriority.give()).toBeUndefined();
  });

  const sender = { conversation: GENERAL, actor: MAX };
  it.each<[string, (handlers: Pick<Handlers, "suggest" | "reform" | "models" | "cost">) => Promise<unknown>]>([
    [
      "suggestions while a member types",
      ({ suggest }) => suggest({ ...sender, command: "imagine", option: "size", typed: "2", options: {} }),
    ],
    [
      "a form that changes while it is filled in",
      ({ reform }) => reform({ ...sender, form: "make:imagine", values: {} }),
    ],
    ["the list of models", ({ models }) => models(sender)],
    [
      "the cost of a request while it is written",
      ({ cost }) => cost({ ...sender, asked: { kind: "line", line: "/video waves" }, files: [] }),
    ],
  ])("yield to %s", async (_what, ask) => {
    const handlers = setUp();
    const outcome = ask(handlers);
    expect(handlers.replyPriority.give()).toBeInstanceOf(Promise);
    await outcome;
    expect(handlers.replyPriority.give()).toBeUndefined();
  });
});
