import { answer } from "../../src/command/reply.ts";
import { escapeText } from "../../src/core/chat/message.ts";
import { chooseOne } from "../../src/command/setting/choose-one.ts";
import { type Command } from "../../src/command/command.ts";
import { nearest } from "../../src/core/request/nearest.ts";

/** `/easel home`: chooses the workspace of direct messages, on platforms where they belong to none. */
export const easelHome: Command = {
  spec: {
    name: "easel home",
    effect: "changes",
    textOption: "workspace",
    options: [{ name: "workspace", type: "text" }],
  },

  setting: chooseOne(async ({ actor }, { platform, texts }) => {
    const { homes } = platform.capabilities;
    if (!homes) return answer(texts.linking.homeHere);
    const all = await homes.of(actor.userId);
    if (all.length === 0) return answer(texts.linking.noHome);
    // The default is the first one.
    const told = all.map(({ name }, index) => (index === 0 ? `${name} · ${texts.linking.homeNow}` : name));
    return {
      kind: "choosable",
      lines: [texts.linking.homes, ...told.map((one) => `• ${escapeText(one)}`)],
      label: texts.setting.chooseHome,
      option: "workspace",
      choices: all.map(({ workspace }, index) => ({ value: workspace, label: told[index] ?? workspace })),
    };
  }),

  async run({ options, actor, conversation }, { platform, texts }) {
    const { homes } = platform.capabilities;
    if (!homes) return answer(texts.linking.homeHere);
    const all = await homes.of(actor.userId);
    const [first] = all;
    if (!first) return answer(texts.linking.noHome);
    const given = String(options["workspace"] ?? "").trim();
    const found = all.filter(
      ({ workspace, name }) => workspace === given || name.toLowerCase() === given.toLowerCase(),
    );
    const [home] = found;
    if (!home || found.length > 1) {
      const names = all.map(({ name }) => name);
      const near = nearest(given, names);
      return answer(texts.linking.noSuchHome(escapeText(given), near && escapeText(near)));
    }
    await homes.choose(actor.userId, home.workspace);
    const isHere = home.workspace === conversation.workspace;
    return answer(texts.linking.homeChosen(escapeText(home.name), escapeText(first.name), isHere));
  },
};
