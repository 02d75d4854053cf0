import type { ImageJob } from "./image-job.ts";
import { GenerationBody } from "./schema.ts";
import type { ReadSubmission } from "./submit.ts";
import { parseSubmission, refuseEditFields, validateSubmission, type ValidSubmission } from "./validate.ts";

/** Reads the body of a generation (`docs/gateway.md#images-generation-request`). Throws the contract's refusals. */
export function readGeneration(bytes: Buffer | undefined): ReadSubmission {
  const body = parseSubmission(GenerationBody, bytes);
  refuseEditFields(body);
  const valid = validateSubmission(body);
  return {
    picture: { ...drawing(valid), width: valid.size.width, height: valid.size.height, images: [] },
    streaming: body.stream === true,
  };
}

/** The drawing that a submission of either kind describes. */
export function drawing(
  valid: ValidSubmission,
): Pick<ImageJob["picture"], "prompt" | "model" | "tier" | "format" | "transparent" | "compression"> {
  const { prompt, model, size, format, transparent, compression } = valid;
  return {
    prompt,
    model: model.name,
    tier: size.tier,
    format,
    transparent,
    ...(compression === undefined ? {} : { compression }),
  };
}
