import type { FileProblem } from "./file-problem.ts";
import type { PolicyProblem } from "./policy-problem.ts";
import type { VideoProblem } from "./video/video-problem.ts";

/**
 * Why a request is refused, as data: the rule, the option, what was given, and what is allowed. `text/` turns it into a
 * sentence. Nothing is stored or spent when there is a problem.
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
      readonly given: string;
      readonly allowed: readonly string[];
      readonly suggestion: string | undefined;
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
      /** Undefined for a model that takes no sizes in pixels. */
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
  /** The option is named, and nothing stands behind it. */
  | { readonly rule: "missing_value"; readonly option: string }
  /** The command needs the option, which is not there. */
  | { readonly rule: "missing_option"; readonly option: string }
  /** Words that belong to no option; `allowed`: the options that the command has. */
  | { readonly rule: "unexpected_words"; readonly words: string; readonly allowed: readonly string[] }
  /** Written so that it is not read as an option, but most likely meant as one: `-- size 1K` for `--size 1K`. */
  | {
      readonly rule: "near_option";
      readonly given: string;
      readonly meant: string;
      /** The option that the words belong to if they were no option. */
      readonly textOption: string | undefined;
    }
  | { readonly rule: "not_json"; readonly option: string; readonly given: string; readonly example: string }
  /** An extension field that the request sets itself; `instead` is the option that does. */
  | {
      readonly rule: "native_field";
      readonly option: "native";
      readonly given: string;
      readonly instead: string | undefined;
    }
  /** An extension field, or a text in one, that no database and no program takes safely; `given` is a field's name. */
  | {
      readonly rule: "unsafe_json";
      readonly option: string;
      readonly what: "null" | "half" | "name" | "deep";
      readonly given: string | undefined;
    }
  /** An option of pictures, given for clips. */
  | { readonly rule: "not_of_clips"; readonly option: string }
  | { readonly rule: "unclosed_quote" }
  | { readonly rule: "unexpected_attachment"; readonly name: string }
  | {
      readonly rule: "too_many_files";
      readonly kind: "image" | "video" | "audio";
      readonly count: number;
      readonly max: number;
    }
  /** No such attachment: `given` is its number or its name, `allowed` the names there are. */
  | {
      readonly rule: "no_such_file";
      readonly option: string;
      readonly given: string;
      readonly allowed: readonly string[];
    }
  /** An option for files whose value is no link. */
  | { readonly rule: "not_a_link"; readonly option: string; readonly given: string }
  | { readonly rule: "too_many_files_in_all"; readonly count: number; readonly max: number }
  /** An edit without a picture. */
  | { readonly rule: "image_required" }
  | VideoProblem
  | PolicyProblem
  | FileProblem;

/** Either a value or every problem at once, so that a person can fix all of them in one go. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly RequestProblem[] };
