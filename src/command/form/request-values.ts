import type { MediaRequest } from "../../request/request.ts";
import type { OptionValues } from "../parse.ts";

/** A request as its options were filled in; files stay with the request. */
export function valuesOf(request: MediaRequest): OptionValues {
  const { prompt, model } = request;
  const values =
    request.kind === "image"
      ? {
          size: request.size,
          aspect_ratio: request.aspectRatio,
          quality: request.quality,
          count: request.count,
          format: request.format,
          background: request.background,
          native: request.native && JSON.stringify(request.native),
        }
      : {
          seconds: request.seconds,
          resolution: request.resolution,
          aspect_ratio: request.aspectRatio,
          face: request.face,
        };
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { prompt, model, ...Object.fromEntries(given) };
}
