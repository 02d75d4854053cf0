import type { ScopeKind } from "../account/policy/scope.ts";
import type { PlatformName } from "../chat/conversation.ts";

/** Whose rule it is, as people call it: a group by its name, everything else by what it is to them. `default`: Easel's own. */
export interface Ruler {
  readonly kind: ScopeKind | "default";
  readonly name: string | undefined;
}

/** Why a request is not allowed here, to this member: what was given, what is allowed, and who says so. */
export type PolicyProblem =
  /** `allowed`: the models of the same kind that may be used. */
  | {
      readonly rule: "model_forbidden";
      readonly option: "model";
      readonly given: string;
      readonly allowed: readonly string[];
      readonly by: Ruler;
    }
  /** `billed` is what the clip would be billed as; `seconds` is its own length. */
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
  /** `waiting`: how many wait already. */
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
  /** `access`: only others may; `blocked`: not this member; `guests`: no guests. */
  /** The platform did not say in time whether they are a guest, or which roles they have, and a rule depends on it. */
  | { readonly rule: "guest_unknown"; readonly platform: PlatformName; readonly by: Ruler }
  | { readonly rule: "roles_unknown"; readonly platform: PlatformName }
  | { readonly rule: "not_for_you"; readonly why: "access" | "blocked" | "guests"; readonly by: Ruler }
  /** `who` stopped it. */
  | { readonly rule: "paused"; readonly who: string; readonly by: Ruler };
