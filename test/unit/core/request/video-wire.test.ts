import { describe, expect, it } from "vitest";
import { z } from "zod";
import { videoBodySchemas } from "../../../../src/core/request/video/wire-video-schema.ts";
import { CANONICAL_MODELS } from "../../../../src/core/request/video/video-catalogue.ts";
import { parseVideoBody, type WireVideo } from "../../../../src/core/request/video/wire-video.ts";
import { ROWS_1_TO_7 } from "../../../support/gateway/video-rows-1.ts";
import { ROWS_FROM_8 } from "../../../support/gateway/video-rows-2.ts";
import { SUFFIX_ROWS } from "../../../support/gateway/video-rows-suffix.ts";

function parsed(body: unknown): WireVideo {
  const result = parseVideoBody(body);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.issues)}`);
  return result.value;
}

function params(body: unknown): string[] {
  const result = parseVideoBody(body);
  return result.ok ? [] : result.issues.map((issue) => issue.param);
}

describe.each([...ROWS_1_TO_7, ...ROWS_FROM_8, ...SUFFIX_ROWS])("$row, $model", ({ model, accepts, refuses }) => {
  it.each(accepts)("accepts %s", (_why, fields) => {
    expect(parseVideoBody({ model, ...fields })).toMatchObject({ ok: true, value: { model: { name: model } } });
  });

  it.each(refuses)("refuses %s", (_why, fields, param) => {
    expect(params({ model, ...fields })).toContain(param);
  });
});

describe("a body", () => {
  it.each([[null], [undefined], [[]], ["text"], [7], [{}], [{ model: 7 }], [{ model: "" }]])(
    "that names no model is refused: %j",
    (body) => {
      expect(params(body)).toEqual(["model"]);
    },
  );

  it("must spell the model's name exactly", () => {
    expect(parseVideoBody({ model: "Beta-2.0-mini-12s", prompt: "a", seconds: 12 })).toEqual({
      ok: false,
      issues: [{ param: "model", message: "must be written as beta-2.0-mini-12s" }],
    });
  });

  it("gets all its problems, once", () => {
    expect(params({ model: "sd2.0(9-0-0)", prompt: "", seconds: 99, images: ["x"], extra: 1 }).toSorted()).toEqual([
      "extra",
      "images[0]",
      "prompt",
      "seconds",
    ]);
  });

  it("counts an emoji as one character", () => {
    const body = { model: "sd2.0(9-0-0)", seconds: 5 };
    expect(params({ ...body, prompt: "🦊".repeat(2000) })).toEqual([]);
    expect(params({ ...body, prompt: "🦊".repeat(2001) })).toEqual(["prompt"]);
  });
});

describe("a valid body in one shape", () => {
  it("keeps the order of references, and their roles and lengths", () => {
    const { references } = parsed({
      model: "gamma3.0-video-720p",
      prompt: "a",
      seconds: "10",
      reference_images: [{ url: "https://media.test/1.png", role: "first_frame" }, { url: "https://media.test/2.png" }],
      reference_videos: [{ url: "https://media.test/1.mp4", seconds: 5 }],
      input: { media: [{ type: "last_frame", url: "https://media.test/3.png" }] },
    });
    expect(references).toEqual([
      { kind: "image", url: "https://media.test/1.png", role: "first_frame", seconds: undefined },
      { kind: "image", url: "https://media.test/2.png", role: undefined, seconds: undefined },
      { kind: "video", url: "https://media.test/1.mp4", role: undefined, seconds: 5 },
      { kind: "image", url: "https://media.test/3.png", role: "last_frame", seconds: undefined },
    ]);
  });

  it.each([
    [
      "is the tier in the name for the suffix family",
      { model: "x-video-1080p", seconds: "5", resolution: "480p" },
      "1080p",
    ],
    ["is always 720p for row 6", { model: "beta-2.5-30img", seconds: 5, resolution: "4k" }, "720p"],
    ["is 720p by default for row 6", { model: "beta-2.5-30img", seconds: 5 }, "720p"],
    ["is as given for other rows", { model: "sd2.0(9-0-0)", seconds: 5, resolution: "480p" }, "480p"],
    ["may be missing for other rows", { model: "sd2.0(9-0-0)", seconds: 5 }, undefined],
  ])("%s", (_which, fields, resolution) => {
    expect(parsed({ prompt: "a", ...fields }).resolution).toBe(resolution);
  });
});

it("describes every shape as JSON Schema, with its bounds", () => {
  const described = Object.fromEntries(
    videoBodySchemas().map(({ name, schema }) => [name, z.toJSONSchema(schema, { io: "input" })]),
  );
  expect(Object.keys(described)).toHaveLength(CANONICAL_MODELS.length + 3);
  expect(described["sd2.0(9-0-0)"]).toMatchObject({
    additionalProperties: false,
    properties: {
      prompt: { minLength: 1, maxLength: 2000 },
      seconds: { anyOf: [{ type: "integer", minimum: 5, maximum: 15 }, { type: "string" }] },
      images: { maxItems: 9 },
      aspect_ratio: { enum: ["16:9", "9:16", "1:1"] },
    },
  });
});
