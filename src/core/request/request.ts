import { z } from "zod";
import type { Unit } from "../account/quota/quota.ts";
import { givenOptions } from "./options/option-values.ts";
import { imageBody } from "./image/image-body.ts";
import { ImageRequest } from "./image/image.ts";
import type { Reference } from "./reference.ts";
import { videoBody } from "./video/video-body.ts";
import { VideoRequest } from "./video/video.ts";

/** A validated request of either kind. `kind` is also the name of its service. */
export const MediaRequest = z.discriminatedUnion("kind", [ImageRequest, VideoRequest]);
export type MediaRequest = z.infer<typeof MediaRequest>;

/** How many jobs a request has: one per picture; a clip is always one. */
export function countOf(request: MediaRequest): number {
  return request.kind === "image" ? request.count : 1;
}

/** What each job of a request takes from a quota, and the unit: one image, or a clip's billed seconds. */
export function costOf(request: MediaRequest): { readonly cost: number; readonly unit: Unit } {
  return request.kind === "image" ? { cost: 1, unit: "images" } : { cost: request.billedSeconds, unit: "seconds" };
}

/** Every file of a request. */
export function filesOf(request: MediaRequest): readonly Reference[] {
  const mask = request.kind === "image" ? request.mask : undefined;
  return mask ? [...request.references, mask] : request.references;
}

/**
 * The create of one job of a request: the route, and the canonical bytes.
 * @param urlOf the address from which the gateway can load a clip's reference.
 */
export function bodyOf(request: MediaRequest, urlOf: (reference: Reference) => string): { path: string; body: string } {
  return request.kind === "image" ? imageBody(request) : videoBody(request, urlOf);
}

/** A request's options besides prompt and model, by option name, in the table's order. */
export function optionsOf(request: MediaRequest): readonly (readonly [name: string, value: string])[] {
  const options = givenOptions(request).map(([name, value]) => [name, String(value)] as const);
  const mask = request.kind === "image" && request.mask ? [["mask", request.mask.name] as const] : [];
  const files = request.references.map(({ kind, role, name }) => [role ?? kind, name] as const);
  return [...options, ...mask, ...files];
}
