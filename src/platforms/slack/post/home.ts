import { z } from "zod";
import { overviewPressId } from "../../../command/overview/view-id.ts";
import { slackTextsFor } from "../../../text/render/slack.ts";
import { encodeConversation, type Conversation } from "../../../core/chat/conversation.ts";
import type { FieldValues } from "../../../core/chat/event.ts";
import type { Message } from "../../../core/chat/message.ts";
import { hasPictures, isWrongView, withoutPictures } from "./answers.ts";
import { render, type Pictured, type SlackBlock } from "./render.ts";
import { buttonsBlock } from "./section-view.ts";
import { isDirect } from "../receive/event-intake.ts";
import type { View } from "../receive/payloads.ts";
import type { Person } from "../people/people.ts";
import { handOver, type Taking } from "../receive/receive.ts";

/** What building a home needs. */
export interface HomeTaking extends Pick<Taking, "commands" | "homeLimits" | "mayRead" | "log"> {
  readonly answers: Pick<Taking["answers"], "withThumbnails">;
  readonly intake: Pick<Taking["intake"], "take">;
  readonly web: Pick<Taking["web"], "call">;
}

interface Section {
  readonly command: string;
  readonly options: FieldValues;
}

/** The commands whose answers the App Home shows, if they exist. */
const SECTIONS: readonly Section[] = [
  { command: "jobs", options: { scope: "running" } },
  { command: "jobs", options: {} },
  { command: "jobs", options: { scope: "starred" } },
  { command: "usage", options: {} },
  { command: "easel limits", options: {} },
];
/** The commands that admins see there: the overview behind a button, and the settings of a channel that they choose. */
const OVERVIEW = "easel-admin overview";
const CHANNEL_SECTION: Section = { command: "easel-admin channel show", options: {} };

/** The action id of the channel menu for admins, and of its block. */
export const HOME_CHANNEL = "home_channel";
/** Begins the action id of a button for another channel than the direct message. The channel follows. */
const HOME_IN = "home_in:";

/** The channel that an admin has chosen in the App Home. */
export function chosenAtHome({ state }: View): string | undefined {
  return state.values[HOME_CHANNEL]?.[HOME_CHANNEL]?.selected_conversation ?? undefined;
}

/** The conversation that a button of the App Home is for. `home`: the direct message. */
export function placeAtHome(home: Conversation, actionId: string): Conversation {
  return actionId.startsWith(HOME_IN) ? { ...home, channel: actionId.slice(HOME_IN.length) } : home;
}

/**
 * Shows a person what is under way, their latest and starred requests, usage and limits, and shows admins the overview and
 * the settings of a channel. A home that was made too often in the last minute stays as it is; one that shows nothing yet says so.
 * `occasion` is unique to the triggering event; `channel` is the one that an admin chose.
 */
