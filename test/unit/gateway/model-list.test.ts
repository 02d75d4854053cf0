import { afterEach, describe, expect, it } from "vitest";
import { checkVideoKey } from "../../../src/gateway/key-check.ts";
import { listModels, type ModelList, MODELS_LISTED } from "../../../src/gateway/model-list.ts";
import { CALL_KEY, createGatewayCalls } from "../../support/gateway/gateway-calls.ts";
import { httpAnswer, refusedUrl, type TcpServer } from "../../support/process/tcp-server.ts";

const never = new AbortController().signal;
const calls = createGatewayCalls();

afterEach(() => calls.close());

const answering = (answer: string): Promise<TcpServer> => calls.serve((socket) => socket.write(answer));

async function listFrom(status: number, body: unknown): Promise<ModelList> {
  const server = await answering(httpAnswer(status, typeof body === "string" ? body : JSON.stringify(body)));
  return listModels(calls.connect(), server.url, CALL_KEY, never);
}

const NAMES = ["alpha-h3(933/4-15秒/2K)", "gamma3.0-video-480p"];

describe("the models of a key", () => {
  it.each([
    ["names", NAMES],
    ["objects with an id", NAMES.map((id) => ({ id, object: "model", owned_by: "x" }))],
    ["objects with a name", NAMES.map((name) => ({ name }))],
    ["objects with a model", NAMES.map((model) => ({ model }))],
    ["names under data", { object: "list", data: NAMES }],
    ["objects under data", { object: "list", data: NAMES.map((id) => ({ id })) }],
    ["names under models", { models: NAMES }],
    ["objects under models", { models: NAMES.map((name) => ({ name, id: 7 })) }],
    ["all kinds, repeated, with junk in between", [NAMES[0], null, 4, { id: NAMES[1] }, {}, "", " ", NAMES[0]]],
  ])("come as %s", async (_what, body) => {
    expect(await listFrom(200, body)).toEqual({ kind: "models", names: NAMES });
  });

  it.each(["https://evil.test/login", "x:///evil.test", "`", "a`b", "a\u202Eb", "a\uE000b", "a  b"])(
    "have no name that could become a link, or show as another: %j",
    async (name) => {
      expect(await listFrom(200, [name, NAMES[0]])).toEqual({ kind: "models", names: [NAMES[0]] });
    },
  );

  it("may be empty", async () => {
    expect(await listFrom(200, { data: [] })).toEqual({ kind: "models", names: [] });
  });

  it("are requested with the key, below the base URL", async () => {
    const server = await answering(httpAnswer(200, "[]"));
    await listModels(calls.connect(), `${server.url}/gateway`, CALL_KEY, never);
    expect(server.received()).toMatch(/^GET \/gateway\/v1\/models HTTP/);
    expect(server.received()).toContain(`authorization: Bearer ${CALL_KEY}\r\n`);
  });

  it("are at most a thousand, without overlong or unprintable names", async () => {
    const many = Array.from({ length: MODELS_LISTED + 50 }, (_, index) => `m-${index}`);
    const list = await listFrom(200, ["x".repeat(201), "a\u0000b", "\ud800", "__proto__", ...many]);
    const names = list.kind === "models" ? list.names : [];
    expect(names.slice(0, 2)).toEqual(["__proto__", "m-0"]);
    expect(names.length).toBeLessThan(MODELS_LISTED);
  });

  it.each([
    ["404 with an error body", 404, { error: { code: "not_found", message: "no", type: "x" } }],
    ["403 from something in between", 403, { message: "blocked" }],
    ["500", 500, { error: { code: "internal_error", message: "no", type: "x" } }],
  ])("are not known from %s", async (_what, status, body) => {
    expect((await listFrom(status, body)).kind).toBe("unanswered");
  });

  it.each([
    ["a list without a readable entry", [{ title: "x" }, 1]],
    ["something else", { ok: true }],
    ["null", null],
    ["text that is not JSON", "gamma3.0-video-720p, sd2.0(9-0-0)"],
  ])("are in a form that can't be read: %s", async (_what, body) => {
    expect(await listFrom(200, body)).toEqual({ kind: "unreadable" });
  });

  it("are unknown after a web page, two megabytes, or no answer", async () => {
    const page = await answering(httpAnswer(200, "[]", { "content-type": "text/html" }));
    const large = await answering(httpAnswer(200, JSON.stringify(["x".repeat(2_000_000)])));
    for (const url of [page.url, large.url, await refusedUrl(), "no address"]) {
      expect((await listModels(calls.connect(), url, CALL_KEY, never)).kind).toBe("unanswered");
    }
  });

  it("carry the time of the next attempt", async () => {
    const server = await answering(httpAnswer(429, '{"error":{"code":"429"}}', { "retry-after": "9" }));
    expect(await listModels(calls.connect(), server.url, CALL_KEY, never)).toMatchObject({ retryAfterMs: 9_000 });
  });
});

it("a check of a video key reports an unreadable list, and accepts the key", async () => {
  const server = await answering(httpAnswer(200, JSON.stringify({ ok: true })));
  expect(await checkVideoKey(calls.connect(), server.url, CALL_KEY, never)).toEqual({ kind: "ok", list: "unreadable" });
});

it.each([
  ["ok", 200, []],
  ["invalid", 401, { error: { code: "invalid_api_key", message: "no", type: "x" } }],
  ["forbidden", 403, { error: { code: "permission_error", message: "no", type: "x" } }],
  ["unreachable", 502, {}],
])("a check of a video key finds it %s", async (kind, status, body) => {
  const server = await answering(httpAnswer(status, JSON.stringify(body)));
  expect((await checkVideoKey(calls.connect(), server.url, CALL_KEY, never)).kind).toBe(kind);
  expect((await checkVideoKey(calls.connect(), server.url, "sk bad", never)).kind).toBe("invalid");
});
