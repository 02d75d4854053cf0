import type { Invocation } from "../invocation.ts";
import type { Reply } from "../reply.ts";
import type { Suggestion } from "../../core/chat/form.ts";
import type { CommandContext, Settable } from "../command.ts";
import type { OptionKey } from "../../text/texts.ts";
import { pickField } from "./setting-fields.ts";
import type { SettingForm } from "./setting.ts";

/** The key of the only form. */
const CHOOSE = "choose";

/** The choices of a command that acts on one of them. */
export interface Choosable extends Pick<SettingForm, "apply"> {
  readonly kind: "choosable";
  /** Light Markdown, one line per choice. */
  readonly lines: readonly string[];
  /** The label of the button and the title of the form. */
  readonly label: string;
  /** What the action does: plain text on one line. Only a form with it opens without a button. */
  readonly effect?: string;
  /** The option that names the choice. */
  readonly option: OptionKey;
  /** At least one. */
  readonly choices: readonly Suggestion[];
}

/** Shows the choices, with a form to select one. `load` returns a reply if there are none. */
export function chooseOne(
  load: (invocation: Invocation, context: CommandContext) => Promise<Choosable | Reply>,
): Settable {
  return {
    async show(invocation, context) {
      const found = await load(invocation, context);
      if (found.kind !== "choosable") return found;
      const opens = found.effect === undefined ? {} : { opens: CHOOSE };
      return { kind: "setting", lines: found.lines, buttons: [{ key: CHOOSE, label: found.label }], ...opens };
    },

    async open(_key, invocation, context) {
      const found = await load(invocation, context);
      if (found.kind !== "choosable") return undefined;
      const { label, option, choices, apply, effect } = found;
      const say = context.texts.setting;
      const typed = say.typeOne(choices[0]?.label ?? "");
      const field = pickField({ name: option, label: say.which, required: true }, choices, typed);
      return {
        kind: "form",
        title: label,
        submit: label,
        isNew: true,
        fields: [field],
        ...(effect === undefined ? {} : { effect }),
        ...(apply ? { apply } : {}),
      };
    },
  };
}