export async function publishHome(
  person: Person,
  conversation: Conversation,
  occasion: string,
  taking: HomeTaking,
  {
    channel,
    shown: before = "home",
  }: { readonly channel?: string | undefined; readonly shown?: "home" | "nothing" } = {},
): Promise<void> {
  const { homeLimits, mayRead, answers, web } = taking;
  const { userId } = person;
  const { workspace } = conversation;
  if (!homeLimits.mayPublish(workspace, userId)) {
    if (before === "nothing") await show(render({ text: slackTextsFor(person.locale).homeLater }).blocks);
    return;
  }
  const shown = new Set<string>();
  const shownFrom = new Map<string, Promise<boolean>>();
  const messages: Pictured[] = [];
  for (const one of SECTIONS) messages.push(...(await section(one, conversation)));
  const adminBlocks = person.isAdmin ? await forAdmin() : [];
  try {
    await publish(messages);
  } catch (error) {
    // Slack may no longer have a picture.
    if (!messages.some(hasPictures) || !isWrongView(error)) throw error;
    await publish(messages.map(withoutPictures));
  }

  async function publish(said: readonly Pictured[]): Promise<void> {
    await show(divided([blocksOf(said), adminBlocks]));
  }

  async function show(blocks: readonly SlackBlock[]): Promise<void> {
    const view = { type: "home", private_metadata: encodeConversation(conversation), blocks };
    await web.call("views.publish", { user_id: userId, view }, z.looseObject({}));
  }

  async function forAdmin(): Promise<SlackBlock[]> {
    const overview = isKnown(OVERVIEW) ? [overviewButton(person, channel)] : [];
    if (!isKnown(CHANNEL_SECTION.command)) return overview;
    const chosen = channel === undefined ? [] : await section(CHANNEL_SECTION, { ...conversation, channel });
    return [channelMenu(person, channel), ...overview, ...blocksOf(chosen)];
  }

  function isKnown(command: string): boolean {
    return taking.commands.some((spec) => spec.name === command);
  }

  /** A command's answers. Empty when the command does not exist. */
  async function section({ command, options }: Section, there: Conversation): Promise<Pictured[]> {
    if (!isKnown(command)) return [];
    const said: Message[] = [];
    const key = ["home", workspace, occasion, command, ...Object.values(options)].join(":");
    await handOver(
      {
        kind: "command",
        key,
        conversation: there,
        isDirect: isDirect(there),
        actor: person,
        command,
        options,
        attachments: [],
        showsNoFiles: true,
      },
      {
        answer: async (message) => void said.push(message),
        acknowledge: () => Promise.resolve({ kind: "heard" }),
        openForm: () => Promise.resolve(),
        refuseForm: () => Promise.resolve(),
      },
      taking,
    );
    const fresh = said.flatMap((message) => notShown(message, shown));
    return Promise.all(fresh.map((message) => answers.withThumbnails(there, message, mayShow)));
  }

  /** Only this person sees their home. Slack is asked once for all pictures of a channel. */
  function mayShow(there: Conversation): Promise<boolean> {
    const known = shownFrom.get(there.channel) ?? mayShowFrom(there);
    shownFrom.set(there.channel, known);
    return known;
  }

  async function mayShowFrom(there: Conversation): Promise<boolean> {
    return homeLimits.mayAskForPicture(workspace, userId) && (await mayRead(there, userId));
  }
}

/**
 * The parts of a message that the page does not show yet. Commands repeat themselves: they refuse a person without access in the same
 * words, and list a request more than once. A view's menus and the buttons below them are left out, because they would replace the view,
 * which is impossible in the App Home.
 */
function notShown({ menus: _menus, ...message }: Message, shown: Set<string>): Message[] {
  const isNew = (text: string | undefined): boolean => {
    const known = text !== undefined && shown.has(text);
    if (text !== undefined) shown.add(text);
    return !known;
  };
  if (!message.sections) return isNew(message.text) ? [message] : [];
  const { buttons: _buttons, ...view } = message;
  const sections = message.sections.filter(({ text }) => isNew(text));
  return message.sections.length > 0 && sections.length === 0 ? [] : [{ ...view, sections }];
}

function blocksOf(messages: readonly Pictured[]): SlackBlock[] {
  return divided(messages.map((message) => render(message).blocks));
}

/** Parts of a page with a line between each two. */
function divided(parts: readonly (readonly SlackBlock[])[]): SlackBlock[] {
  const shown = parts.filter((blocks) => blocks.length > 0);
  return shown.flatMap((blocks, index) => (index === 0 ? blocks : [{ type: "divider" }, ...blocks]));
}

function overviewButton({ locale }: Person, channel: string | undefined): SlackBlock {
  const { openOverview } = slackTextsFor(locale);
  const id = overviewPressId({ kind: "home" });
  if (channel === undefined) return buttonsBlock([{ id, label: openOverview.workspace, style: "primary" }], undefined);
  return buttonsBlock([{ id, label: openOverview.channel, style: "primary" }], `${HOME_IN}${channel}`);
}

/** https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element#conversations_select: what this person may see. */
function channelMenu({ locale }: Person, channel: string | undefined): SlackBlock {
  const placeholder = { type: "plain_text", text: slackTextsFor(locale).chooseChannel } as const;
  return {
    type: "actions",
    block_id: HOME_CHANNEL,
    elements: [
      {
        type: "conversations_select",
        action_id: HOME_CHANNEL,
        placeholder,
        filter: { include: ["public", "private"] },
        ...(channel === undefined ? {} : { initial_conversation: channel }),
      },
    ],
  };
}
