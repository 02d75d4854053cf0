import { describe, expect, it } from "vitest";
import { ORGANISATION_SCOPE, placeScope } from "../../../../src/core/account/policy/scope.ts";
import { OverQuotaError } from "../../../../src/core/account/quota/quota.ts";
import type { Attachment, ChatEvent, FormEvent } from "../../../../src/core/chat/event.ts";
import type { Form } from "../../../../src/core/chat/form.ts";
import { en } from "../../../../src/text/en/index.ts";
import { aCommand, aPress, aText, GENERAL, MAX, type CommandWorldOptions } from "../../../support/commands.ts";
import { aBatch, aJob, aRequest, EPOCH } from "../../../support/database/jobs.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const PICTURE: Attachment = { source: "f-1", name: "day.png", mimeType: "image/png", bytes: 10, option: "image1" };
const HERE = placeScope(GENERAL, false);

function aForm(form: string, values: FormEvent["values"]): FormEvent {
  return { kind: "form", key: crypto.randomUUID(), conversation: GENERAL, actor: MAX, form, values, attachments: [] };
}

/** Sends an event that is refused. */
async function refused(event: ChatEvent, options: CommandWorldOptions = {}) {
  const here = setUpDispatch(options);
  await here.send(event);
  const answer = here.responder.answers.at(-1);
  const buttons = answer?.buttons ?? here.responder.reopens;
  /** Presses the button, and returns the form. */
  const reopened = async (): Promise<Form> => {
    await here.send(aPress(buttons[0]?.id ?? ""));
    const form = here.responder.forms.at(-1);
    if (!form) throw new Error("no form was opened");
    return form;
  };
  return { ...here, answer, buttons, reopened };
}

const namesOf = ({ fields }: Form): string[] => fields.map(({ name }) => name);
const fieldOf = ({ fields }: Form, name: string) => fields.find((field) => field.name === name);

describe("a refused request", () => {
  const command = { ...aCommand("imagine", { prompt: "a red fox", size: "9K", count: 2 }), attachments: [PICTURE] };

  it("opens as a form with everything that was given, and what was wrong first", async () => {
    const { answer, buttons, reopened, send, world } = await refused(command);
    expect(answer?.text).toContain("`size` can't be “9K”");
    expect(buttons).toMatchObject([{ label: en.result.changeRequest, style: "secondary" }]);
    const form = await reopened();
    expect(form.title).toBe(en.forms.title.change);
    expect(namesOf(form).slice(0, 3)).toEqual(["prompt", "keep_files", "size"]);
    expect(fieldOf(form, "prompt")).toMatchObject({ value: "a red fox" });
    expect(fieldOf(form, "count")).toMatchObject({ value: "2" });
    expect(fieldOf(form, "size")).not.toHaveProperty("value");
    // As on a platform that shows only a few fields.
    await send(aForm(form.id, { prompt: "a red fox", keep_files: true, size: "2K" }));
    expect(world.requests).toMatchObject([
      { request: { prompt: "a red fox", size: "2K", count: 2, references: [{ hash: "f-1" }] } },
    ]);
  });

  it("drops its files or a wrong option if its member removes them", async () => {
    const { reopened, send, world } = await refused(command);
    const { id } = await reopened();
    await send(aForm(id, { prompt: "a red fox", keep_files: false }));
    expect(world.requests).toMatchObject([{ request: { prompt: "a red fox", count: 2, references: [] } }]);
    expect(world.requests[0]?.request).not.toHaveProperty("size");
  });

  it("keeps its member's choice about its files while the form is rebuilt", async () => {
    const { reopened, reform } = await refused(command);
    const { id } = await reopened();
    const values = { prompt: "a red fox", model: "provider-b/pro-image-3", keep_files: false };
    const form = await reform({ form: id, values, actor: MAX, conversation: GENERAL });
    expect(form && fieldOf(form, "keep_files")).toMatchObject({ value: false });
  });

  it("keeps a text that could not be read, and replies to its message", async () => {
    const { reopened, send, world } = await refused(aText("/imagine a fox --zzz 1"));
    const form = await reopened();
    expect(fieldOf(form, "prompt")).toMatchObject({ value: "a fox --zzz 1" });
    await send(aForm(form.id, { prompt: "a fox --size 2K" }));
    expect(world.requests).toMatchObject([{ requestMessage: "m-1", request: { prompt: "a fox", size: "2K" } }]);
  });

  it("keeps a picked prompt that could not be read, with what was picked", async () => {
    const { reopened } = await refused(aCommand("imagine", { prompt: "a fox --zzz 1", count: 3 }));
    const form = await reopened();
    expect(fieldOf(form, "prompt")).toMatchObject({ value: "a fox --zzz 1" });
    expect(fieldOf(form, "count")).toMatchObject({ value: "3" });
  });

  it("keeps a prompt that would otherwise be read as options", async () => {
    const { reopened, send, world } = await refused(aText('/imagine --prompt "say --size 1K" --size 9K'));
    const form = await reopened();
    const value = '--prompt "say --size 1K"';
    expect(fieldOf(form, "prompt")).toMatchObject({ value });
    await send(aForm(form.id, { prompt: value }));
    expect(world.requests).toMatchObject([{ request: { prompt: "say --size 1K" } }]);
  });

  it("is refused again in its form, which can be reopened on platforms that close it", async () => {
    const wrong = { prompt: "a fox --zzz 1", size: "9K" };
    expect((await refused(aForm("command:imagine", wrong))).buttons).toEqual([]);
    const { reopened } = await refused(aForm("command:imagine", wrong), { refusedFormsStay: false });
    const form = await reopened();
    expect(fieldOf(form, "prompt")).toMatchObject({ value: "a fox --zzz 1" });
    const { reopened: again } = await refused(aForm("command:imagine", { prompt: "a fox", count: "99" }), {
      refusedFormsStay: false,
    });
    expect(fieldOf(await again(), "prompt")).toMatchObject({ value: "a fox" });
  });

  it("opens only for its member, and only in its channel", async () => {
    const { buttons, send, said, responder } = await refused(command);
    const [{ id } = { id: "" }] = buttons;
    await send(aPress(id, { actor: { ...MAX, userId: "other" } }));
    await send(aPress(id, { conversation: { ...GENERAL, channel: "elsewhere" } }));
    expect(responder.forms).toEqual([]);
    expect(said().split(en.gone)).toHaveLength(3);
  });

  it.each<[string, ChatEvent, CommandWorldOptions]>([
    ["no change of it helps", command, { paused: [{ scope: HERE, by: "Ada" }] }],
    ["there are no forms", command, { forms: false }],
    ["its message returns to the input", aText("/imagine a fox --size 9K"), { refusedMessagesReturn: true }],
    ["the command makes nothing", aText("/jobs --zzz 1"), {}],
  ])("has no button if %s", async (_why, event, options) => {
    const noSize = event.kind === "command" ? { ...event, options: { prompt: "a fox" } } : event;
    const { answer } = await refused(options.paused ? noSize : event, options);
    expect(answer?.text).not.toBe("");
    expect(answer?.buttons).toBeUndefined();
  });

  it.each([true, false])(
    "has its button where messages are answered directly (in direct messages: %s)",
    async (isDirect) => {
      const event = aText("/imagine a fox --size 9K", { isDirect });
      expect((await refused(event, { answersMessagesDirectly: true })).buttons).toHaveLength(1);
    },
  );

  it("is refused even if it can't be stored", async () => {
    const here = setUpDispatch();
    Object.assign(here.world.results, { storeDraft: () => Promise.reject(new Error("away")) });
    await here.send(command);
    expect(here.responder.answers).toMatchObject([{ text: expect.stringContaining("`size` can't be “9K”") }]);
    expect(here.responder.answers[0]).not.toHaveProperty("buttons");
  });
});

