import { z } from "zod";
import { slackTextsFor } from "../../../text/render/slack.ts";
import { encodeConversation, type Conversation } from "../../../core/chat/conversation.ts";
import type { Message } from "../../../core/chat/message.ts";
import { render, type SlackBlock } from "./render.ts";
import { isDirect } from "../receive/intake.ts";
import type { Person } from "../people/people.ts";
import { handOver, type Taking } from "../receive/receive.ts";

/** The commands whose answers the App Home shows, if they exist. */
const SECTIONS = ["jobs", "usage", "easel limits"] as const;
/** The command whose answer admins see for a channel that they choose. */
const CHANNEL_SECTION = "easel-admin channel show";

/** The action id of the channel menu for admins. */
export const HOME_CHANNEL = "home_channel";

/**
 * Shows a person their jobs, usage and limits, and shows admins the settings of a channel. `occasion` is unique to the
 * triggering event; `channel` is the one that an admin chose.
 */
export async function publishHome(
  person: Person,
  conversation: Conversation,
  occasion: string,
  taking: Taking,
  channel?: string,
): Promise<void> {
  const blocks: SlackBlock[] = [];
  const shown = new Set<string>();
  for (const command of SECTIONS) blocks.push(...(await section(command, conversation)));
  if (person.isAdmin && isKnown(CHANNEL_SECTION)) {
    blocks.push(channelMenu(person, channel));
    const chosen = { platform: conversation.platform, workspace: conversation.workspace, channel: channel ?? "" };
    if (channel !== undefined) blocks.push(...(await section(CHANNEL_SECTION, chosen)));
  }
  const view = { type: "home", private_metadata: encodeConversation(conversation), blocks };
  await taking.web.call("views.publish", { user_id: person.userId, view }, z.looseObject({}));

  function isKnown(command: string): boolean {
    return taking.commands.some((spec) => spec.name === command);
  }

  /** A command's answer as blocks. Empty when the command does not exist. */
  async function section(command: string, there: Conversation): Promise<SlackBlock[]> {
    if (!isKnown(command)) return [];
    const said: Message[] = [];
    const key = `home:${there.workspace}:${occasion}:${command}`;
    await handOver(
      {
        kind: "command",
        key,
        conversation: there,
        isDirect: isDirect(there),
        actor: person,
        command,
        options: {},
        attachments: [],
      },
      {
        answer: async (message) => void said.push(message),
        acknowledge: () => Promise.resolve({ kind: "heard" }),
        openForm: () => Promise.resolve(),
        refuseForm: () => Promise.resolve(),
      },
      taking,
    );
    // Someone without access gets the same refusal from each command, so repeated texts are shown once.
    const fresh = said.filter(({ text }) => !shown.has(text));
    for (const { text } of fresh) shown.add(text);
    return fresh.length === 0 ? [] : [...fresh.flatMap((message) => shownAtHome(message)), { type: "divider" }];
  }
}

/** A view's menus and the buttons below them replace the view, which is impossible in the App Home. */
function shownAtHome(message: Message): SlackBlock[] {
  const { menus: _menus, buttons: _buttons, ...view } = message;
  return render(message.sections ? view : message).blocks;
}

function channelMenu({ locale }: Person, channel: string | undefined): SlackBlock {
  const placeholder = { type: "plain_text", text: slackTextsFor(locale).chooseChannel } as const;
  return {
    type: "actions",
    elements: [
      {
        type: "channels_select",
        action_id: HOME_CHANNEL,
        placeholder,
        ...(channel === undefined ? {} : { initial_channel: channel }),
      },
    ],
  };
}
