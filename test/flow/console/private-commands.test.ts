import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { ChatEvent, EventHandler } from "../../../src/core/chat/event.ts";
import type { Message } from "../../../src/core/chat/message.ts";
import { AnyMessageView, type MessageView } from "../../../src/platforms/console/api/api.ts";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { consolePerson, type ConsolePerson } from "../../support/console/console-person.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { createTestDatabase, execute, type TestDatabase } from "../../support/database/postgres.ts";
import { startTestEasel } from "../../support/easel.ts";
import { openEventReader } from "../../support/event-reader.ts";

const conversation = { platform: "console", workspace: "main", channel: "general" } as const;
const form = { id: "f", title: "A form", submit: "Go", fields: [], typed: "/imagine" };
const accept: EventHandler = async (_event, responder) => void (await responder.acknowledge());

let database: TestDatabase;
let server: TestConsole;
let max: ConsolePerson;
let ada: ConsolePerson;
/** The messages that Ada's page has received so far. */
let heard: () => Promise<readonly AnyMessageView[]>;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestConsole({ databaseUrl: database.url });
  max = consolePerson(server.url, "member");
  ada = consolePerson(server.url, "admin");
});
beforeEach(async () => {
  server.handleWith(accept);
  const stream = await openEventReader(`${server.url}/api/events?as=admin`);
  onTestFinished(() => stream.close());
  heard = async () => {
    // Revisions arrive in order, so everything before this message has arrived with it.
    const text = `heard ${randomUUID()}`;
    await ada.say(text);
    await stream.until((events) => events.some(({ data }) => data.includes(text)));
    const messages = stream.events.filter(({ event }) => event === "message");
    return messages.map(({ data }) => AnyMessageView.parse(JSON.parse(data)));
  };
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

async function readBy(person: ConsolePerson, id: string): Promise<MessageView | undefined> {
  return (await person.read()).find((message) => message.id === id);
}

async function pressNewest(button: string): Promise<void> {
  const found = (await max.read()).findLast(({ buttons }) => buttons.some(({ id }) => id === button));
  expect((await max.press(found?.id ?? "", button)).status).toBe(200);
}

async function expectHidden(id: string): Promise<void> {
  expect(await readBy(max, id)).toMatchObject({ private: true });
  expect(await readBy(ada, id)).toBeUndefined();
  expect((await heard()).filter((message) => message.id === id)).toEqual([]);
}

async function expectShown(id: string): Promise<void> {
  expect(await readBy(max, id)).toMatchObject({ private: false });
  expect(await readBy(ada, id)).toMatchObject({ private: false });
  expect((await heard()).filter((message) => message.id === id)).toMatchObject([{ private: false }]);
}

const answers: readonly (readonly [string, EventHandler])[] = [
  ["answered in private", (_event, responder) => responder.answer({ text: "between us" })],
  ["answered with a form", (_event, responder) => responder.openForm(form)],
];
const wordsToEasel = ["/imagine a fox --size 9K", "/easel help", "/imagin", "@easel a fox", "  @Easel /imagine a fox"];

describe("a message that a person writes to Easel", () => {
  it.each(answers.flatMap(([how, handler]) => wordsToEasel.map((text) => [text, how, handler] as const)))(
    "(%j) is seen by its author alone if it is %s",
    async (text, _how, handler) => {
      server.handleWith(handler);
      const id = randomUUID();
      expect((await max.say(text, { id })).status).toBe(200);
      await expectHidden(id);
    },
  );

  it("is accepted when it is resent after it could not be shown to all", async () => {
    await execute(
      database.url,
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'late' using errcode = '57014'; end $$;
       create trigger fail before update on console_messages for each row
         when (old.visible_to is not null and new.visible_to is null) execute function fail()`,
    );
    const id = randomUUID();
    expect((await max.say("/imagine a fox", { id })).status).toBe(503);
    await execute(database.url, "drop trigger fail on console_messages; drop function fail");
    expect((await max.say("/imagine a fox", { id })).status).toBe(200);
    await expectShown(id);
  });

  it("is seen by its author alone if it replies to Easel and is answered in private", async () => {
    const { id: replyTo } = await server.platform.post(conversation, { text: "a picture" }, `post-${randomUUID()}`);
    server.handleWith((_event, responder) => responder.answer({ text: "which one?" }));
    const id = randomUUID();
    await max.say("make it blue", { id, replyTo });
    await expectHidden(id);
  });

  it.each(["/imagine a fox", "@easel a fox", "  @Easel /imagine a fox"])(
    "(%j) is shown to all in its original place when its request is accepted",
    async (text) => {
      const id = randomUUID();
      let before: MessageView | undefined;
      server.handleWith(async (event, responder) => {
        before = await readBy(max, id);
        expect(await readBy(ada, id)).toBeUndefined();
        await accept(event, responder);
      });
      await max.say(text, { id });
      await expectShown(id);
      expect(await readBy(ada, id)).toMatchObject({ position: before?.position });
    },
  );

  it("stays hidden until it is handled, however often it is sent", async () => {
    const id = randomUUID();
    server.handleWith(() => Promise.reject(new Error("not committed")));
    await max.say("/imagine a fox", { id });
    await expectHidden(id);
    server.handleWith(accept);
    await max.say("/imagine a fox", { id });
    await expectShown(id);
    const revision = (await readBy(ada, id))?.revision;
    await max.say("/imagine a fox", { id });
    expect((await readBy(ada, id))?.revision).toBe(revision);
  });

  it("can't be replied to, linked, pressed or dismissed by others, and its author can dismiss it", async () => {
    server.handleWith((_event, responder) => responder.answer({ text: "between us" }));
    const id = randomUUID();
    await max.say("/usage", { id });
    await max.say("/easel help me", { id: randomUUID() });
    await ada.say("what was that?", { replyTo: id });
    expect((await ada.read()).at(-1)).toMatchObject({ private: true });
    const asked = (await ada.read()).find(({ text }) => text === "what was that?");
    expect(asked).not.toHaveProperty("replyTo");
    const link = `${server.url}/c/general/${id}`;
    expect(await server.platform.linked(link, { conversation, userId: "admin" })).toEqual({ kind: "unseen" });
    expect(await server.platform.linked(link, { conversation, userId: "member" })).toMatchObject({ kind: "message" });
    const dismissedBy = async (as: string) =>
      (await fetch(`${server.url}/api/messages/${id}?as=${as}`, { method: "DELETE" })).status;
    expect(await dismissedBy("admin")).toBe(403);
    expect(await dismissedBy("member")).toBe(200);
    expect(await readBy(max, id)).toBeUndefined();
    // A later acceptance doesn't bring it back.
    server.handleWith(accept);
    await max.say("/usage", { id });
    expect(await readBy(ada, id)).toBeUndefined();
  });

  it("is not revealed to others as the target of a reply", async () => {
    server.handleWith((_event, responder) => responder.answer({ text: "no such size" }));
    const id = randomUUID();
    await max.say("/imagine a fox --size 9K", { id });
    const replyTo = { conversation, id };
    const { id: reply } = await server.platform.post(conversation, { text: "x", replyTo }, `post-${randomUUID()}`);
    expect(await readBy(max, reply)).toMatchObject({ replyTo: id });
    expect(await readBy(ada, reply)).not.toHaveProperty("replyTo");
    const seen = (await heard()).find((message) => message.id === reply);
    expect(seen).toMatchObject({ text: "x" });
    expect(seen).not.toHaveProperty("replyTo");
  });
});

describe("a message between people", () => {
  it.each(["good morning", "hey @easel, is this one for you?", "see /usr/bin for that", "10/imagine"])(
    "(%j) is seen by all, although Easel answers in private",
    async (text) => {
      server.handleWith((_event, responder) => responder.answer({ text: "shall I make this?" }));
      const id = randomUUID();
      await max.say(text, { id });
      await expectShown(id);
    },
  );
});

describe("a request that its author confirms", () => {
  const question = (button: string): Message => ({
    text: `Really? ${button}`,
    buttons: [{ id: button, label: "Yes", style: "primary" }],
  });

  /** Asks twice, then accepts; `request` returns the message that requested it. */
  function askTwice(request: (event: ChatEvent, message: string) => string | undefined): EventHandler {
    let message = "";
    return async (event, responder) => {
      if (event.kind === "text") {
        message = event.message.id;
        return responder.answer(question("first"));
      }
      if (event.kind !== "button") return responder.answer(question("from a form"));
      if (event.button === "first") return responder.answer(question("second"), true);
      const id = request(event, message);
      await responder.acknowledge({ text: "On its way." }, id === undefined ? undefined : { conversation, id });
    };
  }

  it("is then shown to everyone, after any number of questions", async () => {
    server.handleWith(askTwice((_event, message) => message));
    const id = randomUUID();
    await max.say("/imagine a fox", { id });
    await pressNewest("first");
    expect(await readBy(ada, id)).toBeUndefined();
    await pressNewest("second");
    await expectShown(id);
  });

  it("stays hidden if the press made a different request", async () => {
    server.handleWith(askTwice(() => undefined));
    const id = randomUUID();
    await max.say("/jobs of mine", { id });
    await pressNewest("first");
    await pressNewest("second");
    await expectHidden(id);
  });

  it("stays hidden if it was refused and then changed in a form", async () => {
    const id = randomUUID();
    server.handleWith((_event, responder) => responder.answer({ text: "no such size" }));
    await max.say("/imagine a secret fox --size 9K", { id });
    server.handleWith(askTwice(() => id));
    const sent = await fetch(`${server.url}/api/forms`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        id: randomUUID(),
        as: "member",
        locale: "en",
        channel: "general",
        form: "f",
        values: {},
        files: [],
      }),
    });
    expect(sent.status).toBe(200);
    await pressNewest("from a form");
    await expectHidden(id);
  });
});

describe("commands in all of Easel", () => {
  it("are hidden from the other member with their private answers, and shown with their public results", async () => {
    const easel = await startTestEasel();
    onTestFinished(() => easel.stop());
    const other = createConsoleClient(easel.url, "admin");
    onTestFinished(() => other.close());
    for (const text of ["/usage", "/jobs", "/models", "/easel export", "/usag", "/imagine a fox --size 9K"]) {
      await easel.console.answerTo(text);
    }
    await easel.console.bare("/imagine");
    await easel.console.bare("/usage");
    const asked = await easel.console.say("@easel a grey fox");
    const question = await easel.console.see("the question", (all) => all.find(({ answers: of }) => of === asked));
    expect(other.messages().filter((message) => !message.private)).toEqual([]);
    await easel.console.press(question, "Make it");
    const result = await other.see("the result", (all) => all.find(({ files }) => files.length > 0));
    expect(result.replyTo).toBe(asked);
    await easel.console.say("/imagine a red fox");
    await other.see("the other result", (all) => all.filter(({ files }) => files.length > 0)[1]);
    const said = other.messages().filter(({ author }) => author.id === "member");
    expect(said.map(({ text }) => text)).toEqual(["@easel a grey fox", "/imagine a red fox"]);
  });
});
