import type { Reference } from "../reference.ts";
import type { SecondsRule } from "./video-rules.ts";

type Kind = Reference["kind"];
type Role = NonNullable<Reference["role"]>;

/** Problems that only clips have. `models`: those that would accept it. */
export type VideoProblem =
  /** The contract has it, but the gateway's list doesn't. */
  | {
      readonly rule: "unlisted_model";
      readonly option: "model";
      readonly given: string;
      readonly allowed: readonly string[];
    }
  | {
      readonly rule: "seconds";
      readonly option: "seconds" | "duration";
      readonly given: string;
      readonly model: string;
      readonly allowed: SecondsRule;
    }
  /** The model's name contains another tier; `sibling` is the model with the requested one. */
  | {
      readonly rule: "tier";
      readonly given: string;
      readonly model: string;
      readonly tier: string;
      readonly sibling: string | undefined;
    }
  | {
      readonly rule: "reference_not_taken";
      readonly kind: Kind;
      readonly names: readonly string[];
      readonly model: string;
      readonly models: readonly string[];
    }
  | { readonly rule: "reference_required"; readonly kind: Kind; readonly min: number; readonly model: string }
  | {
      readonly rule: "role_not_taken";
      readonly role: Role;
      readonly name: string;
      readonly model: string;
      readonly models: readonly string[];
    }
  | { readonly rule: "role_repeated"; readonly role: Role; readonly names: readonly string[] }
  /** Judged by its name, or by its bytes, whose type is `mimeType`. */
  | { readonly rule: "not_mp3"; readonly name: string; readonly mimeType: string; readonly model: string }
  /** A reference video's length is invalid, or unknown if `seconds` is undefined. */
  | {
      readonly rule: "reference_length";
      readonly name: string;
      readonly seconds: number | undefined;
      readonly max: number;
    };
