import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Reference } from "../../../../src/core/request/reference.ts";
import { allowedSeconds } from "../../../../src/core/request/video/seconds.ts";
import { videoBody } from "../../../../src/core/request/video/video-body.ts";
import { findVideoModel, VIDEO_MODEL_NAMES } from "../../../../src/core/request/video/video-models.ts";
import type { ListedMedia, MediaRule, VideoModel } from "../../../../src/core/request/video/video-rules.ts";
import { checkVideoRequest, VideoRequest, type VideoOptions } from "../../../../src/core/request/video/video.ts";
import { parseVideoBody } from "../../../../src/core/request/video/wire-video.ts";
import { aClip, aPicture, aSound } from "../../../support/gateway/video-references.ts";

const RUNS = { numRuns: 40 };
const KINDS = ["image", "video", "audio"] as const;
const LISTED = ["delta-video-1080p", "epsilon-1"];
const MODELS = [...VIDEO_MODEL_NAMES, ...LISTED].map((name) => findVideoModel(name));

interface NewRequest {
  readonly options: VideoOptions;
  readonly references: readonly Reference[];
}

/** One change that makes a valid request invalid, and the rule that must report it. */
interface Mutation {
  readonly what: string;
  readonly rule: string;
  readonly change: (given: NewRequest) => NewRequest;
}

/** Any request that the model's rules allow. */
function requests(model: VideoModel): fc.Arbitrary<NewRequest> {
  const { resolution, aspectRatios } = model;
  const ratios = typeof aspectRatios === "string" ? [] : aspectRatios;
  const resolutions =
    typeof resolution === "string" ? [] : resolution.kind === "any" ? ["480p", "8k"] : resolution.values;
  return fc.record({
    options: fc.record(
      {
        model: fc.constant(model.name),
        prompt: prompts(model.promptMax ?? 5_000),
        seconds: fc.constantFrom(...allowedSeconds(model.seconds)).chain((one) => fc.constantFrom(one, String(one))),
        ...(resolutions.length === 0 ? {} : { resolution: fc.constantFrom(...resolutions) }),
        ...(ratios.length === 0 ? {} : { aspect_ratio: fc.constantFrom(...ratios) }),
        ...(model.face ? { face: fc.boolean() } : {}),
      },
      { requiredKeys: ["model", "prompt"] },
    ),
    references: fc
      .tuple(...KINDS.map((kind) => files(kind, model[`${kind}s`])))
      .chain((lists) => fc.shuffledSubarray(lists.flat(), { minLength: lists.flat().length })),
  });
}

function prompts(max: number): fc.Arbitrary<string> {
  return fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 200 })
    .map((text) => `a${text}`.trim())
    .chain((text) => fc.constantFrom(text, "🦊".repeat(max)));
}

function files(kind: Reference["kind"], rule: MediaRule): fc.Arbitrary<Reference[]> {
  if (typeof rule === "string") return fc.constant([]);
  return fc.array(file(kind, rule), { minLength: rule.min, maxLength: rule.max, size: "max" });
}

function file(kind: Reference["kind"], rule: ListedMedia): fc.Arbitrary<Reference> {
  if (kind === "video") return fc.double({ min: 0.01, max: 3_600, noNaN: true }).map((seconds) => aClip(seconds));
  if (kind === "audio") return fc.constantFrom("a.mp3", "b.MP3").map((name) => aSound({ name }));
  if (rule.form === "P") return fc.constant(aPicture());
  return fc.constantFrom(aPicture(), aPicture({ role: "reference_image" }));
}

/** Each of the model's bounds, violated separately. */
function mutations(model: VideoModel): Mutation[] {
  const seconds = allowedSeconds(model.seconds);
  const wrong = [(seconds[0] ?? 0) - 1, (seconds.at(-1) ?? 0) + 1, (seconds[0] ?? 0) + 0.5];
  return [
    option("an empty prompt", "empty", { prompt: " " }),
    ...(model.promptMax === undefined
      ? []
      : [option("a prompt too long", "too_long", { prompt: "🦊".repeat(model.promptMax + 1) })]),
    ...wrong.map((given) => option(`${given} seconds`, "seconds", { seconds: given })),
    option("seconds that are no number", "seconds", { seconds: "soon" }),
    ...resolutionMutations(model),
    typeof model.aspectRatios === "string"
      ? option("a ratio", "not_for_model", { aspect_ratio: "16:9" })
      : option("an odd ratio", "not_allowed", { aspect_ratio: "5:7" }),
    ...(model.face ? [] : [option("a face", "not_for_model", { face: true })]),
    ...KINDS.flatMap((kind) => mediaMutations(kind, model[`${kind}s`])),
  ];
}

