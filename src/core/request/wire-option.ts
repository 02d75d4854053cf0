import type { Reference } from "./reference.ts";
import type { MediaRequest } from "./request.ts";

/** Fields of the gateway that options of ours set under other names. The `size` of provider-b is its `resolution`. */
const RENAMED: Readonly<Record<MediaRequest["kind"], ReadonlyMap<string, string>>> = {
  image: new Map([
    ["resolution", "size"],
    ["output_format", "format"],
  ]),
  video: new Map([
    ["duration", "seconds"],
    ["size", "resolution"],
  ]),
};

const SAME: Readonly<Record<MediaRequest["kind"], ReadonlySet<string>>> = {
  image: new Set(["prompt", "model", "size", "aspect_ratio", "quality", "background", "mask"]),
  video: new Set(["prompt", "model", "seconds", "resolution", "aspect_ratio", "face"]),
};

const FILES = /^(?:reference_)?(image|video|audio)s?$/;

/**
 * The option of ours that a field of the gateway comes from: `images[1].url` is `image2`. Undefined where no option of the
 * request sets it. `param`: as an error names it, with dots and brackets or as a JSON pointer.
 */
export function optionOfField(param: string, request: MediaRequest): string | undefined {
  const [field = "", ...rest] = param
    .split(/[.[\]/]+/)
    .filter((part) => part !== "" && part !== "$" && part !== "body");
  const kind = FILES.exec(field)?.[1];
  if (kind !== undefined) {
    const index = rest.find((part) => /^\d{1,3}$/.test(part));
    return fileOption(
      request.references.filter((one) => one.kind === kind),
      index === undefined ? undefined : Number(index),
    );
  }
  if (request.kind === "image") {
    // A ratio alone becomes a size in pixels.
    if (field === "size" && request.size === undefined && request.aspectRatio !== undefined) return "aspect_ratio";
    if (Object.hasOwn(request.native ?? {}, field)) return "native";
  }
  return RENAMED[request.kind].get(field) ?? (SAME[request.kind].has(field) ? field : undefined);
}

function fileOption(files: readonly Reference[], index: number | undefined): string | undefined {
  const [only] = files;
  if (index === undefined && (files.length !== 1 || !only)) return undefined;
  const file = index === undefined ? only : files[index];
  if (!file) return undefined;
  return file.role === "first_frame" || file.role === "last_frame"
    ? file.role
    : `${file.kind}${files.indexOf(file) + 1}`;
}
