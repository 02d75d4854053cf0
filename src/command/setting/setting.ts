import type { Invocation } from "../invocation.ts";
import type { Reply } from "../reply.ts";
import type { FormField } from "../../core/chat/form.ts";
import type { OptionValues } from "../parse/parse.ts";

/** The current setting, and what buttons can change. */
export interface Setting {
  readonly kind: "setting";
  /** Says what is set, above the lines. */
  readonly title?: string;
  /** Light Markdown, as in `Message`. */
  readonly lines: readonly string[];
  /** What its rules do, in one line. */
  readonly effect?: string;
  /** Below everything else. */
  readonly note?: string;
  readonly buttons: readonly SettingButton[];
  /** The key of the form that opens at once, in place of all this, where the command can open one. */
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
  /** How to type the same, if not as the command's options. */
  readonly typed?: string;
  /** Options sent along with the fields, such as the group. */
  readonly options?: OptionValues;
  /** Nothing was set before: every field counts, not only changed ones. */
  readonly isNew?: true;
  /** Replaces running the command, if options can't name what is meant. */
  readonly apply?: (options: OptionValues, invocation: Invocation) => Promise<Reply>;
}
