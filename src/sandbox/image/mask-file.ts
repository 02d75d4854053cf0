import { SANDBOX_MASK_BYTES } from "../limits.ts";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";
import { open, readDataUrl, type CheckedImage } from "./image-file.ts";

/**
 * Reads an edit's mask, `{ image_url: <data URL> }`: one PNG of at most 4 MiB with transparent areas
 * (`docs/gateway.md#images-edit-request` and `#images-limits`).
 */
export async function readMask(value: unknown): Promise<CheckedImage> {
  if (Array.isArray(value) && value.length > 1) throw new GatewayRefusal("edit_too_many_masks", { param: "mask" });
  if (typeof value !== "object" || value === null) throw malformed();
  if ("file_id" in value) throw new GatewayRefusal("unsupported_file_id", { param: "mask" });
  if (!("image_url" in value) || typeof value.image_url !== "string") throw malformed();
  const { mimeType, bytes } = readDataUrl(value.image_url, "mask");
  return checkMask(mimeType, bytes);
}

/** Checks the bytes of a mask: at most 4 MiB, a PNG, with transparent areas. */
export async function checkMask(mimeType: string, bytes: Buffer): Promise<CheckedImage> {
  if (bytes.length > SANDBOX_MASK_BYTES) throw new GatewayRefusal("edit_mask_too_large", { param: "mask" });
  const seen = mimeType === "image/png" ? await look(bytes) : undefined;
  if (!seen) throw new GatewayRefusal("edit_unsupported_mask_type", { param: "mask" });
  return { bytes, ...seen };
}

/** A mask covers the first image, pixel by pixel. */
export function requireSameSize(mask: CheckedImage, image: Pick<CheckedImage, "width" | "height">): void {
  if (mask.width === image.width && mask.height === image.height) return;
  const message = `the mask is ${mask.width}x${mask.height}, the first image ${image.width}x${image.height}`;
  throw new GatewayRefusal("edit_mask_dimensions_mismatch", { param: "mask", message });
}

/** The size of a PNG with transparent areas; undefined for anything else. */
async function look(bytes: Buffer): Promise<{ width: number; height: number } | undefined> {
  try {
    const image = open(bytes);
    const [metadata, stats] = await Promise.all([image.metadata(), image.stats()]);
    if (metadata.format !== "png" || !metadata.hasAlpha || stats.isOpaque) return undefined;
    return { width: metadata.width, height: metadata.height };
  } catch {
    return undefined;
  }
}

function malformed(): GatewayRefusal {
  return new GatewayRefusal("invalid_request", { param: "mask", message: "mask must be { image_url: <data URL> }" });
}
