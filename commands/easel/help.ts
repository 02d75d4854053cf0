import { answer } from "../../src/command/reply.ts";
import { escapeText } from "../../src/core/chat/message.ts";
import { type Command } from "../../src/command/command.ts";
import { mayRun } from "../../src/command/files/find.ts";
import { helpView } from "../../src/command/help/view.ts";

/** `/easel help` and `/easel`: what Easel can do, by topic; with a name, that command or all commands that begin with it. */
export const easelHelp: Command = {
  spec: {
    name: "easel help",
    example: "imagine",
    isDefault: true,
    textOption: "topic",
    options: [{ name: "topic", type: "text" }],
  },

  async run({ options, actor }, { texts, commands, platform }) {
    const allowed = commands.filter((command) => mayRun(command, actor));
    const given = String(options["topic"] ?? "").trim();
    const topic = given.toLowerCase().replace(/^\//, "").replaceAll(/\s+/g, " ");
    const message = helpView(topic, allowed, texts, platform.capabilities);
    // Nobody changes a question that is answered.
    return message
      ? { kind: "answer", message: { ...message, isDone: true } }
      : answer(texts.help.noTopic(escapeText(given)));
  },
};
