import { numberText } from "../render/sentence-parts.ts";

/** Commands about quotas and usage. In English. */
export const quotaCommandsEn = {
  usage: "What you used, and what is left of each quota",
  "easel-admin quota show": "Show all quotas and what is left of them",
  "easel-admin quota set": "Set a quota",
  "easel-admin quota grant": "Add to a quota until it resets",
  "easel-admin quota clear": "Remove a quota",
  "easel-admin quota refund": "Refund a request with an unknown outcome",
  "easel-admin usage": "What everyone used: chart and table",
};

export const quotaGroupsEn = {
  "easel-admin quota": "How much may be made",
};

/** Quotas and usage. In English. */
export const quotaEn = {
  quota: {
    images: (count: number) => (count === 1 ? "1 picture" : `${numberText(count)} pictures`),
    seconds: (count: number) => `${numberText(count)} s of clips`,
    nothing: "nothing",
    and: (images: string, seconds: string) => `${images} and ${seconds}`,
    per: {
      day: (amount: string, whose: string) => `${amount} a day for ${whose}`,
      week: (amount: string, whose: string) => `${amount} a week for ${whose}`,
      month: (amount: string, whose: string) => `${amount} a month for ${whose}`,
    },
    /** A quota without its amount: “pictures a day for this channel”. */
    which: {
      day: (unit: string, whose: string) => `${unit} a day for ${whose}`,
      week: (unit: string, whose: string) => `${unit} a week for ${whose}`,
      month: (unit: string, whose: string) => `${unit} a month for ${whose}`,
    },
    whoseFirst: {
      day: (whose: string, what: string) => `For ${whose}: ${what} a day`,
      week: (whose: string, what: string) => `For ${whose}: ${what} a week`,
      month: (whose: string, what: string) => `For ${whose}: ${what} a month`,
    },
    granted: (quota: string, amount: string) => `${quota} (plus ${amount} for now)`,
    group: (name: string) => `group ${name}`,
    channel: (name: string) => `channel ${name}`,
    key: (name: string) => `key ${name}`,
    otherWorkspace: (id: string) => `workspace \`${id}\``,
    over: (asked: string, left: string, quota: string, resets: string) =>
      `That needs ${asked}, but the quota of ${quota} has only ${left} left. It resets on ${resets}.`,
    /** The same if nothing is left. */
    usedUp: (asked: string, quota: string, resets: string) =>
      `That needs ${asked}, but the quota of ${quota} is used up. It resets on ${resets}.`,
    overAdvice: "Ask for less, wait until then, or ask an admin for more. Nothing was sent or spent.",
    usedUpAdvice: "Wait until then, or ask an admin for more. Nothing was sent or spent.",
    noPrice: (model: string, quota: string) =>
      `A quota here counts ${quota}, but Easel has no price for ${model} in that currency.`,
    noPriceAdvice:
      "Choose another model, ask the operator to add its price (`PRICES`), or ask an admin to remove the quota. Nothing was sent or spent.",
    left: (left: string, quota: string, resets: string) => `${left} left of ${quota}; it resets on ${resets}`,
    noneLeft: (quota: string, resets: string) => `nothing left of ${quota}; it resets on ${resets}`,
    warned: {
      most: (used: string, quota: string, resets: string) => `${used} used of ${quota}. It resets on ${resets}.`,
      /** For the member whose accepted request did it. */
      all: (quota: string, resets: string) => `This request uses up the quota of ${quota}. It resets on ${resets}.`,
      /** For admins. */
      allByOther: (quota: string, resets: string) => `The quota of ${quota} is used up. It resets on ${resets}.`,
      by: (name: string) => `A request from ${name} reached this limit.`,
    },
  },
  usage: {
    title: "**What you used, including requests in progress**",
    day: "Today",
    week: "This week",
    month: "This month",
    left: "What is left",
    moreQuotas: (count: number) => (count === 1 ? "And one that is less used." : `And ${count} that are less used.`),
    noQuotas: "No quota limits you here.",
    of: {
      day: "**Usage today**",
      week: "**Usage this week**",
      month: "**Usage this month**",
    },
    hidden: "Private places and other workspaces",
    inAll: "Total",
    none: "Nothing was used.",
    noneIn: (month: string) => `Nothing was used in ${month}.`,
    report: {
      title: (month: string) => `**Usage in ${month}**`,
    },
    more: (count: number) => `and ${count} more; the table lists all of them`,
    cut: (rows: number) => `The table has only the latest ${rows} rows.`,
    tableName: "Usage by day, member, channel and model",
    ownMonth: "Your usage this month",
    ownTable: "Your usage by day, channel and model",
    chart: {
      units: { images: "Pictures", seconds: "Seconds of clips" },
      by: {
        member: (what: string) => `${what} by member`,
        channel: (what: string) => `${what} by channel`,
        model: (what: string) => `${what} by model`,
        day: (what: string) => `${what} by day`,
      },
      quotas: "Quotas",
      fullest: "The fullest quotas",
      usedOf: (used: string, amount: string) => `${used} of ${amount} used`,
      others: (count: number) => (count === 1 ? "1 other" : `${count} others`),
      described: (title: string, items: readonly string[]) => `${title}: ${items.join(", ")}.`,
      more: "and more",
      item: (label: string, note: string) => `${label} (${note})`,
      headed: (heading: string, charts: readonly string[]) => `${heading}. ${charts.join(" ")}`,
    },
    notDrawn: {
      failed: "The chart could not be drawn.",
      too_many: "There is no chart, because too many were requested in a short time. Try again in a minute.",
    },
  },
  /** An amount of money is, for example, “€12.50”. */
  money: {
    unknown: "price unknown",
    of: (amount: string, money: string) => `${amount} (${money})`,
    some: (amounts: string, jobs: number) => `${amounts}, and ${jobs} without a known price`,
    costs: (money: string) => `That costs ${money}.`,
    costsUnknown: "The cost of that is not known.",
    price: (money: string) => `Price: ${money}`,
    budget: {
      most: (spent: string, budget: string, resets: string) =>
        `This month's budget is nearly spent: ${spent} of ${budget}. The month ends on ${resets}.`,
      all: (spent: string, budget: string, resets: string) =>
        `This month's budget is spent: ${spent} of ${budget}. The month ends on ${resets}. A budget stops nothing: use quotas or a pause for that.`,
      unpriced: (jobs: number) => `Not counted: ${jobs} without a known price.`,
    },
  },
  quotaAdmin: {
    title: "**Quotas**",
    none: "There are no quotas. Only the rules and the gateway's keys limit what is made. `/easel-admin quota set` sets a quota.",
    oneScope:
      "A quota is for one scope, channel, group, person or key: choose only one, as in `/easel-admin quota set --amount 100 --unit pictures --scope channel`.",
    /** Names the other field. */
    oneScopeInForm: (other: string) => `Choose either a person here or something under “${other}”, not both.`,
    noSuchPerson: (given: string) =>
      `Easel can't find “${given}” here. Mention the person, or write the name as it is shown.`,
    noSuchChannel: (given: string) =>
      `Easel can't find a channel “${given}” here. Mention it, or write its name as it is shown.`,
    noSuchQuota: (quota: string) =>
      `There is no quota of ${quota}. \`/easel-admin quota show\` lists the quotas, and \`/easel-admin quota set\` sets one.`,
    ofUnit: {
      images: "pictures",
      seconds: "seconds of clips",
    },
    ofMoney: (currency: string) => `money in ${currency}`,
    noPrices:
      "A quota in money is not possible, because the operator has set no prices (`PRICES`). Set one in pictures or seconds instead. Nothing was changed.",
    otherCurrency: (given: string, currency: string) =>
      `The operator's prices are in ${currency}, so a quota in ${given} would refuse everything. Set it in ${currency}. Nothing was changed.`,
    wrongMoney: (given: string, currency: string) =>
      `“${given}” is not an amount in ${currency}. Write it like 20 or 12.50, with at most 6 decimal places. Nothing was changed.`,
    moneyOfKey:
      "A key's quota counts pictures or seconds, not money. Set a quota in money for a person, group, channel or workspace.",
    full: (max: number) => `There can be at most ${max} quotas. Remove one first with \`/easel-admin quota clear\`.`,
    set: (before: string, after: string) => `Before: ${before}. Now: ${after}.`,
    noneBefore: "none",
    belowUsed: (used: string, resets: string) =>
      `Already used: ${used}, which is more than that. Nothing new is accepted until ${resets}.`,
    used: (used: string, left: string, resets: string) => `Used: ${used}. Left: ${left}, until ${resets}.`,
    cleared: (before: string) => `Removed: ${before}.`,
    nothingToRefund: "There is nothing to refund: the outcome of every request is known.",
    refundable:
      "These were counted, although it is unknown whether they were made. To refund one, use `/easel-admin quota refund` and its short name:",
    noSuchRefund: (given: string) =>
      `There is no request “${given}” to refund. \`/easel-admin quota refund\` lists the ones that can be refunded.`,
    refunded: (amount: string, model: string, who: string) => `Refunded: ${amount} (${model}, ${who}).`,
  },
};
