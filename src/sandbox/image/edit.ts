import { SANDBOX_EDIT_IMAGES } from "../limits.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";
import { readImageUrl } from "./image-url.ts";
import { drawing } from "./generation.ts";
import { checkImage, readDataUrl, type CheckedImage } from "./image-file.ts";
import type { InputImage } from "./image-job.ts";
import { readMask, requireSameSize } from "./mask-file.ts";
import { EditBody } from "./schema.ts";
import type { ReadSubmission } from "./submit.ts";
import { parseSubmission, validateSubmission, type ValidSubmission } from "./validate.ts";

/** A validated item of `images`: bytes, or an address that is downloaded during generation. */
export type EditItem = { readonly image: CheckedImage } | { readonly url: URL };

/**
 * Reads the body of an edit (`docs/gateway.md#images-edit-request`). Bytes are checked and kept before the job is created;
 * addresses are only validated. Throws the contract's refusals.
 */
export async function readEdit(context: SandboxContext, bytes: Buffer | undefined): Promise<ReadSubmission> {
  const body = parseSubmission(EditBody, bytes);
  const valid = validateSubmission(body);
  const items = await readImages(body.images, context.allowLoopback);
  const mask = await readOwnMask(body.mask, body.model);
  const first = items[0];
  if (mask && first && "image" in first) requireSameSize(mask, first.image);

  return { picture: await editPicture(context, valid, items, mask), streaming: body.stream === true };
}

/** The picture of an edit; the bytes of its images and its mask are kept. */
export async function editPicture(
  context: Pick<SandboxContext, "inputs">,
  valid: ValidSubmission,
  items: readonly EditItem[],
  mask: CheckedImage | undefined,
): Promise<ReadSubmission["picture"]> {
  const images = await Promise.all(items.map((item) => keep(context, item)));
  const maskFile = mask ? await context.inputs.keep(mask.bytes) : undefined;
  return {
    ...drawing(valid),
    ...(valid.sized ? { width: valid.size.width, height: valid.size.height } : {}),
    images,
    ...(maskFile === undefined ? {} : { mask: maskFile }),
  };
}

async function readImages(value: unknown, allowLoopback: boolean): Promise<EditItem[]> {
  if (value === undefined) throw new GatewayRefusal("edit_image_required", { param: "images" });
  if (!Array.isArray(value)) throw new GatewayRefusal("invalid_value", { param: "images" });
  const listed: unknown[] = value;
  if (listed.length === 0) throw new GatewayRefusal("edit_image_required", { param: "images" });
  if (listed.length > SANDBOX_EDIT_IMAGES) throw new GatewayRefusal("edit_too_many_images", { param: "images" });
  const items: EditItem[] = [];
  // One at a time, so that sixteen large images are not all decoded together.
  for (const [index, item] of listed.entries()) items.push(await readItem(item, `images[${index}]`, allowLoopback));
  return items;
}

/** One item: exactly one of `url` and `dataUrl`. */
async function readItem(value: unknown, param: string, allowLoopback: boolean): Promise<EditItem> {
  if (typeof value !== "object" || value === null) throw malformed(param);
  if ("file_id" in value) throw new GatewayRefusal("unsupported_file_id", { param });
  const url = "url" in value ? value.url : undefined;
  const dataUrl = "dataUrl" in value ? value.dataUrl : undefined;
  if ((url === undefined) === (dataUrl === undefined)) throw malformed(param);
  if (typeof dataUrl === "string") {
    const { mimeType, bytes } = readDataUrl(dataUrl, param);
    if (!mimeType.startsWith("image/")) throw new GatewayRefusal("edit_unsupported_image_type", { param });
    return { image: await checkImage(bytes, param) };
  }
  if (typeof url === "string") return { url: readImageUrl(url, param, allowLoopback) };
  throw malformed(param);
}

async function readOwnMask(value: unknown, model: string): Promise<CheckedImage | undefined> {
  if (value === undefined) return undefined;
  if (model.startsWith("provider-a/")) return readMask(value);
  throw new GatewayRefusal("invalid_value", { param: "mask", message: "mask is for provider-a models only" });
}

async function keep(context: Pick<SandboxContext, "inputs">, item: EditItem): Promise<InputImage> {
  return "image" in item ? { file: await context.inputs.keep(item.image.bytes) } : { url: item.url.href };
}

function malformed(param: string): GatewayRefusal {
  return new GatewayRefusal("invalid_request", { param, message: `${param} must hold exactly one of url and dataUrl` });
}