function resolutionMutations({ kind, resolution }: VideoModel): Mutation[] {
  if (kind === "suffix") return [option("another tier", "tier", { resolution: "144p" })];
  if (typeof resolution === "string") return [option("a resolution", "not_for_model", { resolution: "720p" })];
  return [option("an odd resolution", "not_allowed", { resolution: resolution.kind === "any" ? " " : "144p" })];
}

function mediaMutations(kind: Reference["kind"], rule: MediaRule): Mutation[] {
  const one = { image: aPicture(), video: aClip(5), audio: aSound() }[kind];
  const without = (references: readonly Reference[]) => references.filter((other) => other.kind !== kind);
  const instead = (what: string, broken: string, ...given: Reference[]): Mutation => ({
    what,
    rule: broken,
    change: ({ options, references }) => ({ options, references: [...without(references), ...given] }),
  });
  if (typeof rule === "string") return [instead(`a reference ${kind}`, "reference_not_taken", one)];
  const tooMany = Array.from({ length: rule.max + 1 }, () => one);
  return [
    instead(`${rule.max + 1} ${kind}s`, "too_many_files", ...tooMany),
    ...(rule.min > 0 ? [instead(`no ${kind}s`, "reference_required")] : []),
    ...(rule.mp3Rule ? [instead("audio that is no MP3", "not_mp3", aSound({ name: "a.wav" }))] : []),
    ...(kind === "video" ? [instead("an endless video", "reference_length", aClip(3_601))] : []),
    ...(rule.form === "object" && kind === "image"
      ? []
      : [instead(`a first frame by ${kind}`, "role_not_taken", { ...one, role: "first_frame" })]),
  ];
}

function option(what: string, rule: string, changed: VideoOptions): Mutation {
  const change = ({ options, references }: NewRequest): NewRequest => ({
    options: { ...options, ...changed },
    references,
  });
  return { what, rule, change };
}

function check({ options, references }: NewRequest) {
  return checkVideoRequest(options, references, [...VIDEO_MODEL_NAMES, ...LISTED]);
}

describe.each(MODELS)("any valid request for $name", (model) => {
  it("is accepted, stored and read back, and its body parses to the same request", () => {
    fc.assert(
      fc.property(requests(model), (given) => {
        const checked = check(given);
        if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
        const request = checked.value;
        expect(VideoRequest.parse(JSON.parse(JSON.stringify(request)))).toEqual(request);

        const { body } = videoBody(request, ({ name }) => `https://easel.test/${name}`);
        expect(videoBody(request, ({ name }) => `https://easel.test/${name}`).body).toBe(body);
        const parsed = parseVideoBody(JSON.parse(body));
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
        const { seconds, prompt, aspectRatio, face, references } = parsed.value;
        expect({ seconds, prompt, aspectRatio, face }).toEqual({
          seconds: request.seconds,
          prompt: request.prompt,
          aspectRatio: request.aspectRatio,
          face: request.face ?? false,
        });
        const byKind = KINDS.flatMap((kind) => request.references.filter((one) => one.kind === kind));
        expect(references.map(({ kind, role }) => ({ kind, role }))).toEqual(
          byKind.map(({ kind, role }) => ({ kind, role })),
        );
        const lengths = request.references.map((one) => (one.kind === "video" ? Math.ceil(one.seconds ?? 0) : 0));
        expect(request.billedSeconds).toBe(lengths.reduce((sum, length) => sum + length, request.seconds));
      }),
      RUNS,
    );
  });

  it("has a body that the gateway refuses with any additional field", () => {
    const fields = ["face", "images", "videos", "audios", "aspect_ratio", "resolution", "reference_images", "n"];
    fc.assert(
      fc.property(requests(model), fc.constantFrom(...fields), (given, field) => {
        const checked = check(given);
        if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
        const { body } = videoBody(checked.value, ({ name }) => `https://easel.test/${name}`);
        const parsed = parseVideoBody({ ...JSON.parse(body), [field]: { unheard: "of" } });
        expect(parsed.ok ? [] : parsed.issues.map(({ param }) => param)).toEqual([field]);
      }),
      RUNS,
    );
  });

  it.each(mutations(model))("is refused by one rule, $rule, with $what", ({ change, rule }) => {
    fc.assert(
      fc.property(requests(model), (given) => {
        const checked = check(change(given));
        expect(checked.ok ? [] : checked.problems.map((problem) => problem.rule)).toEqual([rule]);
      }),
      { numRuns: 10 },
    );
  });
});
