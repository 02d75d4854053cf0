import { drawing } from "../image/generation.ts";
import { refuseEditFields, validateSubmission } from "../image/validate.ts";
import type { CompatibleRequest } from "./answer.ts";
import { readCompatibleFields } from "./compatible-fields.ts";

/** Reads the JSON body of `POST /v1/images/generations`. */
export function readCompatibleGeneration(fields: object): CompatibleRequest {
  const { body, count, format } = readCompatibleFields(fields);
  refuseEditFields(body);
  const valid = validateSubmission(body);
  const { width, height } = valid.size;
  return { picture: { ...drawing(valid), width, height, images: [] }, count, format };
}
