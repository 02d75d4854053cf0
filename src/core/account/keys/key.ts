import type { Service } from "../../job/job.ts";
import type { Scope } from "../policy/scope.ts";

/** A gateway key as admins see it: never its secret. */
export interface Key {
  readonly id: string;
  readonly name: string;
  /** The part of its secret that may be shown. */
  readonly masked: string;
  /** A configured key exists for as long as it is configured. */
  readonly origin: "configuration" | "people";
  readonly scope: Scope;
  /** A member added it for themselves: only they may share it. */
  readonly isOwn: boolean;
  readonly services: readonly Service[];
  readonly slots: Readonly<Record<Service, KeySlots>>;
  /** Whether the process's keys can open its secret. */
  readonly isReadable: boolean;
  readonly isPaused: boolean;
  /** When all its services had refused it. */
  readonly invalidAt: Date | undefined;
  /** The services that refused it. */
  readonly refusedBy: readonly Service[];
  readonly restingUntil: Date | undefined;
  readonly disabledAt: Date | undefined;
  readonly checkedAt: Date | undefined;
  readonly createdAt: Date;
  /** Names of the organisation's other keys with the same secret: the gateway sees them as one key. */
  readonly twins: readonly string[];
}

/** How many jobs of a service a key may have at the gateway at a time. */
export interface KeySlots {
  readonly of: number;
  /** Held by jobs of this key, or of another key with the same secret. */
  readonly held: number;
  /** Those held by jobs with an unknown outcome. */
  readonly unknown: number;
}

/** How many of a key's slots are held by jobs with an unknown outcome. */
export function unknownSlots({ slots }: Pick<Key, "slots">): number {
  return slots.image.unknown + slots.video.unknown;
}

/** `spent`: its cap or balance is used up for now. */
export type KeyHealth = "ok" | "disabled" | "paused" | "unreadable" | "invalid" | "spent";

/** A key's health; the most severe problem counts. */
export function healthOf(key: Key, now: number): KeyHealth {
  if (key.disabledAt) return "disabled";
  if (!key.isReadable) return "unreadable";
  if (key.invalidAt) return "invalid";
  if (key.isPaused) return "paused";
  if (key.restingUntil && key.restingUntil.getTime() > now) return "spent";
  return "ok";
}

/** Whether a service may be asked with a key. */
export function isUsableFor(service: Service, key: Key, now: number): boolean {
  return key.services.includes(service) && !key.refusedBy.includes(service) && healthOf(key, now) === "ok";
}

/** A service's answer about a key. `spent` and `forbidden`: it recognises the key. */
export type ServiceCheck =
  /** `list`: the format of its model list is unknown, so the documented models are offered. */
  | { readonly kind: "ok"; readonly list?: "unreadable" }
  | { readonly kind: "invalid" | "spent" }
  /** For example, its group lacks access to the service. `code`: the gateway's error code. */
  | { readonly kind: "forbidden"; readonly code: string | undefined }
  | { readonly kind: "unreachable"; readonly reason: string };

/** Contains enabled services only. */
export type KeyChecks = Readonly<Partial<Record<Service, ServiceCheck>>>;

/** Asks the enabled services about a secret. Creates nothing, costs nothing and never rejects. */
export type CheckKey = (secret: string, signal: AbortSignal) => Promise<KeyChecks>;

/** Why a key was not entered. Nothing was stored. */
export type KeyProblem =
  | { readonly rule: "name_missing" | "name_is_secret" | "secret_missing" | "secret_unsendable" | "too_many" }
  /** The organisation has `MAX_KEYS` keys. */
  | { readonly rule: "organisation_full" }
  /** The organisation's keys would have more than `MAX_SLOTS` slots for this service. */
  | { readonly rule: "too_many_slots"; readonly service: Service }
  /** The group that was to own it was deleted meanwhile. */
  | { readonly rule: "owner_gone" }
  | { readonly rule: "name_taken"; readonly name: string }
  | { readonly rule: "name_too_long"; readonly length: number }
  /** The same owner already has the same secret. */
  | { readonly rule: "secret_here"; readonly name: string }
  /** No service recognises it. */
  | { readonly rule: "secret_refused" }
  | { readonly rule: "service_off" | "service_unknown_key"; readonly service: Service }
  | { readonly rule: "service_forbidden"; readonly service: Service; readonly code: string | undefined }
  | { readonly rule: "unreachable"; readonly service: Service; readonly reason: string }
  | { readonly rule: "at_once"; readonly given: string }
  | { readonly rule: "no_such_owner"; readonly given: string; readonly suggestion: string | undefined };

/** Waiting jobs without any usable key left. */
export interface Stranded {
  readonly service: Service;
  readonly waiting: number;
}
