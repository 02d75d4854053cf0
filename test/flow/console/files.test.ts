import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { REQUEST_FILES } from "../../../src/lib/limits.ts";
import { DOWNLOADS_OF_NETWORK } from "../../../src/media/relay/downloads.ts";
import { consolePerson } from "../../support/console/console-person.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { picture } from "../../support/media/media-files.ts";
import { pictureFile } from "../../support/media/picture.ts";
import { stallReader } from "../../support/stalled-reader.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

const conversation = { platform: "console", workspace: "main", channel: "general" } as const;

let database: TestDatabase;
let server: TestConsole;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestConsole({ databaseUrl: database.url });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

async function fileOf(id: string): Promise<string> {
  const message = (await consolePerson(server.url, "member").read()).find((one) => one.id === id);
  return server.url + (message?.files[0]?.url ?? "/missing");
}

const LIGHTHOUSE = { name: "a-lighthouse-at-dusk-1.png", description: "a lighthouse at dusk", colour: "orange" };

async function postPicture(key: string) {
  const file = await pictureFile({ ...LIGHTHOUSE, width: 32, height: 16 });
  const ref = await server.platform.post(conversation, { text: "", files: [file] }, key);
  return { ref, url: await fileOf(ref.id), content: await buffer(await file.open()) };
}

/** Says something with that file as Max, and returns the file's address. */
async function attach(text: string, bytes: Buffer, type = "image/png"): Promise<string> {
  const max = consolePerson(server.url, "member");
  await max.say(text, { uploads: [await max.upload("kite.png", type, bytes)] });
  const message = (await max.read()).findLast((one) => one.text === text);
  return fileOf(message?.id ?? "");
}

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

