import { describe, expect, it } from "vitest";
import type { RequestProblem } from "../../../../src/core/request/problem.ts";
import type { Reference } from "../../../../src/core/request/reference.ts";
import { VIDEO_MODEL_NAMES } from "../../../../src/core/request/video/video-models.ts";
import { checkVideoRequest, VideoRequest, type VideoOptions } from "../../../../src/core/request/video/video.ts";
import { aClip, aPicture, aSound } from "../../../support/gateway/video-references.ts";

const WAV = aSound({ name: "fox.wav", mimeType: "audio/wav" });

function accepted(options: VideoOptions, references: readonly Reference[] = []): VideoRequest {
  const checked = checkVideoRequest({ prompt: "a fox", ...options }, references);
  if (!checked.ok) throw new Error(`refused: ${JSON.stringify(checked.problems)}`);
  return checked.value;
}

function problems(
  options: VideoOptions,
  references: readonly Reference[] = [],
  listed?: readonly string[],
): readonly RequestProblem[] {
  const checked = checkVideoRequest({ prompt: "a fox", ...options }, references, listed);
  return checked.ok ? [] : checked.problems;
}

function rules(options: VideoOptions, references: readonly Reference[] = []): string[] {
  return problems(options, references).map((problem) =>
    "option" in problem ? `${problem.rule} ${problem.option}` : problem.rule,
  );
}

/** The given number of copies of one file. */
function times(count: number, file: Reference): Reference[] {
  return Array.from({ length: count }, () => file);
}

describe("seconds", () => {
  it.each([
    [{ seconds: "10" }, 10],
    [{ duration: 10 }, 10],
    [{ duration: "10" }, 10],
    [{ seconds: "１０" }, 10],
    [{ seconds: 10, duration: "10" }, 10],
  ])("may be given as %j", (options, seconds) => {
    expect(accepted(options).seconds).toBe(seconds);
  });

  it.each(["10s", "10.0", "+10", " 10", "1e1", "", "010", "ten", "١٠"])("can't be %j", (seconds) => {
    expect(problems({ seconds })).toMatchObject([{ rule: "seconds", option: "seconds", given: seconds }]);
  });

  it("can't be anything but a whole number", () => {
    expect(problems({ seconds: 4.5 })).toMatchObject([{ rule: "seconds", given: "4.5" }]);
    expect(problems({ seconds: Number.NaN })).toMatchObject([{ rule: "seconds", given: "NaN" }]);
  });

  it("can't contradict duration", () => {
    expect(problems({ seconds: 5, duration: "6" })).toEqual([
      { rule: "conflict", option: "seconds", given: "5", other: "duration", otherGiven: "6" },
    ]);
  });

  it.each([
    ["gamma3.0-video-720p", 5],
    ["alpha-h3(933/4-15秒/2K)", 5],
    ["sd2.0(mini9图3音频)", 12],
    ["beta-2.0-mini-12s", 12],
    ["sd2.0(满血933过人脸720P)", 5],
  ])("of %s are %i by default", (model, seconds) => {
    expect(accepted({ model }).seconds).toBe(seconds);
  });
});

describe("prompt", () => {
  it.each(["", "   ", "\0"])("can't be empty: %j", (prompt) => {
    expect(rules({ prompt })).toEqual(["empty prompt"]);
  });

  it("counts characters as people do", () => {
    const model = "sd2.0(9-0-0)";
    expect(rules({ model, prompt: "🦊".repeat(2000) })).toEqual([]);
    expect(problems({ model, prompt: "🦊".repeat(2001) })).toEqual([
      { rule: "too_long", option: "prompt", length: 2001, max: 2000 },
    ]);
  });

  it("has no maximum if the contract has none", () => {
    const prompt = "a".repeat(50_000);
    for (const model of [
      "alpha-h3(933/2K/支持真人)",
      "alpha-h3-8img3audio",
      "gamma3.0-video-480p",
      "gamma3.0-image-480p",
    ]) {
      expect(rules({ model, prompt }), model).toEqual([]);
    }
    expect(problems({ model: "delta9-image-1080p", prompt }, [], ["delta9-image-1080p"])).toEqual([]);
    expect(problems({ model: "epsilon-1", prompt }, [], ["epsilon-1"])).toEqual([]);
  });
});

