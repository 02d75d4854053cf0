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
    uploadMib: "Unsent Console uploads per member, MiB",
    consoleChannels: "Console channels per member",
    access: "Only for",
    blocked: "Blocked",
    blockedWords: "Blocked words",
    confirmSeconds: "Members confirm clips billed above",
    approveSeconds: "An admin approves clips billed above",
    approveCount: "An admin approves more pictures at once than",
    approveMoney: "An admin approves what costs more than",
    ownKeys: "Members' own keys",
    guests: "Guests",
    talk: "Messages to Easel without a command",
    previews: "Previews in the progress message",
  },
  settingValue: {
    seconds: (seconds: number) => `${seconds} s`,
    yes: "yes",
    no: "no",
    unset: "no rule",
    unsetBound: (usual: number) => `no rule (default: ${usual})`,
    nobody: "nobody",
    talk: { ask: "Easel asks before it makes anything", make: "Easel makes it immediately" },
  },
  /** What rules do, shown before and while they are changed. */
  ruleEffect: {
    of: {
      models: "Requests for other models are refused. A model must be in every list that applies.",
      defaults: "A request that names no model uses the default.",
      limits:
        "Longer clips, more pictures and more waiting jobs than allowed are refused; more jobs at once than allowed wait.",
      asks: "Clips and pictures above a threshold for confirmation or approval are made only after the member or an admin agrees.",
      console: "Console uploads and channels above their limits are refused.",
      access: "If people are listed, everybody else is refused. Every list that applies counts.",
      words: "Prompts with blocked words are refused. Members' own keys are refused if any rule forbids them.",
      talk: "Decides what a mention or a direct message that describes a picture or clip does.",
      previews:
        "With previews, the pictures of a request for several appear small in its progress message as soon as each is made.",
    },
    /** Which of several rules counts: follows the effects, once. */
    decides: {
      strictest: "If several limits apply, the strictest counts.",
      narrowest: "If several scopes have such a rule, the narrowest scope counts.",
    },
    others: "The other rules of this command are in /easel-admin overview.",
    /** In one line. */
    together: (effects: readonly string[]) => [...effects, "Changes apply to new requests."].join(" "),
  },
  policyAdmin: {
    /** Like `setting.formTitle`, which has to be short. */
    title: (what: string) => `**Rules: ${what}**`,
    silent: (what: string) => `No rules are set for ${what} itself.`,
    elsewhere: "All rules apply together: `/easel limits` shows the result for this place.",
    changed: (what: string) => `Changed for ${what}:`,
    unchanged: (what: string) => `Nothing was changed for ${what}: it was already set like this.`,
    fromTo: (label: string, before: string, after: string) => `${label}: ${before} → ${after}`,
    line: (label: string, value: string) => `${label}: ${value}`,
    lately: (who: string, minutes: number) =>
      `${who} changed this ${minutes === 0 ? "just now" : minutes === 1 ? "a minute ago" : `${minutes} minutes ago`}. That change, before yours:`,
    noPreviews: "The progress message can't show pictures here: each would be a separate message. Nothing was changed.",
    alwaysPreviews: "The progress message always shows the pictures here. Nothing was changed.",
    changePreviews: "Change previews",
    noMatch: (glob: string, near: string) =>
      `\`${glob}\` matches no known model${near === "" ? "" : `; similar names: ${near}`}.`,
    chooseModels: (line: string) => `None chosen: all models. To use patterns, type: ${line}`,
    knownModels: (names: string) => `Known models: ${names}. \`*\` stands for any characters, \`?\` for one.`,
    noneLeft: {
      image: "No model for pictures is left: no pictures can be made there.",
      video: "No model for clips is left: no clips can be made there.",
    },
    notTaken: (model: string) => `\`${model}\` is not among the models that are allowed there, so it will not be used.`,
    noSubject: (given: string) =>
      `Easel doesn't know “${given}”. Write or mention groups, roles and people, separated by commas.`,
    unclearSubject: (given: string) =>
      `“${given}” is in this list, but another group or role has the same name. Mention the one you mean, or write its id. Nothing was changed.`,
    tooMany: (label: string, max: number) => `${label}: at most ${max} are allowed. Leave some out.`,
    tooLong: (label: string, given: string, length: number, max: number) =>
      `${label}: “${given}” has ${length} characters after special characters are expanded. At most ${max} are allowed.`,
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
    formTitle: "Workspace settings",
    effect:
      "Days, weeks and months of quotas and usage follow the time zone. Requests for approval and notes for admins go to the admin channel. Without one, approval is asked for where the request was made, and there are no notes.",
    /** Follows `effect` where there are prices. */
    budgetEffect: " It also gets a note when 80% and 100% of the budget are spent. A budget stops nothing.",
    timeZoneField: "Time zone",
    timeZone: "Time zone for days, weeks and months",
    adminChannel: "Where admins are asked and notified",
    budget: "Monthly budget",
    budgetField: (currency: string) => `Monthly budget in ${currency}`,
    noBudget: "none",
    noPrices:
      "A budget is not possible, because the operator has set no prices (`PRICES`). To limit what is made, set a quota: `/easel-admin quota set`. Nothing was changed.",
    wrongBudget: (given: string, currency: string, digits: number) =>
      `“${given}” is not an amount of ${currency}${digits === 0 ? " without decimal places" : ` with at most ${digits} decimal places`}, such as 250.`,
    writeNone: "Write `none` for no budget. Nothing was changed.",
    here: "here",
    off: "where the request was made, without notes",
    noZone: (given: string, near: string) =>
      `There is no time zone “${given}”.${near === "" ? "" : ` Did you mean ${near}?`}`,
    writeZone: (zone: string) => `Write one as in \`/easel-admin workspace settings --time_zone ${zone}\`.`,
    thisChannel: "This channel",
    cantPost: (channel: string, problem: string) => `${channel} can't be the admin channel yet: ${problem}`,
    noThread:
      "Admins are asked in a channel, not in a direct message. Use `/easel-admin workspace settings --admin_channel here` in that channel.",
  },
  blocking: {
    blocked: (name: string) => `${name} is now blocked and can't make anything in the organisation.`,
    alreadyBlocked: (name: string) =>
      `${name} is already blocked. Use \`/easel-admin people unblock\` to unblock them.`,
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
    withUsual: (models: string, usual: string) => `${models}; default \`${usual}\``,
  },
};
