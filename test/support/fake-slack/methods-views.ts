import type { Arguments } from "./arguments.ts";
import { record, viewProblem, textOf } from "./blocks.ts";
import { picturesProblem } from "./pictures.ts";
import { FakeRefusal } from "./refusal.ts";
import { newId, type FakeView, type FakeWorld, type ViewBody } from "./world.ts";

type Answer = Record<string, unknown>;

/** How long a trigger can open a view. */
const TRIGGER_MS = 3_000;

/** `views.*`, `users.info`, `usergroups.list`, `auth.test`. */
export const otherMethods: Readonly<Record<string, (args: Arguments, world: FakeWorld) => Answer>> = {
  "auth.test": (_args, world) => ({
    url: "https://fake.slack.com/",
    team: world.team.name,
    team_id: world.team.id,
    user: world.bot.name,
    user_id: world.bot.userId,
    bot_id: world.bot.botId,
  }),

  "users.info"(args, world) {
    const user = world.users.get(textOf(args["user"]));
    if (!user) throw new FakeRefusal("user_not_found");
    return {
      user: {
        id: user.id,
        team_id: user.teamId,
        name: user.name,
        real_name: user.displayName,
        profile: { display_name: user.displayName },
        is_admin: user.isAdmin,
        is_owner: false,
        is_primary_owner: false,
        is_restricted: user.isGuest,
        is_ultra_restricted: false,
        is_stranger: user.isStranger,
        deleted: user.isDeactivated,
        ...(user.enterpriseTeams
          ? { enterprise_user: { id: user.id, enterprise_id: "E0GRID", teams: user.enterpriseTeams } }
          : {}),
        ...(textOf(args["include_locale"]) === "true" ? { locale: user.locale } : {}),
      },
    };
  },

  "usergroups.list": (args, world) => ({
    usergroups: world.userGroups.map(({ id, name, handle, users }) => ({
      id,
      team_id: world.team.id,
      name,
      handle,
      is_usergroup: true,
      ...(textOf(args["include_users"]) === "true" ? { users: [...users] } : {}),
    })),
  }),

  "views.open"(args, world) {
    const trigger = world.triggers.get(textOf(args["trigger_id"]));
    if (!trigger) throw new FakeRefusal("invalid_trigger_id");
    if (trigger.used) throw new FakeRefusal("exchanged_trigger_id");
    if (Date.now() + world.aheadMs - trigger.at > TRIGGER_MS) throw new FakeRefusal("expired_trigger_id");
    const view = checked(args, "modal", world);
    trigger.used = true;
    const opened: FakeView = {
      id: newId("V"),
      userId: trigger.userId,
      hash: newId("h"),
      view,
      errors: {},
      isOpen: true,
    };
    world.views.set(opened.id, opened);
    return { view: { id: opened.id, hash: opened.hash } };
  },

  "views.update"(args, world) {
    const known = world.views.get(textOf(args["view_id"]));
    if (!known?.isOpen) throw new FakeRefusal("not_found");
    if (args["hash"] !== undefined && args["hash"] !== known.hash) throw new FakeRefusal("hash_conflict");
    replaceView(known, checked(args, "modal", world));
    return { view: { id: known.id, hash: known.hash } };
  },

  "views.publish"(args, world) {
    const userId = textOf(args["user_id"]);
    if (!world.users.has(userId)) throw new FakeRefusal("user_not_found");
    const view = checked(args, "home", world);
    const home: FakeView = { id: newId("V"), userId, hash: newId("h"), view, errors: {}, isOpen: true };
    world.homes.set(userId, home);
    return { view: { id: home.id, hash: home.hash } };
  },
};

export function replaceView(known: FakeView, view: ViewBody): void {
  known.view = view;
  known.hash = newId("h");
  known.errors = {};
}

function checked(args: Arguments, surface: "modal" | "home", { files }: FakeWorld): ViewBody {
  const view = args["view"];
  const problem = viewProblem(view, surface) ?? picturesProblem(record(view)["blocks"], files);
  if (problem) throw new FakeRefusal("invalid_arguments", `[ERROR] ${problem}`);
  return args["view"] as ViewBody;
}
