import type { Clock } from "../../../lib/clock.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import { troubleText } from "../../../command/failed-text.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { MemberLimit } from "../../../lib/minute-limit.ts";
import { slackTextsFor } from "../../../text/render/slack.ts";
import { textsFor } from "../../../text/texts.ts";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { ChatEvent, Responder } from "../../../core/chat/event.ts";
import type { Message } from "../../../core/chat/message.ts";
import type { Platform } from "../../../core/chat/platform.ts";
import type { HomeLimits } from "../post/home-limits.ts";
import type { Pictured } from "../post/render.ts";
import type { Acknowledgement } from "../post/acknowledgement.ts";
import { hasPictures, problemsMessage, type Answers, type Trigger } from "../post/answers.ts";
import type { EventStore } from "../store/event-store.ts";
import type { SlackIdentity } from "../connect/identity.ts";
import type { Intake } from "./event-intake.ts";
import type { Membership } from "../people/channel-members.ts";
import type { People, Person } from "../people/people.ts";
import type { PostStore } from "../store/post-store.ts";
import type { StepStore } from "../store/step-store.ts";
import type { SlackWeb } from "../connect/web-api.ts";

/** What the handlers of commands, presses, forms and messages share. */
export interface Taking {
  readonly commands: readonly CommandSpec[];
  readonly identity: () => Promise<SlackIdentity>;
  readonly people: People;
  readonly membership: (channel: string) => Promise<Membership>;
  readonly mayRead: Platform["mayRead"];
  readonly homeLimits: HomeLimits;
  readonly mayPreview: MemberLimit;
  readonly answers: Answers;
  readonly intake: Intake;
  readonly web: SlackWeb;
  readonly posts: PostStore;
  readonly events: EventStore;
  readonly steps: StepStore;
  /** Sends a message to a person directly: `Platform.direct`. */
  readonly direct: Platform["direct"];
  /** Call when a workflow step might have ended. */
  readonly stepEnded: () => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Bolt's `ack`, with the content that Slack should show. */
export type Send = (body?: Record<string, unknown>) => Promise<void>;

/** How to answer the person behind one event. */
export interface Way {
  readonly acknowledgement: Acknowledgement;
  readonly person: Person;
  readonly conversation: Conversation;
  readonly trigger: Trigger;
  /** Whether Slack shows the content of an acknowledgement. */
  readonly shown: boolean;
  /** Slack's `response_url`, if there is one. */
  readonly address: string | undefined;
  /** Replaces the message whose button was pressed, if that is possible. */
  readonly replace?: (message: Pictured) => Promise<void>;
}

/** The responder for a command, a press or a message shortcut. */
export function responderFor(
  { acknowledgement, person, conversation, trigger, shown, address, replace }: Way,
  { answers, log }: Taking,
): Responder {
  const texts = slackTextsFor(person.locale);
  const { userId } = person;
  const later = (message: Pictured): Promise<void> => answers.privately({ address, conversation, userId }, message);
  const untold = (error: unknown): void => log.info({ err: error }, "an accepted request could not be confirmed");
  const answer = async (whole: Message): Promise<void> => {
    const message = await answers.withThumbnails(
      conversation,
      await answers.withoutFiles(conversation, userId, whole, texts),
    );
    // Slack does not say whether it shows an acknowledgement's pictures.
    if (shown && !hasPictures(message) && (await acknowledgement.give(answers.asReply(message))) === "told") return;
    await acknowledgement.give();
    await later(message);
  };
  return {
    async answer(message, closes = false) {
      if (!closes || !replace) return answer(message);
      await acknowledgement.give();
      const pictured = await answers.withThumbnails(conversation, message);
      await replace(pictured).catch(() => later(pictured));
    },
    async acknowledge(closing) {
      const isLost = (await acknowledgement.give()) === "lost";
      // Slack shows a failure in this case, and someone who believes it would make the same request again.
      if (isLost) await later({ text: texts.takenAfterAll }).catch(untold);
      if (closing) await replace?.(closing).catch(untold);
      return { kind: isLost ? "unheard" : "heard" };
    },
    async openForm(form) {
      const opening = await answers.openForm(trigger, form, conversation, texts);
      if (opening === "opened") await acknowledgement.give();
      else await answer({ text: `${texts.notOpened[opening]}\n${form.typed}` });
    },
    refuseForm: (problems) => answer(problemsMessage(problems)),
  };
}

/** Passes an event to the core. Slack may not deliver it again, so a certain failure is reported immediately. */
export async function handOver(
  event: ChatEvent & { readonly actor: Person },
  responder: Responder,
  { intake, log }: { readonly intake: Pick<Intake, "take">; readonly log: Logger },
): Promise<void> {
  if (event.actor.isStranger) return responder.answer({ text: strangerText(event.actor) });
  try {
    await intake.take(event, responder);
  } catch (error) {
    log.warn({ err: error, event: event.key }, "an event could not be handled");
    const text = troubleText(event, error, textsFor(event.actor.locale));
    if (text !== undefined) await responder.answer({ text });
  }
}

/** The answer to someone from another workspace, or to someone whose permissions are unknown. */
export function strangerText({ locale, rightsUnknown }: Person): string {
  return rightsUnknown ? textsFor(locale).rightsUnknown("Slack") : slackTextsFor(locale).stranger;
}

/** The sentence that says why Easel can't post in a conversation. Undefined when it can. */
export async function whyNotHere(
  { channel }: Conversation,
  person: Pick<Person, "locale">,
  { membership, identity }: Pick<Taking, "membership" | "identity">,
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
