import { fieldsOf } from "./options/option-fields.ts";
import type { Reference } from "./reference.ts";
import type { MediaRequest } from "./request.ts";

/** Fields whose option has the same name and is not wired in the option table. */
const COMMON: ReadonlySet<string> = new Set(["prompt", "model"]);

const FILES = /^(?:reference_)?(image|video|audio)s?$/;

/**
 * The option that a gateway field comes from: `images[1].url` is `image2`. Undefined if no option of the request sets it.
 * `param`: as an error names it, with dots and brackets or as a JSON pointer.
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
    // A ratio without a size became a size in pixels.
    if (field === "size" && request.size === undefined && request.aspectRatio !== undefined) return "aspect_ratio";
    if (Object.hasOwn(request.native ?? {}, field)) return "native";
    if (field === "mask") return "mask";
  }
  if (COMMON.has(field)) return field;
  return fieldsOf(request.kind).find(({ field: { wire, wireAliases = [] } }) =>
    [...Object.values(wire), ...wireAliases].includes(field),
  )?.name;
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
