import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { createHmac, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileError } from "../../../src/core/chat/errors.ts";
import type { Attachment } from "../../../src/core/chat/event.ts";
import type { SaidFile } from "../../support/fake-slack/member-files.ts";
import { portOf } from "../../support/process/port.ts";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";

let world: SlackWorld;
let address: string;

beforeAll(async () => {
  world = await startSlackWorld({ mode: "http" });
  address = world.slack.target();
});
afterAll(async () => {
  await world.stop();
});

const NOW = (): number => Math.floor(Date.now() / 1000);

function signature(secret: string, seconds: number | string, body: string): string {
  return `v0=${createHmac("sha256", secret).update(`v0:${seconds}:${body}`).digest("hex")}`;
}

async function send(
  body: string,
  given: { secret?: string; seconds?: number | string; signature?: string; type?: string },
): Promise<Response> {
  const seconds = given.seconds ?? NOW();
  const headers: Record<string, string> = {
    "content-type": given.type ?? "application/json",
    "x-slack-request-timestamp": String(seconds),
    "x-slack-signature": given.signature ?? signature(given.secret ?? world.slack.world.signingSecret, seconds, body),
  };
  return fetch(address, { method: "POST", headers, body });
}

function signedHeaders(body: string): Record<string, string> {
  const seconds = NOW();
  return {
    "x-slack-request-timestamp": String(seconds),
    "x-slack-signature": signature(world.slack.world.signingSecret, seconds, body),
  };
}

const challenge = JSON.stringify({ type: "url_verification", challenge: "c4" });

describe("/slack/events", () => {
  it("answers Slack's challenge", async () => {
    const unsigned = world.adapter.unsignedPosts();
    const response = await send(challenge, {});
    expect(await response.json()).toEqual({ challenge: "c4" });
    expect(world.adapter.unsignedPosts()).toBe(unsigned);
  });

  it.each([
    ["another secret", () => send(challenge, { secret: "not the secret" })],
    [
      "a signature of another body",
      () => send(`${challenge} `, { signature: signature(world.slack.world.signingSecret, NOW(), challenge) }),
    ],
    [
      "another version",
      () =>
        send(challenge, {
          signature: signature(world.slack.world.signingSecret, NOW(), challenge).replace("v0", "v1"),
        }),
    ],
    ["one of six minutes ago", () => send(challenge, { seconds: NOW() - 360 })],
    ["one of six minutes ahead", () => send(challenge, { seconds: NOW() + 360 })],
    ["an invalid time", () => send(challenge, { seconds: "soon" })],
    ["no signature at all", () => fetch(address, { method: "POST", body: challenge })],
    ["no body", () => fetch(address, { method: "POST", headers: signedHeaders("") })],
  ])("refuses %s", async (_name, request) => {
    const before = world.events.length;
    const unsigned = world.adapter.unsignedPosts();
    const response = await request();
    expect(response.status).toBe(401);
    expect(await response.text()).toBe("");
    expect(world.events.length).toBe(before);
    expect(world.adapter.unsignedPosts()).toBe(unsigned + 1);
  });

  it.each([
    ["half a JSON text", '{"type":', "application/json"],
    ["a list", "[1]", "application/json"],
    ["an invalid payload", "payload=%7B", "application/x-www-form-urlencoded"],
  ])("refuses %s although it is signed", async (_name, body, type) => {
    expect((await send(body, { type })).status).toBe(400);
  });

  it("accepts a certificate check silently, and ignores a command that is smuggled in with it", async () => {
    const before = world.events.length;
    const body = "ssl_check=1&command=%2Fimagine&text=a";
    const response = await send(body, { type: "application/x-www-form-urlencoded" });
    expect(response.status).toBe(200);
    expect(world.events.length).toBe(before);
  });

  it("ignores a signed delivery for another workspace", async () => {
    const before = world.events.length;
    const { slack, max, channel } = world;
    const event = { type: "app_mention", channel: channel.id, user: max.user.id, text: "hi", ts: "1.000001" };
    const body = JSON.stringify({ type: "event_callback", team_id: "T0OTHER", event_id: "Ev0", event });
    expect((await send(body, {})).status).toBe(200);
    expect(world.events.length).toBe(before);
    expect(slack.privately(max.user.id)).toEqual([]);
  });

  it("accepts an unknown delivery without an error", async () => {
    const body = JSON.stringify({
      type: "event_callback",
      team_id: world.slack.world.team.id,
      event_id: "Ev1",
      event: { type: "new_thing" },
    });
    expect((await send(body, {})).status).toBe(200);
  });

  it("asks Slack to deliver again once it is stopped", async () => {
    const other = await startSlackWorld({ mode: "http" });
    await other.adapter.platform.stop();
    expect((await other.max.slash(other.channel.id, "/jobs").outcome).acknowledged).toBe(false);
    await other.stop();
  });
});

