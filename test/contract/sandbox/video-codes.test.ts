import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openTestSandbox, type TestSandbox } from "../../support/gateway/sandbox.ts";
import { createdVideo, createVideo, linkOf, lookAtVideo } from "../../support/gateway/video-sandbox.ts";

/**
 * The contract doesn't define code values (`docs/gateway.md#videos-errors`): these are the sandbox's codes for its refusals and
 * "Authentication", and for the possible ends of a task.
 */
const VIDEO_CODES: Readonly<Record<string, number>> = {
  missing_bearer_token: 401,
  invalid_bearer_token: 401,
  missing_credential: 401,
  invalid_api_key: 401,
  permission_error: 403,
  INSUFFICIENT_BALANCE: 403,
  API_KEY_QUOTA_EXHAUSTED: 403,
  rate_limit_error: 429,
  invalid_content_type: 415,
  invalid_json: 400,
  request_too_large: 413,
  model_not_found: 404,
  invalid_value: 400,
  not_found: 404,
  method_not_allowed: 405,
  invalid_signature: 403,
  link_expired: 410,
  range_not_satisfiable: 416,
  reference_download_failed: 400,
  invalid_reference: 400,
  submission_failed: 502,
  model_temporarily_unavailable: 503,
  api_error: 503,
  content_moderation: 400,
  generation_interrupted: 500,
  generation_error: 500,
  internal_error: 500,
  upstream_error: 502,
};

const Entries = z.array(
  z.object({
    code: z.string(),
    service: z.enum(["image", "video"]),
    status: z.int(),
    place: z.enum(["submit", "read", "job"]),
    provoke: z.string().min(1),
    why: z.string().min(1).nullable(),
  }),
);

let sandbox: TestSandbox;
let listed: z.infer<typeof Entries>;

beforeAll(async () => {
  sandbox = await openTestSandbox({ speed: 0 });
  const all = Entries.parse(await (await fetch(new URL("/sandbox/codes", sandbox.url))).json());
  listed = all.filter((entry) => entry.service === "video");
});
afterAll(() => sandbox.close());

describe("the list of codes", () => {
  it("contains those of the video service, with their statuses", () => {
    expect(Object.fromEntries(listed.map(({ code, status }) => [code, status]))).toEqual(VIDEO_CODES);
    expect(listed).toHaveLength(Object.keys(VIDEO_CODES).length);
  });

  it("says why if only a marker can provoke a code", () => {
    for (const { provoke, why } of listed) expect(provoke.includes("a prompt containing [fail:")).toBe(why !== null);
  });
});

describe("a marker in the prompt", () => {
  it.each(Object.entries(VIDEO_CODES))(
    "gives %s, refused with %i, in the task or in its download",
    async (code, status) => {
      const prompt = `a fox [fail:${code}]`;
      const place = listed.find((entry) => entry.code === code)?.place;
      if (place === "submit") {
        const answer = await createVideo(sandbox, { prompt });
        expect([answer.status, answer.body["code"]]).toEqual([status, code]);
      } else if (place === "read") {
        const id = await createdVideo(sandbox, { prompt });
        expect(await lookAtVideo(sandbox, id)).toMatchObject({ status: "completed" });
        const link = new URL(await linkOf(sandbox, id));
        const answer = await sandbox.call("GET", `${link.pathname}${link.search}`);
        expect([answer.status, answer.body["code"]]).toEqual([status, code]);
      } else {
        const task = await lookAtVideo(sandbox, await createdVideo(sandbox, { prompt }));
        expect(task).toMatchObject({ status: "failed", error: { code, message: expect.any(String) } });
      }
    },
  );

  it("fails the task with an unknown code", async () => {
    const task = await lookAtVideo(sandbox, await createdVideo(sandbox, { prompt: "a fox [fail:ERR-77]" }));
    expect(task).toMatchObject({ status: "failed", error: { code: "ERR-77" } });
  });
});
