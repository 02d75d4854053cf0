import { describe, expect, it } from "vitest";
import { billedSeconds } from "../../../../src/core/request/billing.ts";
import type { Reference } from "../../../../src/core/request/reference.ts";
import { videoBody } from "../../../../src/core/request/video/video-body.ts";
import { checkVideoRequest, type VideoOptions } from "../../../../src/core/request/video/video.ts";
import { aClip, aPicture, aSound } from "../../../support/gateway/video-references.ts";

const urlOf = ({ name }: Reference): string => `https://easel.test/media/t/${name}`;

function bodyOf(options: VideoOptions, references: readonly Reference[] = [], url = urlOf) {
  const checked = checkVideoRequest({ prompt: "a fox", ...options }, references);
  if (!checked.ok) throw new Error(`refused: ${JSON.stringify(checked.problems)}`);
  return videoBody(checked.value, url);
}

describe("a create's body", () => {
  it("of a canonical model has forms A, V and M, in a fixed order of fields", () => {
    const references = [
      aClip(4.2),
      aPicture({ name: "1.png" }),
      aSound(),
      aPicture({ name: "2.png", role: "reference_image" }),
    ];
    const options = { model: "sd2.0(9-3-3)", seconds: 10, aspect_ratio: "1:1", resolution: "720p" };
    expect(bodyOf(options, references).body).toBe(
      '{"model":"sd2.0(9-3-3)","prompt":"a fox","seconds":10,"resolution":"720p","aspect_ratio":"1:1",' +
        '"images":[{"url":"https://easel.test/media/t/1.png"},' +
        '{"url":"https://easel.test/media/t/2.png","role":"reference_image"}],' +
        '"videos":[{"url":"https://easel.test/media/t/fox.mp4","seconds":5}],' +
        '"audios":[{"url":"https://easel.test/media/t/fox.mp3"}]}',
    );
  });

  it("of form P has plain addresses", () => {
    expect(JSON.parse(bodyOf({ model: "alpha-h3(933/2K/支持真人)" }, [aPicture(), aClip(5), aSound()]).body)).toEqual({
      model: "alpha-h3(933/2K/支持真人)",
      prompt: "a fox",
      seconds: 15,
      images: ["https://easel.test/media/t/fox.png"],
      videos: ["https://easel.test/media/t/fox.mp4"],
      audios: ["https://easel.test/media/t/fox.mp3"],
    });
  });

  it("of the suffix family has string seconds, roles and explicit durations, and no resolution", () => {
    const references = [aPicture({ role: "last_frame" }), aPicture(), aClip(4.01), aSound()];
    const options = { model: "gamma3.0-video-480p", seconds: 10, aspect_ratio: "adaptive", resolution: "480p" };
    expect(bodyOf(options, references).body).toBe(
      '{"model":"gamma3.0-video-480p","prompt":"a fox","seconds":"10","aspect_ratio":"adaptive",' +
        '"reference_images":[{"url":"https://easel.test/media/t/fox.png","role":"last_frame"},' +
        '{"url":"https://easel.test/media/t/fox.png"}],' +
        '"reference_videos":[{"url":"https://easel.test/media/t/fox.mp4","duration":5}],' +
        '"reference_audios":[{"url":"https://easel.test/media/t/fox.mp3"}]}',
    );
  });

  it("omits what was not requested, including empty lists", () => {
    expect(bodyOf({ model: "beta-2.0-mini-12s" }).body).toBe(
      '{"model":"beta-2.0-mini-12s","prompt":"a fox","seconds":12}',
    );
  });

  it("contains face if requested", () => {
    expect(JSON.parse(bodyOf({ model: "beta-2.5-30img", face: true }).body)).toMatchObject({ face: true });
    expect(JSON.parse(bodyOf({ model: "beta-2.5-30img", face: false }).body)).not.toHaveProperty("face");
  });

  it("goes to the clip route", () => {
    expect(bodyOf({}).path).toBe("/v1/videos");
  });

  it("is never built with audio at a non-MP3 address", () => {
    expect(() => bodyOf({}, [aSound()], () => "https://easel.test/media/t/fox")).toThrow("must end with .mp3");
  });
});

describe("billed seconds", () => {
  it.each([
    // "10 s output plus one 5 s reference video is billed as 15 s"
    [10, [aClip(5)], 15],
    [10, [], 10],
    [10, [aPicture(), aSound({ seconds: 60 })], 10],
    [10, [aClip(4.001)], 15],
    [10, [aClip(0.2), aClip(0.2), aClip(1)], 13],
    // A sum of frames that misses the whole second by one bit.
    [10, [aClip(5 + 1e-9)], 15],
  ])("of %i s and %j are %i", (seconds, references, billed) => {
    expect(billedSeconds(seconds, references)).toBe(billed);
  });

  it("are part of the request", () => {
    const checked = checkVideoRequest({ prompt: "a", seconds: 10 }, [aClip(4.5), aClip(3)]);
    expect(checked).toMatchObject({ ok: true, value: { seconds: 10, billedSeconds: 18 } });
  });
});
