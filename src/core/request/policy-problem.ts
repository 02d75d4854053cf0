import type { ScopeKind } from "../account/policy/scope.ts";
import type { PlatformName } from "../chat/conversation.ts";

/** The owner of a rule, for people: a group by name, everything else by its relation to the member. `default`: Easel itself. */
export interface Ruler {
  readonly kind: ScopeKind | "default";
  readonly name: string | undefined;
}

/** Why a member may not make a request here: what was given, what is allowed, and whose rule it is. */
export type PolicyProblem =
  /** `allowed`: the models of the same kind that may be used. */
  | {
      readonly rule: "model_forbidden";
      readonly option: "model";
      readonly given: string;
      readonly allowed: readonly string[];
      readonly by: Ruler;
    }
  /** `billed`: what would be billed; `seconds`: the clip's own length. */
  | {
      readonly rule: "billed_too_long";
      readonly option: "seconds";
      readonly seconds: number;
      readonly billed: number;
      readonly max: number;
      readonly by: Ruler;
    }
  | {
      readonly rule: "too_many_pictures";
      readonly option: "count";
      readonly given: number;
      readonly max: number;
      readonly by: Ruler;
    }
  /** `waiting`: how many are already waiting. */
  | {
      readonly rule: "too_many_waiting";
      readonly waiting: number;
      readonly asked: number;
      readonly max: number;
      readonly by: Ruler;
    }
  | {
      readonly rule: "blocked_words";
      readonly option: "prompt";
      readonly words: readonly string[];
      readonly by: Ruler;
    }
  /** `length`: of the request's normalised texts, which are too long to search for blocked words. */
  | {
      readonly rule: "too_long_to_check";
      readonly option: "prompt";
      readonly length: number;
      readonly max: number;
      readonly by: Ruler;
    }
  /** The platform did not say in time whether they are a guest, or which roles they have, and a rule depends on it. */
  | { readonly rule: "guest_unknown"; readonly platform: PlatformName; readonly by: Ruler }
  | { readonly rule: "roles_unknown"; readonly platform: PlatformName }
  /** `access`: only others may; `blocked`: this member may not; `guests`: guests may not. */
  | { readonly rule: "not_for_you"; readonly why: "access" | "blocked" | "guests"; readonly by: Ruler }
  /** `who` paused it. */
  | { readonly rule: "paused"; readonly who: string; readonly by: Ruler };
