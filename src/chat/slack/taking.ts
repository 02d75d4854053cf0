import type { Clock } from "../../clock.ts";
import type { CommandSpec } from "../../command/spec.ts";
import type { Logger } from "../../log.ts";
import { slackTextsFor, type SlackTexts } from "../../text/slack.ts";
import { textsFor } from "../../text/texts.ts";
import type { Conversation } from "../conversation.ts";
import type { ChatEvent, Responder } from "../event.ts";
import type { Message } from "../message.ts";
import type { Acknowledgement } from "./acknowledgement.ts";
import { problemsMessage, type Answers } from "./answers.ts";
import type { EventStore } from "./event-store.ts";
import type { SlackIdentity } from "./identity.ts";
import type { Intake } from "./intake.ts";
import type { Membership } from "./membership.ts";
import type { People, Person } from "./people.ts";
import type { PostStore } from "./post-store.ts";
import type { SlackWeb } from "./web.ts";

/** What the takers of commands, presses, forms and messages share. */
export interface Taking {
  readonly commands: readonly CommandSpec[];
  readonly identity: () => Promise<SlackIdentity>;
  readonly people: People;
  readonly membership: (channel: string) => Promise<Membership>;
  readonly answers: Answers;
  readonly intake: Intake;
  readonly web: SlackWeb;
  readonly posts: PostStore;
  readonly events: EventStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Bolt's `ack`, with what Slack shall show by itself. */
export type Send = (body?: Record<string, unknown>) => Promise<void>;

/** How one person who did something is answered. */
export interface Way {
  readonly acknowledgement: Acknowledgement;
  readonly person: Person;
  readonly conversation: Conversation;
  readonly triggerId: string;
  /** Slack shows what the acknowledgement carries. */
  readonly shown: boolean;
  /** The way for what comes after it. */
  readonly later: (message: Message) => Promise<void>;
}

/** Answers a command, a press or a message shortcut. */
export function responderFor(
  { acknowledgement, person, conversation, triggerId, shown, later }: Way,
  { answers }: Taking,
): Responder {
  const texts = slackTextsFor(person.locale);
  const say = async (message: Message): Promise<void> => {
    if (shown && (await acknowledgement.give(answers.asReply(message)))) return;
    await acknowledgement.give();
    await later(message);
  };
  const answer = async (message: Message): Promise<void> => {
    await say(withFilesNamed(message, texts));
    await answers.handFiles(person.userId, message);
  };
  return {
    answer,
    async acknowledge() {
      await acknowledgement.give();
      return undefined;
    },
    async openForm(form) {
      if (await answers.openForm(triggerId, form, conversation, texts)) await acknowledgement.give();
      else await answer({ text: texts.formTooLate });
    },
    refuseForm: (problems) => answer(problemsMessage(problems)),
  };
}

/** The answer says where its files are, for it can't carry them. */
export function withFilesNamed(message: Message, texts: SlackTexts): Message {
  return message.files === undefined ? message : { ...message, text: `${message.text}\n${texts.filesDirectly}` };
}

/** Hands an event over. Slack delivers such a thing once, so whoever did it is told when nothing was taken. */
export async function handOver(
  event: ChatEvent & { readonly actor: Person },
  responder: Responder,
  { intake, log }: Taking,
): Promise<void> {
  if (event.actor.isStranger) return responder.answer({ text: slackTextsFor(event.actor.locale).stranger });
  try {
    await intake.take(event, responder);
  } catch (error) {
    log.warn({ err: error, event: event.key }, "not taken");
    await responder.answer({ text: textsFor(event.actor.locale).trouble });
  }
}

/** Why we can't post where somebody asks from, in words; undefined when we can. */
export async function whyNotHere(
  { channel }: Conversation,
  person: Person,
  { membership, identity }: Taking,
): Promise<string | undefined> {
  const texts = slackTextsFor(person.locale);
  switch (await membership(channel)) {
    case "yes":
      return undefined;
    case "invite":
      return texts.invite((await identity()).botName);
    case "never":
      return texts.elsewhere;
  }
}
