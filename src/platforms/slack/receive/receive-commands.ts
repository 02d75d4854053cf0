import { holdsSecret } from "../../../core/account/keys/typed-secret.ts";
import { commandNamed, splitCommandLine } from "../../../command/parse/command-names.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import type { Locale } from "../../../lib/locale.ts";
import { slackTextsFor } from "../../../text/render/slack.ts";
import { textsFor } from "../../../text/texts.ts";
import type { Conversation } from "../../../core/chat/conversation.ts";
import { createAcknowledgement } from "../post/acknowledgement.ts";
import { SlashCommand } from "./payloads.ts";
import { handOver, responderFor, whyNotHere, type Send, type Taking } from "./receive.ts";
import { plainText } from "./plain-text.ts";

/** Handles a slash command: one line of text with options. Slack sends commands from channels, never from threads. */
export async function receiveCommand(body: unknown, send: Send, taking: Taking): Promise<void> {
  const { command, text, team_id, channel_id, user_id, user_name, trigger_id, response_url } = SlashCommand.parse(body);
  const { answers, people, identity, clock, log } = taking;
  const at = clock.elapsed();
  const { teamId: workspace, botUserId } = await identity();
  const conversation: Conversation = { platform: "slack", workspace, channel: channel_id };
  let locale: Locale = "en";
  const acknowledgement = createAcknowledgement({
    send,
    meanwhile: () => answers.asReply({ text: slackTextsFor(locale).working }),
    clock,
    log,
  });
  try {
    const names = taking.commands.map((known) => known.name);
    // Slack's command is the first word. The other words of its name are in the text.
    const { command: name, rest } = splitCommandLine(`${command} ${text}`, names) ?? { command, rest: text };
    const spec = commandNamed(name, taking.commands);
    const person = await people.find(user_id, { name: user_name, teamId: team_id });
    ({ locale } = person);
    const trigger = { id: trigger_id, at };
    const way = { acknowledgement, person, conversation, trigger, shown: true, address: response_url };
    const responder = responderFor(way, taking);
    // A command that makes something posts it in the conversation, so the bot must be able to post there.
    const refusal = spec?.textOption === "prompt" ? await whyNotHere(conversation, person, taking) : undefined;
    if (refusal !== undefined) return await responder.answer({ text: refusal });
    const line = await plainText(rest, {
      botUserId,
      namesOf: people.namesOf,
      keepsMentions: spec !== undefined && namesPeople(spec),
    });
    if (holdsSecret(`${name} ${line}`))
      return await responder.answer({ text: textsFor(person.locale).keys.typed.unshown });
    const key = `command:${workspace}:${trigger_id}`;
    // A slash command carries no files. A file named in the line must be a link.
    const event = { kind: "command" as const, key, command: name, line, options: {}, attachments: [] };
    await handOver({ ...event, conversation, actor: person }, responder, taking);
  } finally {
    acknowledgement.end();
  }
}

/** Whether a command takes a person, group or channel of the workspace. */
export function namesPeople({ options }: CommandSpec): boolean {
  return options.some((option) =>
    option.type === "text" ? option.takesMentions : ["person", "role", "channel"].includes(option.type),
  );
}
