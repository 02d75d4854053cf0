import { answer } from "../../src/command/reply.ts";
import { escapeText } from "../../src/core/chat/message.ts";
import { type Command } from "../../src/command/command.ts";
import { nearest } from "../../src/core/request/nearest.ts";

/** `/easel home`: chooses the workspace for direct messages, on platforms where these belong to none. */
export const easelHome: Command = {
  spec: {
    name: "easel home",
    effect: "changes",
    textOption: "workspace",
    options: [{ name: "workspace", type: "text" }],
  },

  async run({ options, actor, conversation }, { platform, texts }) {
    const { homes } = platform.capabilities;
    if (!homes) return answer(texts.linking.homeHere);
    const all = await homes.of(actor.userId);
    const [first] = all;
    if (!first) return answer(texts.linking.noHome);
    const given = String(options["workspace"] ?? "").trim();
    // Without a choice it is the first one.
    if (given === "") {
      const lines = all.map(
        (home) => `• ${escapeText(home.name)}${home === first ? ` · ${texts.linking.homeNow}` : ""}`,
      );
      return answer([texts.linking.homes, ...lines].join("\n"));
    }
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
