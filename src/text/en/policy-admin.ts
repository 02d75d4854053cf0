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
    previews: "Pictures in the progress message as they are made",
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
  /** What rules do, said before and while they are changed. */
  ruleEffect: {
    of: {
      models: "Requests for other models are refused. A model must be in every list that applies.",
      defaults: "Used when a request names no model. The narrowest scope with a default decides.",
      limits: "Longer clips and more pictures are refused; more jobs at once wait. The strictest rule decides.",
      asks: "Above this, nothing is made until the member or an admin agrees. The strictest rule decides.",
      console: "Uploads and new channels above this are refused. The strictest rule decides.",
      access: "With a list, everybody else is refused. Every list that applies counts.",
      words: "Prompts with blocked words are refused. Own keys are refused where any rule says no.",
      talk: "With make, what mentions and direct messages describe is made at once; with ask, Easel asks first. The narrowest scope decides.",
      previews:
        "With yes, the pictures of a request for several also appear small in its progress message, each once it is made. The narrowest scope decides.",
    },
    others: "The other rules of this command are in /easel-admin overview.",
    /** In one line. */
    together: (effects: readonly string[]) => [...effects, "New requests follow a change at once."].join(" "),
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
    noPreviews:
      "Only Discord can show pictures in the progress message, because elsewhere each of them would be a message of its own. Nothing was changed.",
    changePreviews: "Change previews",
    noMatch: (glob: string, near: string) =>
      `\`${glob}\` matches no known model${near === "" ? "" : `; similar names: ${near}`}.`,
    chooseModels: (command: string) => `None chosen: all models. Type patterns: /${command} --allow *-720p`,
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
    tooMany: (label: string, max: number) => `${label}: at most ${max} are allowed. Leave some out.`,
    tooLong: (label: string, given: string, length: number, max: number) =>
      `${label}: “${given}” has ${length} characters, with special characters written out. At most ${max} are allowed.`,
  },
  pause: {
    paused: (what: string) =>
      `Paused for ${what}: nothing new is made. Jobs in progress continue, and waiting jobs keep waiting. \`/easel-admin resume\` ends the pause.`,
    already: (what: string, who: string, typed: string) =>
      `Easel is already paused for ${what}, by ${who}. \`/easel-admin resume ${typed}\` ends the pause.`,
    resumed: (what: string, who: string) => `Resumed for ${what}: waiting jobs continue. ${who} had paused it.`,
    notPaused: (what: string, others: string, typed: string) =>
      `Easel is not paused for ${what}.${others === "" ? "" : ` It is paused for: ${others}.`} \`/easel-admin pause ${typed}\` pauses it.`,
    key: (name: string) => `key ${name}`,
    stands: (what: string, who: string) => `Paused for ${what} by ${who}.`,
  },
  workspaceSettings: {
    title: "**Settings of this workspace**",
    formTitle: "Settings of this workspace",
    effect:
      "Days, weeks and months of quotas and usage follow the time zone. Approvals and notes for admins go to the channel; without one, approvals are asked where the request was made, and there are no notes.",
    /** Follows `effect` where there are prices. */
    budgetEffect: " The channel is also told when 80 % and 100 % of a budget is spent; nothing is stopped by it.",
    timeZoneField: "Time zone",
    timeZone: "Time zone for days, weeks and months",
    adminChannel: "Where admins are asked and notified",
    budget: "Budget a month",
    budgetField: (currency: string) => `Budget a month in ${currency}`,
    noBudget: "none",
    noPrices:
      "There can be no budget, because the operator has set no prices (`PRICES`). A quota limits what is made: `/easel-admin quota set`. Nothing was changed.",
    wrongBudget: (given: string, currency: string, digits: number) =>
      `“${given}” is not an amount of ${currency}${digits === 0 ? " without decimal places" : ` with at most ${digits} decimal places`}, such as \`/easel-admin workspace settings --budget 250\`. Write \`none\` for no budget. Nothing was changed.`,
    here: "here",
    off: "where the request was made, without notes",
    noZone: (given: string, near: string, zone: string) =>
      `There is no time zone “${given}”.${near === "" ? "" : ` Did you mean ${near}?`} Write one as in \`/easel-admin workspace settings --time_zone ${zone}\`.`,
    noThread:
      "Admins are asked in a channel, not in a direct message. Write `/easel-admin workspace settings --admin_channel here` in that channel.",
  },
  blocking: {
    blocked: (name: string) => `${name} is now blocked and can't make anything in the whole organisation.`,
    alreadyBlocked: (name: string) => `${name} is already blocked. \`/easel-admin people unblock\` ends that.`,
    unblocked: (name: string) => `${name} is no longer blocked.`,
    notBlocked: (name: string) => `${name} is not blocked: \`/easel-admin people list\` shows who is.`,
    none: "Nobody is blocked.",
    list: (names: string) => `Blocked in the whole organisation: ${names}.`,
    full: (max: number) =>
      `At most ${max} people can be blocked. Unblock someone first with \`/easel-admin people unblock\`.`,
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
