import type { ModelFacts } from "../../../src/core/chat/model-facts.ts";
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Taken } from "../../../src/platforms/console/api/api.ts";
import type { EventHandler } from "../../../src/core/chat/event.ts";
import type { Form } from "../../../src/core/chat/form.ts";
import { consolePerson, type ConsolePerson } from "../../support/console/console-person.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

/** The form as the page receives it. The page shows every form, so it needs no text to type instead. */
const SHOWN = {
  id: "edit:1",
  title: "Edit",
  submit: "Go",
  fields: [
    { type: "text", name: "prompt", label: "Prompt", required: true },
    { type: "choice", name: "model", label: "Model", choices: [{ value: "a", label: "A" }], reshapes: true },
    { type: "files", name: "image", label: "Pictures", accept: "image", max: 2 },
  ],
} as const;
const FORM: Form = { ...SHOWN, typed: "Type it." };

let database: TestDatabase;
const MODEL: ModelFacts = {
  name: "one",
  kind: "image",
  isUsual: true,
  form: "command:imagine",
  example: "a fox",
  facts: [{ id: "size", label: "Size", text: "1K, 2K" }],
};

let server: TestConsole;
let max: ConsolePerson;
let ada: ConsolePerson;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestConsole({
    databaseUrl: database.url,
    handlers: {
      suggest: async ({ option, typed }) => [{ value: `${option} ${typed}`, label: "it" }],
      reform: async ({ form }) => (form === FORM.id ? { ...FORM, title: "Edit anew" } : undefined),
      cost: async ({ actor, asked, files }) =>
        asked.kind === "line"
          ? `${actor.userId} asks about ${asked.line} with ${files.map(({ name, seconds }) => `${name} of ${seconds} s`).join()}`
          : undefined,
      models: async ({ actor, conversation: { channel } }) =>
        channel === "general" ? { models: [MODEL], notes: [`for ${actor.userId} in ${channel}`] } : undefined,
    },
  });
  max = consolePerson(server.url, "member");
  ada = consolePerson(server.url, "admin");
});

afterAll(async () => {
  await server.stop();
  await database.drop();
});

const base = { as: "member", locale: "en", channel: "general" } as const;

async function post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

describe("a reply at the Console", () => {
  it("carries its target: the author and the files", async () => {
    const upload = await ada.upload("a.png", "image/png", Buffer.from("picture"));
    const id = randomUUID();
    await ada.say("look", { id, uploads: [upload] });
    await max.say("@easel brighter", { replyTo: id });
    const event = server.events.at(-1);
    expect(event?.kind === "text" && event.target).toMatchObject({
      message: { id },
      own: false,
      complete: true,
      attachments: [{ source: upload, name: "a.png", mimeType: "image/png" }],
    });
  });

  it("to another person's private answer has no target", async () => {
    server.handleWith((_event, responder) => responder.answer({ text: "for Ada alone" }));
    await ada.say("/imagine");
    const secret = (await ada.read()).find((message) => message.private);
    server.handleWith((_event, responder) => responder.acknowledge().then(() => undefined));
    await max.say("@easel what is this", { replyTo: secret?.id ?? "" });
    const event = server.events.at(-1);
    expect(event?.kind === "text" && event.target).toBe(undefined);
    const choice = { ...base, id: randomUUID(), message: secret?.id, action: "recipe" };
    expect((await post("/api/actions", choice)).status).toBe(404);
  });
});

