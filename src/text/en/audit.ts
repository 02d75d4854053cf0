/** What is said of what admins did, in English. */
export const auditEn = {
  audit: {
    title: "**What admins did**, the newest first",
    none: "No entry matches.",
    older: (id: number) => `Older: \`/easel-admin audit --before ${id}\`; all of it: \`--csv\`.`,
    noSuchDay: (given: string) =>
      `\`since\` can't be “${given}”. Allowed: hours, days or weeks such as 24h, 7d or 4w, or a day such as 2026-11-01.`,
    file: "What admins did",
    all: (count: number) => `${count === 1 ? "One act" : `${count} acts`}, the newest first.`,
    some: "The newest acts, as many as a file holds. Name a time or a kind to get others.",
    /** What each act is called, by whom and about what. */
    acts: {
      claimed: (who: string, what: string) => `${who} switched ${what} on`,
      claimedOwn: (who: string, what: string) => `${who} switched ${what} on, as an organisation of its own`,
      settings: (who: string, what: string) => `${who} changed the settings of ${what}`,
      rules: (who: string, what: string) => `${who} changed the rules of ${what}`,
      paused: (who: string, what: string) => `${who} paused ${what}`,
      resumed: (who: string, what: string, by: string) => `${who} let ${what} go on, which ${by} had paused`,
      quotaSet: (who: string, which: string) => `${who} set the quota of ${which}`,
      quotaCleared: (who: string, which: string) => `${who} took away the quota of ${which}`,
      quotaGranted: (who: string, which: string) =>
        `${who} put more on top of the quota of ${which}, for its present window`,
      refunded: (who: string, amount: string, model: string, requester: string) =>
        `${who} gave ${requester} back ${amount} (${model})`,
      approved: (who: string, request: string) => `${who} approved ${request}`,
      declined: (who: string, request: string) => `${who} declined ${request}`,
      keyAdded: (who: string, key: string) => `${who} entered ${key}`,
      keyAssigned: (who: string, key: string) => `${who} assigned ${key} anew`,
      keyDisabled: (who: string, key: string) => `${who} turned ${key} off`,
      keyEnabled: (who: string, key: string) => `${who} turned ${key} on`,
      keyRemoved: (who: string, key: string) => `${who} removed ${key}`,
      keyChecked: (who: string, key: string) => `${who} asked the gateway about ${key}`,
      keyRefused: (who: string, key: string) => `${who} set ${key} aside: the gateway refused it`,
      keySpent: (who: string, key: string) => `${who} lets ${key} rest: its cap or balance is used up`,
      keySlotsFreed: (who: string, key: string) =>
        `${who} freed slots of ${key} that were held by jobs without an answer from the gateway`,
      keyRested: (who: string, key: string) => `${who} uses ${key} again: it has rested`,
      keyRestored: (who: string, key: string) => `${who} uses ${key} again: it came anew with the configuration`,
      groupCreated: (who: string, group: string) => `${who} made ${group}`,
      groupDeleted: (who: string, group: string) => `${who} deleted ${group}, with its rules and quotas`,
      memberAdded: (who: string, member: string, group: string) => `${who} put ${member} into ${group}`,
      memberRemoved: (who: string, member: string, group: string) => `${who} took ${member} out of ${group}`,
      joined: (who: string, from: string, to: string) => `${who} joined ${from} to the organisation of ${to}`,
      linked: (who: string, platform: string, name: string) => `${who} (${platform}) is one account with ${name} now`,
      unlinked: (who: string, platform: string) => `${who} has an account of their own again on ${platform}`,
      /** An act that this version has no words for. */
      unknown: (who: string, action: string) => `${who} did \`${action}\``,
    },
    /** What was decided about. */
    request: (amount: string, model: string, requester: string, where: string) =>
      `${amount} by ${model}, which ${requester} asked for in ${where}`,
    someRequest: "a request",
    because: (why: string) => `the reason given: “${why}”`,
    reasons: {
      threshold: "it was above a threshold",
      quota: "it was over a quota",
    },
    gone: {
      group: "a group that is no longer there",
      account: "someone who is no longer there",
      key: "a key that is no longer there",
    },
    directIn: (workspace: string) => `direct messages of the ${workspace}`,
    /** What is told of a key. */
    facts: {
      services: "what it makes",
      whose: "whom it serves",
      atOnce: "jobs at once",
      picturesAtOnce: "pictures at once",
      clipsAtOnce: "clips at once",
      slotsFreed: "slots freed",
      state: "how it is",
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
    /** An act with what is to be said of it. */
    told: (act: string, more: readonly string[]) => (more.length === 0 ? act : `${act}: ${more.join("; ")}`),
  },
};
