import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import type { LocalFile } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import * as good from "../../support/media/media-files.ts";
import { portOf } from "../../support/process/port.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";

const HTML = Buffer.from("<!doctype html><title>Sign in</title>");
/** The local server's files, by path. Other paths answer 404. */
const pages = new Map<string, Buffer>();
let easel: TestEasel;
let server: Server;
let site: string;

beforeAll(async () => {
  for (const [at, name] of ["a.png", "b.png", "c.png"].entries()) {
    pages.set(
      `/${name}`,
      await good
        .picture(40 + at, 30)
        .png()
        .toBuffer(),
    );
  }
  pages.set("/page.png", HTML);
  pages.set("/clip.mp4", await good.mp4());
  pages.set("/moving.gif", await good.gif());
  server = createServer((request, response) => {
    const page = pages.get(request.url ?? "");
    if (request.url === "/home") response.writeHead(302, { location: "http://169.254.169.254/latest/" }).end();
    else if (page) response.writeHead(200, { "content-length": page.length }).end(page);
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  site = `http://127.0.0.1:${portOf(server)}`;
  easel = await startTestEasel({}, { linkOrigin: site });
});

afterAll(async () => {
  await easel.stop();
  server.close();
});

function local(name: string): LocalFile {
  return { name, mimeType: "image/png", bytes: new Uint8Array(pages.get(`/${name}`) ?? HTML) };
}

/** Easel's next private answer. Results of earlier requests are public. */
async function answerTo(text: string, locale: "en" | "zh-CN" = "en"): Promise<MessageView> {
  const known = new Set(easel.console.messages().map((message) => message.id));
  await easel.console.say(text, { locale });
  return easel.console.see("the answer", (messages) =>
    messages.find((one) => one.private && one.author.isEasel && !known.has(one.id)),
  );
}

describe("/edit with links", () => {
  it("sends attached pictures first, then the linked ones in order", async () => {
    const prompt = "put them side by side";
    await easel.console.say(`/edit --image ${site}/b.png ${prompt} --image <${site}/c.png>`, {
      files: [local("a.png")],
    });
    const notice = await easel.console.see("the result", (messages) =>
      messages.find((one) => one.author.isEasel && one.files.some((file) => file.description === prompt)),
    );
    expect(notice.files).toHaveLength(1);
    const call = (await createsAt(easel.sandboxUrl)).find((one) => one.body.includes(prompt));
    const at = ["a.png", "b.png", "c.png"].map((name) =>
      (call?.body ?? "").indexOf(pages.get(`/${name}`)?.toString("base64").slice(0, 200) ?? "?"),
    );
    expect(at.every((index) => index > 0)).toBe(true);
    expect(at.toSorted((one, other) => one - other)).toEqual(at);
  });

  it("says how a picture was converted", async () => {
    await easel.console.say(`/edit make it stand still --image ${site}/moving.gif`);
    const notice = await easel.console.see("the notice", (messages) =>
      messages.find((one) => one.author.isEasel && one.text.includes("moving.png")),
    );
    expect(notice.text).toContain("moving.png (GIF, sent as PNG)");
  });

  it.each([
    ["no link", "--image a.png", ["`image`", "a.png", "https://"]],
    ["a web page", `--image SITE/page.png`, ["page.png", "HTML", "PNG, JPEG, WebP, GIF, AVIF"]],
    ["a clip", `--image SITE/clip.mp4`, ["clip.mp4", "MP4", "PNG, JPEG, WebP, GIF, AVIF"]],
    ["a missing file", `--image SITE/gone.png`, ["SITE/gone.png", "404"]],
    ["a redirect to a private network", `--image SITE/home`, ["SITE/home", "can't be reached from here"]],
    ["a private network", "--image http://10.0.0.7/a.png", ["http://10.0.0.7/a.png", "can't be reached from here"]],
    ["this machine", "--image http://localhost/a.png", ["http://localhost/a.png", "can't be reached from here"]],
    ["an unknown host name", "--image http://nothing.invalid/a.png", ["nothing.invalid", "can't be reached from here"]],
    ["another protocol", "--image ftp://a.test/a.png", ["ftp://a.test/a.png", "https://"]],
    ["a link with a password", "--image https://me:secret@a.test/a.png", ["a password"]],
    ["another port", "--image https://a.test:8443/a.png", ["https://a.test:8443/a.png", "port"]],
    ["a mask that is a web page", `--image SITE/a.png --mask SITE/page.png`, ["page.png", "HTML"]],
  ])("answers %s privately with the problem and its fix, and sends nothing", async (_what, options, words) => {
    const answer = await answerTo(`/edit make it blue ${options.replaceAll("SITE", site)}`);
    for (const word of words) expect(answer.text).toContain(word.replace("SITE", site));
    expect((await createsAt(easel.sandboxUrl)).filter(({ body }) => body.includes("make it blue"))).toEqual([]);
  });

  it("reports all problems at once, in the member's language", async () => {
    const answer = await answerTo(`/edit 变成蓝色 --image ${site}/gone.png --image http://10.0.0.7/a.png`, "zh-CN");
    expect(answer.text).toContain("HTTP 404");
    expect(answer.text).toContain("从这里无法访问");
  });
});
