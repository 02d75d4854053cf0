import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { UploadView } from "../../../src/platforms/console/api/api.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import * as good from "../../support/media/media-files.ts";
import { videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";

const PASSWORD = "a password of these tests alone";
const Body = z.looseObject({ reference_images: z.array(z.object({ url: z.string() })) });
let easel: TestEasel;

beforeAll(async () => {
  easel = await startTestEasel({
    PUBLIC_URL: "https://easel.invalid",
    PUBLIC_PORT: "0",
    CONSOLE_PASSWORD: PASSWORD,
  });
});

afterAll(async () => {
  await easel.stop();
});

it("the embedded sandbox loads references locally, whatever the public address is", async () => {
  const login = await fetch(`${easel.url}/login`, {
    method: "POST",
    body: new URLSearchParams({ password: PASSWORD }),
    redirect: "manual",
  });
  const headers = { cookie: login.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const form = new FormData();
  const bytes = await good.png();
  form.append("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "cat.png");
  const uploaded = await fetch(`${easel.url}/api/uploads?as=member`, { method: "POST", headers, body: form });
  const attachments = UploadView.parse(await uploaded.json()).uploads.map(({ id }) => ({ upload: id }));
  const prompt = "a cat wakes up";
  const text = `/video ${prompt} --seconds 2 --model gamma3.0-video-480p`;
  const message = { id: randomUUID(), as: "member", locale: "en", channel: "general", text, attachments };
  const said = await fetch(`${easel.url}/api/messages`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(message),
  });
  expect(said.status).toBe(200);
  await expect.poll(() => videoCreatesAt(easel.sandboxUrl, prompt), { timeout: 10_000 }).toHaveLength(1);
  const [call] = await videoCreatesAt(easel.sandboxUrl, prompt);
  const url = new URL(Body.parse(JSON.parse(call?.body ?? "")).reference_images[0]?.url ?? "");
  expect(url.origin).toBe(easel.url);
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true);
});
