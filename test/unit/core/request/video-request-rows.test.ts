import { describe, expect, it } from "vitest";
import type { Reference } from "../../../../src/core/request/reference.ts";
import { checkVideoRequest, type VideoOptions } from "../../../../src/core/request/video/video.ts";
import { aClip, aPicture, aSound } from "../../../support/gateway/video-references.ts";

const WAV = aSound({ name: "fox.wav", mimeType: "audio/wav" });

function check(options: VideoOptions, references: readonly Reference[]) {
  return checkVideoRequest({ prompt: "a fox", ...options }, references);
}

/** The rule and the option of each problem, in order. */
function rules(options: VideoOptions, references: readonly Reference[]): string[] {
  const checked = check(options, references);
  return checked.ok
    ? []
    : checked.problems.map((problem) => ("option" in problem ? `${problem.rule} ${problem.option}` : problem.rule));
}

/** The given number of copies of one file. */
function times(count: number, file: Reference): Reference[] {
  return Array.from({ length: count }, () => file);
}

// The bounds of the contract's rows, as members give options; `video-properties.test.ts` covers any variant.
describe.each<{
  row: string;
  model: string;
  seconds: readonly number[];
  notSeconds: readonly number[];
  takes: readonly Reference[];
  refuses: readonly [string, VideoOptions, readonly Reference[]][];
}>([
  {
    row: "row 1",
    model: "alpha-h3(933/4-15秒/2K)",
    seconds: [4, 15],
    notSeconds: [3, 16],
    takes: [...times(9, aPicture({ role: "reference_image" })), ...times(3, aClip(5)), ...times(3, aSound())],
    refuses: [
      ["too_many_files", {}, times(10, aPicture())],
      ["too_many_files", {}, times(4, aClip(5))],
      ["too_many_files", {}, times(4, aSound())],
      ["not_mp3", {}, [WAV]],
      ["role_not_taken", {}, [aPicture({ role: "first_frame" })]],
      ["not_allowed resolution", { resolution: "768p" }, []],
      ["not_allowed aspect_ratio", { aspect_ratio: "21:9" }, []],
      ["not_for_model face", { face: true }, []],
      ["too_long prompt", { prompt: "a".repeat(2001) }, []],
    ],
  },
  {
    row: "row 2",
    model: "alpha-h3(933/4-15秒/768p)",
    seconds: [4, 15],
    notSeconds: [3, 16],
    takes: [...times(9, aPicture()), ...times(3, aClip(5)), ...times(3, aSound())],
    refuses: [
      ["not_allowed resolution", { resolution: "2k" }, []],
      ["too_many_files", {}, times(10, aPicture())],
    ],
  },
  {
    row: "row 3",
    model: "alpha-h3(933/2K/支持真人)",
    seconds: [15],
    notSeconds: [14, 16],
    takes: [...times(9, aPicture()), ...times(3, aClip(5)), ...times(3, WAV)],
    refuses: [
      ["role_not_taken", {}, [aPicture({ role: "reference_image" })]],
      ["too_many_files", {}, times(10, aPicture())],
      ["too_many_files", {}, times(4, aClip(5))],
      ["too_many_files", {}, times(4, WAV)],
    ],
  },
  {
    row: "row 4",
    model: "alpha-h3-8img3audio",
    seconds: [5, 15],
    notSeconds: [4, 16],
    takes: [...times(8, aPicture()), ...times(3, WAV)],
    refuses: [
      ["too_many_files", {}, times(9, aPicture())],
      ["reference_not_taken", {}, [aClip(5)]],
      ["not_allowed aspect_ratio", { aspect_ratio: "1:1" }, []],
      ["not_allowed resolution", { resolution: "720p" }, []],
    ],
  },
  {
    row: "row 5",
    model: "beta-2.0-mini-12s",
    seconds: [12],
    notSeconds: [11, 13],
    takes: [],
    refuses: [
      ["reference_not_taken", {}, [aPicture()]],
      ["reference_not_taken", {}, [aClip(5)]],
      ["reference_not_taken", {}, [aSound()]],
      ["not_for_model aspect_ratio", { aspect_ratio: "16:9" }, []],
    ],
  },
  {
    row: "row 6",
    model: "beta-2.5-30img",
    seconds: [4, 30],
    notSeconds: [3, 31],
    takes: [...times(30, aPicture()), ...times(10, aSound())],
    refuses: [
      ["too_many_files", {}, times(31, aPicture())],
      ["too_many_files", {}, times(11, aSound())],
      ["reference_not_taken", {}, [aClip(5)]],
      ["not_allowed resolution", { resolution: " " }, []],
    ],
  },
  {
    row: "row 7",
    model: "beta-2.0-15s-480p",
    seconds: [15],
    notSeconds: [14, 16],
    takes: [...times(9, aPicture()), ...times(3, aSound())],
    refuses: [
      ["reference_required", {}, []],
      ["too_many_files", {}, times(10, aPicture())],
      ["reference_not_taken", {}, [aPicture(), aClip(5)]],
      ["not_for_model aspect_ratio", { aspect_ratio: "16:9" }, [aPicture()]],
      ["not_allowed resolution", { resolution: "720p" }, [aPicture()]],
    ],
  },
  {
    row: "row 8",
    model: "sd2.0(9-0-0)",
    seconds: [5, 15],
    notSeconds: [4, 16],
    takes: times(9, aPicture()),
    refuses: [
      ["reference_not_taken", {}, [aClip(5)]],
      ["reference_not_taken", {}, [aSound()]],
      ["not_allowed aspect_ratio", { aspect_ratio: "4:3" }, []],
    ],
  },
  {
    row: "row 9",
    model: "sd2.0(9-3-3)",
    seconds: [5, 15],
    notSeconds: [4, 16],
    takes: [...times(9, aPicture()), ...times(3, aClip(5)), ...times(3, aSound())],
    refuses: [["not_allowed resolution", { resolution: "480p" }, []]],
  },
  {
    row: "row 10",
    model: "sd2.0(fast原生过真人933/720P)",
    seconds: [4, 15],
    notSeconds: [3, 16],
    takes: [...times(9, aPicture()), ...times(3, aClip(5)), ...times(3, aSound())],
    refuses: [["not_allowed resolution", { resolution: "480p" }, []]],
  },
  {
    row: "row 11",
    model: "sd2.0(mini9图3音频)",
    seconds: [12, 15],
    notSeconds: [11, 16],
    takes: [...times(9, aPicture()), ...times(3, aSound())],
    refuses: [["reference_not_taken", {}, [aClip(5)]]],
  },
  {
    row: "row 12",
    model: "sd2.5(30图10音)",
    seconds: [4, 30],
    notSeconds: [3, 31],
    takes: [...times(30, aPicture()), ...times(10, aSound())],
    refuses: [["too_many_files", {}, times(31, aPicture())]],
  },
  {
    row: "row 13",
    model: "sd2.5(10参考图10音频)",
    seconds: [4, 30],
    notSeconds: [3, 31],
    takes: [...times(10, aPicture()), ...times(10, aSound())],
    refuses: [["too_many_files", {}, times(11, aPicture())]],
  },
  {
    row: "row 14",
    model: "sd2.5(9参考图)",
    seconds: [4, 30],
    notSeconds: [3, 31],
    takes: times(9, aPicture()),
    refuses: [["reference_not_taken", {}, [aSound()]]],
  },
  {
    row: "row 15",
    model: "sd2.0(满血933过人脸720P)",
    seconds: [5, 10, 15],
    notSeconds: [4, 6, 20],
    takes: [...times(9, aPicture()), ...times(3, aClip(5))],
    refuses: [
      ["reference_not_taken", {}, [aSound()]],
      ["not_for_model aspect_ratio", { aspect_ratio: "16:9" }, []],
    ],
  },
  {
    row: "family, video series",
    model: "gamma3.0-video-480p",
    seconds: [2, 30],
    notSeconds: [1, 31],
    takes: [
      aPicture({ role: "first_frame" }),
      aPicture({ role: "last_frame" }),
      ...times(8, aPicture()),
      ...times(3, aClip(5)),
      aSound(),
    ],
    refuses: [
      ["too_many_files", {}, times(11, aPicture())],
      ["role_repeated", {}, times(2, aPicture({ role: "first_frame" }))],
      ["role_not_taken", {}, [aClip(5, { role: "first_frame" })]],
      ["not_allowed aspect_ratio", { aspect_ratio: "4:3" }, []],
      ["not_mp3", {}, [WAV]],
      ["tier", { resolution: "720p" }, []],
    ],
  },
  {
    row: "family, image series",
    model: "gamma3.0-image-480p",
    seconds: [2, 30],
    notSeconds: [1, 31],
    takes: [...times(10, aPicture()), aSound()],
    refuses: [["reference_not_taken", {}, [aClip(5)]]],
  },
])("$row, $model", ({ model, seconds, notSeconds, takes, refuses }) => {
  it.each(seconds)("accepts %i seconds", (given) => {
    expect(check({ model, seconds: given }, takes)).toMatchObject({
      ok: true,
      value: { model, seconds: given, references: takes },
    });
  });

  it.each(notSeconds)("refuses %i seconds", (given) => {
    expect(rules({ model, seconds: given }, takes)).toEqual(["seconds seconds"]);
  });

  it.each(refuses)("refuses by %s %j", (rule, options, references) => {
    expect(rules({ model, ...options }, references)).toEqual([rule]);
  });
});
