import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, cookiesOf, logIn } from "../../support/browser-like.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

const PASSWORD = "a password of these tests alone";
let easel: TestEasel;
let cookie: string;

beforeAll(async () => {
  easel = await startTestEasel({ HOST: "0.0.0.0", CONSOLE_PASSWORD: PASSWORD });
  cookie = cookiesOf(await logIn(easel.url, PASSWORD));
});
afterAll(() => easel.stop());

it.each([
  ["en", "without TLS", "TRUST_PROXY"],
  ["zh-CN", "不经 TLS", "TRUST_PROXY"],
])("the doctor warns in %s about a Console that others reach over plain HTTP", async (locale, warning, fix) => {
  const message = { id: randomUUID(), as: "admin", locale, channel: "general", text: "/easel-admin doctor" };
  const sent = await ask(`${easel.url}/api/messages`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ ...message, attachments: [] }),
  });
  expect(sent.status).toBe(200);
  const history = () => ask(`${easel.url}/api/channels/general/messages?as=admin`, { headers: { cookie } });
  await expect.poll(async () => (await history()).text, { timeout: 20_000 }).toContain(warning);
  expect((await history()).text).toContain(fix);
});

it("trusts no headers about addresses and TLS without a configured proxy", async () => {
  for (let n = 0; n < 5; n += 1) {
    expect((await logIn(easel.url, "wrong", { "x-forwarded-for": `203.0.113.${n}` })).status).toBe(403);
  }
  const refused = await logIn(easel.url, PASSWORD, { "x-forwarded-for": "203.0.113.99" });
  expect(refused.status).toBe(429);
  const device = /easel_device=[^;]+/.exec(cookie)?.[0] ?? "";
  const known = await logIn(easel.url, PASSWORD, { cookie: device, "x-forwarded-proto": "https" });
  expect(known.status).toBe(303);
  expect(known.headers["set-cookie"]?.join(" ")).not.toContain("Secure");
});

it("can be reached by any address and by local names, but its health by no public name", async () => {
  const { port } = new URL(easel.url);
  for (const host of ["192.0.2.1", "[2001:db8::1]", "easel", "localhost"]) {
    expect((await ask(`${easel.url}/readyz`, { headers: { host: `${host}:${port}` } })).status).toBe(200);
  }
  for (const path of ["/readyz", "/healthz", "/metrics"]) {
    expect((await ask(easel.url + path, { headers: { host: `evil.example:${port}` } })).status).toBe(403);
  }
});
