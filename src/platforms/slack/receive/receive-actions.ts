import type { Conversation, MessageRef } from "../../../core/chat/conversation.ts";
import type { ActionEvent, Target } from "../../../core/chat/event.ts";
import { createAcknowledgement } from "../post/acknowledgement.ts";
import { attachmentsOf } from "./files.ts";
import { MessageAction, type SlackMessage } from "./payloads.ts";
import { answeredAt } from "./event-intake.ts";
import type { PostRow } from "../store/post-store.ts";
import { handOver, responderFor, whyNotHere, type Send, type Taking } from "./receive.ts";

/** The message shortcuts in the manifest. */
export const ACTIONS = ["edit", "animate", "recipe"] as const satisfies readonly ActionEvent["action"][];

/** Handles a message shortcut, such as “Edit image”, on anyone's message. */
export async function receiveAction(body: unknown, send: Send, taking: Taking): Promise<void> {
  const given = MessageAction.parse(body);
  const action = ACTIONS.find((known) => known === given.callback_id);
  if (!action) return send();
  const { people, clock, log } = taking;
  const at = clock.elapsed();
  const { teamId: workspace } = await taking.identity();
  const { message } = given;
  const thread = message.thread_ts && message.thread_ts !== message.ts ? { thread: message.thread_ts } : {};
  const conversation: Conversation = { platform: "slack", workspace, channel: given.channel.id, ...thread };
  const acknowledgement = createAcknowledgement({ send, meanwhile: () => undefined, clock, log });
  try {
    const person = await people.find(given.user.id, {
      name: given.user.name ?? given.user.username ?? undefined,
      teamId: given.user.team_id ?? undefined,
    });
    const trigger = { id: given.trigger_id, at };
    const way = { acknowledgement, person, conversation, trigger, shown: false, address: given.response_url };
    const responder = responderFor(way, taking);
    const refusal = action === "recipe" ? undefined : await whyNotHere(conversation, person, taking);
    if (refusal !== undefined) return await responder.answer({ text: refusal });
    const target = await targetOf(message, conversation, taking);
    const key = `action:${workspace}:${given.trigger_id}`;
    await handOver({ kind: "action", key, conversation, actor: person, action, target }, responder, taking);
  } finally {
    acknowledgement.end();
  }
}

/**
 * A message as the target of an action. If the message shows the files of one of Easel's posts, the target is the message with the
 * buttons.
 */
export async function targetOf(
  message: SlackMessage,
  conversation: Conversation,
  taking: Pick<Taking, "posts" | "identity">,
): Promise<Target> {
  const { workspace, channel } = conversation;
  const post = await taking.posts.at(workspace, channel, message.ts);
  const { botId, botUserId } = await taking.identity();
  return {
    // A request in a message is answered in that message's thread.
    message: post ? refOf(post) : { conversation: answeredAt(conversation, message.ts), id: message.ts },
    attachments: attachmentsOf(message.files),
    own: post !== undefined || (message.bot_id ?? "") === botId || message.user === botUserId,
    complete: true,
  };
}

export function refOf({ workspace, channel, thread, ts, key }: PostRow): MessageRef {
  const conversation: Conversation = { platform: "slack", workspace, channel, ...(thread === null ? {} : { thread }) };
  return { conversation, id: ts ?? key };
}