describe("a request over a quota", () => {
  const quota = {
    unit: "images",
    span: "day",
    amount: 10,
    granted: 0,
    used: 8,
    endsAt: EPOCH,
    timeZone: "UTC",
  } as const;
  const over = new OverQuotaError([{ ...quota, scope: ORGANISATION_SCOPE, asked: 3 }]);
  const setUp = () => setUpDispatch({}, { accept: () => Promise.reject(over) });

  it("offers to change it in a form, and to ask an admin", async () => {
    const { send, responder } = setUp();
    await send(aCommand("imagine", { prompt: "a red fox", count: 3 }));
    const [{ buttons = [] } = {}] = responder.answers;
    expect(buttons.map(({ label }) => label)).toEqual([en.confirm.askAdmin, en.result.changeRequest]);
    await send(aPress(buttons[1]?.id ?? ""));
    expect(responder.forms[0] && fieldOf(responder.forms[0], "count")).toMatchObject({ value: "3" });
  });

  it("offers its form again if it came from one, because the answer replaced that form", async () => {
    const { send, responder } = setUp();
    await send(aForm("command:imagine", { prompt: "a red fox", count: "3" }));
    const [{ buttons = [] } = {}] = responder.answers;
    expect(buttons.map(({ label }) => label)).toEqual([en.confirm.askAdmin, en.result.changeRequest]);
    await send(aPress(buttons[1]?.id ?? ""));
    expect(responder.forms[0] && fieldOf(responder.forms[0], "count")).toMatchObject({ value: "3" });
  });

  it("offers the earlier request if it was repeated", async () => {
    const { world, send, responder } = setUp();
    const batch = aBatch();
    world.know(batch, [aJob({ state: "failed" })]);
    await send(aPress(`again:${batch.id}`));
    expect(responder.answers[0]?.buttons?.[1]?.id).toBe(`change:${batch.id}`);
  });
});

describe("a repeated request that is refused", () => {
  it("offers the earlier request as a form", async () => {
    const { world, send, responder } = setUpDispatch({ rules: [{ scope: HERE, settings: { blockedWords: ["fox"] } }] });
    const batch = aBatch({ request: aRequest({ prompt: "a red fox" }) });
    world.know(batch, [aJob({ state: "failed" })]);
    await send(aPress(`again:${batch.id}`));
    expect(responder.answers).toMatchObject([{ buttons: [{ id: `change:${batch.id}` }] }]);
  });
});
