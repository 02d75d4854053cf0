import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import type { LocalFile } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";

let easel: TestEasel;

beforeAll(async () => {
  easel = await startTestEasel({}, { sandboxMedia: "full" });
});

afterAll(async () => {
  await easel.stop();
});

const SIZE = { width: 320, height: 240 };

async function picture(name: string, background: string): Promise<LocalFile> {
  const bytes = await sharp({ create: { ...SIZE, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", bytes: new Uint8Array(bytes) };
}

/** A mask whose right half is transparent. */
async function maskOf(name: string, size: { width: number; height: number }): Promise<LocalFile> {
  const opaque = await sharp({
    create: { width: size.width / 2, height: size.height, channels: 4, background: "#000000ff" },
  })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { ...size, channels: 4, background: "#00000000" } })
    .composite([{ input: opaque, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", bytes: new Uint8Array(bytes) };
}

function resultFor(prompt: string) {
  return (messages: MessageView[]): MessageView | undefined =>
    messages.find((message) => message.author.isEasel && message.files.some((file) => file.description === prompt));
}

async function pixelsOf(url: string): Promise<{ data: Buffer; width: number; height: number }> {
  const response = await fetch(new URL(url, easel.url));
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

describe("/edit", () => {
  it("changes only what the mask allows", async () => {
    const files = [await picture("sea.png", "#336699"), await maskOf("hole.png", SIZE)];
    await easel.console.say("/edit add a sail --mask hole.png", { files });
    const result = await easel.console.see("the edited picture", resultFor("add a sail"));
    const { data, width, height } = await pixelsOf(result.files[0]?.url ?? "");
    expect({ width, height }).toEqual(SIZE);
    const changed = (fromX: number, toX: number): number => {
      let count = 0;
      for (let y = 0; y < height; y++) {
        for (let x = fromX; x < toX; x++) {
          const at = (y * width + x) * 3;
          if (data[at] !== 0x33 || data[at + 1] !== 0x66 || data[at + 2] !== 0x99) count++;
        }
      }
      return count;
    };
    expect(changed(0, width / 2)).toBe(0);
    expect(changed(width / 2, width)).toBeGreaterThan(0);
  });

  it("sends several pictures in the order of attachment", async () => {
    const files = [await picture("first.png", "#ff0000"), await picture("second.png", "#00ff00")];
    await easel.console.say("/edit put image 2 into image 1", { files });
    await easel.console.see("the edited picture", resultFor("put image 2 into image 1"));
    const call = (await createsAt(easel.sandboxUrl)).find((one) => one.body.includes("put image 2"));
    const [first, second] = files.map((file) => Buffer.from(file.bytes).toString("base64"));
    expect(call?.body.indexOf(first ?? "")).toBeGreaterThan(0);
    expect(call?.body.indexOf(second ?? "")).toBeGreaterThan(call?.body.indexOf(first ?? "") ?? 0);
  });

  it("is what /imagine does with a picture", async () => {
    await easel.console.say("/imagine the same at night", { files: [await picture("day.png", "#88ccff")] });
    const result = await easel.console.see("the edited picture", resultFor("the same at night"));
    expect(result.files).toHaveLength(1);
  });
});

describe("a refused /edit", () => {
  it.each([
    ["no picture", "/edit make it blue", async () => [], ["Attach"]],
    [
      "a mask of another size",
      "/edit make it blue --mask 2",
      async () => [await picture("a.png", "#123456"), await maskOf("small.png", { width: 100, height: 80 })],
      ["mask", "320", "100"],
    ],
    [
      "a mask without transparency",
      "/edit make it blue --mask 2",
      async () => [await picture("a.png", "#123456"), await picture("full.png", "#123456")],
      ["mask", "transparent"],
    ],
    [
      "a mask for a provider-b model",
      "/edit make it blue --mask 2 --model pro-image-3",
      async () => [await picture("a.png", "#123456"), await maskOf("m.png", SIZE)],
      ["mask", "provider-b/pro-image-3"],
    ],
    [
      "a file that is not a picture",
      "/edit make it blue",
      async () => [{ name: "page.png", mimeType: "image/png", bytes: new TextEncoder().encode("<html></html>") }],
      ["page.png"],
    ],
    [
      "a missing mask",
      "/edit make it blue --mask 7",
      async () => [await picture("a.png", "#123456")],
      ["mask", "7", "a.png"],
    ],
  ])("answers %s privately with what is wrong, and sends nothing", async (_name, text, filesOf, words) => {
    const before = (await createsAt(easel.sandboxUrl)).length;
    const known = new Set(easel.console.messages().map((message) => message.id));
    await easel.console.say(text, { files: await filesOf() });
    const answer = await easel.console.see("the answer", (messages) =>
      messages.find((one) => one.author.isEasel && !known.has(one.id)),
    );
    expect(answer.private).toBe(true);
    for (const word of words) expect(answer.text).toContain(word);
    expect(await createsAt(easel.sandboxUrl)).toHaveLength(before);
  });
});
