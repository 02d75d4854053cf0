import { describe, expect, it } from "vitest";
import { sumUp, type Asked, type Found } from "../../soak/sums.ts";

const ASKED: Asked = { platform: "discord", service: "image", prompt: "a fox", count: 1, at: 0, ackMs: 20 };
const MADE: Found = { batches: 1, shown: 1, isUncertain: false, told: false };

function sum(asked: Partial<Asked>, found: Partial<Found>) {
  return sumUp([{ ...ASKED, ...asked }], () => ({ ...MADE, ...found }));
}

describe("the sums", () => {
  it("find nothing wrong with requests that were made once", () => {
    expect(sumUp([ASKED, { ...ASKED, count: 4 }], ({ count }) => ({ ...MADE, shown: count }))).toEqual({
      asked: 2,
      acknowledged: 2,
      accepted: 2,
      refused: 0,
      pictures: 5,
      clips: 0,
      uncertain: 0,
      lost: 0,
      doubled: 0,
      silent: 0,
      wrong: [],
    });
  });

  it.each<[string, Partial<Asked>, Partial<Found>, object]>([
    ["an accepted one without its picture is lost", {}, { shown: 0 }, { lost: 1 }],
    ["one of four pictures is missing", { count: 4 }, { shown: 3 }, { lost: 1, pictures: 3 }],
    ["a lost one counts even if its acknowledgement was late", { ackMs: undefined }, { shown: 0 }, { lost: 1 }],
    ["a picture is shown twice", {}, { shown: 2 }, { doubled: 1 }],
    ["a request is stored twice", {}, { batches: 2 }, { doubled: 1 }],
    ["a clip is missing", { service: "video" }, { shown: 0 }, { lost: 1, clips: 0 }],
    ["a picture with an unknown outcome is missing", {}, { shown: 0, isUncertain: true }, { lost: 1, uncertain: 0 }],
    ["nothing follows an acknowledgement", {}, { batches: 0, shown: 0 }, { silent: 1 }],
  ])("notice that %s", (_what, asked, found, expected) => {
    const { wrong, ...sums } = sum(asked, found);
    expect(sums).toMatchObject(expected);
    expect(wrong).toEqual([expect.stringContaining("discord, “a fox”")]);
  });

  it.each<[string, Partial<Asked>, Partial<Found>, object]>([
    ["is refused with an explanation", {}, { batches: 0, shown: 0, told: true }, { refused: 1, accepted: 0 }],
    ["is not acknowledged and not accepted", { ackMs: undefined }, { batches: 0, shown: 0 }, { acknowledged: 0 }],
    ["is a clip that is shown", { service: "video" }, {}, { clips: 1, pictures: 0 }],
    [
      "is a clip whose create was interrupted",
      { service: "video" },
      { shown: 0, isUncertain: true },
      { uncertain: 1, accepted: 1 },
    ],
    ["is made although its acknowledgement was late", { ackMs: undefined }, {}, { acknowledged: 0, accepted: 1 }],
  ])("accept that one %s", (_what, asked, found, expected) => {
    expect(sum(asked, found)).toMatchObject({ ...expected, lost: 0, doubled: 0, silent: 0, wrong: [] });
  });
});
