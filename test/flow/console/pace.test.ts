import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ErrorView } from "../../../src/platforms/console/api/api.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { consolePerson } from "../../support/console/console-person.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";
import { createManualClock } from "../../support/manual-clock.ts";

const en = textsFor("en").consoleRoom;
const TAKEN = { status: 200 };
const REFUSED = { status: 409, code: "too_many_messages", message: en.tooMuch };

interface Answered {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
}

const general = { platform: "console", workspace: "main", channel: "general" } as const;

describe("in a minute, a person at the Console", () => {
  const clock = createManualClock();
  let server: TestConsole;
  let stop: () => Promise<void>;
  /** The core's calls. */
  const looked: string[] = [];
  /** A message with a button. */
  let post: string;

  beforeAll(async () => {
    const database = await createTestDatabase();
    const perMinute = { actions: 5, characters: 1_000, looks: 4 };
    const handlers = {
      suggest: async () => (looked.push("suggestions"), []),
      reform: async () => (looked.push("form"), undefined),
      models: async () => (looked.push("models"), { models: [], notes: [] }),
    };
    server = await startTestConsole({ databaseUrl: database.url, clock, perMinute, handlers });
    stop = async () => {
      await server.stop();
      await database.drop();
    };
    const message = { text: "a result", buttons: [{ id: "recipe:1", label: "Recipe", style: "secondary" }] } as const;
    ({ id: post } = await server.platform.post(general, message, randomUUID()));
  });
  afterAll(() => stop());
  beforeEach(() => clock.advance(60_000));

  const ask = async (path: string, body: object): Promise<Answered> => {
    const response = await fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ as: "member", locale: "en", ...body }),
    });
    const { data } = ErrorView.safeParse(await response.json());
    return { status: response.status, ...data?.error };
  };
  const write = (text: string, more: object = {}): Promise<Answered> =>
    ask("/api/messages", { id: randomUUID(), channel: "general", text, attachments: [], ...more });
  const press = (id: string = randomUUID()): Promise<Answered> =>
    ask("/api/presses", { id, channel: "general", message: post, button: "recipe:1" });
  const choose = (id: string): Promise<Answered> =>
    ask("/api/actions", { id, channel: "general", message: post, action: "recipe" });
  const submit = (id: string, prompt = "a cat"): Promise<Answered> =>
    ask("/api/forms", { id, channel: "general", form: "x", values: { prompt }, files: [] });

  const kinds = [(id: string) => write("hello", { id }), press, choose, submit] as const;

  it("has a limited number of cost estimates, which count as actions", async () => {
    const cost = () =>
      ask("/api/costs", { channel: "general", asked: { kind: "line", line: "/video waves" }, files: [] });
    for (let asked = 0; asked < 6; asked += 1) expect(await cost()).toEqual(TAKEN);
    expect(await write("one too many")).toEqual(REFUSED);
  });

  it("has a limited number of look-ups while typing and choosing, and may still act", async () => {
    const suggest = () =>
      ask("/api/suggestions", { channel: "general", command: "imagine", option: "model", typed: "", options: {} });
    const reshape = () => ask("/api/forms/reshaped", { channel: "general", form: "x", values: {} });
    const models = async (): Promise<Answered> => {
      const response = await fetch(`${server.url}/api/models?as=member&locale=en&channel=general`);
      const { data } = ErrorView.safeParse(await response.json());
      return { status: response.status, ...data?.error };
    };
    for (let n = 0; n < 2; n += 1) expect([await suggest(), await reshape()]).toEqual([TAKEN, TAKEN]);
    expect([await suggest(), await reshape()]).toEqual([TAKEN, TAKEN]);
    expect(await models()).toEqual({ status: 409, code: "too_many_looks", message: en.tooManyLooks });
    expect(looked).toEqual(["suggestions", "form", "suggestions", "form"]);
    expect(await write("hello")).toEqual(TAKEN);
    clock.advance(60_000);
    expect(await models()).toEqual(TAKEN);
    expect(looked.at(-1)).toBe("models");
  });

  it("has a limited number of actions: messages, buttons, menus, forms, new and removed channels count together", async () => {
    for (const kind of kinds) expect(await kind(randomUUID())).toEqual(TAKEN);
    expect(await ask("/api/channels", { id: "attic" })).toEqual(TAKEN);

    for (const kind of kinds) expect(await kind(randomUUID())).toEqual(REFUSED);
    expect(await ask("/api/channels", { id: "cellar" })).toEqual(REFUSED);
    const removed = await fetch(`${server.url}/api/channels/attic?as=member&locale=en`, { method: "DELETE" });
    expect(await removed.json()).toMatchObject({ error: { code: REFUSED.code } });
    expect(await write("hello", { as: "admin" })).toEqual(TAKEN);
    clock.advance(60_000);
    expect(await press()).toEqual(TAKEN);
  });

  it("has the same limit for actions under one id, even concurrent ones", async () => {
    for (const kind of kinds) {
      const id = randomUUID();
      const answered = await Promise.all(Array.from({ length: 7 }, () => kind(id)));
      expect(answered.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(await kind(id)).toEqual(REFUSED);
      clock.advance(60_000);
    }
  });

  it("may repeat an action that was not accepted, which counts once", async () => {
    for (const kind of kinds) {
      const id = randomUUID();
      server.handleWith(() => Promise.reject(new Error("not now")));
      for (let n = 0; n < 7; n += 1) expect(await kind(id)).toMatchObject({ status: 503, code: "not_taken" });
      server.handleWith((_event, responder) => responder.acknowledge().then(() => undefined));
      for (let n = 0; n < 5; n += 1) expect(await kind(id)).toEqual(TAKEN);
      expect(await kind(id)).toEqual(REFUSED);
      clock.advance(60_000);
    }
  });

  it("may write a limited number of characters in messages and forms", async () => {
    for (let n = 0; n < 2; n += 1) expect(await write("x".repeat(400))).toEqual(TAKEN);
    expect(await submit(randomUUID(), "x".repeat(150))).toEqual(TAKEN);
    expect(await write("x".repeat(50), { locale: "zh-CN" })).toEqual({
      ...REFUSED,
      message: textsFor("zh-CN").consoleRoom.tooMuch,
    });
    expect(await write("x".repeat(50), { as: "admin" })).toEqual(TAKEN);
  });

  it("gets answers of a limited number of characters, even concurrently, and a repeated answer counts once", async () => {
    const max = consolePerson(server.url, "member");
    server.handleWith((_event, responder) => responder.answer({ text: "y".repeat(400) }));
    const ids = Array.from({ length: 3 }, () => randomUUID());
    expect(await Promise.all(ids.map((id) => press(id)))).toEqual([TAKEN, TAKEN, TAKEN]);
    const answers = async (): Promise<string[]> =>
      (await max.read()).flatMap((message) => (message.private ? [message.text] : [])).toSorted();
    // The third event was handled too. A sentence says that its answer is missing.
    const told = [en.tooManyAnswers, "y".repeat(400), "y".repeat(400)];
    expect(await answers()).toEqual(told);
    for (const id of ids.slice(0, 2)) expect(await press(id)).toEqual(TAKEN);
    expect(await answers()).toEqual(told);
    server.handleWith((_event, responder) => responder.acknowledge().then(() => undefined));
  });

  it("gets shortened descriptions of files, which count towards the answers' characters", async () => {
    const max = consolePerson(server.url, "member");
    const before = (await max.read()).length;
    const described = (description: string) => ({
      text: "y",
      files: [{ name: "a.txt", mimeType: "text/plain", bytes: 1, description, open: async () => Readable.from(["z"]) }],
    });
    server.handleWith((_event, responder) => responder.answer(described("y".repeat(400))));
    for (let n = 0; n < 3; n += 1) expect(await press()).toEqual(TAKEN);
    const texts = (await max.read()).slice(before).map(({ text }) => text);
    expect(texts).toEqual(["y", "y", en.tooManyAnswers]);
    const { id } = await server.platform.post(general, described("y".repeat(5_000)), randomUUID());
    const posted = (await max.read()).find((message) => message.id === id);
    expect(posted?.files[0]?.description).toHaveLength(1_000);
    server.handleWith((_event, responder) => responder.acknowledge().then(() => undefined));
  });
});
