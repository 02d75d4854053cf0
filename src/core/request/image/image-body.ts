import { IMAGE_FIELDS, sentFields } from "../options/option-fields.ts";
import { storedMediaPlaceholder } from "../stored-media.ts";
import { imageModelOf } from "./image-models.ts";
import type { ImageRequest } from "./image.ts";

/**
 * The body of a create for one picture, canonical: fields have a fixed order, so that equal requests are equal bytes. Options
 * become the provider's own fields (`docs/gateway.md#images-generation-request` and `#images-edit-request`).
 */
export function imageBody(request: ImageRequest): { path: string; body: string } {
  const model = imageModelOf(request.model);
  const edits = request.references.length > 0;
  const body = JSON.stringify({
    model: request.model,
    prompt: request.prompt,
    ...sentFields(IMAGE_FIELDS, request, model, model.provider),
    ...(edits ? { images: request.references.map((image) => ({ dataUrl: storedMediaPlaceholder(image) })) } : {}),
    ...(request.mask ? { mask: { image_url: storedMediaPlaceholder(request.mask) } } : {}),
  });
  const path = edits ? "/api/v1/images/edits/jobs" : "/api/v1/images/generations/jobs";
  return { path, body };
}
