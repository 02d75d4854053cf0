import { makesAtOnce } from "../../../command/make/makes-at-once.ts";
import { slackTextsFor } from "../../../text/render/slack.ts";
import { decodeConversation, type Conversation } from "../../../core/chat/conversation.ts";
import type { Responder } from "../../../core/chat/event.ts";
import { createAcknowledgement } from "../post/acknowledgement.ts";
import { problemsMessage } from "../post/answers.ts";
import type { Pictured } from "../post/render.ts";
import { answeredIn, filledIn, formOf } from "../post/form-view.ts";
import { chosenAtHome, HOME_CHANNEL, placeAtHome, publishHome } from "../post/home.ts";
import { readThreadMark } from "../post/thread-mark.ts";
import { answersInView } from "./answers-in-view.ts";
import { isDirect } from "./event-intake.ts";
import { BlockActions, type View } from "./payloads.ts";
import { handOver, responderFor, strangerText, whyNotHere, type Send, type Taking, type Way } from "./receive.ts";
import { z } from "zod";

/** The action id of the button that opens a form where none can open immediately. Its value is the form's id. */
export const OPEN_FORM = "open_form";

/** Handles a button press, or a change in a form that changes its other fields. */
export async function receivePress(body: unknown, send: Send, taking: Taking): Promise<void> {
  const press = BlockActions.parse(body);
  const [sent] = press.actions;
  const mark = readThreadMark(sent?.action_id ?? "");
  const action = sent && { ...sent, action_id: mark.actionId };
  const { teamId: workspace } = await taking.identity();
  const { answers, people, clock, log } = taking;
  const at = clock.elapsed();
  if (press.view && formOf(press.view)) return reshape(press, send, taking);
  const place = conversationOf(press, workspace, mark.thread);
  const isAtHome = press.view?.type === "home";
  if (isAtHome && place && action?.action_id === HOME_CHANNEL) {
    await send();
    const person = await people.find(press.user.id);
    return publishHome(person, place, press.trigger_id, taking, {
      channel: action.selected_conversation ?? undefined,
    });
  }
  // A menu's choice stands for the button with its id.
  const pressed = action?.value ?? action?.selected_option?.value;
  if (!place || !action || !pressed) return send();
  const conversation = isAtHome ? placeAtHome(place, action.action_id) : place;
  const acknowledgement = createAcknowledgement({ send, meanwhile: () => undefined, clock, log });
  try {
    const person = await people.find(press.user.id, {
      name: press.user.name ?? press.user.username ?? undefined,
      teamId: press.user.team_id ?? undefined,
    });
    const trigger = { id: press.trigger_id, at };
    const address = press.response_url ?? undefined;
    const replace =
      address === undefined ? {} : { replace: (message: Pictured) => answers.replace(address, message, conversation) };
    const way = { acknowledgement, person, conversation, trigger, shown: false, address, ...replace };
    const responder = isAtHome
      ? atHome(way, taking)
      : press.view && answeredIn(press.view)
        ? inModal(press.view, way, taking)
        : responderFor(way, taking);
    if (action.action_id === OPEN_FORM) {
      if (person.isStranger) return await responder.answer({ text: strangerText(person) });
      const query = { form: pressed, values: {}, actor: person, conversation, isDirect: isDirect(conversation) };
      const form = await taking.intake.handlers().reform(query);
      return await (form
        ? responder.openForm(form)
        : responder.answer({ text: slackTextsFor(person.locale).formGone }));
    }
    const refusal = makesAtOnce(pressed) ? await whyNotHere(conversation, person, taking) : undefined;
    if (refusal !== undefined) return await responder.answer({ text: refusal });
    const id = press.container.message_ts ?? press.message?.ts ?? press.view?.id ?? "";
    await handOver(
      {
        kind: "button",
        key: `press:${workspace}:${press.trigger_id}`,
        conversation,
        actor: person,
        button: pressed,
        message: { conversation, id },
      },
      responder,
      taking,
    );
    if (isAtHome && press.view)
      await publishHome(person, place, press.trigger_id, taking, { channel: chosenAtHome(press.view) });
  } finally {
    acknowledgement.end();
  }
}

/**
 * The responder for a button in the App Home. Answers open as a modal, because the App Home hides the direct message. If a modal can't
 * open, they are sent as for other buttons.
 */
function atHome(way: Way, taking: Taking): Responder {
  const { acknowledgement, person, conversation, trigger } = way;
  const { answers } = taking;
  const texts = slackTextsFor(person.locale);
  const besides = responderFor(way, taking);
  return {
    ...besides,
    async answer(message) {
      const said = await answers.withoutFiles(conversation, person.userId, message, texts);
      const opening = await answers.openMessage(trigger, said, conversation, texts);
      if (opening === "opened") await acknowledgement.give();
      else await besides.answer(said);
    },
  };
}

/** The responder for a button of a message in a modal. Slack shows no content of the acknowledgement there. */
function inModal(
  view: View,
  { acknowledgement, person: { userId, locale }, conversation, trigger }: Way,
  taking: Taking,
): Responder {
  const texts = slackTextsFor(locale);
  const place = { view, userId, conversation, texts, opening: trigger.id };
  const inView = answersInView(place, taking, async () => {
    await acknowledgement.give();
    return false;
  });
  const untold = (error: unknown): void =>
    taking.log.info({ err: error }, "an accepted request could not be confirmed");
  return {
    ...inView,
    async acknowledge(closing) {
      const isLost = (await acknowledgement.give()) === "lost";
      await inView.answer(closing ?? { text: isLost ? texts.takenAfterAll : texts.taken }).catch(untold);
      return { kind: isLost ? "unheard" : "heard" };
    },
    refuseForm: (problems) => inView.answer(problemsMessage(problems)),
  };
}

/**
 * The conversation of the message with the button, or the thread in the button's mark. For a button in the App Home, the person's direct
 * message with Easel. For a button in a modal, the conversation where its form was opened.
 */
function conversationOf(press: BlockActions, workspace: string, marked: string | undefined): Conversation | undefined {
  if (press.view?.type === "home") return decodeConversation(press.view.private_metadata);
  if (press.view) return answeredIn(press.view);
  const channel = press.container.channel_id ?? press.channel?.id;
  if (channel === undefined) return undefined;
  const thread = marked ?? press.container.thread_ts ?? press.message?.thread_ts ?? undefined;
  const isInThread = thread !== undefined && thread !== press.container.message_ts;
  return { platform: "slack", workspace, channel, ...(isInThread ? { thread } : {}) };
}

/** Rebuilds a form after its model changed, keeping the values entered so far. */
async function reshape(press: BlockActions, send: Send, { answers, people, intake, web, log }: Taking): Promise<void> {
  await send();
  const { view } = press;
  const state = view && formOf(view);
  if (!view || !state) return;
  const person = await people.find(press.user.id);
  // The form's fields show what is allowed here.
  if (person.isStranger) return;
  const { values } = filledIn(view);
  const { conversation } = state;
  const query = { form: state.form, values, actor: person, conversation, isDirect: isDirect(conversation) };
  const form = await intake.handlers().reform(query);
  if (!form) return;
  const hash = view.hash ? { hash: view.hash } : {};
  try {
    await answers.showForm(form, state, slackTextsFor(person.locale), (next) =>
      web.call("views.update", { view_id: view.id, ...hash, view: next }, z.looseObject({})),
    );
  } catch (error) {
    // The form was changed again or closed, so this update no longer matters.
    log.info({ err: error }, "a form could not be updated");
  }
}
