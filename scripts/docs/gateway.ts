import { FAULT_CODES, type Meaning } from "../../src/core/job/gateway-faults.ts";
import { IMAGE_MODELS } from "../../src/core/request/image/image-models.ts";
import { ASPECT_RATIOS, formatPixelSize, pixelsOf, SIZE_TIERS } from "../../src/core/request/image/image-size.ts";
import { IMAGE_FIELDS } from "../../src/core/request/options/option-fields.ts";
import { CANONICAL_MODELS } from "../../src/core/request/video/video-catalogue.ts";
import type { CanonicalModel, MediaRule, SecondsRule } from "../../src/core/request/video/video-rules.ts";
import { IMAGE_CODES } from "../../src/sandbox/image/codes.ts";
import { table, type Parts } from "./page.ts";

/** The generated tables of the gateway's page, from the catalogue, the faults and the sandbox's codes. */
export function gatewayParts(): Parts {
  return {
    "image-models": imageModels(),
    "image-options": imageOptions(),
    "image-pixels": imagePixels(),
    "video-variants": videoVariants(),
    "image-codes": imageCodes(),
  };
}

function imageModels(): string {
  return table(
    ["Model", "Other names that Easel accepts", "`quality`", "Longest edge"],
    IMAGE_MODELS.map(({ name, aliases, qualities, maxEdge }) => [
      `\`${name}\``,
      codes(aliases),
      qualities.length === 0 ? "no such field" : codes(qualities),
      maxEdge === undefined ? "not documented" : `${maxEdge} pixels`,
    ]),
  );
}

function imageOptions(): string {
  return table(
    ["Option of Easel", "Field of provider-a", "Field of provider-b"],
    IMAGE_FIELDS.filter(({ field }) => Object.keys(field.wire).length > 0).map(({ name, field: { wire } }) => [
      `\`--${name}\``,
      ...(["provider-a", "provider-b"] as const).map((provider) => {
        const sent = wire[provider];
        return sent === undefined ? "none" : `\`${sent}\``;
      }),
    ]),
  );
}

function imagePixels(): string {
  return table(
    ["Ratio", ...SIZE_TIERS],
    ASPECT_RATIOS.map((ratio) => [ratio, ...SIZE_TIERS.map((tier) => formatPixelSize(pixelsOf(tier, ratio)))]),
  );
}

function videoVariants(): string {
  return table(
    ["#", "Model", "Seconds", "Resolution", "Prompt", "Images", "Videos", "Audios", "Aspect ratio", "`face`"],
    CANONICAL_MODELS.map((model) => [
      String(model.row),
      `\`${model.name}\``,
      secondsText(model.seconds),
      resolutionText(model),
      model.promptMax === undefined ? "no maximum" : `up to ${model.promptMax}`,
      mediaText(model.images),
      mediaText(model.videos),
      mediaText(model.audios),
      typeof model.aspectRatios === "string" ? model.aspectRatios : codes(model.aspectRatios),
      model.face ? "yes" : "no",
    ]),
  );
}

function imageCodes(): string {
  const meanings: Readonly<Record<string, Meaning>> = FAULT_CODES;
  return table(
    ["Code", "Meaning", "Who can act", "Proves that nothing was made", "Tried again"],
    IMAGE_CODES.map(({ code, meaning }) => {
      const known = meanings[code.toLowerCase()];
      return [
        `\`${code}\``,
        meaning.replaceAll("<", "&lt;"),
        moveText(known),
        madeText(known),
        known?.later ? "yes" : "no",
      ];
    }),
  );
}

function moveText(meaning: Meaning | undefined): string {
  if (meaning === undefined) return "as its type says";
  const who = { member: "the member", admin: "an admin", wait: "time", nobody: "nobody" }[meaning.move];
  if (meaning.aboutKey === "spent") return `${who}: the key's money is used up`;
  return meaning.aboutKey === "invalid" ? `${who}: the key is invalid` : who;
}

function madeText(meaning: Meaning | undefined): string {
  if (meaning?.unmade === "always") return "with any status";
  if (meaning?.sentence === "submissionFailed") return "never";
  return typeof meaning?.unmade === "number" ? `with a 4xx and ${meaning.unmade}` : "with a 4xx";
}

function secondsText(rule: SecondsRule): string {
  switch (rule.kind) {
    case "range":
      return `${rule.min} to ${rule.max}`;
    case "one of":
      return `one of ${rule.values.join(", ")}`;
    case "exactly":
      return `exactly ${rule.value}`;
  }
}

function resolutionText({ resolution }: CanonicalModel): string {
  if (typeof resolution === "string") return resolution;
  return resolution.kind === "any" ? `any; means \`${resolution.normalisedTo}\`` : codes(resolution.values);
}

function mediaText(rule: MediaRule): string {
  if (typeof rule === "string") return rule;
  const count = rule.min === 0 ? `up to ${rule.max}` : `${rule.min} to ${rule.max}`;
  return `${count}, form ${rule.form}`;
}

function codes(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(", ");
}
