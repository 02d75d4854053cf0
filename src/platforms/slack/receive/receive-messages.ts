import { commandNamed, splitCommandLine } from "../../../command/parse/command-names.ts";
import { slackTextsFor } from "../../../text/render/slack.ts";
import type { Conversation } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Responder, Target } from "../../../core/chat/event.ts";
import { problemsMessage } from "../post/answers.ts";
import { attachmentsOf } from "./files.ts";
import { publishHome } from "../post/home.ts";
import { EventEnvelope, type SlackMessage } from "./payloads.ts";
import type { Person } from "../people/people.ts";
import { readMessageNow } from "./read-message.ts";
import { receiveOnce } from "./receive-once.ts";
import { answeredAt } from "./event-intake.ts";
import { refOf, targetOf } from "./receive-actions.ts";
import { namesPeople } from "./receive-commands.ts";
import { OPEN_FORM } from "./receive-presses.ts";
import { strangerText, type Taking } from "./receive.ts";
import { mentions, plainText } from "./plain-text.ts";

type Said = Exclude<EventEnvelope["event"], { type: "app_home_opened" }>;

/**
 * Handles events in channels, threads, direct messages and the App Home. Rejects when Slack must deliver the event
 * again.
 */
export async function receiveEvent(body: unknown, taking: Taking): Promise<void> {
  const { event, event_id } = EventEnvelope.parse(body);
  const { teamId: workspace } = await taking.identity();
  if (event.type === "app_home_opened") {
    if (event.tab && event.tab !== "home") return;
    const conversation: Conversation = { platform: "slack", workspace, channel: event.channel };
    // Slack sends the view that is there.
    const shown = event.view ? "home" : "nothing";
    return publishHome(await taking.people.find(event.user), conversation, event_id, taking, { shown });
  }
  if (!event.user || event.bot_id || !(await isForUs(event, taking))) return;
  // The same message can arrive as a mention and as a message, and again under another event id.
  const names = [`message:${workspace}:${event.channel}:${event.ts}`, `event:${workspace}:${event_id}`];
  await receiveOnce(names, () => receiveMessage(event, event.user ?? "", workspace, taking), taking);
}

/** Mentions and direct messages are for Easel. Conversation between people is not, even in the thread of a result. */
async function isForUs(event: Said, { identity }: Taking): Promise<boolean> {
  if (event.type === "app_mention") return true;
  if (event.subtype && event.subtype !== "file_share" && event.subtype !== "thread_broadcast") return false;
  if (event.channel_type === "im") return true;
  return mentions(event.text ?? "", (await identity()).botUserId);
}

async function receiveMessage(event: Said, userId: string, workspace: string, taking: Taking): Promise<void> {
  const { people, identity } = taking;
  const thread = event.thread_ts && event.thread_ts !== event.ts ? event.thread_ts : undefined;
  const channel: Conversation = { platform: "slack", workspace, channel: event.channel };
  const place = thread === undefined ? channel : { ...channel, thread };
  // Private answers are shown where the author wrote.
  const conversation = answeredAt(place, event.ts);
  const teamId = event.user_team ?? event.team ?? undefined;
  const [person, { botUserId }, files, target] = await Promise.all([
    people.find(userId, { teamId }),
    identity(),
    filesOf(event, place, taking),
    thread === undefined ? undefined : threadTarget(event.ts, thread, channel, taking),
  ]);
  const responder = messageResponder(person, place, conversation.thread, taking);
  if (person.isStranger) return responder.answer({ text: strangerText(person) });
  const text = event.text ?? "";
  const names = taking.commands.map(({ name }) => name);
  const line = splitCommandLine(text.replace(`<@${botUserId}>`, ""), names);
  const spec = line && commandNamed(line.command, taking.commands);
  await taking.intake.take(
    {
      kind: "text",
      key: `message:${workspace}:${event.channel}:${event.ts}`,
      conversation,
      actor: person,
      message: { conversation, id: event.ts },
      mentionsUs: event.type === "app_mention" || mentions(text, botUserId),
      text: await plainText(text, {
        botUserId,
        namesOf: people.namesOf,
        keepsMentions: spec !== undefined && namesPeople(spec),
      }),
      attachments: attachmentsOf(files),
      ...(target ? { target } : {}),
    },
    responder,
  );
}

/**
 * A mention does not always include its files, so the message itself is read. While the rate limit for that is used up, the
 * mention counts as it came: it would wait for minutes otherwise.
 */
async function filesOf(event: Said, conversation: Conversation, taking: Taking): Promise<SlackMessage["files"]> {
  if (event.files?.length || event.type === "message") return event.files;
  const message = await readMessageNow(event.ts, conversation, taking);
  return message === "later" ? undefined : message?.files;
}

/** The target of a reply in a thread: Easel's newest result there, or else the thread's first message. */
async function threadTarget(
  ts: string,
  thread: string,
  place: Conversation,
  taking: Taking,
): Promise<Target | undefined> {
  const { workspace, channel } = place;
  const result = await taking.posts.latestResult({ workspace, channel, thread }, ts);
  if (result) return { message: refOf(result), attachments: [], own: true, complete: true };
  const root = await readMessageNow(thread, { ...place, thread }, taking);
  // The unread message might have the picture that the reply is about, so the target is incomplete.
  if (root === "later") {
    const message = { conversation: answeredAt(place, thread), id: thread };
    return { message, attachments: [], own: false, complete: false };
  }
  return root && targetOf(root, place, taking);
}

function messageResponder(
  person: Person,
  conversation: Conversation,
  thread: string | undefined,
  { answers, log }: Taking,
): Responder {
  const texts = slackTextsFor(person.locale);
  const reader = { conversation, thread, userId: person.userId };
  const answer: Responder["answer"] = async (message) => {
    const said = await answers.withThumbnails(
      conversation,
      await answers.withoutFiles(conversation, person.userId, message, texts),
    );
    await answers.privately(reader, said).catch((error: unknown) => {
      if (!(error instanceof PlatformError) || error.retryable) throw error;
      // A redelivery would fail in the same way.
      log.info({ err: error }, "an answer could not be delivered");
    });
  };
  return {
    answer,
    // The receiver acknowledges the event after this has finished.
    acknowledge: () => Promise.resolve({ kind: "heard" }),
    // Slack opens a form only after a press, so this posts a button.
    openForm: (form) =>
      answers.privately(
        reader,
        { text: texts.formByButton, buttons: [{ id: form.id, label: texts.openForm, style: "primary" }] },
        OPEN_FORM,
      ),
    refuseForm: (problems) => answer(problemsMessage(problems)),
  };
}
