import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

const PROMPT = "a private garden party";
let dataDir: string;
let easel: TestEasel;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "easel-embedded-"));
  easel = await startTestEasel({ DATA_DIR: dataDir }, { sandboxControl: "secret" });
});

afterAll(async () => {
  await easel.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const controls = (path: string, init: RequestInit = {}): Promise<Response> => fetch(easel.sandboxUrl + path, init);

it("the embedded sandbox draws for members, and keeps their requests private", async () => {
  await easel.console.say(`/imagine ${PROMPT}`);
  await easel.console.see("the result", (messages) => messages.find((one) => one.files[0]?.description === PROMPT));
  const json = { method: "POST", headers: { "content-type": "application/json" } };
  const answers = await Promise.all([
    controls("/sandbox/calls"),
    controls("/sandbox/calls", { headers: { authorization: "Bearer sk-sandbox" } }),
    controls("/sandbox/faults", { ...json, body: '{"match":{},"action":{"type":"hang"}}' }),
    controls("/sandbox/clock", { ...json, body: '{"advanceSeconds":3600}' }),
    controls("/sandbox/reset", { method: "POST" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  for (const answer of answers) expect(await answer.text()).not.toContain(PROMPT);
});

it("the start names the file with its secret, which works and which only its user can read", async () => {
  const path = join(dataDir, "sandbox", "control.secret");
  expect(easel.app.ready.gateway).toContain(path);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const secret = (await readFile(path, "utf8")).trim();
  expect(secret.length).toBeGreaterThan(40);
  expect(easel.app.ready.gateway).not.toContain(secret);
  const answer = await controls("/sandbox/calls", { headers: { authorization: `Bearer ${secret}` } });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(PROMPT);
});
