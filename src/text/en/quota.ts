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
    images: (count: number) => (count === 1 ? "1 picture" : `${count} pictures`),
    seconds: (count: number) => `${count} s of clips`,
    nothing: "nothing",
    and: (images: string, seconds: string) => `${images} and ${seconds}`,
    per: {
      day: (amount: string, whose: string) => `${amount} a day for ${whose}`,
      week: (amount: string, whose: string) => `${amount} a week for ${whose}`,
      month: (amount: string, whose: string) => `${amount} a month for ${whose}`,
    },
    granted: (quota: string, amount: string) => `${quota} (plus ${amount} for now)`,
    group: (name: string) => `group ${name}`,
    channel: (name: string) => `channel ${name}`,
    key: (name: string) => `key ${name}`,
    otherWorkspace: (id: string) => `workspace \`${id}\``,
    over: (asked: string, left: string, quota: string, resets: string) =>
      `That would take ${asked}, with ${left} left of ${quota}. It resets on ${resets}.`,
    overAdvice: "Ask for less, wait until then, or ask an admin for more. Nothing was sent or spent.",
    noPrice: (model: string, quota: string) =>
      `Here a quota counts ${quota}, but I know no price for ${model} in that currency.`,
    noPriceAdvice:
      "Choose another model, ask the operator to add its price (`PRICES`), or ask an admin to remove the quota. Nothing was sent or spent.",
    left: (left: string, quota: string, resets: string) => `${left} left of ${quota}; it resets on ${resets}`,
    warned: {
      most: (used: string, quota: string, resets: string) => `${used} used of ${quota}. It resets on ${resets}.`,
      all: (quota: string, resets: string) => `Used up: ${quota}. It resets on ${resets}.`,
      by: (name: string) => `A request from ${name} reached this limit.`,
    },
  },
  usage: {
    title: "**What you used or have under way**",
    day: "Today",
    week: "This week",
    month: "This month",
    left: "**What is left**",
    noQuotas: "No quota limits you here.",
    of: {
      day: "**Usage today**",
      week: "**Usage this week**",
      month: "**Usage this month**",
    },
    hidden: "Private places and other workspaces",
    inAll: "Total",
    none: "Nothing was used.",
    report: {
      title: (month: string) => `**Usage in ${month}**`,
    },
    more: (count: number) => `and ${count} more: the table has them all`,
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
      usedOf: (used: number | string, amount: number | string) => `${used} of ${amount} used`,
      others: (count: number) => (count === 1 ? "1 other" : `${count} others`),
      described: (title: string, items: readonly string[]) => `${title}: ${items.join(", ")}.`,
      more: "and more",
      item: (label: string, note: string) => `${label} (${note})`,
      headed: (heading: string, charts: readonly string[]) => `${heading}. ${charts.join(" ")}`,
    },
    notDrawn: {
      failed: "The chart could not be drawn.",
      too_many: "There is no chart, because too many were asked for in a short time. Try again in a minute.",
    },
  },
  /** Amounts in money are such as “€12.50”. */
  money: {
    unknown: "price unknown",
    of: (amount: string, money: string) => `${amount} (${money})`,
    some: (amounts: string, jobs: number) => `${amounts}, and ${jobs} without a known price`,
    costs: (money: string) => `That costs ${money}.`,
    costsUnknown: "What that costs is not known.",
    price: (money: string) => `Price: ${money}`,
    budget: {
      most: (spent: string, budget: string, resets: string) =>
        `This month's budget is nearly spent: ${spent} of ${budget}. The month ends on ${resets}.`,
      all: (spent: string, budget: string, resets: string) =>
        `This month's budget is spent: ${spent} of ${budget}. The month ends on ${resets}. Nothing is stopped by it: use quotas or a pause for that.`,
      unpriced: (jobs: number) => `Not counted: ${jobs} without a known price.`,
    },
  },
  quotaAdmin: {
    title: "**Quotas**",
    none: "There are no quotas: only the gateway's keys limit what is made. `/easel-admin quota set` sets one.",
    oneScope:
      "Name only one of `scope`, `channel`, `group`, `person` and `key`, as in `/easel-admin quota set --amount 100 --unit images --scope channel`.",
    noSuchPerson: (given: string) => `I can't find “${given}” here. Mention them, or write their name as it is shown.`,
    noSuchChannel: (given: string) =>
      `I can't find a channel “${given}” here. Mention it, or write its name as it is shown.`,
    noSuchQuota: (quota: string) =>
      `There is no quota of ${quota}. \`/easel-admin quota show\` lists the quotas, and \`/easel-admin quota set\` sets one.`,
    ofUnit: {
      images: "pictures",
      seconds: "seconds of clips",
    },
    ofMoney: (currency: string) => `money in ${currency}`,
    noPrices:
      "There can be no quota in money, because the operator has set no prices (`PRICES`). A quota of pictures or seconds limits what is made. Nothing was changed.",
    otherCurrency: (given: string, currency: string) =>
      `The operator's prices are in ${currency}, so a quota in ${given} would refuse everything. Set it in ${currency}. Nothing was changed.`,
    wrongMoney: (given: string, currency: string) =>
      `“${given}” is not an amount in ${currency}. Write it like 20 or 12.50, with at most 6 decimal places. Nothing was changed.`,
    moneyOfKey:
      "A key's quota counts pictures or seconds, not money. Set one in money for a person, group, channel or workspace.",
    full: (max: number) => `There can be at most ${max} quotas. Remove one first with \`/easel-admin quota clear\`.`,
    set: (before: string, after: string) => `Before: ${before}. Now: ${after}.`,
    noneBefore: "no such quota",
    belowUsed: (used: string, resets: string) =>
      `Already used: ${used}, which is more than that. Nothing new is accepted until ${resets}.`,
    used: (used: string, left: string, resets: string) => `Used: ${used}. Left: ${left}, until ${resets}.`,
    cleared: (before: string) => `Removed: ${before}.`,
    nothingToRefund: "There is nothing to refund: the outcome of every request is known.",
    refundable:
      "These were counted, although it is unknown whether they were made. To refund one, use `/easel-admin quota refund` with its short name:",
    noSuchRefund: (given: string) =>
      `There is no request “${given}” to refund. \`/easel-admin quota refund\` offers those that can be refunded.`,
    refunded: (amount: string, model: string, who: string) => `Refunded: ${amount} (${model}, ${who}).`,
  },
};
