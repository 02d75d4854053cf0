import { UNUSABLE_TRIES } from "../../../src/worker/delivery/result/fetch-artifact.ts";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { impatientClock } from "../../support/fault/hurried-clock.ts";
import * as good from "../../support/media/media-files.ts";
import { openPlayedGateway, type Play, type PlayedGateway } from "../../support/gateway/played-gateway.ts";

const texts = textsFor("en");
const HTML = Buffer.from("<!doctype html><html><body>Bad gateway</body></html>");
let gateway: PlayedGateway;
let easel: TestEasel;

beforeAll(async () => {
  gateway = await openPlayedGateway();
  easel = await startTestEasel(gateway.environment, { clock: impatientClock });
});

afterAll(async () => {
  await easel.stop();
  await gateway.close();
});

/** The message with a request's outcome. */
async function resultOf(ask: string): Promise<MessageView> {
  const before = new Set(easel.console.messages().map(({ id }) => id));
  await easel.console.say(ask);
  return easel.console.see(`the end of ${ask}`, (messages) =>
    messages.find((one) => !before.has(one.id) && one.author.isEasel && one.mention && !one.progress),
  );
}

function answer(response: ServerResponse, id: string, type: string, body: string | Buffer): void {
  response.writeHead(200, { "content-type": type, "x-gateway-request-id": id }).end(body);
}

/** Lets the gateway return these bytes for the next pictures, by url and as base64, with this claimed type. */
function playPicture(bytes: Buffer, type: string, base64 = bytes): void {
  gateway.play({
    file: (response) => answer(response, "req-file", type, bytes),
    result: (response, id) => {
      const url = `${gateway.url}/api/v1/images/files/${id}`;
      const image = { url, base64: base64.toString("base64"), mimeType: type };
      answer(response, "req-result", "application/json", JSON.stringify({ images: [image], usage: {} }));
    },
  });
}

/** Lets the gateway return `content` for the next clips. */
function playClip(content: Play): void {
  const task: Play = (response, id) => {
    const metadata = { url: `${gateway.url}/v1/videos/${id}/content?expires=1&sig=x` };
    const body = { id, object: "video", model: "gamma3.0-video-480p", status: "completed", progress: 100, metadata };
    answer(response, "req-task", "application/json", JSON.stringify(body));
  };
  gateway.play({ task, content });
}

const clipOf = (bytes: Buffer): Play => {
  return (response) => answer(response, "req-content", "video/mp4", bytes);
};
const redirect: Play = (response) => {
  response.writeHead(302, { location: "http://elsewhere.test/", "x-gateway-request-id": "req-content" }).end();
};

const { wrong_type: wrongType, damaged, empty, redirected } = texts.failure.unusable;
it.each<[string, string, string, () => Promise<void>]>([
  ["/imagine", "a page as a picture", wrongType("HTML"), async () => playPicture(HTML, "image/png")],
  ["/imagine", "half a picture", damaged, async () => playPicture((await good.png()).subarray(0, 3_000), "image/png")],
  ["/imagine", "a clip as a picture", wrongType("MP4"), async () => playPicture(await good.mp4(), "image/png")],
  ["/video", "a picture as a clip", wrongType("PNG"), async () => playClip(clipOf(await good.png()))],
  ["/video", "a page as a clip", wrongType("HTML"), async () => playClip(clipOf(HTML))],
  ["/video", "half a clip", damaged, async () => playClip(clipOf((await good.mp4()).subarray(0, 3_000)))],
  ["/video", "an empty clip", empty, async () => playClip(clipOf(Buffer.alloc(0)))],
  ["/video", "a clip that redirects", redirected, async () => playClip(redirect)],
])(
  "%s %s ends in an honest failure that names the request, after a few retries",
  async (command, prompt, what, play) => {
    await play();
    const before = gateway.calls.length;
    const result = await resultOf(`${command} ${prompt}`);
    const { text, files } = result;
    expect(files).toEqual([]);
    expect(text).toContain("did not arrive");
    expect(text).toContain(`${what} ${texts.failure.unusable.advice}`);
    expect(text).toMatch(/\(Request req-(?:file|result|content)\)/);
    await easel.console.press(result, texts.result.recipe);
    const recipe = await easel.console.see("the recipe", (messages) =>
      messages.find((one) => one.text.includes(texts.recipe.title) && one.text.includes(prompt)),
    );
    expect(recipe.text).toContain(`${what} ${texts.failure.unusable.advice}`);
    const fetches = gateway.calls.slice(before).filter((call) => /\/(?:files\/.+|content)$/.test(call));
    expect(fetches.length).toBeGreaterThan(0);
    expect(fetches.length).toBeLessThanOrEqual(UNUSABLE_TRIES);
  },
);

it("a picture arrives if one of its two copies is complete", async () => {
  playPicture(HTML, "image/png", await good.png());
  expect((await resultOf("/imagine a page at the url alone")).files).toMatchObject([{ mimeType: "image/png" }]);
});

it("a picture with a wrong claimed type arrives with its real type", async () => {
  const jpeg = await good.jpeg();
  playPicture(jpeg, "image/png");
  const { files } = await resultOf("/imagine another type of picture");
  expect(files).toMatchObject([{ mimeType: "image/jpeg", name: "another-type-of-picture-1.jpg" }]);
  const response = await fetch(new URL(files[0]?.url ?? "", easel.url));
  const kept = await buffer(Readable.fromWeb(response.body ?? expect.unreachable("no body")));
  expect(kept.equals(jpeg)).toBe(true);
});
