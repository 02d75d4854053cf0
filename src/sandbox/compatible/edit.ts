import { SANDBOX_COMPATIBLE_IMAGE_BYTES, SANDBOX_EDIT_IMAGES } from "../limits.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";
import { editPicture } from "../image/edit.ts";
import { checkImage, type CheckedImage } from "../image/image-file.ts";
import { checkMask, requireSameSize } from "../image/mask-file.ts";
import { validateSubmission } from "../image/validate.ts";
import type { CompatibleRequest } from "./answer.ts";
import { readCompatibleFields } from "./compatible-fields.ts";
import { fieldsOf, type FormFile, type FormPart } from "./multipart-form.ts";

/** Form fields for the files of an edit. */
const IMAGE_NAMES = new Set(["image", "image[]", "images", "images[]"]);
const MASK_NAMES = new Set(["mask", "mask[]"]);

/** Reads the form of `POST /v1/images/edits`. Files have the edit's own error codes; texts are read as for a generation. */
export async function readCompatibleEdit(
  context: SandboxContext,
  form: readonly FormPart[],
): Promise<CompatibleRequest> {
  const texts = form.filter(({ name }) => !IMAGE_NAMES.has(name) && !MASK_NAMES.has(name));
  const { body, count, format } = readCompatibleFields(fieldsOf(texts));
  const valid = validateSubmission(body);
  const images = await imagesOf(form);
  const mask = await maskOf(form);
  if (mask && valid.model.provider !== "provider-a") {
    throw new GatewayRefusal("invalid_value", { param: "mask", message: "mask is for provider-a models only" });
  }
  const [first] = images;
  if (mask && first) requireSameSize(mask, first);
  const items = images.map((image) => ({ image }));
  return { picture: await editPicture(context, valid, items, mask), count, format };
}

async function imagesOf(form: readonly FormPart[]): Promise<CheckedImage[]> {
  const files = filesOf(form, IMAGE_NAMES, "image");
  if (files.length === 0) throw new GatewayRefusal("edit_image_required", { param: "image" });
  if (files.length > SANDBOX_EDIT_IMAGES) throw new GatewayRefusal("edit_too_many_images", { param: "image" });
  const images: CheckedImage[] = [];
  // One at a time, so that sixteen large images are not all decoded together.
  for (const [index, { bytes }] of files.entries()) {
    const param = `image[${index}]`;
    if (bytes.length > SANDBOX_COMPATIBLE_IMAGE_BYTES) throw new GatewayRefusal("edit_image_too_large", { param });
    images.push(await checkImage(bytes, param));
  }
  return images;
}

async function maskOf(form: readonly FormPart[]): Promise<CheckedImage | undefined> {
  const [mask, ...more] = filesOf(form, MASK_NAMES, "mask");
  if (more.length > 0) throw new GatewayRefusal("edit_too_many_masks", { param: "mask" });
  return mask && checkMask(mask.mimeType, mask.bytes);
}

/** The files in these fields. Text in place of a file is taken as a file identifier. */
function filesOf(form: readonly FormPart[], names: ReadonlySet<string>, param: string): FormFile[] {
  return form
    .filter(({ name }) => names.has(name))
    .map(({ value }) => {
      if (typeof value === "string") throw new GatewayRefusal("unsupported_file_id", { param });
      return value;
    });
}
