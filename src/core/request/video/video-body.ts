import { EaselError } from "../../../lib/errors.ts";
import { roundedSeconds } from "../billing.ts";
import { VIDEO_FIELDS, sentFields } from "../options/option-fields.ts";
import { isMp3Address } from "../reference-address.ts";
import type { Reference } from "../reference.ts";
import { findVideoModel } from "./video-models.ts";
import type { MediaForm, MediaRule } from "./video-rules.ts";
import type { VideoRequest } from "./video.ts";

/**
 * The body of a create for one clip, canonical: fields have a fixed order, so that equal requests are equal bytes. Contains
 * documented fields only; an empty list of references is left out (`docs/gateway.md#videos-create-request`).
 * @param urlOf the address from which the gateway can load a reference: http or https; for audio that must be MP3, with a path
 * that ends with `.mp3`; otherwise, this throws `mp3_address`.
 */
export function videoBody(
  request: VideoRequest,
  urlOf: (reference: Reference) => string,
): { path: "/v1/videos"; body: string } {
  const model = findVideoModel(request.model);
  const items = (kind: Reference["kind"]): unknown[] | undefined => {
    const references = request.references.filter((one) => one.kind === kind);
    const rule = model[`${kind}s`];
    return references.length === 0 ? undefined : references.map((one) => itemOf(one, urlOf(one), rule));
  };
  const body = JSON.stringify({
    model: request.model,
    prompt: request.prompt,
    ...sentFields(VIDEO_FIELDS, request, model, model.kind),
    ...(model.kind === "suffix"
      ? {
          reference_images: items("image"),
          reference_videos: items("video"),
          reference_audios: items("audio"),
        }
      : { images: items("image"), videos: items("video"), audios: items("audio") }),
  });
  return { path: "/v1/videos", body };
}

/** A reference in its model's item form. Lengths are the probed ones, rounded up, as billed. */
function itemOf(reference: Reference, url: string, rule: MediaRule): unknown {
  // A validated request has references only if there is a field for them.
  if (typeof rule === "string")
    throw new EaselError("reference_not_taken", `the model has no field for ${reference.kind} references`);
  if (rule.mp3Rule && !isMp3Address(url))
    throw new EaselError("mp3_address", "the address of an MP3 must end with .mp3");
  return formed(reference, url, rule.form);
}

function formed(reference: Reference, url: string, form: MediaForm): unknown {
  const seconds = reference.seconds === undefined ? undefined : roundedSeconds(reference.seconds);
  switch (form) {
    case "A":
      return { url, role: reference.role };
    case "V":
      return { url, seconds };
    case "M":
      return { url };
    case "P":
      return url;
    case "object":
      return reference.kind === "video" ? { url, duration: seconds } : { url, role: reference.role };
  }
}
