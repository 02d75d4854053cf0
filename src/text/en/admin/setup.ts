/** Setting Easel up in a workspace. In English. */
export const setupEn = {
  setup: {
    open: "Set up Easel",
    title: "**Easel in this workspace**",
    formTitle: "Set up Easel",
    /** Offered after a workspace was switched on. */
    offer: "Set it up now: default models, limits per day, the admin channel, and who may use Easel.",
    effect:
      "Saves all of it for this workspace. Above a limit, members can only ask an admin. With a list, everybody else is refused. New requests follow at once.",
    /** The commands that set the same, one by one. */
    typed:
      "The same with commands: `/easel-admin workspace defaults`, `/easel-admin quota set`, `/easel-admin workspace settings`, `/easel-admin workspace access`.",
    notSet: (model: string) => `Not set (${model} is used)`,
    perDay: "Per day: pictures, seconds of clips",
    perDayHint: "Two numbers of the whole workspace, such as 200, 300; - for no limit",
    wrongPerDay: (given: string, max: number) =>
      `“${given}” is not two whole numbers up to ${max} with a space between them, such as \`200, 300\`. Write \`-\` in place of a number for no limit.`,
    adminChannel: "Where admins are asked",
    adminChannelHint: "Approvals and notes for admins go there",
    here: "in this channel",
    off: "where the request was made",
    inChannel: (channel: string) => `in ${channel}`,
    kept: "in the channel that is set now",
    only: "Who may use Easel",
    onlyHint: "Groups, roles and people, with commas; empty: everybody",
    saved: "Saved for this workspace:",
    unchanged: "Nothing was changed: it was already set up like this.",
    now: "From now on:",
    /** What the settings do. */
    does: {
      models: (picture: string, clip: string) =>
        `A request that names no model uses ${picture} for pictures and ${clip} for clips.`,
      limit: (quota: string) => `At most ${quota}.`,
      noLimit: {
        images: "This workspace sets no limit per day for pictures.",
        seconds: "This workspace sets no limit per day for clips.",
      },
      asked: (where: string) => `Admins are asked ${where}.`,
      everybody: "This workspace lets everybody use Easel.",
      only: (names: string) => `This workspace lets only these use Easel: ${names}.`,
    },
  },
};
