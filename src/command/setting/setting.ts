import type { Invocation } from "../invocation.ts";
import type { Reply } from "../reply.ts";
import type { FormField } from "../../core/chat/form.ts";
import type { OptionValues } from "../parse/parse.ts";

/** The current setting, and what buttons can change. */
export interface Setting {
  readonly kind: "setting";
  /** Above the lines. */
  readonly title?: string;
  /** Light Markdown, as in `Message`. */
  readonly lines: readonly string[];
  /** What its rules do, in one line. */
  readonly effect?: string;
  /** Below everything else. */
  readonly note?: string;
  readonly buttons: readonly SettingButton[];
  /** The key of the form to open instead of this answer, if the command can open forms. */
  readonly opens?: string;
}

export interface SettingButton {
  /** Passed back to `Settable.open`. With the command's name it must fit into a button's id. */
  readonly key: string;
  readonly label: string;
}

/** A form for a setting, with the current values. */
export interface SettingForm {
  readonly kind: "form";
  readonly title: string;
  /** The button's label; “Save” by default. */
  readonly submit?: string;
  readonly fields: readonly FormField[];
  /** What saving does: plain text on one line, shown with the fields. */
  readonly effect?: string;
  /** How to do the same by typing, if not with the command's options. */
  readonly typed?: string;
  /** Options sent along with the fields, such as the group. */
  readonly options?: OptionValues;
  /** Nothing was set before: all fields are submitted, not only changed ones. */
  readonly isNew?: true;
  /** Replaces running the command, if options can't express the change. */
  readonly apply?: (options: OptionValues, invocation: Invocation) => Promise<Reply>;
}
