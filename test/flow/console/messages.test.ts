import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { CONSOLE_MESSAGE_CHARACTERS } from "../../../src/lib/limits.ts";
import { HistoryView } from "../../../src/platforms/console/api/history.ts";
import { CONSOLE_HISTORY_READERS } from "../../../src/platforms/console/routes/reading-routes.ts";
import { consolePerson, type ConsolePerson } from "../../support/console/console-person.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { stallReader } from "../../support/stalled-reader.ts";

const conversation = { platform: "console", workspace: "main", channel: "general" } as const;

let database: TestDatabase;
let server: TestConsole;
let max: ConsolePerson;
let ada: ConsolePerson;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestConsole({ databaseUrl: database.url });
  max = consolePerson(server.url, "member");
  ada = consolePerson(server.url, "admin");
});
afterEach(() => server.handleWith((_event, responder) => responder.acknowledge().then(() => undefined)));
afterAll(async () => {
  await server.stop();
  await database.drop();
});

async function textsFor(person: ConsolePerson): Promise<string[]> {
  return (await person.read()).map((message) => message.text);
}

/** The text that Easel receives, and whether the message mentions Easel. */
async function heard(text: string, replyTo?: string): Promise<unknown> {
  const before = server.events.length;
  await max.say(text, replyTo === undefined ? {} : { replyTo });
  const event = server.events[before];
  return event?.kind === "text" ? [event.text, event.mentionsUs] : undefined;
}

describe("a message at the Console", () => {
  it("is stored once and handled under one key, however often it is sent", async () => {
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => max.say("/imagine once", { id })));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await textsFor(ada)).filter((text) => text === "/imagine once")).toHaveLength(1);
    const keys = server.events.filter((event) => event.kind === "text" && event.text === "/imagine once");
    expect(new Set(keys.map((event) => event.key))).toEqual(new Set([`message:${id}`]));
  });

  it("is not acknowledged until its handler accepts it, and is handled again when it is resent", async () => {
    const id = randomUUID();
    server.handleWith(() => Promise.reject(new Error("not committed")));
    expect(await max.say("/imagine later", { id })).toEqual({ status: 503, code: "not_taken" });
    const before = server.events.length;
    server.handleWith((_event, responder) => responder.acknowledge().then(() => undefined));
    expect((await max.say("/imagine later", { id })).status).toBe(200);
    expect(server.events.length).toBe(before + 1);
    expect((await textsFor(ada)).filter((text) => text === "/imagine later")).toHaveLength(1);
  });

  it("can't reuse the id of another message", async () => {
    const id = randomUUID();
    await max.say("mine", { id });
    expect(await ada.say("mine", { id })).toEqual({ status: 409, code: "message_id_taken" });
    expect(await max.say("changed", { id })).toEqual({ status: 409, code: "message_id_taken" });
  });

  it("reaches Easel whatever it says, and reports whether it mentions Easel", async () => {
    const ours = await server.platform.post(conversation, { text: "a picture" }, "reply-target");
    const theirs = randomUUID();
    await ada.say("a remark", { id: theirs });
    expect(await heard("/imagine a fox")).toEqual(["/imagine a fox", false]);
    expect(await heard("hey @easel make it blue")).toEqual(["hey make it blue", true]);
    expect(await heard("@Easel，画一只狐狸")).toEqual(["，画一只狐狸", true]);
    expect(await heard("more of this", ours.id)).toEqual(["more of this", false]);
    expect(server.events.at(-1)).toMatchObject({ target: { own: true } });
    expect(await heard("just talking about easels")).toEqual(["just talking about easels", false]);
    expect(await heard("mail me at max@easel.example")).toEqual(["mail me at max@easel.example", false]);
    expect(await heard("I agree", theirs)).toEqual(["I agree", false]);
    expect(server.events.at(-1)).toMatchObject({ target: { own: false } });
  });

  it("with only a file is between people", async () => {
    const upload = await max.upload("a.png", "image/png", Buffer.from("x"));
    const before = server.events.length;
    expect((await max.say("", { uploads: [upload] })).status).toBe(200);
    expect(server.events.length).toBe(before);
  });

  it("is refused without words, in an unknown channel, or with another person's upload", async () => {
    expect(await max.say("  ")).toEqual({ status: 400, code: "empty_message" });
    expect(await max.say("x", { channel: "nowhere" })).toEqual({ status: 404, code: "channel_unknown" });
    const upload = await ada.upload("a.png", "image/png", Buffer.from("x"));
    expect(await max.say("x", { uploads: [upload] })).toEqual({ status: 404, code: "upload_unknown" });
  });

  it("can hold any JSON text, even what the database can't store", async () => {
    const id = randomUUID();
    const odd = "null \u0000, half a pair \ud83d, <b>, \\u0000, 🦊, \u202e";
    expect((await max.say(odd, { id })).status).toBe(200);
    expect((await max.say(odd, { id })).status).toBe(200);
    expect(await textsFor(ada)).toContain("null , half a pair \ufffd, <b>, \\u0000, 🦊, \u202e");
  });

  it("is answered once in private, however often it is delivered", async () => {
    server.handleWith((_event, responder) => responder.answer({ text: "no such size" }));
    const id = randomUUID();
    await max.say("/imagine x --size 9", { id });
    await max.say("/imagine x --size 9", { id });
    expect((await textsFor(max)).filter((text) => text === "no such size")).toHaveLength(1);
  });

  it("from Easel is cut to the length that a person may write", async () => {
    const text = `${"x".repeat(2 * CONSOLE_MESSAGE_CHARACTERS)} end`;
    const shown = `${"x".repeat(CONSOLE_MESSAGE_CHARACTERS - 1)}…`;
    server.handleWith((_event, responder) => responder.answer({ text }));
    await max.say("/imagine and say much about it");
    expect((await max.read()).at(-1)).toMatchObject({ text: shown, private: true });
    const ref = await server.platform.post(conversation, { text }, "long-1");
    const read = async () => (await ada.read()).find(({ id }) => id === ref.id)?.text;
    expect(await read()).toBe(shown);
    await server.platform.edit(ref, { text: `A new beginning. ${text}` });
    expect(await read()).toMatch(/^A new beginning\. x+…$/);
    expect(await read()).toHaveLength(CONSOLE_MESSAGE_CHARACTERS);
  });

  it("shows history in pages", async () => {
    await fetch(`${server.url}/api/channels`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: "long" }),
    });
    for (let n = 0; n < 55; n += 1) await max.say(`line ${n}`, { channel: "long" });
    const newest = await max.read("long");
    expect(newest.map((message) => message.text)).toEqual(Array.from({ length: 50 }, (_, n) => `line ${n + 5}`));
    const url = `${server.url}/api/channels/long/messages?as=member&before=${newest[0]?.position}`;
    const older = HistoryView.parse(await (await fetch(url)).json());
    const lines = older.messages.map((message) => (message.removed ? undefined : message.text));
    expect(lines).toEqual(["line 0", "line 1", "line 2", "line 3", "line 4"]);
    expect(older.older).toBe(false);
  });
});

