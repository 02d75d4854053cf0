import type { FileKind } from "../../core/request/reference.ts";
import type { NamedKind } from "../../core/chat/platform.ts";

import type { CommandKey, OptionKey } from "../../text/texts.ts";

/**
 * A command as people see it, declared once and rendered to each platform: Discord's registration, Slack's manifest and
 * forms, the Console's list. Descriptions are looked up in the text catalogue by name.
 */
export interface CommandSpec {
  /** One word, or up to three with spaces: Discord shows no more. What begins with the same words is listed together. */
  readonly name: CommandKey;
  /** Meant also by the words before its last alone: `/easel` is `/easel help`. */
  readonly isDefault?: true;
  readonly options: readonly OptionSpec[];
  /** The option that free text without a `--name` goes to. */
  readonly textOption?: OptionKey;
  /** For admins alone: nobody else may run it, nor is offered what fits its options. */
  readonly adminOnly?: boolean;
  /** Whether it makes pictures or clips, or changes something else; without it, the command only tells something. */
  readonly effect?: "makes" | "changes";
  /** An example of values for a person who did not know them: `--amount 100 --unit images`. */
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
  /** For text alone: platforms with typed options have no room for it. */
  readonly inline?: true;
  /** Understood, so that it can be refused with the right words, and never shown to anybody. */
  readonly hidden?: true;
}

export interface TextOptionSpec extends OptionBase {
  readonly type: "text";
  readonly maxLength?: number;
  /** An example of the JSON that it takes. In text that goes on to the bracket that closes its first one. */
  readonly json?: string;
  /** Several words in order; in text it may be given several times. */
  readonly several?: true;
  /**
   * Values that it can have, to offer while typing and to recognise; anything else may be typed too and is judged by the request's
   * own rules. Of models only those are offered that may be used.
   */
  readonly suggestions?: readonly string[];
}

export interface NumberOptionSpec extends OptionBase {
  readonly type: "number";
  readonly min: number;
  readonly max: number;
}

/** True when named; `--private` alone is enough. */
export interface FlagOptionSpec extends OptionBase {
  readonly type: "flag";
}

/**
 * Someone or something of the workspace: picked where the platform has pickers, and its id then; in text a mention, an id or a
 * name. Which one is meant, `Platform.lookUp` tells.
 */
export interface NamedOptionSpec extends OptionBase {
  readonly type: NamedKind;
}

/** One file with a meaning of its own. In text its value is the number or the name of an attached file, or a link. */
export interface AttachmentOptionSpec extends OptionBase {
  readonly type: "attachment";
  readonly accept: FileKind;
}

/** Files in the order in which prompts name them. Typed options are `image1`, `image2` and so on; in text each is a link. */
export interface AttachmentsOptionSpec extends OptionBase {
  readonly type: "attachments";
  readonly accept: FileKind;
  /** How many a platform with typed options shows; elsewhere the request's own rules decide. */
  readonly shown: number;
}
