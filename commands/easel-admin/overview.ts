import { answer } from "../../src/command/reply.ts";
import { type Command } from "../../src/command/command.ts";
import { homeText, homeView } from "../../src/command/overview/home-view.ts";
import { helpBelow } from "../../src/command/parse/help.ts";
import { takesButtons } from "../../src/command/setting/show-setting.ts";

/** `/easel-admin overview` and `/easel-admin`: Easel's settings and state, with a view and forms for each subject. */
export const overview: Command = {
  spec: { name: "easel-admin overview", isDefault: true, adminOnly: true, options: [] },

  async run(invocation, context) {
    if (takesButtons(invocation, context)) return { kind: "answer", message: await homeView(invocation, context) };
    const { commands, texts } = context;
    const below = helpBelow("easel-admin", commands, texts);
    return answer([await homeText(invocation, context), texts.overview.typed, ...below].join("\n"));
  },
};
