/** `/jobs`: the list of requests, and their states. In English. */
export const jobsEn = {
  jobs: {
    noneHere: "No pictures or clips have been requested here yet.",
    titles: {
      own: "**Your latest requests**",
      running: "**Your requests in progress**",
      channel: "**The latest requests in this channel**",
      starred: "**Starred by you or in this channel**",
      all: "**The latest requests in this workspace**",
    },
    /** In direct messages, where only the member stars anything. */
    ownStars: "**Starred by you**",
    noneStarred: "Nothing is starred yet that can be listed here. To star a result, press **Star** below it.",
    noneRunning: "None of your latest requests is in progress.",
    none: "You have no pictures or clips yet. Try `/imagine a red fox`.",
    whichJob: (action: string) =>
      `Which one? Use the short name that \`/jobs\` shows, e.g. \`/jobs ${action} 1a2b3c4d\`.`,
    noSuchJob: (given: string) => `“${given}” is not one of your latest requests. \`/jobs\` lists them.`,
    line: (state: string, prompt: string) => `${state} · ${prompt}`,
    running: (made: number, count: number, failed: number) =>
      `in progress, ${made} of ${count} made${failed === 0 ? "" : `, ${failed} failed`}`,
    done: (made: number, count: number, failed: number) =>
      `done, ${made} of ${count} made${failed === 0 ? "" : `, ${failed} failed`}`,
    /** No conversation took what was made. */
    notDelivered: (made: number, count: number) =>
      count === 1 ? "made, not delivered" : `${made} of ${count} made, not delivered`,
    partlyDelivered: (done: string, undelivered: number) => `${done}, ${undelivered} not delivered`,
    failed: "failed",
    declined: (who: string) => `declined by ${who}`,
    expired: "the gateway no longer has it",
    neverKnown: "failed: it is unknown whether it was made",
    show: "Show",
    jump: "Go to the message",
    newer: "Newer",
    older: "Older",
    refresh: "Refresh",
    page: (title: string, page: number) => `${title} · page ${page}`,
    whose: "Which requests",
    scopes: {
      own: "My own",
      running: "My own in progress",
      channel: "Everyone's in this channel",
      starred: "Starred by me or in this channel",
      all: "Everyone's in this workspace",
    },
  },
};
