import type { FileKind } from "../reference.ts";
import type { ImageField } from "../image/image-field.ts";
import type { VideoField } from "../video/video-field.ts";

/** What a request is for: pictures, or a clip. */
export type Kind = "image" | "video";

/** The commands that take options of a request. */
export type TakingCommand = "imagine" | "edit" | "video" | "preset save";

/** How a command takes an option. */
export interface Taking {
  readonly required?: true;
  /** Only in text, because Discord has no room for it, or because it is rarely needed. */
  readonly inline?: true;
  /** For an option with several files, how many a platform with typed options shows. */
  readonly shown?: number;
  /** A number's maximum, if it differs for this command. */
  readonly max?: number;
}

/** A request option, declared once. Everything that needs to know options reads `OPTIONS`. */
export type RequestOption = TextOption | NumberOption | FlagOption | FileOption | FilesOption;

interface OptionBase {
  readonly commands: Readonly<Partial<Record<TakingCommand, Taking>>>;
  /** Other tools' names for it, for hints to people who type them. */
  readonly alsoCalled?: readonly string[];
  /**
   * Its position in forms: before the others, after them, or in the table's order. `rare`: at the end, behind a heading where the
   * platform can hide fields. Without it, forms leave it out.
   */
  readonly form?: "first" | "between" | "last" | "rare";
  /** Its part in picture requests. */
  readonly image?: ImageField;
  /** Its part in clip requests. */
  readonly video?: VideoField;
  /** An older name of that option: read, but never shown or offered as a separate option. */
  readonly legacyOf?: string;
  /** What `core/account/policy/check-policy.ts` checks: the words in the option (`words`), or the setting with that name. */
  readonly policy?: "words" | "models" | "maxCount" | "maxSeconds";
}

export interface TextOption extends OptionBase {
  readonly type: "text";
  /** Several words in order; in text it may be repeated. */
  readonly several?: true;
  readonly maxLength?: number;
  /** Values that don't come from a field: the names of models, by service. */
  readonly known?: Readonly<Partial<Record<Kind, readonly string[]>>>;
}

export interface NumberOption extends OptionBase {
  readonly type: "number";
  readonly min: number;
  readonly max: number;
}

export interface FlagOption extends OptionBase {
  readonly type: "flag";
}

/** One file with its own role. */
export interface FileOption extends OptionBase {
  readonly type: "attachment";
  readonly accept: FileKind;
}

/** Files in the order in which prompts name them. */
export interface FilesOption extends OptionBase {
  readonly type: "attachments";
  readonly accept: FileKind;
}
