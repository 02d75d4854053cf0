import { describe, expect, it } from "vitest";
import type { Reference } from "../../../../src/core/request/reference.ts";
import type { VideoRequest } from "../../../../src/core/request/video/video.ts";
import { shownDay } from "../../../../src/text/render/measures.ts";
import { shownBytes } from "../../../../src/text/shown-bytes.ts";
import { en } from "../../../../src/text/en/index.ts";
import { linesOfPlanned, type PlannedItem } from "../../../../src/worker/delivery/result/attachment-lines.ts";
import { fileLines, particulars } from "../../../../src/worker/delivery/result/particulars.ts";
import { aRequest, EPOCH } from "../../../support/database/jobs.ts";

const { notice: say, result: told, cost } = en;

function aReference(name: string, changes: Partial<Reference> = {}): Reference {
  return { kind: "image", hash: `hash of ${name}`, mimeType: "image/png", name, bytes: 1, ...changes };
}

function aClip(changes: Partial<VideoRequest> = {}): VideoRequest {
  const model = "gamma3.0-video-480p";
  return { kind: "video", model, prompt: "a fox", seconds: 5, billedSeconds: 7, references: [], ...changes };
}

describe("the particulars of a request", () => {
  it("are empty for plain pictures, and state the price of a clip", () => {
    expect(particulars(aRequest(), en)).toEqual([]);
    expect(particulars(aClip(), en)).toEqual([cost.willBill(7)]);
  });

  it("name the files as the prompt does, numbered within their kind, with their roles", () => {
    const references = [
      aReference("*start*.png", { role: "first_frame" }),
      aReference("a.mp4", { kind: "video" }),
      aReference("end.gif", { role: "last_frame", converted: "GIF" }),
      aReference("b.mp4", { kind: "video" }),
      aReference("c.mp3", { kind: "audio" }),
    ];
    const list = [
      `${say.reference("image", 1, String.raw`\*start\*.png`)} (${say.firstFrame})`,
      say.reference("video", 1, "a.mp4"),
      `${say.reference("image", 2, "end.gif")} (${say.lastFrame}, ${say.converted("GIF")})`,
      say.reference("video", 2, "b.mp4"),
      say.reference("audio", 1, "c.mp3"),
    ].join(", ");
    expect(particulars(aClip({ references }), en)).toEqual([say.references(list), cost.willBill(7)]);
  });

  it("name the mask after the pictures", () => {
    const request = aRequest({ references: [aReference("a.png")], mask: aReference("hole.png") });
    const list = [say.reference("image", 1, "a.png"), say.mask("hole.png")].join(", ");
    expect(fileLines(request, en)).toEqual([say.references(list)]);
  });

  it("warn about values that only the gateway can judge", () => {
    expect(particulars(aRequest({ model: "provider-a/image-2.5-flare", size: "4000x1000" }), en)).toEqual([
      say.longEdge("4000x1000", "3840"),
    ]);
    expect(particulars(aClip({ model: "some-other-model" }), en)).toEqual([
      cost.willBill(7),
      say.undocumented("some-other-model"),
    ]);
  });
});

describe("a file that is not sent as it was made", () => {
  const DAY_MS = 24 * 3_600_000;
  const at = (days: number): number => EPOCH.getTime() + days * DAY_MS;
  const file = { hash: "small", bytes: 1, mimeType: "image/webp", width: 1, height: 1 };
  const item = (ordinal: number, changes: Partial<PlannedItem>): PlannedItem => ({
    ordinal,
    bytes: ordinal * 1_048_576,
    file: undefined,
    link: undefined,
    ...changes,
  });
  const linkTo = (ordinal: number, days: number) => ({ url: `https://easel.test/${ordinal}`, expiresAt: at(days) });
  const lines = (...items: readonly PlannedItem[]) =>
    linesOfPlanned(items, { thing: "image", of: 6, locale: "en" }, en);
  const line = (ordinal: number, text: string): string =>
    told.item({ thing: "image", ordinals: [ordinal], of: 6, text });
  const linked = (ordinal: number): string =>
    line(ordinal, `${shownBytes(ordinal * 1_048_576)} https://easel.test/${ordinal}`);

  it("is explained by reason, and available until the first link expires", () => {
    expect(
      lines(
        item(1, { file, link: linkTo(1, 9) }),
        item(2, { link: linkTo(2, 8) }),
        item(3, { gone: true }),
        item(4, { file, link: linkTo(4, 7) }),
        item(5, { link: linkTo(5, 6) }),
      ),
    ).toEqual([
      line(3, told.noLongerKept("image")),
      told.fitted(shownDay(at(7), "en")),
      linked(1),
      linked(4),
      told.tooLarge(shownDay(at(6), "en")),
      linked(2),
      linked(5),
    ]);
  });

  it("is explained without a link if there is no address", () => {
    expect(lines(item(1, { file }))).toEqual([told.fitted(undefined)]);
    expect(lines(item(1, {}))).toEqual([told.tooLarge(undefined)]);
    expect(lines()).toEqual([]);
  });
});
