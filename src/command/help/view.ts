import type { Button, Menu, Message } from "../../core/chat/message.ts";
import type { Capabilities } from "../../core/chat/platform.ts";
import type { Texts } from "../../text/texts.ts";
import type { Command } from "../command.ts";
import { jobsPressId } from "../jobs/view-id.ts";
import { modelsPressId } from "../models/view-id.ts";
import { commandLine, helpBelow } from "../parse/help.ts";
import { commandNamed, namesBelow, parentOf } from "../parse/command-names.ts";
import { optionLines } from "../setting/show-setting.ts";
import { helpPressId } from "./view-id.ts";

/**
 * The help for a topic: Easel as a whole (empty), the commands that begin with its words, or one command. Ignores further words that
 * belong to the command, as in `jobs cancel`. Undefined if nothing matches.
 */
export function helpView(
  topic: string,
  commands: readonly Command[],
  texts: Texts,
  capabilities: Pick<Capabilities, "optionsAreFields" | "hearsReplies"> = {},
): Message | undefined {
  const names = commands.map(({ spec }) => spec.name);
  if (topic === "") return overview(commands, texts, capabilities);
  if (namesBelow(topic, names).length > 0) {
    const text = commandLine(topic, commands, texts);
    const lines = helpBelow(topic, commands, texts).join("\n");
    return {
      text,
      sections: [{ text: lines }],
      menus: [topicMenu(topic, names, texts)],
      buttons: [backButton(topic, texts)],
    };
  }
  const command = commandFor(topic, commands);
  if (!command) return undefined;
  const { spec } = command;
  const options = optionLines(spec, texts, capabilities).join("\n");
  return {
    text: commandLine(spec.name, commands, texts),
    sections: options === "" ? [] : [{ heading: texts.help.options, text: options }],
    buttons: [backButton(spec.name, texts)],
  };
}

function overview(
  commands: readonly Command[],
  texts: Texts,
  { hearsReplies }: Pick<Capabilities, "hearsReplies">,
): Message {
  const { help: say } = texts;
  const names = commands.map(({ spec }) => spec.name);
  const replies = `${hearsReplies ? say.replies : say.mentioningReplies} ${say.replyOptions}`;
  return {
    text: [say.title, say.example].join("\n"),
    sections: [{ text: [replies, say.talk].join("\n") }, { text: helpBelow("", commands, texts).join("\n") }],
    menus: [topicMenu("", names, texts)],
    buttons: [
      { id: modelsPressId({ kind: "list", at: { filter: "all", page: 0 } }), label: say.models, style: "secondary" },
      { id: jobsPressId({ kind: "list", scope: "own", page: 0 }), label: say.jobs, style: "secondary" },
    ],
  };
}

/** The commands and groups one word below a name. */
function topicMenu(name: string, names: readonly string[], { help: say }: Texts): Menu {
  const choices = namesBelow(name, names).map((below) => ({ id: helpPressId(below), label: `/${below}` }));
  return { id: "topic", label: say.topic, choices };
}

function backButton(topic: string, { help: say }: Texts): Button {
  return { id: helpPressId(parentOf(topic)), label: say.back, style: "secondary" };
}

function commandFor(topic: string, commands: readonly Command[]): Command | undefined {
  for (let known = topic; known !== ""; known = parentOf(known)) {
    const command = commands.find(({ spec }) => spec.name === known);
    if (command) return command;
  }
  const spec = commandNamed(
    topic,
    commands.map((command) => command.spec),
  );
  return commands.find((command) => command.spec === spec);
}
