import { expectMessage, submitted } from "./acknowledged.ts";
import { record, textOf } from "./blocks.ts";
import { NOT_TAKEN, type Carrier, type DeliveryKind, type Outcome } from "./delivery.ts";
import { addFile, type SaidFile } from "./member-files.ts";
import { channelChoice, homeOpened, pressedAtHome } from "./member-home.ts";
import { shown, shownFile } from "./methods-chat.ts";
import { linkComposed, linkShared } from "./methods-links.ts";
import { buttonWith, menuWith, pressed, type Place } from "./pressed.ts";
import { newResponseUrl } from "./server.ts";
import { stateOf } from "./view-state.ts";
import { newId, newTs, type FakeMessage, type FakeUser, type FakeView, type FakeWorld } from "./world.ts";

/** A member's action, on its way to the app. */
export interface Act {
  readonly outcome: Promise<Outcome>;
  /** Delivers it again as Slack does: an event gets a new id, and is marked as a retry. */
  again(): Promise<Outcome>;
}

/** A person in the fake workspace. */
export interface Member {
  readonly user: FakeUser;
  slash(channel: string, command: string, text?: string): Act;
  /** Writes in a channel, a thread, or directly to the app. */
  say(channel: string, text: string, options?: SayOptions): Act & { readonly message: FakeMessage };
  /** Writes with a mention of the app. Slack delivers this as a mention and as a message. */
  mention(channel: string, text: string, options?: SayOptions): Act & { readonly message: FakeMessage };
  /** Writes links without posting them. */
  compose(text: string): Act;
  press(message: Place, button: string, actionId?: string): Act;
  choose(message: Place, choice: string): Act;
  shortcut(message: FakeMessage, callback: string): Act;
  /** The newest open view of this person. */
  view(): FakeView | undefined;
  /** Fills in and submits the open view. */
  submit(
    values: Readonly<Record<string, string | boolean>>,
    files?: Readonly<Record<string, readonly SaidFile[]>>,
  ): Act;
  /** Changes a field whose changes are sent immediately. */
  change(field: string, value: string, others?: Readonly<Record<string, string | boolean>>): Act;
  /** Presses a button of a message in the open view. */
  pressInView(button: string): Act;
  openHome(): Act;
  pressAtHome(button: string, actionId?: string): Act;
  /** Chooses a channel in the App Home's menu. */
  chooseAtHome(channel: string): Act;
}

export interface SayOptions {
  readonly files?: readonly SaidFile[];
  readonly thread?: string;
  /** Delivers the mention without its files, as Slack may do. */
  readonly mentionWithoutFiles?: boolean;
  /** Delivers the mention or the message once the other is answered, instead of both together. */
  readonly first?: "mention" | "message" | undefined;
}

