import { codeText, shortened } from "../../core/chat/message.ts";
import { ASPECT_RATIOS, formatPixelSize, pixelsOf, SIZE_TIERS } from "../../core/request/image/image-size.ts";
import { findVideoModel } from "../../core/request/video/video-models.ts";
import type { ListedMedia, SecondsRule, VideoModel } from "../../core/request/video/video-rules.ts";
import type { FileKind } from "../../core/request/reference.ts";
import type { Texts } from "../texts.ts";

/** The characters of a name in a line: the documented ones fit. A model's page has the whole name. */
const LINE_NAME_CHARACTERS = 60;

const KINDS = ["image", "video", "audio"] as const;

/** A model in one short line: what it makes and, for clips, its length, resolution and files. */
export function modelLine(
  { name, kind }: { readonly name: string; readonly kind: "image" | "video" },
  texts: Texts,
): string {
  const what = kind === "image" ? [texts.models.pictures] : clipFacts(findVideoModel(name), texts);
  return [modelName(shortened(name, LINE_NAME_CHARACTERS)), ...what].join(" · ");
}

/** A model's name between backticks, where nothing can be escaped. */
export function modelName(name: string): string {
  return `\`${codeText(name)}\``;
}

function clipFacts(model: VideoModel, texts: Texts): string[] {
  const say = texts.models;
  if (model.kind === "undocumented") return [say.undocumented];
  const { resolution } = model;
  const sharp =
    typeof resolution === "string"
      ? []
      : [resolution.kind === "any" ? resolution.normalisedTo : texts.list(resolution.values)];
  const files = takenFiles(model).map(({ kind, rule }) => say.takes(kind, rule.max));
  return [say.seconds(secondsText(model.seconds)), ...sharp, ...files];
}

/** The kinds of files that a model takes, with their numbers. */
export function takenFiles(model: VideoModel): { readonly kind: FileKind; readonly rule: ListedMedia }[] {
  return KINDS.flatMap((kind) => {
    const rule = model[`${kind}s`];
    return typeof rule === "string" ? [] : [{ kind, rule }];
  });
}

/** The files of a clip in one line: how many of each kind, and which it needs. */
export function filesText(model: VideoModel, texts: Texts): string {
  return texts.models.files(filesOf(model, texts));
}

/** The same in parts; none for a model that takes no files. */
export function filesOf(model: VideoModel, texts: Texts): readonly string[] {
  const say = texts.models;
  return takenFiles(model).flatMap(({ kind, rule }) => [
    say.takes(kind, rule.max),
    ...(rule.min > 0 ? [say.needs(kind, rule.min)] : []),
  ]);
}

/** Every size of pictures in pixels. */
export function sizesText(texts: Texts): string {
  const table = SIZE_TIERS.flatMap((tier) =>
    ASPECT_RATIOS.map((ratio) => `${tier} ${ratio} ${formatPixelSize(pixelsOf(tier, ratio))}`),
  );
  return texts.models.tiers(texts.list(table));
}

/** The seconds that a rule allows, e.g. `4–15`. */
export function secondsText(rule: SecondsRule): string {
  switch (rule.kind) {
    case "range":
      return `${rule.min}–${rule.max}`;
    case "one of":
      return rule.values.join(", ");
    case "exactly":
      return String(rule.value);
  }
}
