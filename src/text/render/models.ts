import type { Keyless } from "../../core/account/membership.ts";
import { escapeText } from "../../core/chat/message.ts";
import { ASPECT_RATIOS, formatPixelSize, pixelsOf, SIZE_TIERS } from "../../core/request/image/image-size.ts";
import { IMAGE_MODELS } from "../../core/request/image/image-models.ts";
import { findVideoModel, VIDEO_MODEL_NAMES } from "../../core/request/video/video-models.ts";
import type { SecondsRule, VideoModel } from "../../core/request/video/video-rules.ts";
import type { Texts } from "../texts.ts";

/** The models known here. `listed`: the names that the video key lists; undefined while that list is unavailable. */
export interface KnownModels {
  /** Why no clips can be made; undefined if they can. */
  readonly noClips: Keyless | undefined;
  readonly listed: readonly string[] | undefined;
  /** For the person who asks, in the place where they ask. */
  readonly isAllowed: (name: string) => boolean;
}

/** Every model with its limits, one per line: the catalogue's description of those that the key lists. */
export function modelsText({ noClips, listed, isAllowed }: KnownModels, texts: Texts): string {
  const say = texts.models;
  const pictures = IMAGE_MODELS.filter((model) => isAllowed(model.name));
  const images = pictures.map((model) => `• ${say.image(model.name, model.qualities.join(", "))}`);
  const table = SIZE_TIERS.flatMap((tier) =>
    ASPECT_RATIOS.map((ratio) => `${tier} ${ratio} ${formatPixelSize(pixelsOf(tier, ratio))}`),
  );
  const lines = [
    say.images,
    ...images,
    ...notAllowed(
      IMAGE_MODELS.map((model) => model.name),
      isAllowed,
      texts,
    ),
    say.sizes(SIZE_TIERS.join(", "), ASPECT_RATIOS.join(", ")),
    say.tiers(table.join(", ")),
    "",
    say.clips,
  ];
  if (noClips) return [...lines, texts.noKey[noClips]("video")].join("\n");
  const names = listed ?? VIDEO_MODEL_NAMES;
  const rows = names.filter(isAllowed).map((name) => `• ${clipLine(findVideoModel(name), texts)}`);
  return [...lines, ...(listed ? [] : [say.catalogueOnly]), ...rows, ...notAllowed(names, isAllowed, texts)].join("\n");
}

function notAllowed(names: readonly string[], isAllowed: (name: string) => boolean, texts: Texts): string[] {
  const others = names.filter((name) => !isAllowed(name)).map((name) => `\`${name.replaceAll("`", "")}\``);
  return others.length === 0 ? [] : [texts.notAllowedHere(others.join(", "))];
}

function clipLine(model: VideoModel, texts: Texts): string {
  const say = texts.models;
  const name = `\`${model.name.replaceAll("`", "")}\``;
  if (model.kind === "undocumented") return `${name} · ${say.undocumented}`;
  const { resolution, aspectRatios } = model;
  const references = (["image", "video", "audio"] as const).flatMap((kind) => {
    const rule = model[`${kind}s`];
    return typeof rule === "string" ? [] : [say.takes(kind, rule.max)];
  });
  const parts = [
    say.seconds(secondsText(model.seconds)),
    typeof resolution === "string"
      ? ""
      : resolution.kind === "any"
        ? resolution.normalisedTo
        : resolution.values.join(", "),
    typeof aspectRatios === "string" ? "" : aspectRatios.join(", "),
    references.join(", "),
    model.face ? "face" : "",
  ];
  return [name, ...parts.filter((part) => part !== "").map(escapeText)].join(" · ");
}

function secondsText(rule: SecondsRule): string {
  switch (rule.kind) {
    case "range":
      return `${rule.min}–${rule.max}`;
    case "one of":
      return rule.values.join(", ");
    case "exactly":
      return String(rule.value);
  }
}
