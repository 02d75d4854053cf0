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
  /** In text alone: Discord has no room for it there, or it is rarely needed. */
  readonly inline?: true;
  /** Of an option for several files, how many a platform with typed options shows. */
  readonly shown?: number;
  /** The most of a number, where it is another one than elsewhere. */
  readonly max?: number;
}

/** An option of a request, declared once. Everything that has to know options reads it from `OPTIONS`. */
export type RequestOption = TextOption | NumberOption | FlagOption | FileOption | FilesOption;

interface OptionBase {
  readonly commands: Readonly<Partial<Record<TakingCommand, Taking>>>;
  /** What other tools call it: for hints to those who type that. */
  readonly alsoCalled?: readonly string[];
  /** Where forms have it: before the others, behind them, or in between as the table has it. Without it, forms leave it out. */
  readonly form?: "first" | "between" | "last";
  /** How it is part of a request for pictures. */
  readonly image?: ImageField;
  /** How it is part of a request for a clip. */
  readonly video?: VideoField;
  /** Another name of that option: read, and never told or offered as an option of its own. */
  readonly legacyOf?: string;
  /**
   * What rules of admins look at: `words` at the words in it, and the others at the bound of that name.
   * `core/account/policy/check-policy.ts` checks the bounds.
   */
  readonly policy?: "words" | "models" | "maxCount" | "maxSeconds";
}

export interface TextOption extends OptionBase {
  readonly type: "text";
  /** Several words in order; in text it may be given several times. */
  readonly several?: true;
  readonly maxLength?: number;
  /** What can be given where that is no matter of a field: the names of models. By service. */
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

/** One file with a meaning of its own. */
export interface FileOption extends OptionBase {
  readonly type: "attachment";
  readonly accept: FileKind;
}

/** Files in the order in which prompts name them. */
export interface FilesOption extends OptionBase {
  readonly type: "attachments";
  readonly accept: FileKind;
}