describe("resolution", () => {
  it("of a suffix model is its tier; another one suggests the sibling", () => {
    expect(accepted({ model: "gamma3.0-video-480p", resolution: "480P" }).resolution).toBe("480p");
    expect(accepted({ model: "gamma3.0-video-480p" }).resolution).toBe("480p");
    expect(problems({ model: "gamma3.0-video-480p", resolution: "720p" })).toEqual([
      { rule: "tier", given: "720p", model: "gamma3.0-video-480p", tier: "480p", sibling: "gamma3.0-video-720p" },
    ]);
  });

  it("doesn't suggest a sibling that the key doesn't list or that can't exist", () => {
    const options = { model: "gamma3.0-video-480p", resolution: "1080p" };
    expect(problems(options, [], ["gamma3.0-video-480p"])).toMatchObject([{ rule: "tier", sibling: undefined }]);
    expect(problems(options, [], ["gamma3.0-video-480p", "gamma3.0-video-1080p"])).toMatchObject([
      { rule: "tier", sibling: "gamma3.0-video-1080p" },
    ]);
    expect(problems({ ...options, resolution: "2k" })).toMatchObject([{ rule: "tier", sibling: undefined }]);
  });

  it("of row 6 is normalised", () => {
    expect(accepted({ model: "beta-2.5-30img", resolution: "4K" }).resolution).toBe("720p");
  });

  it("may be written in capitals", () => {
    expect(accepted({ model: "alpha-h3(933/4-15秒/2K)", resolution: "2K" }).resolution).toBe("2k");
  });
});

describe("model", () => {
  it("is refused with the most similar name if misspelt", () => {
    expect(problems({ model: "sd2.0(9-3-2)" })).toEqual([
      { rule: "unknown_model", given: "sd2.0(9-3-2)", allowed: VIDEO_MODEL_NAMES, suggestion: "sd2.0(9-3-3)" },
    ]);
  });

  it("is refused if it makes pictures", () => {
    const given = "provider-a/image-2";
    const problem = { rule: "model_of_other_kind", given, makes: "image" };
    for (const model of [given, "image-2"])
      expect(problems({ model })).toEqual([{ ...problem, allowed: VIDEO_MODEL_NAMES }]);
    expect(problems({ model: given }, [], ["epsilon-1"])).toEqual([{ ...problem, allowed: ["epsilon-1"] }]);
    // A gateway may list a clip model under such a name.
    expect(checkVideoRequest({ prompt: "a", model: given }, [], [given])).toMatchObject({ ok: true });
  });

  it("is refused if the gateway doesn't list it, even if documented", () => {
    const listed = ["sd2.5(9参考图)", "epsilon-1"];
    for (const model of ["gamma3.0-video-720p", "alpha-h3-8img3audio"]) {
      expect(problems({ model }, [], listed)).toEqual([
        { rule: "unlisted_model", option: "model", given: model, allowed: listed },
      ]);
    }
    expect(problems({ model: "delta-video-720p" }, [], listed)).toMatchObject([
      { rule: "unknown_model", allowed: listed },
    ]);
    expect(problems({}, [], [])).toMatchObject([{ rule: "unlisted_model", allowed: [] }]);
  });

  it("is sent as the gateway's list spells it", () => {
    const checked = checkVideoRequest({ prompt: "a", model: "SD2.0(9-0-0)" }, [], ["sd2.0（9-0-0）"]);
    expect(checked).toMatchObject({ ok: true, value: { model: "sd2.0（9-0-0）", seconds: 5 } });
  });

  it("is suggested only if listed", () => {
    const listed = ["sd2.0(9-0-0)", "beta-2.5-30img"];
    expect(problems({ model: "sd2.0(9-0-0)", face: true }, [], listed)).toMatchObject([
      { rule: "not_for_model", models: ["beta-2.5-30img"] },
    ]);
    expect(problems({ model: "sd2.0(9-0-0)" }, [aClip(2)], listed)).toMatchObject([
      { rule: "reference_not_taken", models: [] },
    ]);
  });

  it("is accepted without documented rules if the key lists it, with the common fields only", () => {
    const listed = ["Epsilon-1"];
    expect(checkVideoRequest({ prompt: "a", model: "epsilon-1", seconds: 90 }, [], listed)).toMatchObject({
      ok: true,
      value: { model: "Epsilon-1", seconds: 90 },
    });
    expect(problems({ model: "epsilon-1" })).toMatchObject([{ rule: "unknown_model" }]);
    expect(problems({ model: "epsilon-2" }, [], listed)).toMatchObject([
      { rule: "unknown_model", suggestion: "Epsilon-1" },
    ]);
    expect(
      problems({ model: "epsilon-1", resolution: "720p", aspect_ratio: "1:1" }, [aPicture()], listed).map(
        ({ rule }) => rule,
      ),
    ).toEqual(["not_for_model", "not_for_model", "reference_not_taken"]);
  });

  it("is accepted from the suffix family unless a list says otherwise", () => {
    expect(problems({ model: "delta-video-720p" })).toEqual([]);
    expect(problems({ model: "gamma3.1-video-720p" }, [], ["gamma3.0-video-720p"])).toMatchObject([
      { rule: "unknown_model", suggestion: "gamma3.0-video-720p" },
    ]);
  });
});

