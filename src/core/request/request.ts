import { z } from "zod";
import type { Unit } from "../account/quota/quota.ts";
import { imageBody } from "./image/image-body.ts";
import { ImageRequest } from "./image/image.ts";
import type { Reference } from "./reference.ts";
import { videoBody } from "./video/video-body.ts";
import { VideoRequest } from "./video/video.ts";

/** A validated wish of either kind. `kind` is also the name of the service that fulfils it. */
export const MediaRequest = z.discriminatedUnion("kind", [ImageRequest, VideoRequest]);
export type MediaRequest = z.infer<typeof MediaRequest>;

/** How many jobs a wish is: one for each picture; a clip is always one. */
export function countOf(request: MediaRequest): number {
  return request.kind === "image" ? request.count : 1;
}

/** What each job of a wish takes of a quota, and in which unit: one image, or the seconds that a clip is billed as. */
export function costOf(request: MediaRequest): { readonly cost: number; readonly unit: Unit } {
  return request.kind === "image" ? { cost: 1, unit: "images" } : { cost: request.billedSeconds, unit: "seconds" };
}

/** Every file that a wish goes by. */
export function filesOf(request: MediaRequest): readonly Reference[] {
  const mask = request.kind === "image" ? request.mask : undefined;
  return mask ? [...request.references, mask] : request.references;
}

/**
 * The create of one job of a wish: where, and the canonical bytes.
 * @param urlOf the address from which the gateway can load a reference of a clip.
 */
export function bodyOf(request: MediaRequest, urlOf: (reference: Reference) => string): { path: string; body: string } {
  return request.kind === "image" ? imageBody(request) : videoBody(request, urlOf);
}

/** Size and shape in a few words, for the line below a result. */
export function summaryOf(request: MediaRequest): readonly string[] {
  const parts =
    request.kind === "image"
      ? [request.size, request.aspectRatio]
      : [`${request.seconds} s`, request.resolution, request.aspectRatio];
  return parts.filter((part) => part !== undefined);
}

/** What was asked beside prompt and model, as the options are named and in their order. */
export function optionsOf(request: MediaRequest): readonly (readonly [name: string, value: string])[] {
  const files = request.references.map(({ kind, role, name }) => [role ?? kind, name] as const);
  const options =
    request.kind === "image"
      ? ([
          ["size", request.size],
          ["aspect_ratio", request.aspectRatio],
          ["quality", request.quality],
          ["format", request.format],
          ["background", request.background],
          ["native", request.native && JSON.stringify(request.native)],
          ["count", String(request.count)],
          ["mask", request.mask?.name],
        ] as const)
      : ([
          ["seconds", String(request.seconds)],
          ["resolution", request.resolution],
          ["aspect_ratio", request.aspectRatio],
          ["face", request.face === undefined ? undefined : "true"],
        ] as const);
  return [...options.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])), ...files];
}