describe("a channel's history", () => {
  it("is sent to a limited number of clients that don't read", async () => {
    // More than the network's buffers hold, so later requests on the same connection wait behind it.
    const upload = await ada.upload("long.mp4", "video/mp4", randomBytes(20 * 1024 * 1024));
    await ada.say("a long clip", { uploads: [upload] });
    const message = (await ada.read()).findLast((one) => one.text === "a long clip");
    const { socket } = await stallReader(server.url + (message?.files[0]?.url ?? "/missing"));
    onTestFinished(() => void socket.destroy());
    const history = new URL(`${server.url}/api/channels/general/messages?as=member`);
    const request = `GET ${history.pathname}${history.search} HTTP/1.1\r\nhost: ${history.host}\r\n\r\n`;
    // A few more than there are places, because the requests below take one for a moment.
    socket.write(request.repeat(CONSOLE_HISTORY_READERS + 4));
    const ask = async () => {
      const answer = await fetch(history);
      return { status: answer.status, again: answer.headers.get("retry-after"), body: await answer.text() };
    };
    await expect.poll(async () => (await ask()).status).toBe(503);
    const { again, body } = await ask();
    expect(again).toMatch(/^\d+$/);
    expect(body).toContain("too_many_readers");
    // A picture's lineage reads messages too.
    const lineage = async () => (await fetch(`${server.url}/api/messages/a/files/b/lineage?as=member`)).status;
    expect(await lineage()).toBe(503);
    socket.destroy();
    await expect.poll(async () => (await ask()).status).toBe(200);
    await expect.poll(lineage).toBe(404);
  });
});

describe("a button at the Console", () => {
  it("is one press per id, however often it is sent", async () => {
    const buttons = [{ id: "go", label: "Go", style: "primary" } as const];
    const ref = await server.platform.post(conversation, { text: "go?", buttons }, "button-1");
    const id = randomUUID();
    const before = server.events.length;
    await max.press(ref.id, "go", { id });
    await max.press(ref.id, "go", { id });
    await max.press(ref.id, "go");
    const keys = server.events.slice(before).map((event) => event.key);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(2);
  });

  it("can be pressed only in its message, by a person who sees it", async () => {
    const buttons = [{ id: "go", label: "Go", style: "primary" } as const];
    const ref = await server.platform.post(conversation, { text: "go?", buttons }, "button-2");
    const gone = { status: 409, code: "button_gone" };
    expect(await max.press(ref.id, "made-up")).toEqual(gone);
    expect(await max.press(ref.id, "go", { channel: "studio" })).toEqual(gone);
    await server.platform.edit(ref, { text: "gone" });
    expect(await max.press(ref.id, "go")).toEqual(gone);
    server.handleWith((_event, responder) => responder.answer({ text: "yours", buttons }));
    await max.say("/imagine private buttons");
    const answer = (await max.read()).findLast((message) => message.text === "yours");
    expect(await ada.press(answer?.id ?? "", "go")).toEqual(gone);
  });
});

describe("a private answer", () => {
  it("is the only message that can be dismissed, and only by the person who sees it", async () => {
    server.handleWith((_event, responder) => responder.answer({ text: "put me away" }));
    await max.say("/imagine to be put away");
    const answer = (await max.read()).findLast((message) => message.text === "put me away");
    const remove = (id: string, as: string) => fetch(`${server.url}/api/messages/${id}?as=${as}`, { method: "DELETE" });
    expect((await remove(answer?.id ?? "", "admin")).status).toBe(403);
    const open = await server.platform.post(conversation, { text: "for all" }, "dismiss");
    expect((await remove(open.id, "member")).status).toBe(403);
    expect((await remove(answer?.id ?? "", "member")).status).toBe(200);
    expect(await textsFor(max)).not.toContain("put me away");
  });
});
