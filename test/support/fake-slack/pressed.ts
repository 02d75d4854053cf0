import { buttonsOf, menusOf } from "./reading.ts";
import { shown } from "./methods-chat.ts";
import { newResponseUrl, privateWith } from "./server.ts";
import type { FakeMessage, FakeUser, FakeWorld } from "./world.ts";

/** A message's address. Only the recipient's client knows that of a private message. */
export type Place = Pick<FakeMessage, "channel" | "ts">;

/** Slack's payload for a press or a choice in a message. `id`: of the button or the choice. */
export function pressed(
  world: FakeWorld,
  user: FakeUser,
  place: Place,
  { id, ...action }: { readonly id: string } & Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { channel, ts } = place;
  const message = messageAt(world, place);
  const thread = message?.threadTs === undefined ? {} : { thread_ts: message.threadTs };
  return {
    type: "block_actions",
    channel: { id: channel, name: world.channels.get(channel)?.name },
    container: { type: "message", message_ts: ts, channel_id: channel, is_ephemeral: !message, ...thread },
    ...(message ? { message: shown(message, world) } : {}),
    response_url: newResponseUrl(world, user.id, channel, message ?? privateWith(world, user.id, id)),
    actions: [{ block_id: "b", ...action }],
  };
}

/** The action id of the menu with a choice; throws if the person sees none. */
export function menuWith(world: FakeWorld, user: FakeUser, place: Place, choice: string): string {
  const blocks = (messageAt(world, place) ?? privateWith(world, user.id, choice))?.blocks ?? [];
  const menu = menusOf(blocks).find(({ choices }) => choices.some(({ id }) => id === choice));
  if (!menu) throw new Error(`there is no ${choice} to choose`);
  return menu.actionId;
}

/** The action id of a button as the person sees it. */
export function buttonWith(world: FakeWorld, user: FakeUser, place: Place, button: string): string {
  const blocks = (messageAt(world, place) ?? privateWith(world, user.id, button))?.blocks ?? [];
  return buttonsOf(blocks).find(({ id }) => id === button)?.actionId ?? `button:${button}`;
}

function messageAt(world: FakeWorld, { channel, ts }: Place): FakeMessage | undefined {
  return world.messages.find((one) => one.channel === channel && one.ts === ts);
}
