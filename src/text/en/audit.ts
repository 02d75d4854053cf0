/** The audit log, in English. */
export const auditEn = {
  audit: {
    title: "**Admin actions**, newest first",
    none: "No entry matches.",
    busy: "Easel is already preparing an audit file for your organisation. Try again in a minute.",
    older: (id: number) =>
      `Older entries: \`/easel-admin audit --before ${id}\`; all entries: \`/easel-admin audit --csv\`.`,
    noSuchDay: (given: string) =>
      `\`since\` can't be “${given}”. Allowed: hours, days or weeks such as 24h, 7d or 4w, or a day such as 2026-11-01, as in \`/easel-admin audit --since 7d\`.`,
    file: "Admin actions",
    all: (count: number) => `${count === 1 ? "1 entry" : `${count} entries`}, newest first.`,
    some: "This file holds only the newest entries. To get older ones, use `before` with its last id.",
    /** A sentence per action: who did what. */
    acts: {
      claimed: (who: string, what: string) => `${who} switched ${what} on`,
      claimedOwn: (who: string, what: string) => `${who} switched ${what} on, as a separate organisation`,
      settings: (who: string, what: string) => `${who} changed the settings of ${what}`,
      rules: (who: string, what: string) => `${who} changed the rules of ${what}`,
      paused: (who: string, what: string) => `${who} paused ${what}`,
      resumed: (who: string, what: string, by: string) => `${who} resumed ${what}, which ${by} had paused`,
      quotaSet: (who: string, which: string) => `${who} set the quota of ${which}`,
      quotaCleared: (who: string, which: string) => `${who} removed the quota of ${which}`,
      quotaGranted: (who: string, which: string) => `${who} added to the quota of ${which} for the current window`,
      refunded: (who: string, amount: string, model: string, requester: string) =>
        `${who} refunded ${amount} to ${requester} (${model})`,
      allRefunded: (who: string, sums: string, span: string, what: string) =>
        `${who} refunded requests with an uncertain outcome (${what}, ${span}): ${sums}`,
      allRetried: (who: string, sums: string, span: string, what: string) =>
        `${who} retried failed requests (${what}, ${span}): ${sums}`,
      approved: (who: string, request: string) => `${who} approved ${request}`,
      declined: (who: string, request: string) => `${who} declined ${request}`,
      keyAdded: (who: string, key: string) => `${who} added ${key}`,
      keyAssigned: (who: string, key: string) => `${who} reassigned ${key}`,
      keyDisabled: (who: string, key: string) => `${who} turned ${key} off`,
      keyEnabled: (who: string, key: string) => `${who} turned ${key} on`,
      keyRemoved: (who: string, key: string) => `${who} removed ${key}`,
      keyChecked: (who: string, key: string) => `${who} asked the gateway about ${key}`,
      keyRefused: (who: string, key: string) => `${who} stopped using ${key}: the gateway refused it`,
      keySpent: (who: string, key: string) => `${who} stopped using ${key} for now: its cap or balance is used up`,
      keySlotsFreed: (who: string, key: string) =>
        `${who} freed slots of ${key} held by jobs without an answer from the gateway`,
      keyRested: (who: string, key: string) => `${who} started using ${key} again after a break`,
      keyRestored: (who: string, key: string) => `${who} started using ${key} again: it is back in the configuration`,
      channelRenamed: (who: string, before: string, after: string) => `${who} renamed ${before} to ${after}`,
      channelRemoved: (who: string, channel: string) =>
        `${who} removed ${channel}, with its messages, rules, quotas and presets`,
      groupCreated: (who: string, group: string) => `${who} created ${group}`,
      groupDeleted: (who: string, group: string) => `${who} deleted ${group}, with its rules and quotas`,
      memberAdded: (who: string, member: string, group: string) => `${who} added ${member} to ${group}`,
      memberRemoved: (who: string, member: string, group: string) => `${who} removed ${member} from ${group}`,
      joined: (who: string, from: string, to: string) => `${who} joined ${from} to the organisation of ${to}`,
      linked: (who: string, platform: string, name: string) => `${who} (${platform}) linked their account with ${name}`,
      unlinked: (who: string, platform: string) => `${who} unlinked their account on ${platform}`,
      forgotten: (who: string, whose: string) => `${who} had ${whose} forgotten`,
      exported: (who: string, whose: string) => `${who} exported the data of ${whose}`,
      /** An action that this version doesn't know. */
      unknown: (who: string, action: string) => `${who} did \`${action}\``,
    },
    /** The request that was approved or declined. */
    request: (amount: string, model: string, requester: string, where: string) =>
      `${requester}'s request for ${amount} with ${model} in ${where}`,
    someRequest: "a request",
    because: (why: string) => `the reason given: “${why}”`,
    reasons: {
      threshold: "it was above a threshold",
      quota: "it was over a quota",
    },
    gone: {
      group: "a group that no longer exists",
      account: "someone who is no longer known",
      key: "a key that no longer exists",
    },
    directIn: (workspace: string) => `direct messages of the ${workspace}`,
    /** Labels of a key's details. */
    facts: {
      services: "services",
      whose: "who may use it",
      atOnce: "jobs at once",
      picturesAtOnce: "pictures at once",
      clipsAtOnce: "clips at once",
      slotsFreed: "slots freed",
      state: "state",
      members: "members",
    },
    keyState: {
      ok: "in use",
      disabled: "turned off",
      refused: "refused by the gateway",
      spentUntil: (until: string) => `used up until ${until}`,
    },
    console: "the Console",
    fromTo: (before: string, after: string) => `${before} → ${after}`,
    /** An action with its details. */
    told: (act: string, more: readonly string[]) => (more.length === 0 ? act : `${act}: ${more.join("; ")}`),
  },
};
