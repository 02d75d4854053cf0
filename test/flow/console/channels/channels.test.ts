import { CONSOLE_CHANNEL_KNOWN_MS } from "../../../../src/platforms/console/store/channel-store.ts";
import { REMOVED_CHANNELS_KEPT } from "../../../../src/platforms/console/store/remove-channel.ts";
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErrorView, StateView, type MessageView } from "../../../../src/platforms/console/api/api.ts";
import { HistoryView } from "../../../../src/platforms/console/api/history.ts";
import { connectDatabase } from "../../../../src/db/connection.ts";
import { channelMention } from "../../../../src/core/chat/message.ts";
import { textsFor } from "../../../../src/text/texts.ts";
import { createConsoleClient, type ConsoleClient } from "../../../support/console/console-client.ts";
import { consolePerson } from "../../../support/console/console-person.ts";
import { startTestConsole, type TestConsole } from "../../../support/console/console.ts";
import { startTestEasel, type TestEasel } from "../../../support/easel.ts";
import { createManualClock } from "../../../support/manual-clock.ts";
import { createTestDatabase } from "../../../support/database/postgres.ts";

const en = textsFor("en");

interface Answered {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

async function ask(url: string, init: RequestInit): Promise<Answered> {
  const response = await fetch(url, init);
  const { data } = ErrorView.safeParse(await response.json());
  return { status: response.status, code: data?.error.code, message: data?.error.message };
}

const make = (url: string, id: string, as: string, locale = "en"): Promise<Answered> =>
  ask(`${url}/api/channels`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id, as, locale }),
  });
const remove = (url: string, id: string, as: string): Promise<Answered> =>
  ask(`${url}/api/channels/${id}?as=${as}`, { method: "DELETE" });
