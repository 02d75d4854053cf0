/** What admins read about rules, pauses and settings. In English. */
export const policyAdminEn = {
  /** Names of the rules. */
  settings: {
    models: "Models",
    imageModel: "Default model for pictures",
    videoModel: "Default model for clips",
    maxSeconds: "Longest clip, in billed seconds",
    maxCount: "Most pictures at once",
    jobsAtOnce: "Jobs per member at once",
    jobsWaiting: "Waiting jobs per member",
    uploadMib: "Unsent uploads to the Console per member, in MiB",
    consoleChannels: "Console channels per member",
    access: "Only for",
    blocked: "Blocked",
    blockedWords: "Blocked words",
    confirmSeconds: "Members confirm clips billed above",
    approveSeconds: "An admin approves clips billed above",
    approveCount: "An admin approves more pictures at once than",
    ownKeys: "Members' own keys",
    guests: "Guests",
    talk: "Messages to Easel without a command",
  },
  settingValue: {
    seconds: (seconds: number) => `${seconds} s`,
    yes: "yes",
    no: "no",
    unset: "no rule",
    unsetBound: (usual: number) => `no rule (default: ${usual})`,
    nobody: "nobody",
    talk: { ask: "Easel asks before it makes anything", make: "made at once" },
  },
  policyAdmin: {
    title: (what: string) => `**Rules for ${what}**`,
    silent: (what: string) => `No rules are set for ${what} itself.`,
    elsewhere: "All rules apply together: `/easel limits` shows the combined result for this place.",
    changed: (what: string) => `Changed for ${what}:`,
    unchanged: (what: string) => `Nothing was changed for ${what}: it was already set like this.`,
    fromTo: (label: string, before: string, after: string) => `${label}: ${before} → ${after}`,
    line: (label: string, value: string) => `${label}: ${value}`,
    lately: (who: string, minutes: number) =>
      `${who} changed this ${minutes === 0 ? "just now" : minutes === 1 ? "a minute ago" : `${minutes} minutes ago`}. That change, before yours:`,
    noMatch: (glob: string, near: string) =>
      `\`${glob}\` matches no known model${near === "" ? "" : `; similar names: ${near}`}.`,
    knownModels: (names: string) => `Known models: ${names}. \`*\` stands for any characters, \`?\` for one.`,
    noneLeft: {
      image: "No model for pictures is left: nobody can make pictures there.",
      video: "No model for clips is left: nobody can make clips there.",
    },
    notTaken: (model: string) => `\`${model}\` is not among the models that are allowed there, so it will not be used.`,
    noSubject: (given: string) =>
      `I don't know “${given}”. Write the names of groups, roles and people, or mention them, with commas between them.`,
    unclearSubject: (given: string) =>
      `“${given}” is in this list, and is also the name of another group or role. Mention the one you mean, or write its id. Nothing was changed.`,
    tooMany: (label: string, max: number) => `${label}: at most ${max} are allowed.`,
    tooLong: (label: string, given: string, length: number, max: number) =>
      `${label}: “${given}” has ${length} characters, with special characters written out. At most ${max} are allowed.`,
  },
  pause: {
    paused: (what: string) =>
      `Paused for ${what}: nothing new is made. Jobs in progress continue, and waiting jobs keep waiting. \`/easel-admin resume\` ends the pause.`,
    already: (what: string, who: string) => `Easel is already paused for ${what}, by ${who}.`,
    resumed: (what: string, who: string) => `Resumed for ${what}: waiting jobs continue. ${who} had paused it.`,
    notPaused: (what: string, others: string) =>
      `Easel is not paused for ${what}.${others === "" ? "" : ` It is paused for: ${others}.`}`,
    key: (name: string) => `key ${name}`,
    stands: (what: string, who: string) => `Paused for ${what} by ${who}.`,
  },
  workspaceSettings: {
    title: "**Settings of this workspace**",
    formTitle: "Settings of this workspace",
    timeZoneField: "Time zone",
    timeZone: "Time zone for days, weeks and months",
    adminChannel: "Where admins are asked and notified",
    here: "here",
    elsewhere: "another channel",
    off: "nowhere",
    noZone: (given: string, near: string) =>
      `There is no time zone “${given}”.${near === "" ? " Write one such as Europe/Berlin." : ` Did you mean ${near}?`}`,
    noThread: "Admins are asked in a channel, not in a direct message. Use this command in that channel.",
  },
  blocking: {
    blocked: (name: string) => `${name} is now blocked and can't make anything in the whole organisation.`,
    alreadyBlocked: (name: string) => `${name} is already blocked.`,
    unblocked: (name: string) => `${name} is no longer blocked.`,
    notBlocked: (name: string) => `${name} is not blocked.`,
    none: "Nobody is blocked.",
    list: (names: string) => `Blocked in the whole organisation: ${names}.`,
    full: (max: number) => `At most ${max} people can be blocked. Unblock someone first.`,
  },
  limits: {
    title: "**What you may do here**",
    ruled: (text: string, by: string) => `${text} (${by})`,
    byDefault: (text: string) => `${text} (default)`,
    allModels: "all",
    noModels: "none",
    pictures: (models: string) => `Pictures: ${models}`,
    clips: (models: string) => `Clips: ${models}`,
    usually: (model: string) => `default \`${model}\``,
  },
};
