import type { Invocation } from "../invocation.ts";
import type { Reply } from "../reply.ts";
import type { Suggestion } from "../../core/chat/form.ts";
import type { CommandContext, Settable } from "../command.ts";
import type { OptionKey } from "../../text/texts.ts";
import { pickField } from "./fields.ts";
import type { SettingForm } from "./setting.ts";

/** What there is to choose from, for a command that does something with one of them. */
export interface Choosable extends Pick<SettingForm, "apply"> {
  readonly kind: "choosable";
  /** Light Markdown, a line for each. */
  readonly lines: readonly string[];
  /** What the button says, and the form is called. */
  readonly label: string;
  /** The option that names one of them. */
  readonly option: OptionKey;
  readonly choices: readonly Suggestion[];
}

/** Shows what there is, with a form to choose one of it. `load` replies where there is nothing. */
export function chooseOne(
  load: (invocation: Invocation, context: CommandContext) => Promise<Choosable | Reply>,
): Settable {
  return {
    async show(invocation, context) {
      const found = await load(invocation, context);
      if (found.kind !== "choosable") return found;
      const buttons = found.choices.length === 0 ? [] : [{ key: "choose", label: found.label }];
      return { kind: "setting", lines: found.lines, buttons };
    },

    async open(_key, invocation, context) {
      const found = await load(invocation, context);
      if (found.kind !== "choosable") return undefined;
      const { label, option, choices, apply } = found;
      const field = pickField({ name: option, label: context.texts.setting.which, required: true }, choices);
      return { kind: "form", title: label, submit: label, isNew: true, fields: [field], ...(apply ? { apply } : {}) };
    },
  };
}
