import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestSandbox, refusalOf, type TestSandbox } from "../../support/gateway/sandbox.ts";

/** `docs/gateway.md#images-endpoints`, rule 3. */
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const under = (key: string): Record<string, string> => ({ "idempotency-key": key });

describe("an idempotency key", () => {
  it("with the same request returns the original job, however often and however late it is repeated", async () => {
    const first = await sandbox.generate({}, under("k1"));
    await sandbox.advance(3600);
    const second = await sandbox.generate({}, under("k1"));
    expect(second.status).toBe(202);
    expect(second.body["jobId"]).toBe(first.body["jobId"]);
  });

  it("creates one job for many concurrent submissions", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.generate({}, under("k2"))));
    expect(new Set(answers.map(({ body }) => body["jobId"])).size).toBe(1);
  });

  it("with a different request is a conflict, and the first job stays", async () => {
    const first = await sandbox.generate({}, under("k3"));
    expect(refusalOf(await sandbox.generate({ prompt: "a fox" }, under("k3")))).toMatchObject({
      status: 409,
      code: "idempotency_key_conflict",
    });
    expect((await sandbox.generate({}, under("k3"))).body["jobId"]).toBe(first.body["jobId"]);
  });

  it("belongs to its API key", async () => {
    const first = await sandbox.generate({}, under("k4"));
    const other = await sandbox.generate({}, { ...under("k4"), authorization: "Bearer sk-sandbox-images" });
    expect(other.status).toBe(202);
    expect(other.body["jobId"]).not.toBe(first.body["jobId"]);
  });

  it.each([
    ["1 character", "x"],
    ["255 characters", "x".repeat(255)],
    ["every visible ASCII character", "!\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~"],
  ])("may have %s", async (_name, key) => {
    expect((await sandbox.generate({}, under(key))).status).toBe(202);
  });

  it.each([
    ["256 characters", "x".repeat(256)],
    ["a space", "a b"],
    ["nothing", ""],
    ["other letters", "schl\u00fcssel"],
  ])("may not have %s", async (_name, key) => {
    expect(refusalOf(await sandbox.generate({}, under(key)))).toEqual({
      status: 400,
      code: "invalid_idempotency_key",
      param: null,
    });
  });

  it("is refused for streaming requests", async () => {
    expect(refusalOf(await sandbox.generate({ stream: true }, under("k5"))).code).toBe(
      "idempotency_not_supported_for_streaming",
    );
  });

  it("is optional: without one, every submission is a separate job", async () => {
    const [first, second] = [await sandbox.generate(), await sandbox.generate()];
    expect(first.body["jobId"]).not.toBe(second.body["jobId"]);
  });

  it("recovers a submission whose outcome was unknown", async () => {
    const prompt = "a fox [fail:submission_failed]";
    expect(refusalOf(await sandbox.generate({ prompt }, under("k6")))).toMatchObject({ code: "submission_failed" });
    const again = await sandbox.generate({ prompt }, under("k6"));
    expect(again.status).toBe(202);
    await sandbox.advance(4);
    const { body } = await sandbox.call("GET", `/api/v1/images/jobs/${String(again.body["jobId"])}`);
    expect(body["phase"]).toBe("completed");
  });
});
