import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  ImageErrorBody,
  ImageJobCreated,
  ImageJobSnapshot,
  ImageResult,
} from "../../../src/sandbox/openapi/image-answers.ts";
import { TaskBody } from "../../../src/sandbox/video/task-body.ts";
import { VideoErrorBody } from "../../../src/sandbox/video/video-error.ts";
import { ModelList } from "../../../src/sandbox/video/models.ts";
import { openTestSandbox, type TestSandbox } from "../../support/gateway/sandbox.ts";
import { createdVideo, createVideo } from "../../support/gateway/video-sandbox.ts";

/** Every row of both contracts' "Endpoints", the compatible routes and the sandbox's own, written by hand. */
const OPERATIONS = [
  "POST /api/v1/images/generations/jobs",
  "POST /api/v1/images/edits/jobs",
  "GET /api/v1/images/jobs/{jobId}",
  "DELETE /api/v1/images/jobs/{jobId}",
  "GET /api/v1/images/jobs/{jobId}/result",
  "GET /api/v1/images/jobs/{jobId}/events",
  "GET /api/v1/images/files/{mediaId}",
  "HEAD /api/v1/images/files/{mediaId}",
  "POST /v1/images/generations",
  "POST /v1/images/edits",
  "GET /v1/models",
  "POST /v1/videos",
  "GET /v1/videos/{id}",
  "GET /v1/videos/{id}/content",
  "HEAD /v1/videos/{id}/content",
  "GET /sandbox/faults",
  "POST /sandbox/faults",
  "DELETE /sandbox/faults",
  "GET /sandbox/calls",
  "GET /sandbox/clock",
  "POST /sandbox/clock",
  "POST /sandbox/reset",
  "GET /sandbox/codes",
  "GET /openapi.json",
];

const METHODS = new Set(["get", "head", "post", "put", "patch", "delete"]);
const Described = z.looseObject({
  openapi: z.literal("3.1.0"),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
    securitySchemes: z.unknown(),
  }),
});

let sandbox: TestSandbox;
let described: z.infer<typeof Described>;

beforeAll(async () => {
  sandbox = await openTestSandbox({ speed: 0 });
  described = Described.parse(await (await fetch(new URL("/openapi.json", sandbox.url))).json());
});
afterAll(() => sandbox.close());

describe("the description", () => {
  it("is valid OpenAPI 3.1, including every reference", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(described));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe("3.1");
    const names = [...JSON.stringify(described).matchAll(/#\/components\/schemas\/([^"]+)/g)].map((match) => match[1]);
    expect(names.length).toBeGreaterThan(30);
    expect(Object.keys(described.components.schemas)).toEqual(expect.arrayContaining([...new Set(names)]));
  });

  it("has every operation, and no other", () => {
    const listed = Object.entries(described.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => METHODS.has(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.toSorted()).toEqual(OPERATIONS.toSorted());
  });

  it.each(OPERATIONS.filter((operation) => !operation.includes("/reset")))(
    "describes a route that exists: %s",
    async (operation) => {
      const [method = "", path = ""] = operation.split(" ");
      const url = new URL(path.replaceAll(/\{\w+\}/g, "x"), sandbox.url);
      const response = await fetch(url, { method, headers: { authorization: "Bearer sk-unknown" } });
      expect(response.status).not.toBe(405);
      if (response.status === 404) expect(await response.text()).toMatch(/no such task|^$/);
    },
  );

  it("has a schema for each of the documented models and families", () => {
    const titles = Object.values(described.components.schemas).map((schema) => schema["title"]);
    expect(titles).toEqual(
      expect.arrayContaining([
        "alpha-h3(933/4-15秒/2K)",
        "sd2.0(满血933过人脸720P)",
        "any-video-480p",
        "any-image-480p",
      ]),
    );
    const row7 = Object.values(described.components.schemas).find((schema) => schema["title"] === "beta-2.0-15s-480p");
    expect(row7).toMatchObject({
      properties: { images: { minItems: 1, maxItems: 9 }, audios: { maxItems: 3 } },
      required: ["model", "prompt", "images"],
      additionalProperties: false,
    });
    expect(row7).not.toHaveProperty("properties.videos");
  });
});

describe("the description matches the answers", () => {
  it("of the image service", async () => {
    const created = await sandbox.generate();
    const { jobId } = ImageJobCreated.parse(created.body);
    ImageJobSnapshot.parse((await sandbox.call("GET", `/api/v1/images/jobs/${jobId}`)).body);
    ImageResult.parse((await sandbox.call("GET", `/api/v1/images/jobs/${jobId}/result`)).body);
    const failed = await sandbox.created("a fox [fail:generation_error]");
    const snapshot = ImageJobSnapshot.parse((await sandbox.call("GET", `/api/v1/images/jobs/${failed}`)).body);
    expect(snapshot.error).toBeDefined();
    ImageErrorBody.parse((await sandbox.generate({ prompt: "" })).body);
  });

  it("of the video service", async () => {
    ModelList.parse((await sandbox.call("GET", "/v1/models")).body);
    for (const prompt of ["a fox", "a fox [slow:60]", "a fox [fail:generation_error]"]) {
      const id = await createdVideo(sandbox, { prompt });
      TaskBody.parse((await sandbox.call("GET", `/v1/videos/${id}`)).body);
    }
    VideoErrorBody.parse((await createVideo(sandbox, { seconds: "99" })).body);
    await sandbox.advance(80 * 3600);
    const id = await createdVideo(sandbox);
    await sandbox.advance(80 * 3600);
    expect(TaskBody.parse((await sandbox.call("GET", `/v1/videos/${id}`)).body).status).toBe("expired");
  });
});
