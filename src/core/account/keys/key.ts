import type { Service } from "../../job/job.ts";
import type { Scope } from "../policy/scope.ts";

/** A gateway key as admins see it: never its secret. */
export interface Key {
  readonly id: string;
  readonly name: string;
  /** What may be shown of its secret. */
  readonly masked: string;
  /** A configured key comes and goes with the configuration. */
  readonly origin: "configuration" | "people";
  readonly scope: Scope;
  /** A member added it for themselves: only they may share it. */
  readonly isOwn: boolean;
  readonly services: readonly Service[];
  readonly slots: Readonly<Record<Service, KeySlots>>;
  /** Whether the keys of the process open its secret. */
  readonly isReadable: boolean;
  readonly isPaused: boolean;
  readonly invalidAt: Date | undefined;
  readonly restingUntil: Date | undefined;
  readonly disabledAt: Date | undefined;
  readonly checkedAt: Date | undefined;
  readonly createdAt: Date;
  /** The names of others with the same secret in this organisation: at the gateway they are one key. */
  readonly twins: readonly string[];
}

/** How many jobs of a service a key may have at the gateway at once. */
export interface KeySlots {
  readonly of: number;
  /** Taken by jobs of this key, or of another key with the same secret. */
  readonly held: number;
  /** Those of them that jobs hold whose outcome is unknown. */
  readonly unknown: number;
}

/** How many slots of a key are held by jobs whose outcome is unknown. */
export function unknownSlots({ slots }: Pick<Key, "slots">): number {
  return slots.image.unknown + slots.video.unknown;
}

/** `spent`: its cap or balance is used up for now. */
export type KeyHealth = "ok" | "disabled" | "paused" | "unreadable" | "invalid" | "spent";

/** How a key is, what weighs most first. */
export function healthOf(key: Key, now: number): KeyHealth {
  if (key.disabledAt) return "disabled";
  if (!key.isReadable) return "unreadable";
  if (key.invalidAt) return "invalid";
  if (key.isPaused) return "paused";
  if (key.restingUntil && key.restingUntil.getTime() > now) return "spent";
  return "ok";
}

/** What one service says of a key. `spent` and `forbidden`: it knows the key. */
export type ServiceCheck =
  /** `list`: it lists its models in a shape that Easel can't read, so the documented ones are offered. */
  | { readonly kind: "ok"; readonly list?: "unreadable" }
  | { readonly kind: "invalid" | "spent" }
  /** Its group does not have the service, say. `code`: the gateway's own word. */
  | { readonly kind: "forbidden"; readonly code: string | undefined }
  | { readonly kind: "unreachable"; readonly reason: string };

/** A service that is off says nothing. */
export type KeyChecks = Readonly<Partial<Record<Service, ServiceCheck>>>;

/** Asks the services that are on for their opinion of a secret. Makes nothing, costs nothing and never rejects. */
export type CheckKey = (secret: string, signal: AbortSignal) => Promise<KeyChecks>;

/** Why a key is not entered. Nothing is kept of it then. */
export type KeyProblem =
  | { readonly rule: "name_missing" | "name_is_secret" | "secret_missing" | "secret_unsendable" | "too_many" }
  /** The group that it was to belong to has been deleted meanwhile. */
  | { readonly rule: "owner_gone" }
  | { readonly rule: "name_taken"; readonly name: string }
  | { readonly rule: "name_too_long"; readonly length: number }
  /** The same secret is there already, for the same people. */
  | { readonly rule: "secret_here"; readonly name: string }
  /** No service knows it. */
  | { readonly rule: "secret_refused" }
  | { readonly rule: "service_off" | "service_unknown_key"; readonly service: Service }
  | { readonly rule: "service_forbidden"; readonly service: Service; readonly code: string | undefined }
  | { readonly rule: "unreachable"; readonly service: Service; readonly reason: string }
  | { readonly rule: "at_once"; readonly given: string }
  | { readonly rule: "no_such_owner"; readonly given: string; readonly suggestion: string | undefined };

/** Jobs that wait, and that no usable key serves any more. */
export interface Stranded {
  readonly service: Service;
  readonly waiting: number;
}