describe("references", () => {
  it.each([[undefined], [0], [-1], [Number.NaN], [Number.POSITIVE_INFINITY], [3600.5]])(
    "that are videos can't last %s seconds",
    (seconds) => {
      const { seconds: _, ...clip } = aClip(1);
      expect(rules({}, [seconds === undefined ? clip : aClip(seconds)])).toEqual(["reference_length"]);
    },
  );

  it("that are audio must be MP3 by name and by bytes", () => {
    expect(rules({}, [aSound({ name: "fox.MP3" })])).toEqual([]);
    expect(rules({}, [aSound({ name: "fox.wav" })])).toEqual(["not_mp3"]);
    expect(rules({}, [aSound({ mimeType: "audio/wav" })])).toEqual(["not_mp3"]);
  });

  it("that aren't accepted suggest models that accept them, most similar first", () => {
    expect(problems({ model: "gamma3.0-image-480p" }, [aClip(5)])).toEqual([
      {
        rule: "reference_not_taken",
        kind: "video",
        names: ["fox.mp4"],
        model: "gamma3.0-image-480p",
        models: ["gamma3.0-video-480p", "gamma3.0-video-720p", "alpha-h3(933/4-15秒/2K)"],
      },
    ]);
  });
});

it("finds all problems at once", () => {
  expect(
    rules(
      {
        prompt: " ",
        model: "sd2.0(9-3-3)",
        seconds: 20,
        duration: 21,
        resolution: "480p",
        aspect_ratio: "x",
        face: true,
      },
      [...times(4, aClip(4000)), WAV],
    ),
  ).toEqual([
    "empty prompt",
    "seconds seconds",
    "seconds duration",
    "conflict seconds",
    "not_allowed resolution",
    "not_allowed aspect_ratio",
    "not_for_model face",
    "too_many_files",
    ...times(4, aClip(1)).map(() => "reference_length"),
    "not_mp3",
  ]);
});

it("reads a stored request back unchanged", () => {
  const request = accepted({ model: "beta-2.5-30img", face: true, aspect_ratio: "21：9" }, [aPicture(), aSound()]);
  expect(VideoRequest.parse(JSON.parse(JSON.stringify(request)))).toEqual(request);
  expect(request).toMatchObject({ face: true, aspectRatio: "21:9" });
});
