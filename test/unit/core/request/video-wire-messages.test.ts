import { describe, expect, it } from "vitest";
import { parseVideoBody } from "../../../../src/core/request/video/wire-video.ts";

const ADDRESS = "must be an http or https address";
const MP3_ADDRESS = "must be an MP3: the path of the address ends with .mp3";
const LENGTH = "must be an integer from 1 to 3600";
const PNG = "https://media.test/fox.png";
const MP4 = "https://media.test/fox.mp4";
const MP3 = "https://media.test/fox.mp3";
const links = (count: number): string[] => Array.from({ length: count }, () => PNG);

/** Every issue of a body, as `field: why`. */
function issues(model: unknown, fields: Record<string, unknown>): string[] {
  const result = parseVideoBody({ model, ...fields });
  return result.ok ? [] : result.issues.map(({ param, message }) => `${param}: ${message}`);
}

const ROW_9 = { prompt: "a", seconds: 5 };
const FAMILY = { prompt: "a", seconds: "5" };

describe("a refused body of a canonical model says what is wrong", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["sd2.0(9-3-3)", { seconds: 5 }, "prompt: is required"],
    ["sd2.0(9-3-3)", { ...ROW_9, prompt: 7 }, "prompt: must be a text"],
    ["sd2.0(9-3-3)", { ...ROW_9, prompt: "" }, "prompt: must not be empty"],
    ["sd2.0(9-3-3)", { ...ROW_9, prompt: "a".repeat(2001) }, "prompt: must have at most 2000 characters"],
    ["sd2.0(9-3-3)", { prompt: "a" }, "seconds: is required"],
    ["sd2.0(9-3-3)", { prompt: "a", seconds: 4 }, "seconds: must be an integer: 5 to 15"],
    ["sd2.0(9-3-3)", { prompt: "a", seconds: 16 }, "seconds: must be an integer: 5 to 15"],
    ["sd2.0(9-3-3)", { prompt: "a", seconds: 5.5 }, "seconds: must be an integer: 5 to 15"],
    ["sd2.0(9-3-3)", { prompt: "a", seconds: "five" }, "seconds: must be an integer: 5 to 15"],
    ["sd2.0(9-3-3)", { ...ROW_9, duration: 6 }, "duration: conflicts with seconds"],
    ["beta-2.0-mini-12s", { prompt: "a", seconds: 11 }, "seconds: must be an integer: 12"],
    ["sd2.0(满血933过人脸720P)", { prompt: "a", seconds: 6 }, "seconds: must be an integer: 5, 10, 15"],
    ["sd2.0(9-0-0)", { ...ROW_9, resolution: "1080p" }, "resolution: must be one of 480p, 720p"],
    ["beta-2.5-30img", { ...ROW_9, resolution: 720 }, "resolution: must be a text"],
    ["beta-2.5-30img", { ...ROW_9, resolution: "" }, "resolution: must not be empty"],
    ["beta-2.5-30img", { ...ROW_9, face: "yes" }, "face: must be true or false"],
    ["sd2.0(9-3-3)", { ...ROW_9, aspect_ratio: "4:3" }, "aspect_ratio: must be one of 16:9, 9:16, 1:1"],
    ["sd2.0(9-0-0)", { ...ROW_9, videos: [MP4] }, "videos: is not a field of this model's requests"],
    ["sd2.0(9-3-3)", { ...ROW_9, images: 7 }, "images: must be an array"],
    ["sd2.0(9-3-3)", { ...ROW_9, images: links(10) }, "images: must have at most 9"],
    ["beta-2.0-15s-480p", { prompt: "a", seconds: 15 }, "images: is required"],
    ["beta-2.0-15s-480p", { prompt: "a", seconds: 15, images: 7 }, "images: must be an array"],
    ["beta-2.0-15s-480p", { prompt: "a", seconds: 15, images: [] }, "images: must have at least 1"],
    ["beta-2.0-mini-12s", { prompt: "a", seconds: 12, images: [PNG] }, "images: must be empty for this model"],
    ["alpha-h3-8img3audio", { ...ROW_9, videos: [MP4] }, "videos: must be empty for this model"],
    [
      "sd2.0(9-3-3)",
      { ...ROW_9, images: [{ url: PNG, role: "first_frame" }] },
      `images[0]: ${ADDRESS}, or { url, role? } whose role can only be reference_image`,
    ],
    [
      "sd2.0(9-3-3)",
      { ...ROW_9, videos: [7] },
      `videos[0]: ${ADDRESS}, or { url, seconds? } whose seconds are an integer from 1 to 3600`,
    ],
    ["sd2.0(9-3-3)", { ...ROW_9, audios: [7] }, `audios[0]: ${ADDRESS} whose path ends with .mp3, or { url } with one`],
    ["sd2.0(9-3-3)", { ...ROW_9, videos: [{ url: MP4, seconds: 3601 }] }, `videos[0].seconds: ${LENGTH}`],
    ["sd2.0(9-3-3)", { ...ROW_9, audios: [PNG] }, `audios[0]: ${MP3_ADDRESS}`],
    ["alpha-h3-8img3audio", { ...ROW_9, images: ["ftp://media.test/fox.png"] }, `images[0]: ${ADDRESS}`],
    ["brand-new", { prompt: "a", seconds: 3601 }, "seconds: must be an integer: 1 to 3600"],
    ["brand-new", { prompt: "a", seconds: "3601" }, "seconds: must be an integer: 1 to 3600"],
    ["brand-new", { prompt: "a", seconds: "5s" }, "seconds: must be an integer: 1 to 3600"],
    ["brand-new", { ...ROW_9, images: [PNG] }, "images: is not a field of this model's requests"],
  ])("%s: %j", (model, fields, issue) => {
    expect(issues(model, fields)).toEqual([issue]);
  });

  it("also if it names no model", () => {
    expect(issues(7, ROW_9)).toEqual(["model: must be the name of a model"]);
  });
});

