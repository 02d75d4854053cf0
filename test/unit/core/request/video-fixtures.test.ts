import { describe, expect, it } from "vitest";
import { allowedSeconds } from "../../../../src/core/request/video/seconds.ts";
import { CANONICAL_MODELS, SUFFIX_MODEL_NAMES } from "../../../../src/core/request/video/video-catalogue.ts";
import type { CanonicalModel } from "../../../../src/core/request/video/video-rules.ts";
import type { Fields, VideoFixture } from "../../../support/gateway/video-fixture.ts";
import { ROWS_1_TO_7 } from "../../../support/gateway/video-rows-1.ts";
import { ROWS_FROM_8 } from "../../../support/gateway/video-rows-2.ts";
import { SUFFIX_ROWS } from "../../../support/gateway/video-rows-suffix.ts";

const FIRST_FILE = "test/support/gateway/video-rows-1.ts";
const VARIANTS_FILE = "test/support/gateway/video-rows-2.ts";
const SUFFIX_FILE = "test/support/gateway/video-rows-suffix.ts";
const CATALOGUE_FILE = "src/core/request/video/video-catalogue.ts";
const KINDS = ["images", "videos", "audios"] as const;

const FIXTURES = [...ROWS_1_TO_7, ...ROWS_FROM_8];

type Shows = (body: Fields) => boolean;

/** The gaps in a variant's fixtures, one line each: every bound must be tested from both sides. */
function missing(model: CanonicalModel, { accepts, refuses }: VideoFixture): string[] {
  const accepted = (shows: Shows): boolean => accepts.some(([, body]) => shows(body));
  const refused = (field: string, shows: Shows = () => true): boolean =>
    refuses.some(([, body, param]) => param === field && shows(body));
  const { promptMax, resolution, aspectRatios } = model;
  const seconds = allowedSeconds(model.seconds);
  const shortest = Math.min(...seconds);
  const longest = Math.max(...seconds);
  const resolutions = typeof resolution !== "string" && resolution.kind === "one of" ? resolution.values : [];

  const between = seconds.flatMap((one, index) => {
    const next = seconds[index + 1] ?? one;
    return next > one + 1 ? [[one, next] as const] : [];
  });

  const demands: readonly (readonly [line: string, met: boolean])[] = [
    [`accepts: seconds ${shortest}`, accepted((body) => Number(body["seconds"]) === shortest)],
    [`accepts: seconds ${longest}`, accepted((body) => Number(body["seconds"]) === longest)],
    [`refuses: fewer seconds than ${shortest}`, refused("seconds", (body) => Number(body["seconds"]) < shortest)],
    [`refuses: more seconds than ${longest}`, refused("seconds", (body) => Number(body["seconds"]) > longest)],
    ...between.flatMap(([one, next]) => [
      [`accepts: seconds ${one}`, accepted((body) => Number(body["seconds"]) === one)] as const,
      [
        `refuses: seconds between ${one} and ${next}`,
        refused("seconds", (body) => Number(body["seconds"]) > one && Number(body["seconds"]) < next),
      ] as const,
    ]),
    ...resolutions.map(
      (one) => [`accepts: resolution ${one}`, accepted((body) => body["resolution"] === one)] as const,
    ),
    ["refuses: a resolution", refused("resolution")],
    ["refuses: an aspect_ratio", refused("aspect_ratio")],
  ];
  const lines = demands.flatMap(([line, met]) => (met ? [] : [line]));
  if (
    typeof aspectRatios !== "string" &&
    !accepted((body) => aspectRatios.some((one) => one === body["aspect_ratio"]))
  ) {
    lines.push("accepts: an aspect_ratio");
  }
  if (promptMax !== undefined && !accepted(hasPrompt(promptMax)))
    lines.push(`accepts: a prompt of ${promptMax} characters`);
  if (promptMax !== undefined && !refused("prompt", hasPrompt(promptMax + 1))) {
    lines.push(`refuses: a prompt of ${promptMax + 1} characters`);
  }
  for (const kind of KINDS) {
    const rule = model[kind];
    const max = typeof rule === "string" ? 0 : rule.max;
    if (max === 0 && !refused(kind)) lines.push(`refuses: ${kind}`);
    if (max > 0 && !accepted(hasFiles(kind, max))) lines.push(`accepts: ${max} ${kind}`);
    if (max > 0 && !refused(kind, hasFiles(kind, max + 1))) lines.push(`refuses: ${max + 1} ${kind}`);
  }
  return lines;
}

function hasPrompt(length: number): Shows {
  return ({ prompt }) => typeof prompt === "string" && prompt.length === length;
}

function hasFiles(kind: string, count: number): Shows {
  return (body) => Array.isArray(body[kind]) && body[kind].length === count;
}

describe("the fixtures, which are written by hand from the contract", () => {
  it.each(CANONICAL_MODELS)("show both sides of every bound of $name", (model) => {
    const fixture = FIXTURES.find((one) => one.model === model.name);
    expect(fixture, `add what ${model.name} accepts and refuses to ${VARIANTS_FILE}`).toBeDefined();
    if (fixture === undefined) return;
    const file = ROWS_1_TO_7.includes(fixture) ? FIRST_FILE : VARIANTS_FILE;
    expect(missing(model, fixture), `add these bodies of ${model.name} to ${file}`).toEqual([]);
  });

  it("have the variants of the catalogue in its order, each once", () => {
    const rows = CANONICAL_MODELS.map(({ row, name }) => [`row ${row}`, name]);
    expect(
      FIXTURES.map(({ row, model }) => [row, model]),
      `${CATALOGUE_FILE} and ${VARIANTS_FILE} differ`,
    ).toEqual(rows);
    expect(CANONICAL_MODELS.map(({ row }) => row)).toEqual(CANONICAL_MODELS.map((_, index) => index + 1));
  });

  it.each(SUFFIX_MODEL_NAMES)("show what %s accepts and refuses", (name) => {
    const fixture = SUFFIX_ROWS.find((one) => one.model === name);
    const demanded = `add what ${name} accepts and refuses to ${SUFFIX_FILE}`;
    expect(fixture?.accepts.length, demanded).toBeGreaterThan(0);
    expect(fixture?.refuses.length, demanded).toBeGreaterThan(0);
  });

  it("cover every name of the suffix family", () => {
    const shown = SUFFIX_ROWS.map(({ model }) => model).filter((name) => name.startsWith("gamma3.0-"));
    expect(SUFFIX_MODEL_NAMES, `SUFFIX_MODEL_NAMES in ${CATALOGUE_FILE}`).toEqual(expect.arrayContaining(shown));
  });
});
