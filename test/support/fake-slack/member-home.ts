import { directChannel, type FakeUser, type FakeWorld } from "./world.ts";
import { menusStateOf } from "./view-state.ts";

/** The event of opening the App Home, with its view if it has one: https://docs.slack.dev/reference/events/app_home_opened */
export function homeOpened(world: FakeWorld, user: FakeUser) {
  const view = world.homes.get(user.id)?.view;
  const channel = directChannel(world, user.id).id;
  return { type: "app_home_opened", user: user.id, channel, tab: "home", ...(view ? { view } : {}) };
}

/** The payload of a press on a person's App Home. */
export function pressedAtHome(world: FakeWorld, user: FakeUser, action: Readonly<Record<string, unknown>>) {
  const home = world.homes.get(user.id);
  if (!home) throw new Error("the App Home is empty");
  return {
    type: "block_actions",
    container: { type: "view", view_id: home.id },
    view: { ...home.view, id: home.id, hash: home.hash, state: { values: menusStateOf(home.view) } },
    actions: [action],
  };
}

/** The choice of a channel in the App Home's menu. */
export function channelChoice(channel: string): Readonly<Record<string, unknown>> {
  const id = "home_channel";
  return { type: "conversations_select", action_id: id, block_id: id, selected_conversation: channel };
}
