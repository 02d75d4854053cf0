import type { ImageRequest } from "./image.ts";
import { formatPixelSize, knownRatio, pixelsOf, tierNamed } from "./image-size.ts";
import { findImageModel } from "./image-models.ts";
import { storedMediaPlaceholder } from "../stored-media.ts";

/**
 * The body of a create for one picture, canonical: fields in a fixed order, so that equal requests are equal bytes. Members'
 * `size` and `aspect_ratio` become the provider's own words (`docs/gateway.md#images-generation-request` and
 * `#images-edit-request`).
 */
export function imageBody(request: ImageRequest): { path: string; body: string } {
  const provider = findImageModel(request.model)?.provider;
  const edits = request.references.length > 0;
  const body = JSON.stringify({
    model: request.model,
    prompt: request.prompt,
    ...(provider === "provider-b"
      ? { resolution: request.size, aspect_ratio: request.aspectRatio }
      : { size: pixelSizeFor(request) }),
    quality: request.quality,
    output_format: request.format,
    background: request.background,
    ...nativeFields(request),
    ...(edits ? { images: request.references.map((image) => ({ dataUrl: storedMediaPlaceholder(image) })) } : {}),
    ...(request.mask ? { mask: { image_url: storedMediaPlaceholder(request.mask) } } : {}),
  });
  const path = edits ? "/api/v1/images/edits/jobs" : "/api/v1/images/generations/jobs";
  return { path, body };
}

/** provider-a has no aspect ratio of its own: a tier and a ratio become pixels. */
function pixelSizeFor({ size, aspectRatio }: ImageRequest): string | undefined {
  const ratio = knownRatio(aspectRatio);
  return ratio === undefined ? size : formatPixelSize(pixelsOf(tierNamed(size) ?? "1K", ratio));
}

/** In one order, however they were written. */
function nativeFields({ native = {} }: ImageRequest): ImageRequest["native"] {
  return Object.fromEntries(Object.entries(native).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
