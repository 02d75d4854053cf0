import { numberText } from "../../render/sentence-parts.ts";

/** Setting Easel up in a workspace. In English. */
export const setupEn = {
  setup: {
    open: "Set up Easel",
    title: "**Easel in this workspace**",
    formTitle: "Set up Easel",
    /** Offered after a workspace was switched on. */
    offer: "Set it up now: default models, daily limits, the admin channel, and who may use Easel.",
    effect:
      "Saves all of this for the workspace. Above a limit, members can only ask an admin. If people are listed, everybody else is refused. Changes apply to new requests.",
    /** The commands for the individual settings. */
    typed:
      "Or use these commands: `/easel-admin workspace defaults`, `/easel-admin quota set`, `/easel-admin workspace settings`, `/easel-admin workspace access`.",
    notSet: (model: string) => `Not set (${model} is used)`,
    perDay: "Per day: pictures, seconds of clips",
    perDayHint: "Two numbers for the whole workspace, such as 200, 300; - for no limit",
    wrongPerDay: (given: string, max: number) =>
      `“${given}” is not two whole numbers up to ${numberText(max)} with a comma between them, such as \`200, 300\`. Write \`-\` for no limit.`,
    adminChannel: "Where admins are asked",
    adminChannelHint: "Approvals and notes for admins go there",
    adminChannelSuggestion: "Approvals and notes for admins go there. Suggested: a channel for admins only",
    here: "in this channel",
    off: "where the request was made",
    inChannel: (channel: string) => `in ${channel}`,
    kept: "in the current admin channel",
    only: "Who may use Easel",
    onlyHint: "Groups, roles and people, separated by commas; empty: everybody",
    saved: "Saved for this workspace:",
    unchanged: "Nothing was changed: it was already set up like this.",
    now: "From now on:",
    /** What the settings do. */
    does: {
      models: (picture: string, clip: string) =>
        `A request that names no model uses ${picture} for pictures and ${clip} for clips.`,
      limit: (quota: string) => `At most ${quota}.`,
      noLimit: {
        images: "This workspace has no daily limit for pictures.",
        seconds: "This workspace has no daily limit for clips.",
      },
      asked: (where: string) => `Admins are asked ${where}.`,
      everybody: "Everybody in this workspace may use Easel.",
      only: (names: string) => `In this workspace, only these may use Easel: ${names}.`,
    },
  },
};
