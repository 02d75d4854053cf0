import type { FileKind } from "../../core/request/reference.ts";
import type { NamedKind } from "../../core/chat/platform.ts";

import type { CommandKey, OptionKey } from "../../text/texts.ts";

/**
 * A command as people see it, declared once and rendered to each platform: Discord's registration, Slack's manifest and forms,
 * the Console's list. The text catalogue has the descriptions, by name.
 */
export interface CommandSpec {
  /** One to three words, the most that Discord supports. Commands with the same first words are listed together. */
  readonly name: CommandKey;
  /** The default of its group: `/easel` is `/easel help`. */
  readonly isDefault?: true;
  readonly options: readonly OptionSpec[];
  /** The option that receives text without a `--name`. */
  readonly textOption?: OptionKey;
  /** For admins only: others can neither run it nor get suggestions for its options. */
  readonly adminOnly?: boolean;
  /** Whether it makes pictures or clips, or changes something else. Without it, the command only shows information. */
  readonly effect?: "makes" | "changes";
  /** Example values for newcomers: `--amount 100 --unit pictures`. */
  readonly example?: string;
}

export type OptionSpec =
  | TextOptionSpec
  | NumberOptionSpec
  | FlagOptionSpec
  | NamedOptionSpec
  | AttachmentOptionSpec
  | AttachmentsOptionSpec;

interface OptionBase {
  readonly name: OptionKey;
  readonly required?: boolean;
  /** Only for typing: platforms with a field per option have no room for it. */
  readonly inline?: true;
  /** Never listed: it is refused with a helpful answer, or appears only in a form on platforms that support it. */
  readonly hidden?: true;
}

export interface TextOptionSpec extends OptionBase {
  readonly type: "text";
  readonly maxLength?: number;
  /** An example of the JSON that it takes. In text the value extends to the matching closing bracket. */
  readonly json?: string;
  /** May contain mentions of people and roles. Platforms pass these on unchanged, because names are ambiguous. */
  readonly takesMentions?: true;
  /** Several words in order; in text it may be repeated. */
  readonly several?: true;
  /**
   * Known values, for suggestions and recognition. Other values can be typed too and are checked by the request's own rules. Of
   * models, only those that may be used are suggested.
   */
  readonly suggestions?: readonly string[];
}

export interface NumberOptionSpec extends OptionBase {
  readonly type: "number";
  readonly min: number;
  readonly max: number;
}

/** True when named: `--private` is enough. */
export interface FlagOptionSpec extends OptionBase {
  readonly type: "flag";
}

/**
 * Someone or something in the workspace. Platforms with pickers give its id; in text it is a mention, an id or a name, which
 * `Platform.lookUp` resolves.
 */
export interface NamedOptionSpec extends OptionBase {
  readonly type: NamedKind;
}

/** One file with its own role. In text, the value is an attachment's number or name, or a link. */
export interface AttachmentOptionSpec extends OptionBase {
  readonly type: "attachment";
  readonly accept: FileKind;
}

/** Files in the order in which prompts name them. Typed options are `image1`, `image2` and so on; in text each is a link. */
export interface AttachmentsOptionSpec extends OptionBase {
  readonly type: "attachments";
  readonly accept: FileKind;
  /** How many a platform with typed options shows; elsewhere the request's own rules set the limit. */
  readonly shown: number;
}
