import type { JsonFault } from "./json-fault.ts";
import type { FileProblem } from "./file-problem.ts";
import type { PolicyProblem } from "./policy-problem.ts";
import type { VideoProblem } from "./video/video-problem.ts";

/**
 * Why a request is refused, as data: the rule, the option, what was given, and what is allowed. `text/` turns it into a sentence.
 * When there is a problem, nothing is stored or spent.
 */
export type RequestProblem =
  | { readonly rule: "empty"; readonly option: string }
  | {
      readonly rule: "not_allowed";
      readonly option: string;
      readonly given: string;
      readonly allowed: readonly string[];
    }
  | {
      readonly rule: "unknown_model";
      /** Unless it is that of the request's model. */
      readonly option?: string;
      readonly given: string;
      readonly allowed: readonly string[];
      readonly suggestion: string | undefined;
    }
  | {
      readonly rule: "model_of_other_kind";
      /** The model's own name. */
      readonly given: string;
      readonly makes: "image" | "video";
      readonly allowed: readonly string[];
    }
  | {
      readonly rule: "out_of_range";
      readonly option: string;
      readonly given: string;
      readonly min: number;
      readonly max: number;
    }
  | { readonly rule: "too_long"; readonly option: string; readonly length: number; readonly max: number }
  | {
      readonly rule: "size";
      readonly given: string;
      readonly model: string;
      readonly tiers: readonly string[];
      /** Undefined for a model without sizes in pixels. */
      readonly pixels: { readonly maxEdge: number | undefined } | undefined;
    }
  | {
      readonly rule: "not_for_model";
      readonly option: string;
      readonly given: string;
      readonly model: string;
      readonly models: readonly string[];
    }
  | {
      readonly rule: "conflict";
      readonly option: string;
      readonly given: string;
      readonly other: string;
      readonly otherGiven: string;
    }
  | {
      readonly rule: "unknown_option";
      readonly option: string;
      readonly allowed: readonly string[];
      readonly suggestion: string | undefined;
    }
  /** The option has no value. */
  | { readonly rule: "missing_value"; readonly option: string }
  /** A required option is missing. */
  | { readonly rule: "missing_option"; readonly option: string }
  /** Words that belong to no option; `allowed`: the command's options. */
  | { readonly rule: "unexpected_words"; readonly words: string; readonly allowed: readonly string[] }
  /** Not written as an option, but most likely meant as one: `-- size 1K` for `--size 1K`. */
  | {
      readonly rule: "near_option";
      readonly given: string;
      readonly corrected: string;
      /** The option that would otherwise receive the words. */
      readonly textOption: string | undefined;
    }
  /** `fault`: where it stops being JSON; undefined if it is JSON of another shape. */
  | {
      readonly rule: "not_json";
      readonly option: string;
      readonly given: string;
      readonly example: string;
      readonly fault?: JsonFault;
    }
  /** An extension field that the request sets itself; `instead`: the option for it. */
  | {
      readonly rule: "native_field";
      readonly option: string;
      readonly given: string;
      readonly instead: string | undefined;
    }
  /** An extension field, or a text in it, that databases and programs can't handle safely; `given`: a field's name. */
  | {
      readonly rule: "unsafe_json";
      readonly option: string;
      readonly what: "null" | "half" | "name" | "deep";
      readonly given: string | undefined;
    }
  /** An option for pictures, given for a clip. */
  | { readonly rule: "not_of_clips"; readonly option: string }
  | { readonly rule: "unclosed_quote" }
  | { readonly rule: "unexpected_attachment"; readonly name: string }
  | {
      readonly rule: "too_many_files";
      readonly kind: "image" | "video" | "audio";
      readonly count: number;
      readonly max: number;
    }
  /** No such attachment: `given` is a number or name, `allowed` the existing names. */
  | {
      readonly rule: "no_such_file";
      readonly option: string;
      readonly given: string;
      readonly allowed: readonly string[];
    }
  /** A file option whose value is not a link. */
  | { readonly rule: "not_a_link"; readonly option: string; readonly given: string }
  | { readonly rule: "too_many_files_in_all"; readonly count: number; readonly max: number }
  /** An edit without a picture. */
  | { readonly rule: "image_required" }
  | VideoProblem
  | PolicyProblem
  | FileProblem;

/** Either a value or every problem at once, so that a person can fix all of them together. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly RequestProblem[] };
