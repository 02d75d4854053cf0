import { escapeText } from "../../core/chat/message.ts";
import type { ButtonEvent } from "../../core/chat/event.ts";
import type { CommandContext } from "../command.ts";
import { mayRun } from "../files/find.ts";
import { answer, type Reply } from "../reply.ts";
import { helpView } from "./view.ts";

/** Replaces the view with another topic. Others than admins don't see admin commands. */
export function pressHelp(topic: string, { actor }: ButtonEvent, { commands, texts, platform }: CommandContext): Reply {
  const allowed = commands.filter((command) => mayRun(command, actor));
  const message = helpView(topic, allowed, texts, platform.capabilities);
  return message ? { kind: "answer", message, closes: true } : answer(texts.help.noTopic(escapeText(topic)));
}
