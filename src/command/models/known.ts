import { createHash } from "node:crypto";
import { allowedModelsOf, forbids, type AllowedModels } from "../../core/account/policy/allowed-models.ts";
import type { Place } from "../../core/account/membership.ts";
import { videoKeysOf } from "../../core/account/policy/model-list.ts";
import type { Service } from "../../core/job/job.ts";
import { IMAGE_MODELS } from "../../core/request/image/image-models.ts";
import { VIDEO_MODEL_NAMES } from "../../core/request/video/video-models.ts";
import type { CommandContext } from "../command.ts";

/** A model that exists here. `isAllowed`: for the person who asks, in the place where they ask. */
export interface KnownModel {
  readonly name: string;
  readonly kind: Service;
  readonly isAllowed: boolean;
}

/** The models of a place: those of the catalogue for pictures, and those that the key lists for clips. */
export interface KnownModels {
  /** Pictures first. Only those of services that have a usable key. */
  readonly models: readonly KnownModel[];
  /** Notes: why a service has no models here, and whether the list is only the catalogue. */
  readonly notes: readonly string[];
  readonly allowedModels: AllowedModels;
}

/** Undefined in an unclaimed workspace. */
export async function knownModels(
  place: Place,
  signal: AbortSignal,
  { memberships, listVideoModels, texts }: CommandContext,
): Promise<KnownModels | undefined> {
  const membership = await memberships.membershipOf(place);
  if (!membership) return undefined;
  const { policy } = membership;
  const hasKey = (service: Service): boolean => membership.keys[service] !== undefined;
  const listed = hasKey("video") ? await listVideoModels(videoKeysOf(membership), signal) : undefined;
  const names = {
    image: hasKey("image") ? IMAGE_MODELS.map(({ name }) => name) : [],
    video: hasKey("video") ? (listed ?? VIDEO_MODEL_NAMES) : [],
  };
  const keyless = (["image", "video"] as const).flatMap((service) =>
    hasKey(service) ? [] : [texts.noKey[membership.keyless[service] ?? "none"](service)],
  );
  return {
    models: (["image", "video"] as const).flatMap((kind) =>
      names[kind].map((name) => ({ name, kind, isAllowed: forbids(policy, name) === undefined })),
    ),
    notes: [...keyless, ...(hasKey("video") && !listed ? [texts.models.catalogueOnly] : [])],
    allowedModels: allowedModelsOf(policy, listed),
  };
}

/** Identifies a model in ids, which have no room for long names. */
export function digestOf(name: string): string {
  return createHash("sha256").update(name).digest("base64url").slice(0, 16);
}