describe("files at the Console", () => {
  it("are sent with a message, up to the number that a request may have", async () => {
    const max = consolePerson(server.url, "member");
    const bytes = await picture().png().toBuffer();
    const uploads = await Promise.all(
      Array.from({ length: REQUEST_FILES }, (_, index) => max.upload(`${index}.png`, "image/png", bytes)),
    );
    expect(await max.say("/video with all of them", { uploads })).toEqual({ status: 200, code: undefined });
    const event = server.events.at(-1);
    const names = event?.kind === "text" ? event.attachments.map(({ name }) => name) : [];
    expect(names).toEqual(uploads.map((_, index) => `${index}.png`));
    const last = await max.upload("last.png", "image/png", bytes);
    expect((await max.say("/video with too many", { uploads: [...uploads, last] })).status).toBe(400);
  });

  it("are served with their type, cacheable forever, and saved under their name", async () => {
    const { url } = await postPicture("file-1");
    const { headers } = await fetch(url);
    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toContain("immutable");
    expect(headers.get("content-disposition")).toContain('filename="a-lighthouse-at-dusk-1.png"');
  });

  it("keep their addresses when an edit adds others, and lose them when an edit leaves them out", async () => {
    const [one, two, three] = await Promise.all(
      ["red", "green", "blue"].map((colour, index) =>
        pictureFile({ ...LIGHTHOUSE, colour, width: 32, height: 16 }).then((file) => ({ ...file, number: index + 1 })),
      ),
    );
    if (!one || !two || !three) throw new Error("no pictures");
    const ref = await server.platform.post(conversation, { text: "" }, "file-edits");
    const shown = async () => {
      const message = (await consolePerson(server.url, "member").read()).find(({ id }) => id === ref.id);
      return new Map(message?.files.map(({ number, url }) => [number, server.url + url]));
    };
    await server.platform.edit(ref, { text: "", files: [two] });
    const first = await shown();
    await server.platform.edit(ref, { text: "", files: [one, two, three] });
    const second = await shown();
    expect([...second.keys()]).toEqual([1, 2, 3]);
    expect(second.get(2)).toBe(first.get(2));
    for (const url of second.values()) expect((await fetch(url)).status).toBe(200);
    // An edit without files keeps them all.
    await server.platform.edit(ref, { text: "still at it" });
    expect(await shown()).toEqual(second);
    await server.platform.edit(ref, { text: "", files: [three] });
    expect(await shown()).toEqual(new Map([[3, second.get(3)]]));
    expect((await fetch(second.get(2) ?? "")).status).toBe(404);
    await server.platform.remove(ref);
    expect((await fetch(second.get(3) ?? "")).status).toBe(404);
  });

  it("are part of the progress in a progress message, so that only the result has files", async () => {
    const second = { ...(await pictureFile({ ...LIGHTHOUSE, width: 32, height: 16 })), number: 2 };
    const progress = { items: [1, 2].map(() => ({ state: "running" as const, label: "being made" })) };
    const ref = await server.platform.post(conversation, { text: "", progress }, "file-progress");
    await server.platform.edit(ref, { text: "", progress, files: [second] });
    const message = (await consolePerson(server.url, "member").read()).find(({ id }) => id === ref.id);
    expect(message).toMatchObject({ files: [], progress: { ...progress, pictures: [{ number: 2 }] } });
  });

  it("are served in parts", async () => {
    const { url, content } = await postPicture("file-2");
    const part = async (range: string) => {
      const response = await fetch(url, { headers: { range } });
      const { status, headers } = response;
      return { status, range: headers.get("content-range"), body: Buffer.from(await response.arrayBuffer()) };
    };
    const size = content.length;
    expect(await part("bytes=2-5")).toEqual({ status: 206, range: `bytes 2-5/${size}`, body: content.subarray(2, 6) });
    expect(await part("bytes=-4")).toMatchObject({ status: 206, body: content.subarray(-4) });
    expect(await part(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` });
    expect(await part("bytes=0-1,4-5")).toMatchObject({ status: 200, body: content });
  });

  it("are sent to a limited number of clients that don't read", async () => {
    const ada = consolePerson(server.url, "admin");
    const upload = await ada.upload("long.mp4", "video/mp4", randomBytes(8 * 1024 * 1024));
    await ada.say("a long clip", { uploads: [upload] });
    const message = (await ada.read()).findLast((one) => one.text === "a long clip");
    const url = await fileOf(message?.id ?? "");
    // A few more than there are places, because the requests below take some for a moment.
    const { socket } = await stallReader(url, { times: DOWNLOADS_OF_NETWORK + 20 });
    onTestFinished(() => void socket.destroy());
    const ask = async () => {
      const answer = await fetch(url);
      await answer.body?.cancel();
      return answer;
    };
    await expect.poll(async () => (await ask()).status).toBe(503);
    const { headers } = await ask();
    expect(headers.get("retry-after")).toMatch(/^\d+$/);
    expect(headers.get("cache-control")).toBeNull();
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(8 * 1024 * 1024)]);
    socket.destroy();
    await expect.poll(async () => (await ask()).status).toBe(200);
  });

  it("are all that an upload may contain: text fields are refused, and never kept in memory", async () => {
    const form = new FormData();
    form.append("file", new Blob(["a note"]), "note.txt");
    form.append("note", new Blob(["[{}]"], { type: "application/json" }));
    form.append("words", "a".repeat(1000));
    const answer = await fetch(`${server.url}/api/uploads?as=member`, { method: "POST", body: form });
    expect([answer.status, await answer.json()]).toMatchObject([413, { error: { code: "fst_fields_limit" } }]);
  });

  it("are deleted with their message", async () => {
    const { ref, url } = await postPicture("file-3");
    expect((await fetch(url)).status).toBe(200);
    await server.platform.remove(ref);
    expect((await fetch(url)).status).toBe(404);
  });

  it("are never served as a page of the Console, whatever people upload", async () => {
    const max = consolePerson(server.url, "member");
    const hostile = Buffer.from("<script>alert(1)</script>");
    for (const type of ["text/html", "image/svg+xml", "application/xhtml+xml", "not a type"]) {
      const upload = await max.upload("page.html", type, hostile);
      await max.say(`see ${type}`, { uploads: [upload] });
      const message = (await max.read()).findLast((one) => one.text === `see ${type}`);
      const { headers } = await fetch(await fileOf(message?.id ?? ""));
      expect(headers.get("content-type")).toBe("application/octet-stream");
      expect(headers.get("content-disposition")).toMatch(/^attachment/);
      expect(headers.get("content-security-policy")).toContain("sandbox");
    }
  });

  it.each(['黄昏 "100%" ; a.png', `${"黄昏🌇".repeat(49)}.png`])("keep any name, however long: %s", async (name) => {
    const max = consolePerson(server.url, "member");
    const upload = await max.upload(name, "image/png", Buffer.from("x"));
    await max.say(name, { uploads: [upload] });
    const message = (await max.read()).findLast((one) => one.text === name);
    const response = await fetch(await fileOf(message?.id ?? ""));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toMatch(/filename\*=UTF-8''%E9%BB%84/);
  });
});

describe("a picture's thumbnails at the Console", () => {
  it("are served like the picture, for members' pictures too", async () => {
    const url = await attach("a kite", await picture(1024, 512).png().toBuffer());
    const whole = await fetch(url);
    const answers = await Promise.all([320, 480, 960, 320].map((width) => fetch(`${url}?width=${width}`)));
    for (const [index, width] of [320, 480, 960, 320].entries()) {
      const answer = answers[index];
      if (!answer) throw new Error("no answer");
      expect(answer.url).toContain("?width=");
      for (const name of ["cache-control", "content-security-policy", "x-content-type-options"]) {
        expect(answer.headers.get(name)).toBe(whole.headers.get(name));
      }
      expect(answer.headers.get("content-type")).toBe("image/webp");
      expect(answer.headers.get("etag")).not.toBe(whole.headers.get("etag"));
      expect(await sharp(await bytesOf(answer)).metadata()).toMatchObject({ format: "webp", width, height: width / 2 });
    }
    const head = await fetch(`${url}?width=480`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "image/webp"]);
  });

  it("are replaced by the picture itself where there are none", async () => {
    const damaged = (await picture(1024, 512).png().toBuffer()).subarray(0, 90_000);
    const url = await attach("a torn kite", damaged);
    const answer = await fetch(`${url}?width=320`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([307, "no-store"]);
    const followed = await fetch(`${url}?width=320`);
    expect([followed.url, followed.headers.get("content-type")]).toEqual([url, "image/png"]);
    expect((await bytesOf(followed)).equals(await bytesOf(await fetch(url)))).toBe(true);
    expect((await fetch(`${url}?width=321`)).headers.get("content-type")).toBe("image/png");
    expect((await fetch(`${url}?width=wide`)).status).toBe(400);
    const note = await attach("a note", await picture(1024, 512).png().toBuffer(), "text/plain");
    expect((await fetch(`${note}?width=320`)).headers.get("content-type")).toBe("application/octet-stream");
  });

  it("add a preview to the message, which doesn't count as an edit", async () => {
    const url = await attach("a kite at noon", await picture(640, 320).png().toBuffer());
    const max = consolePerson(server.url, "member");
    const read = async () => (await max.read()).find(({ text }) => text === "a kite at noon");
    const before = await read();
    expect(before?.files[0]?.preview).toBeUndefined();
    await Promise.all([320, 480].map((width) => fetch(`${url}?width=${width}`)));
    const after = await read();
    const preview = Buffer.from(after?.files[0]?.preview ?? "", "base64");
    expect(await sharp(preview).metadata()).toMatchObject({ format: "webp", width: 16, height: 8 });
    expect({ ...after, files: after?.files.map(({ preview: _preview, ...file }) => file) }).toEqual(before);
  });

  it("are removed with their message, and with the picture's bytes", async () => {
    const file = await pictureFile({ ...LIGHTHOUSE, width: 640, height: 320 });
    const post = (key: string) => server.platform.post(conversation, { text: "", files: [file] }, key);
    const [first, second] = [await post("small-1"), await post("small-2")];
    const [gone, left] = [`${await fileOf(first.id)}?width=320`, `${await fileOf(second.id)}?width=320`];
    for (const url of [gone, left]) expect((await fetch(url)).headers.get("content-type")).toBe("image/webp");
    await server.platform.remove(first);
    expect([(await fetch(gone)).status, (await fetch(left)).status]).toEqual([404, 200]);
    await server.media.remove(
      createHash("sha256")
        .update(await buffer(await file.open()))
        .digest("hex"),
    );
    expect((await fetch(left)).status).toBe(404);
  });
});