describe("a refused body of the suffix family says what is wrong", () => {
  const media = (...items: unknown[]) => ({ ...FAMILY, input: { media: items } });
  it.each<[string, Record<string, unknown>, string]>([
    ["gamma3.0-video-480p", { ...FAMILY, seconds: 5 }, "seconds: must be the string of an integer: 2 to 30"],
    ["gamma3.0-video-480p", { ...FAMILY, seconds: "31" }, "seconds: must be the string of an integer: 2 to 30"],
    ["gamma3.0-video-480p", { ...FAMILY, duration: 31 }, "duration: must be an integer: 2 to 30"],
    ["gamma3.0-video-480p", { ...FAMILY, size: 7 }, "size: must be a text"],
    ["gamma3.0-video-480p", { ...FAMILY, resolution: 7 }, "resolution: must be a text"],
    [
      "gamma3.0-video-480p",
      { ...FAMILY, aspect_ratio: "4:3" },
      "aspect_ratio: must be one of 16:9, 9:16, 1:1, adaptive",
    ],
    [
      "gamma3.0-image-480p",
      { ...FAMILY, reference_videos: [{ url: MP4, duration: 5 }] },
      "reference_videos: is not for models of the image series",
    ],
    [
      "gamma3.0-video-480p",
      { ...FAMILY, reference_images: [PNG] },
      "reference_images[0]: must be an object { url, role? }",
    ],
    [
      "gamma3.0-video-480p",
      { ...FAMILY, reference_images: [{ url: PNG, role: "middle" }] },
      "reference_images[0].role: must be one of reference_image, first_frame, last_frame",
    ],
    [
      "gamma3.0-video-480p",
      { ...FAMILY, reference_videos: [{ url: MP4 }] },
      "reference_videos[0].duration: is required: an integer number of seconds",
    ],
    [
      "gamma3.0-video-480p",
      { ...FAMILY, reference_videos: [{ url: MP4, duration: 5, seconds: 6 }] },
      "reference_videos[0].duration: conflicts with seconds",
    ],
    [
      "gamma3.0-video-480p",
      { ...FAMILY, reference_videos: [{ url: MP4, duration: 0 }] },
      `reference_videos[0].duration: ${LENGTH}`,
    ],
    ["gamma3.0-video-480p", { ...FAMILY, reference_audios: [{ url: PNG }] }, `reference_audios[0].url: ${MP3_ADDRESS}`],
    ["gamma3.0-video-480p", media({ type: "reference_audio", url: PNG }), `input.media[0].url: ${MP3_ADDRESS}`],
    [
      "gamma3.0-video-480p",
      media({ type: "first_frame", url: PNG, duration: 5 }),
      "input.media[0].duration: belongs to a reference_video",
    ],
    [
      "gamma3.0-image-480p",
      media({ type: "reference_video", url: MP4, duration: 5 }),
      "input.media: takes no reference videos for this model",
    ],
    [
      "gamma3.0-video-480p",
      { ...media({ type: "last_frame", url: PNG }), reference_images: links(10).map((url) => ({ url })) },
      "input.media: brings the images to more than 10",
    ],
    [
      "gamma3.0-video-480p",
      { ...media({ type: "reference_video", url: MP4, duration: 5 }), reference_videos: [{ url: MP4, duration: 5 }] },
      "input.media[0]: is in reference_videos as well: a video has one place",
    ],
  ])("%s: %j", (model, fields, issue) => {
    expect(issues(model, fields)).toEqual([issue]);
  });
});

describe("an accepted body", () => {
  it.each([
    ["brand-new", { prompt: "a", seconds: "3600" }, 3600],
    ["brand-new", { prompt: "a", seconds: "10" }, 10],
    ["sd2.0(9-3-3)", { prompt: "a", duration: "10" }, 10],
    ["sd2.0(9-3-3)", { prompt: "a", seconds: 10, duration: "10" }, 10],
    ["sd2.0(满血933过人脸720P)", { prompt: "a", seconds: "15" }, 15],
  ])("%s: %j is of that many seconds", (model, fields, seconds) => {
    expect(parseVideoBody({ model, ...fields })).toMatchObject({ ok: true, value: { seconds, face: false } });
  });

  it("contains everything that was sent, in one shape", () => {
    expect(parseVideoBody({ model: "beta-2.5-30img", ...ROW_9, aspect_ratio: "21:9", face: true })).toMatchObject({
      ok: true,
      value: { prompt: "a", aspectRatio: "21:9", face: true, resolution: "720p", references: [] },
    });
    const input = {
      media: [
        { type: "reference_audio", url: MP3 },
        { type: "reference_video", url: "https://media.test/other.mp4", duration: 4 },
        { type: "reference_video", url: PNG, seconds: 3 },
      ],
    };
    const fields = {
      ...FAMILY,
      reference_images: [{ url: PNG }],
      reference_videos: [{ url: MP4, duration: 5 }],
      input,
    };
    const plain = { role: undefined, seconds: undefined };
    expect(parseVideoBody({ model: "gamma3.0-video-480p", ...fields })).toMatchObject({
      value: {
        references: [
          { kind: "image", url: PNG, ...plain },
          { kind: "video", url: MP4, role: undefined, seconds: 5 },
          { kind: "audio", url: MP3, ...plain },
          { kind: "video", url: "https://media.test/other.mp4", role: undefined, seconds: 4 },
          { kind: "video", url: PNG, role: undefined, seconds: 3 },
        ],
      },
    });
  });
});
