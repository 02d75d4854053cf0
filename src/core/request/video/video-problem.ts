import type { Reference } from "../reference.ts";
import type { SecondsRule } from "./video-rules.ts";

type Kind = Reference["kind"];
type Role = NonNullable<Reference["role"]>;

/** What only clips can get wrong. `models` are those that would take it. */
export type VideoProblem =
  /** The contract knows it, but the gateway's list does not have it. */
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
  /** The name says another tier; `sibling` has the wanted one. */
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
  /** By its name or by its bytes, which `mimeType` tells. */
  | { readonly rule: "not_mp3"; readonly name: string; readonly mimeType: string; readonly model: string }
  /** Of a reference video; undefined where it can't be told. */
  | {
      readonly rule: "reference_length";
      readonly name: string;
      readonly seconds: number | undefined;
      readonly max: number;
    };
