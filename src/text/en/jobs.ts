/** `/jobs`: the list of requests, and their states. In English. */
export const jobsEn = {
  jobs: {
    noneHere: "Nobody has asked for pictures or clips here yet.",
    titles: {
      own: "**Your latest requests**",
      channel: "**The latest requests in this channel**",
      all: "**The latest requests in this workspace**",
    },
    none: "You have no pictures or clips yet. Try `/imagine a red fox`.",
    whichJob: (action: string) =>
      `Which one? Write the short name that \`/jobs\` shows, e.g. \`/jobs ${action} 1a2b3c4d\`.`,
    noSuchJob: (given: string) => `“${given}” is not one of your latest requests. \`/jobs\` lists them.`,
    line: (state: string, prompt: string) => `${state} · ${prompt}`,
    running: (made: number, count: number, failed: number) =>
      `under way, ${made} of ${count} made${failed === 0 ? "" : `, ${failed} failed`}`,
    done: (made: number, count: number, failed: number) =>
      `done, ${made} of ${count} made${failed === 0 ? "" : `, ${failed} failed`}`,
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
    whose: "Whose requests",
    scopes: { own: "My own", channel: "Everyone's in this channel", all: "Everyone's in this workspace" },
  },
};