export function createMember(world: FakeWorld, user: FakeUser, deliver: Carrier): Member {
  const { team } = world;
  const person = { id: user.id, name: user.name, username: user.name, team_id: user.teamId };
  const trigger = (): string => {
    const id = newId("X");
    world.triggers.set(id, { userId: user.id, at: Date.now() + world.aheadMs, used: false });
    return id;
  };
  const shared = () => ({
    team: { id: team.id, domain: "fake" },
    user: person,
    api_app_id: world.bot.appId,
    trigger_id: trigger(),
    is_enterprise_install: false,
  });

  function act(
    kind: DeliveryKind,
    payload: Record<string, unknown>,
    settle: (outcome: Outcome) => void = () => {},
  ): Act {
    let tries = 0;
    const send = async (): Promise<Outcome> => {
      const num = tries++;
      const outcome = await deliver(kind, payload, num === 0 ? undefined : { num, reason: "http_timeout" });
      settle(outcome);
      return outcome;
    };
    return { outcome: send(), again: send };
  }

  function event(given: Record<string, unknown>, after?: Promise<unknown>): Act {
    const host = world.channels.get(String(given["channel"]))?.host;
    const body = () => ({
      type: "event_callback",
      // In a shared channel, this is not our workspace. The authorizations name the recipient.
      team_id: host ?? team.id,
      context_team_id: team.id,
      is_ext_shared_channel: host !== undefined,
      api_app_id: world.bot.appId,
      // A new id per delivery, as in Slack.
      event_id: newId("Ev"),
      event_time: Math.floor(Date.now() / 1000),
      authorizations: [{ team_id: team.id, user_id: world.bot.userId, is_bot: true }],
      event: given,
    });
    let tries = 0;
    const send = (): Promise<Outcome> => {
      const num = tries++;
      return deliver("events_api", body(), num === 0 ? undefined : { num, reason: "http_timeout" });
    };
    return { outcome: after ? after.then(send) : send(), again: send };
  }

  function tell(channelId: string, text: string, options: SayOptions, isMention: boolean) {
    const channel = world.channels.get(channelId);
    if (!channel) throw new Error(`there is no channel ${channelId}`);
    const files = (options.files ?? []).map((file) => addFile(file, user, world));
    const message: FakeMessage = {
      channel: channelId,
      ts: newTs(world),
      threadTs: options.thread,
      user: user.id,
      botId: undefined,
      subtype: files.length > 0 ? "file_share" : undefined,
      text,
      blocks: [],
      metadata: undefined,
      files,
      isDeleted: false,
      edits: 0,
    };
    world.messages.push(message);
    const whole = { ...shown(message, world), channel: channelId, team: user.teamId };
    const asMessage = { ...whole, channel_type: channel.kind };
    const linked = linkShared(message, world);
    if (linked) return { message, ...event(linked) };
    // The app receives nothing else from channels that it has not joined.
    if (!channel.members.has(world.bot.userId)) {
      const nothing: Act = { outcome: Promise.resolve(NOT_TAKEN), again: () => Promise.resolve(NOT_TAKEN) };
      return { message, ...nothing };
    }
    if (!isMention) return { message, ...event(asMessage) };
    const { subtype: _subtype, files: carried, ...rest } = record(whole);
    const bare = { ...rest, type: "app_mention" };
    const asMention = options.mentionWithoutFiles || carried === undefined ? bare : { ...bare, files: carried };
    const isReversed = options.first === "message";
    const one = event(isReversed ? asMessage : asMention);
    const other = event(isReversed ? asMention : asMessage, options.first && one.outcome);
    const mention = isReversed ? other : one;
    return {
      message,
      outcome: Promise.all([mention.outcome, one.outcome, other.outcome]).then(([outcome]) => outcome),
      again: mention.again,
    };
  }

  const openView = (): FakeView => {
    const view = member.view();
    if (!view) throw new Error("no view is open");
    return view;
  };
  const viewPayload = (view: FakeView, values: Readonly<Record<string, unknown>>) => ({
    ...view.view,
    id: view.id,
    hash: view.hash,
    team_id: team.id,
    app_id: world.bot.appId,
    app_installed_team_id: team.id,
    state: { values: stateOf(view.view, values) },
  });

  const member: Member = {
    user,
    slash: (channel, command, text = "") =>
      act(
        "slash_commands",
        {
          command,
          text,
          team_id: team.id,
          team_domain: "fake",
          channel_id: channel,
          channel_name: world.channels.get(channel)?.name ?? "privategroup",
          user_id: user.id,
          user_name: user.name,
          api_app_id: world.bot.appId,
          trigger_id: trigger(),
          response_url: newResponseUrl(world, user.id, channel),
        },
        ({ answer }) => {
          expectMessage(answer);
          if (answer?.["response_type"] !== "ephemeral") return;
          const blocks = Array.isArray(answer["blocks"]) ? answer["blocks"].map(record) : [];
          world.ephemerals.push({ userId: user.id, channel, text: textOf(answer["text"]), blocks });
        },
      ),

    say: (channel, text, options = {}) => tell(channel, text, options, false),
    mention: (channel, text, options = {}) => tell(channel, `<@${world.bot.userId}> ${text}`, options, true),

    compose: (text) => event(linkComposed(text, user.id, world)),

    press: (place, button, actionId = buttonWith(world, user, place, button)) =>
      onMessage(place, { id: button, type: "button", action_id: actionId, value: button }),

    choose: (place, choice) =>
      onMessage(place, {
        id: choice,
        type: "static_select",
        action_id: menuWith(world, user, place, choice),
        selected_option: { value: choice },
      }),

    shortcut: (message, callback) =>
      act("interactive", {
        ...shared(),
        type: "message_action",
        callback_id: callback,
        message_ts: message.ts,
        channel: { id: message.channel, name: world.channels.get(message.channel)?.name },
        message: shown(message, world),
        response_url: newResponseUrl(world, user.id, message.channel),
      }),

    view: () => [...world.views.values()].findLast((view) => view.userId === user.id && view.isOpen),

    submit(values, files = {}) {
      const view = openView();
      const given = Object.fromEntries(
        Object.entries(files).map(([field, list]) => [
          field,
          list.map((file) => shownFile(addFile(file, user, world), world)),
        ]),
      );
      const payload = {
        ...shared(),
        // The submitter's workspace, not the app's.
        team: { id: user.teamId, domain: "theirs" },
        type: "view_submission",
        view: viewPayload(view, { ...values, ...given }),
        response_urls: [],
      };
      return act("interactive", payload, ({ acknowledged, answer }) => {
        if (acknowledged) submitted(view, answer);
      });
    },

    change(field, value, others = {}) {
      const view = openView();
      const block = view.view.blocks.find((one) => String(one["block_id"]).split("#")[0] === field);
      return act("interactive", {
        ...shared(),
        type: "block_actions",
        container: { type: "view", view_id: view.id },
        view: viewPayload(view, { ...others, [field]: value }),
        actions: [
          { type: "static_select", action_id: "value", block_id: block?.["block_id"], selected_option: { value } },
        ],
      });
    },

    pressInView(button) {
      const view = openView();
      return act("interactive", {
        ...shared(),
        type: "block_actions",
        container: { type: "view", view_id: view.id },
        view: viewPayload(view, {}),
        actions: [{ type: "button", action_id: `button:${button}`, block_id: "b", value: button }],
      });
    },

    openHome: () => event(homeOpened(world, user)),

    pressAtHome: (button, actionId = `button:${button}`) =>
      atHome({ type: "button", action_id: actionId, block_id: "b", value: button }),

    chooseAtHome: (channel) => atHome(channelChoice(channel)),
  };
  return member;

  function onMessage(place: Place, action: Parameters<typeof pressed>[3]): Act {
    return act("interactive", { ...shared(), ...pressed(world, user, place, action) });
  }

  function atHome(action: Readonly<Record<string, unknown>>): Act {
    return act("interactive", { ...shared(), ...pressedAtHome(world, user, action) });
  }
}
