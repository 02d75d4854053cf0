import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../support/gateway/sandbox.ts";
import { ROWS_1_TO_7 } from "../../support/gateway/video-rows-1.ts";
import { ROWS_FROM_8 } from "../../support/gateway/video-rows-2.ts";
import { SUFFIX_ROWS } from "../../support/gateway/video-rows-suffix.ts";
import { videoRefusalOf } from "../../support/gateway/video-sandbox.ts";

/** `docs/gateway.md#videos-create-request`, both tables, row by row over HTTP. */
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const create = (body: object) => sandbox.call("POST", "/v1/videos", body);

/** Only the rows about models that the sandbox has. */
const FAMILY_ROWS = SUFFIX_ROWS.filter(({ model }) => model.startsWith("gamma3.0-"));

describe.each([...ROWS_1_TO_7, ...ROWS_FROM_8, ...FAMILY_ROWS])("$row, $model", ({ model, accepts, refuses }) => {
  it.each(accepts)("accepts %s", async (_why, fields) => {
    const answer = await create({ model, ...fields });
    expect(answer.body).toMatchObject({ object: "video", model, status: "queued", progress: 0 });
  });

  it.each(refuses)("refuses %s", async (_why, fields, param) => {
    const answer = await create({ model, ...fields });
    expect(videoRefusalOf(answer)).toEqual({ status: 400, code: "invalid_value" });
    expect(answer.body["message"]).toContain(`${param} `);
  });
});

describe("a model that the contract does not describe", () => {
  const model = "delta-1.0-preview";

  it("accepts the common fields", async () => {
    expect((await create({ model, prompt: "a", seconds: 5 })).status).toBe(200);
  });

  it.each([
    ["any other field", { prompt: "a", seconds: 5, images: [] }],
    ["a clip that would take forever", { prompt: "a", seconds: 31 }],
  ])("refuses %s", async (_why, fields) => {
    expect(videoRefusalOf(await create({ model, ...fields })).code).toBe("invalid_value");
  });
});