const rename = (url: string, id: string, name: string, as: string, locale = "en"): Promise<Answered> =>
  ask(`${url}/api/channels/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, as, locale }),
  });
const stateOf = async (url: string): Promise<StateView> =>
  StateView.parse(await (await fetch(`${url}/api/state?locale=en`)).json());
const listed = async (url: string): Promise<StateView["channels"]> => (await stateOf(url)).channels;
const revision = async (url: string): Promise<number> => (await stateOf(url)).revision;
const channels = async (url: string): Promise<string[]> => (await listed(url)).map(({ id }) => id);

describe("an admin's settings for a channel of the Console", () => {
  let easel: TestEasel;
  let ada: ConsoleClient;
  let url: string;

  beforeAll(async () => {
    easel = await startTestEasel();
    ({ url } = easel);
    ada = createConsoleClient(url, "admin");
  });
  afterAll(async () => {
    await ada.close();
    await easel.stop();
  });

  it("are removed with the channel, and a new channel with its name has none of them", async () => {
    expect(await make(url, "ruled", "member")).toMatchObject({ status: 200 });
    const here = { channel: "ruled" };
    await ada.answerTo("/easel-admin channel limits --max_count 1", here);
    await ada.answerTo("/easel-admin quota set --unit images --amount 9 --channel ruled", here);
    const db = connectDatabase(easel.databaseUrl, pino({ level: "silent" }));
    const set = async (): Promise<number> => {
      const rows = await db.run((queries) =>
        queries.execute(
          "select scope from policies union all select scope from quotas union all select scope from presets",
        ),
      );
      return rows.filter(({ scope }) => scope === "channel:console:main:ruled").length;
    };
    expect(await set()).toBe(2);
    expect(await remove(url, "ruled", "member")).toEqual({
      status: 403,
      code: "channel_ruled",
      message: en.consoleRoom.channelRuled,
    });
    expect(await rename(url, "ruled", "strict", "admin")).toMatchObject({ status: 200 });
    expect(await remove(url, "ruled", "admin")).toMatchObject({ status: 200 });
    expect(await set()).toBe(0);
    await db.close();
    expect((await ada.answerTo("/easel-admin audit")).text).toMatch(
      /removed #strict, with its messages, rules, quotas and presets[^]*renamed #ruled to #strict/,
    );
    expect(await make(url, "ruled", "admin")).toMatchObject({ status: 200 });
    expect((await listed(url)).find(({ name }) => name === "ruled")?.id).toMatch(/^ruled\.\d+$/);
  });

  it("keep the channel from being removed if admins are asked there", async () => {
    await make(url, "adas", "admin");
    await ada.answerTo("/easel-admin workspace settings --admin_channel here", { channel: "adas" });
    expect(await remove(url, "adas", "admin")).toEqual({
      status: 409,
      code: "admin_channel",
      message: en.consoleRoom.channelAsksAdmins,
    });
    // A member can't type that command.
    await make(url, "mine", "member");
    await ada.answerTo("/easel-admin workspace settings --admin_channel here", { channel: "mine" });
    expect(await remove(url, "mine", "member")).toMatchObject({
      code: "admin_channel",
      message: en.consoleRoom.channelAsksAdminsForMember,
    });
    await ada.answerTo("/easel-admin workspace settings --admin_channel off");
    expect(await remove(url, "adas", "admin")).toMatchObject({ status: 200 });
  });
});

describe("a channel of the Console", () => {
  let server: TestConsole;
  let stop: () => Promise<void>;
  const clock = createManualClock();

  beforeAll(async () => {
    const database = await createTestDatabase();
    server = await startTestConsole({ databaseUrl: database.url, clock });
    stop = async () => {
      await server.stop();
      await database.drop();
    };
  });
  afterAll(() => stop());

  const read = async (channel: string): Promise<string[]> => {
    const response = await fetch(`${server.url}/api/channels/${channel}/messages?as=member`);
    const { messages } = HistoryView.parse(await response.json());
    return messages.filter((one): one is MessageView => !one.removed).map(({ text }) => text);
  };

  it("can be removed by an admin or its creator, with all its messages", async () => {
    await make(server.url, "attic", "admin");
    await consolePerson(server.url, "member").say("an old word", { channel: "attic" });
    expect(await remove(server.url, "attic", "member")).toMatchObject({ status: 403, code: "not_yours" });
    expect(await remove(server.url, "general", "admin")).toMatchObject({ status: 409, code: "channel_kept" });
    expect(await remove(server.url, "nowhere", "admin")).toMatchObject({ status: 404, code: "channel_unknown" });
    expect(await remove(server.url, "attic", "admin")).toMatchObject({ status: 200 });
    expect(await remove(server.url, "attic", "admin")).toMatchObject({ status: 404 });
    expect(await channels(server.url)).not.toContain("attic");
    expect(await consolePerson(server.url, "member").say("hello?", { channel: "attic" })).toMatchObject({
      code: "channel_unknown",
    });
    // Its name is free again, but a channel with that name is a new and empty one.
    expect(await make(server.url, "attic", "member")).toMatchObject({ status: 200 });
    const made = (await listed(server.url)).find(({ name }) => name === "attic");
    expect(made?.id).toMatch(/^attic\.\d+$/);
    expect(await read(made?.id ?? "")).toEqual([]);
    expect(await remove(server.url, made?.id ?? "", "member")).toMatchObject({ status: 200 });
  });

  it("is renamed on every open page, and keeps its address, messages and place in the list", async () => {
    await make(server.url, "hall", "member");
    await make(server.url, "yard", "member");
    await consolePerson(server.url, "member").say("an old word", { channel: "hall" });
    expect(await rename(server.url, "hall", "foyer", "member")).toMatchObject({
      status: 403,
      message: en.consoleRoom.channelNotRenamed,
    });
    expect(await rename(server.url, "hall", "Two  Words", "admin")).toMatchObject({ status: 400 });
    expect(await rename(server.url, "nowhere", "foyer", "admin")).toMatchObject({ status: 404 });
    expect(await rename(server.url, "hall", "yard", "admin")).toMatchObject({
      status: 409,
      message: en.consoleRoom.channelExists,
    });
    const events = await fetch(`${server.url}/api/events?as=member`, { signal: AbortSignal.timeout(20_000) });
    const stream = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await rename(server.url, "hall", "foyer", "admin")).toMatchObject({ status: 200 });
    let heard = "";
    while (!heard.includes('"name":"foyer"')) heard += (await stream?.read())?.value ?? "";
    await stream?.cancel();
    const names = (await listed(server.url)).map(({ id, name }) => [id, name]);
    expect(names.slice(names.findIndex(([id]) => id === "hall"))).toEqual([
      ["hall", "foyer"],
      ["yard", undefined],
    ]);
    expect(await read("hall")).toEqual(["an old word"]);
    // No other channel can take either of its names: the first one is still in its address.
    expect(await make(server.url, "foyer", "admin")).toMatchObject({ message: en.consoleRoom.channelExists });
    expect(await make(server.url, "hall", "admin")).toMatchObject({ message: en.consoleRoom.channelNameKept("foyer") });
    expect(await rename(server.url, "yard", "hall", "admin")).toMatchObject({ status: 409 });
    const before = await revision(server.url);
    expect(await rename(server.url, "hall", "foyer", "admin")).toMatchObject({ status: 200 });
    expect(await revision(server.url)).toBe(before);
    expect(await rename(server.url, "hall", "hall", "admin")).toMatchObject({ status: 200 });
    expect((await listed(server.url)).find(({ id }) => id === "hall")?.name).toBeUndefined();
  });

  it("is mentioned by its current name, even in older messages, and found by either name", async () => {
    const general = { platform: "console", workspace: "main", channel: "general" } as const;
    await make(server.url, "shed", "admin");
    await server.platform.post(general, { text: `over in ${channelMention("shed")}` }, `mention-${randomUUID()}`);
    await rename(server.url, "shed", "barn", "admin");
    expect((await read("general")).at(-1)).toBe("over in #barn");
    for (const given of ["barn", "#Barn", "shed"]) {
      expect(await server.platform.lookUp(general, "channel", given)).toEqual({ id: "shed", name: "barn" });
    }
  });

  it("keeps its messages when it is renamed after a late result reopened it", async () => {
    await make(server.url, "loft", "admin");
    await remove(server.url, "loft", "admin");
    const conversation = { platform: "console", workspace: "main", channel: "loft" } as const;
    await server.platform.post(conversation, { text: "here is your picture" }, `late-${randomUUID()}`);
    expect(await rename(server.url, "loft", "gallery", "admin")).toMatchObject({ status: 200 });
    expect((await listed(server.url)).find(({ id }) => id === "loft")?.name).toBe("gallery");
    expect(await read("loft")).toEqual(["here is your picture"]);
  });

  it("reopens under another name if a new channel has taken its name", async () => {
    await make(server.url, "porter", "admin");
    await remove(server.url, "porter", "admin");
    await make(server.url, "porter", "admin");
    const conversation = { platform: "console", workspace: "main", channel: "porter" } as const;
    await server.platform.post(conversation, { text: "here is your picture" }, `late-${randomUUID()}`);
    const named = (await listed(server.url)).map(({ id, name }) => name ?? id);
    expect(named.filter((name) => name === "porter")).toHaveLength(1);
    expect(named).toContainEqual(expect.stringMatching(/^porter\.\d+$/));
  });

  it("reopens when a late result arrives", async () => {
    await make(server.url, "cellar", "member");
    await remove(server.url, "cellar", "member");
    const conversation = { platform: "console", workspace: "main", channel: "cellar" } as const;
    await server.platform.post(conversation, { text: "here is your picture" }, `late-${randomUUID()}`);
    clock.advance(CONSOLE_CHANNEL_KNOWN_MS);
    expect(await channels(server.url)).toContain("cellar");
    expect(await read("cellar")).toEqual(["here is your picture"]);
    expect(await consolePerson(server.url, "member").say("thanks", { channel: "cellar" })).toMatchObject({
      status: 200,
    });
  });

  it("is reported as removed to every open page", async () => {
    await make(server.url, "porch", "member");
    const reader = createConsoleClient(server.url, "admin");
    await consolePerson(server.url, "member").say("who sits here?", { channel: "porch" });
    await reader.see("the word", (messages) => messages.find(({ text }) => text === "who sits here?"), "porch");
    const events = await fetch(`${server.url}/api/events?as=admin`, { signal: AbortSignal.timeout(20_000) });
    const stream = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    await remove(server.url, "porch", "member");
    let heard = "";
    while (!heard.includes('"removed":true')) heard += (await stream?.read())?.value ?? "";
    expect(heard).toContain('"id":"porch"');
    await stream?.cancel();
    await reader.close();
  });

  it("leaves no row once the same person has removed many others", async () => {
    const rows = (condition: string): Promise<number> =>
      server.db.run(async (queries) => {
        const [row] = await queries.execute<{ rows: number }>(
          `select count(*)::integer as rows from console_channels where created_by = 'admin' and ${condition}`,
        );
        return row?.rows ?? 0;
      });
    await server.db.run((queries) =>
      queries.execute(
        `insert into console_channels (id, revision, created_by, removed_at)
        select 'old-' || n, 0, 'admin', now() - interval '1 minute' * (1 + n) from generate_series(1, ${REMOVED_CHANNELS_KEPT + 9}) n`,
      ),
    );
    // A late result reopens the oldest one.
    const oldest = `old-${REMOVED_CHANNELS_KEPT + 9}`;
    const conversation = { platform: "console", workspace: "main", channel: oldest } as const;
    await server.platform.post(conversation, { text: "here is your picture" }, `late-${randomUUID()}`);
    await make(server.url, "newest", "admin");
    await remove(server.url, "newest", "admin");
    expect(await rows("removed_at is not null")).toBe(REMOVED_CHANNELS_KEPT + 1);
    expect(await rows("id = 'newest'")).toBe(1);
    expect(await channels(server.url)).toContain(oldest);
  });
});
