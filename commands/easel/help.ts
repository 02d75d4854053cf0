import { answer } from "../../src/command/reply.ts";
import { escapeText } from "../../src/core/chat/message.ts";
import { type Command } from "../../src/command/command.ts";
import { mayRun } from "../../src/command/files/find.ts";
import { helpAbout, helpBelow } from "../../src/command/parse/help.ts";

/** `/easel help` and `/easel`: the commands and how to use them; with a name, that command or all commands that begin with it. */
export const easelHelp: Command = {
  spec: {
    name: "easel help",
    example: "imagine",
    isDefault: true,
    textOption: "topic",
    options: [{ name: "topic", type: "text" }],
  },

  async run({ options, actor }, { texts, commands }) {
    const allowed = commands.filter((command) => mayRun(command, actor));
    const topic = String(options["topic"] ?? "").trim();
    if (topic === "") {
      const lines = helpBelow("", allowed, texts);
      return answer(
        [texts.help.title, texts.help.example, texts.help.replies, texts.help.talk, "", ...lines].join("\n"),
      );
    }
    const name = topic.toLowerCase().replace(/^\//, "").replaceAll(/\s+/g, " ");
    const lines = helpAbout(name, allowed, texts);
    return answer(lines.length > 0 ? lines.join("\n") : texts.help.noTopic(escapeText(topic)));
  },
};
