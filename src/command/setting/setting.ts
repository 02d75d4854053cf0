import type { Invocation } from "../invocation.ts";
import type { Reply } from "../reply.ts";
import type { FormField } from "../../core/chat/form.ts";
import type { OptionValues } from "../parse/parse.ts";

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
