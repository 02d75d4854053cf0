import { CONSOLE_UPLOAD_MS } from "../../../src/platforms/console/store/upload-reservations.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErrorView, StateView, UploadView } from "../../../src/platforms/console/api/api.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { consolePerson } from "../../support/console/console-person.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";

const MIB = 1024 * 1024;
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
const stateOf = async (url: string): Promise<StateView> =>
  StateView.parse(await (await fetch(`${url}/api/state?locale=en`)).json());
const listed = async (url: string): Promise<StateView["channels"]> => (await stateOf(url)).channels;
const channels = async (url: string): Promise<string[]> => (await listed(url)).map(({ id }) => id);

function upload(url: string, as: string, bytes: number, locale = "en"): Promise<Answered> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)], { type: "application/octet-stream" }), "a.bin");
  return ask(`${url}/api/uploads?as=${as}&locale=${locale}`, { method: "POST", body: form });
}

describe("with bounds that an admin has set", () => {
  let easel: TestEasel;
  let ada: ConsoleClient;
  let url: string;
  let unset: string;

  beforeAll(async () => {
    easel = await startTestEasel();
    ({ url } = easel);
    ada = createConsoleClient(url, "admin");
    ({ text: unset } = await easel.console.answerTo("/easel limits"));
    await ada.answerTo("/easel-admin workspace limits --uploads 4 --channels 2");
    for (let text = ""; !text.includes("Console channels per member: 2 (");) {
      text = (await easel.console.answerTo("/easel limits")).text;
    }
  });
  afterAll(async () => {
    await ada.close();
    await easel.stop();
  });

  it("everyone has the defaults before that", () => {
    expect(unset).toContain("Unsent Console uploads per member, MiB: 2048 (default)");
    expect(unset).toContain("Console channels per member: 50 (default)");
  });

  it("unsent uploads are refused beyond the bound, and sending one makes room", async () => {
    const max = consolePerson(url, "member");
    expect(await upload(url, "member", 2 * MIB)).toMatchObject({ status: 200 });
    const id = await max.upload("note.bin", "application/octet-stream", Buffer.alloc(10));
    expect(await upload(url, "member", 2 * MIB, "zh-CN")).toEqual({
      status: 409,
      code: "uploads_full",
      message: textsFor("zh-CN").consoleRoom.uploads(3, 4, "此工作区"),
    });
    // Another person's uploads are not refused, and a small file still fits.
    expect(await upload(url, "admin", 2 * MIB)).toMatchObject({ status: 200 });
    expect((await max.say("a file for everybody", { uploads: [id] })).status).toBe(200);
    expect(await upload(url, "member", MIB)).toMatchObject({ status: 200 });
  });

  it("concurrent uploads can't exceed the bound", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(url, "admin", 10)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ code }) => code === "uploads_full")).toHaveLength(6);
  });

  it("a file in a form that is not accepted still counts as unsent", async () => {
    const max = consolePerson(url, "member");
    const id = await max.upload("note.bin", "application/octet-stream", Buffer.alloc(10));
    const files = [{ upload: id, field: "image" }];
    const form = { id: randomUUID(), as: "member", locale: "en", channel: "general", form: "x", values: {}, files };
    const headers = { "content-type": "application/json" };
    expect(await ask(`${url}/api/forms`, { method: "POST", headers, body: JSON.stringify(form) })).toMatchObject({
      status: 200,
    });
    expect(await upload(url, "member", 10)).toMatchObject({ code: "uploads_full" });
    expect((await max.say("", { uploads: [id] })).status).toBe(200);
  });

  it("a person can upload at most five times the bound a day, even if every file is sent", async () => {
    // The tests before this one have uploaded 5 MiB; 3 are unsent. Each of these files counts as one MiB.
    const some = async (count: number): Promise<string[]> => {
      const form = new FormData();
      for (let n = 0; n < count; n += 1) form.append("file", new Blob(["x"]), "a.bin");
      const response = await fetch(`${url}/api/uploads?as=member`, { method: "POST", body: form });
      return UploadView.parse(await response.json()).uploads.map(({ id }) => id);
    };
    const max = consolePerson(url, "member");
    for (const count of [10, 5]) {
      expect((await max.say("", { uploads: await some(count) })).status).toBe(200);
    }
    expect(await upload(url, "member", 10)).toEqual({
      status: 409,
      code: "uploads_full",
      message: en.consoleRoom.uploadsToday(20, 20, "this workspace"),
    });
  });

  it("channels are refused beyond a person's bound, even concurrently, and removing one makes room", async () => {
    const made = await Promise.all(["one", "two", "three", "four"].map((id) => make(url, id, "member")));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = made.find(({ status }) => status === 409);
    expect(refused).toMatchObject({ code: "channels_full", message: en.consoleRoom.channels(2, 2, "this workspace") });
    // Another person's channels are not refused.
    expect(await make(url, "adas", "admin")).toMatchObject({ status: 200 });
    const mine = (await channels(url)).find((id) => ["one", "two", "three", "four"].includes(id));
    expect(await remove(url, mine ?? "", "member")).toMatchObject({ status: 200 });
    expect(await make(url, "five", "member")).toMatchObject({ status: 200 });
  });

  it("a channel with a running request can't be removed, and loses nothing", async () => {
    await make(url, "busy", "admin");
    await easel.console.say("/imagine a slow fox [slow:300]", { channel: "busy" });
    const notice = await easel.console.see(
      "the notice",
      (messages) => messages.find(({ progress }) => progress !== undefined),
      "busy",
    );
    expect(await remove(url, "busy", "admin")).toEqual({
      status: 409,
      code: "channel_busy",
      message: en.consoleRoom.channelBusy(1),
    });
    expect(await channels(url)).toContain("busy");
    const response = await fetch(`${url}/api/presses`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        id: randomUUID(),
        as: "member",
        locale: "en",
        channel: "busy",
        message: notice.id,
        button: notice.buttons.find(({ label }) => label === "Cancel")?.id,
      }),
    });
    expect(response.status).toBe(200);
    await expect.poll(async () => (await remove(url, "busy", "admin")).status).toBe(200);
    expect(await channels(url)).not.toContain("busy");
  });
});

describe("an upload to the Console", () => {
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

  it.each([
    ["a type", "image/svg+xml", "image/svg+xml"],
    ["a long type", `image/${"x".repeat(127)}`, `image/${"x".repeat(127)}`],
    ["longer than types can be", `image/${"x".repeat(128)}`, "application/octet-stream"],
    ["far longer", `image/${"x".repeat(10_000)}`, "application/octet-stream"],
    ["no type", "image", "application/octet-stream"],
    ["something else", "image/<png>", "application/octet-stream"],
  ])("shows the claimed type of an upload only if it is well-formed: %s", async (_what, type, shown) => {
    const max = consolePerson(server.url, "member");
    const id = await max.upload("a.bin", type, Buffer.alloc(5));
    expect(await max.say("", { uploads: [id] })).toMatchObject({ status: 200 });
    expect((await max.read()).at(-1)?.files).toMatchObject([{ id, mimeType: shown }]);
  });

  it("deletes uploads that are in no message after a day", async () => {
    const id = await consolePerson(server.url, "member").upload("a.bin", "application/octet-stream", Buffer.alloc(5));
    await server.db.run((queries) =>
      queries.execute(
        `update console_files set created_at = now() - interval '1 millisecond' * ${CONSOLE_UPLOAD_MS + 60_000}`,
      ),
    );
    await upload(server.url, "member", 5);
    expect(await consolePerson(server.url, "member").say("too late", { uploads: [id] })).toMatchObject({
      code: "upload_unknown",
    });
  });
});