describe("a file in Slack", () => {
  const content = randomBytes(3_000);

  async function attached(file: Partial<SaidFile> = {}): Promise<Attachment> {
    const { max, channel } = world;
    await max.mention(channel.id, "look", { files: [{ name: "a.png", mimeType: "image/png", content, ...file }] })
      .outcome;
    const event = world.events.at(-1);
    const [attachment] = event?.kind === "text" ? event.attachments : [];
    if (!attachment) throw new Error("no attachment");
    return attachment;
  }

  const open = (attachment: Attachment) => world.adapter.platform.openAttachment(attachment);

  it("of another workspace is looked up first", async () => {
    const before = world.slack.calls("files.info").length;
    const stream = await open(await attached({ isForeign: true }));
    expect(Buffer.concat(await stream.toArray()).equals(content)).toBe(true);
    expect(world.slack.calls("files.info").length).toBe(before + 1);
  });

  it("is not mistaken for a log-in page, which Slack sends with HTTP 200", async () => {
    const attachment = await attached({ download: { kind: "html" } });
    await expect(open(attachment)).rejects.toMatchObject({ failure: "forbidden" });
  });

  describe("on another host", () => {
    let elsewhere: Server;
    const seen: (string | undefined)[] = [];

    beforeAll(async () => {
      elsewhere = createServer((request, response) => {
        seen.push(request.headers.authorization);
        response.end("stolen");
      }).listen(0, "127.0.0.1");
      await once(elsewhere, "listening");
    });
    afterAll(() => void elsewhere.close());

    it("is not fetched, and no token is sent there, even after a redirect", async () => {
      const to = `http://127.0.0.1:${portOf(elsewhere)}/a.png`;
      const redirected = await attached({ download: { kind: "redirect", to } });
      await expect(open(redirected)).rejects.toMatchObject({ failure: "rejected" });
      const named = { ...redirected, source: JSON.stringify({ id: "F1", url: to }) };
      await expect(open(named)).rejects.toMatchObject({ failure: "rejected" });
      expect(seen).toEqual([]);
    });
  });

  it.each<[string, (call: string) => Partial<SaidFile>]>([
    ["an app chose its address", (call) => ({ address: call })],
    ["an app chose its address in another workspace", (call) => ({ address: call, isForeign: true })],
    ["it redirects", (call) => ({ download: { kind: "redirect", to: call } })],
  ])("makes no call as Easel even if %s", async (_how, file) => {
    const { slack, channel } = world;
    const call = `${slack.apiUrl}chat.postMessage?channel=${channel.id}&text=hi`;
    const attachment = await attached(file(call));
    const before = slack.calls("chat.postMessage").length;
    await expect(open(attachment)).rejects.toBeInstanceOf(FileError);
    // The form in which an older Easel stored it, without checking the host.
    const stored = { ...attachment, source: JSON.stringify({ id: "F1", url: call }) };
    await expect(open(stored)).rejects.toMatchObject({ fault: { why: "host" } });
    expect(slack.calls("chat.postMessage")).toHaveLength(before);
  });

  it("arrives complete, however large", async () => {
    const large = Buffer.alloc(64 * 1024 * 1024, 7);
    const stream = await open(await attached({ content: large }));
    let bytes = 0;
    for await (const chunk of stream) bytes += Buffer.isBuffer(chunk) ? chunk.length : 0;
    expect(bytes).toBe(large.length);
  });

  it("with a handle that is not Easel's can't be opened", async () => {
    const attachment = await attached();
    await expect(open({ ...attachment, source: "F1" })).rejects.toMatchObject({ failure: "rejected" });
  });
});

describe("an answer by response_url", () => {
  it("is sent only to Slack", async () => {
    const { max, channel, slack } = world;
    world.handleWith(async (_event, responder) => {
      await responder.answer({ text: "hello" });
    });
    for (const [id, known] of slack.world.responseUrls) if (known.uses > 0) slack.world.responseUrls.delete(id);
    await max.press({ channel: channel.id, ts: "1.0001" }, "x:1").outcome;
    await expect.poll(() => slack.privately(max.user.id).at(-1)).toBe("hello");
    expect(slack.calls("respond").filter((call) => call.token !== "")).toEqual([]);
  });
});
