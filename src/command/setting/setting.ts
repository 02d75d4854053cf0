import type { FormField } from "../../core/chat/form.ts";
import type { CommandContext, Invocation, Reply } from "../command.ts";
import type { OptionValues } from "../parse/parse.ts";
import type { OptionKey } from "../../text/texts.ts";

/** What a command that changes a setting shows and asks when it is given nothing to change. */
export interface Settable {
  /** Options that only say what the command is about, such as the group: with these alone nothing is changed. */
  readonly about?: readonly OptionKey[];
  /** What is set now. A reply where that can't be told, for example when there is no such group. */
  show(invocation: Invocation, context: CommandContext): Promise<Setting | Reply>;
  /** What a button of the setting opens; undefined when it no longer exists. */
  open(key: string, invocation: Invocation, context: CommandContext): Promise<SettingForm | Setting | undefined>;
  /** The options that stand for these fields when they are emptied, for example `clear`. Without it, emptied fields count as not given. */
  readonly emptied?: (names: readonly string[]) => OptionValues;
}

/** What is set now, and what can be changed with a button. */
export interface Setting {
  readonly kind: "setting";
  /** Light Markdown, as in `Message`. */
  readonly lines: readonly string[];
  readonly buttons: readonly SettingButton[];
}

export interface SettingButton {
  /** Given back to `Settable.open`; together with the command's name it must fit into a button's id. */
  readonly key: string;
  readonly label: string;
}

/** A form for a setting, filled in with what is set now. */
export interface SettingForm {
  readonly kind: "form";
  readonly title: string;
  /** What its button says; “Save” where nothing else is said. */
  readonly submit?: string;
  readonly fields: readonly FormField[];
  /** Options that go with the fields, such as the group. */
  readonly options?: OptionValues;
  /** Nothing was set before: every field counts, not only those that were changed. */
  readonly isNew?: true;
  /** Does it in place of the command, where options can't name what is meant. */
  readonly apply?: (options: OptionValues, invocation: Invocation) => Promise<Reply>;
}
