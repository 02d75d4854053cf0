import type { Button } from "../../core/chat/message.ts";
import { SLACK_INPUT_CHARACTERS } from "../../lib/limits.ts";
import type { Texts } from "../../text/texts.ts";
import { actingOf } from "../acting.ts";
import type { Settable } from "../command.ts";
import { adminChannelField } from "../policy/admin-channel.ts";
import { modelFields } from "../policy/defaults.ts";
import { listedSubjects } from "../policy/subjects.ts";
import { textField } from "../setting/setting-fields.ts";
import { settingButton } from "../setting/show-setting.ts";
import { perDayText } from "./per-day.ts";
import { saveSetup } from "./save-setup.ts";
import { stateLines, workspaceState } from "./workspace-state.ts";

const KEY = "setup";

/** How the workspace is set up, with one form for all of it. */
export const workspaceSetup: Settable = {
  async show(invocation, context) {
    const { texts } = context;
    const state = await workspaceState(invocation, await actingOf(invocation, context), context);
    return {
      kind: "setting",
      title: texts.setup.title,
      lines: stateLines(state, invocation, texts),
      note: texts.setup.typed,
      buttons: [{ key: KEY, label: texts.setup.open }],
    };
  },

  async open(_key, invocation, context) {
    const { texts } = context;
    const say = texts.setup;
    const acting = await actingOf(invocation, context);
    const state = await workspaceState(invocation, acting, context);
    const unset = {
      image: say.notSet(state.usedUnset.image ?? texts.limits.noModels),
      video: say.notSet(state.usedUnset.video ?? texts.limits.noModels),
    };
    return {
      kind: "form",
      title: say.formTitle,
      effect: say.effect,
      typed: say.typed,
      // The form contains the whole setup, so every field is submitted.
      isNew: true,
      fields: [
        ...(await modelFields(state.settings, acting, context, unset)),
        textField({ name: "per_day", label: say.perDay, hint: say.perDayHint, value: perDayText(state.perDay) }),
        await adminChannelField(state.workspace.adminChannel, invocation, context),
        textField(
          {
            name: "only",
            label: say.only,
            hint: say.onlyHint,
            value: listedSubjects(state.settings.access ?? [], state.names),
          },
          { maxLength: SLACK_INPUT_CHARACTERS },
        ),
      ],
      apply: (options, asked) => saveSetup(options, asked, context),
    };
  },
};

/** The button that opens the form. */
export function setupButton({ setup: say }: Texts): Button {
  return settingButton({ name: "easel-admin setup" }, { key: KEY, label: say.open });
}