describe("a form at the Console", () => {
  it("is sent in the response to the action that opened it", async () => {
    server.handleWith((_event, responder) => responder.openForm(FORM));
    const opened = await post("/api/messages", { ...base, id: randomUUID(), text: "/imagine", attachments: [] });
    expect(Taken.parse(opened.body).form).toEqual(SHOWN);
    expect(server.events.at(-1)).toMatchObject({ kind: "command", command: "imagine", options: {} });
  });

  it("is passed on once submitted, and shows its problems", async () => {
    server.handleWith((_event, responder) => responder.refuseForm([{ field: "prompt", text: "too short" }]));
    const upload = await max.upload("b.png", "image/png", Buffer.from("picture"));
    const files = [{ upload, field: "image" }];
    const sent = await post("/api/forms", {
      ...base,
      id: randomUUID(),
      form: "edit:1",
      values: { prompt: "x" },
      files,
    });
    expect(Taken.parse(sent.body).problems).toEqual([{ field: "prompt", text: "too short" }]);
    expect(server.events.at(-1)).toMatchObject({
      kind: "form",
      form: "edit:1",
      values: { prompt: "x" },
      attachments: [{ source: upload, option: "image" }],
    });
  });

  const yes = { id: "confirm:1", label: "Make it", style: "primary" } as const;
  it.each<[string, boolean, EventHandler]>([
    ["is accepted", true, (_event, responder) => responder.acknowledge().then(() => undefined)],
    ["is answered with a question", true, (_event, responder) => responder.answer({ text: "Sure?", buttons: [yes] })],
    ["is answered", false, (_event, responder) => responder.answer({ text: "This form is gone." })],
    ["has problems", false, (_event, responder) => responder.refuseForm([{ field: "prompt", text: "too short" }])],
  ])("that %s: whether it takes its files is %s", async (_what, takes, handler) => {
    server.handleWith(handler);
    const upload = await max.upload("d.png", "image/png", Buffer.from("picture"));
    const files = [{ upload, field: "image" }];
    await post("/api/forms", { ...base, id: randomUUID(), form: "edit:1", values: {}, files });
    const [row] = await server.db.run((queries) =>
      queries.execute(sql`select taken_at is not null as taken from console_files where id = ${upload}`),
    );
    expect(row).toEqual({ taken: takes });
  });

  it("accepts no file that another person uploaded", async () => {
    const upload = await ada.upload("c.png", "image/png", Buffer.from("picture"));
    const before = server.events.length;
    const files = [{ upload, field: "image" }];
    const sent = await post("/api/forms", { ...base, id: randomUUID(), form: "edit:1", values: {}, files });
    expect(sent.status).toBe(404);
    expect(server.events).toHaveLength(before);
  });

  it("is rebuilt for other values, and suggests values", async () => {
    const reshaped = await post("/api/forms/reshaped", { ...base, form: "edit:1", values: { model: "a" } });
    expect(reshaped.body).toMatchObject({ form: { title: "Edit anew" } });
    expect((await post("/api/forms/reshaped", { ...base, form: "edit:9", values: {} })).body).toEqual({});
    const typing = { ...base, command: "imagine", option: "size", typed: "2", options: {} };
    expect((await post("/api/suggestions", typing)).body).toEqual({ suggestions: [{ value: "size 2", label: "it" }] });
  });
});

describe("the models to compare at the Console", () => {
  it("are looked up for a person in a channel", async () => {
    const asked = new URLSearchParams({ ...base });
    const response = await fetch(`${server.url}/api/models?${asked.toString()}`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({ models: [MODEL], notes: ["for member in general"] });
  });

  it("may be unavailable for a while", async () => {
    const asked = new URLSearchParams({ ...base, channel: "nowhere" });
    const response = await fetch(`${server.url}/api/models?${asked.toString()}`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: "unavailable" } });
  });
});

describe("the cost of what is being written at the Console", () => {
  const asked = { kind: "line", line: "/video waves" };
  const files = [{ name: "kite.mp4", mimeType: "video/mp4", seconds: 2.5 }];

  it("is asked for with the files that are not sent yet", async () => {
    expect((await post("/api/costs", { ...base, asked, files })).body).toEqual({
      cost: "member asks about /video waves with kite.mp4 of 2.5 s",
    });
  });

  it("is absent if nothing is known", async () => {
    const form = { kind: "form", form: "command:video", values: { prompt: "waves" } };
    expect(await post("/api/costs", { ...base, asked: form, files: [] })).toEqual({ status: 200, body: {} });
  });

  it("is refused for more files than a request may have, or for endless ones", async () => {
    const many = Array.from({ length: 41 }, () => files[0]);
    expect((await post("/api/costs", { ...base, asked, files: many })).status).toBe(400);
    expect((await post("/api/costs", { ...base, asked, files: [{ ...files[0], seconds: -1 }] })).status).toBe(400);
  });
});
