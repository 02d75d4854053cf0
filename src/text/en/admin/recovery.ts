const requestsText = (count: number): string => (count === 1 ? "1 request" : `${count} requests`);
const have = (count: number): string => (count === 1 ? "has" : "have");

/** Refunding or retrying many failed requests at once. In English. */
export const recoveryEn = {
  recovery: {
    title: (span: string) => `**Requests that failed**, ${span}`,
    effect:
      "A retry submits failed requests again, in each member's name. A refund returns what was charged for uncertain outcomes; requests that definitely failed were never charged. Both show their numbers first.",
    none: "No request failed.",
    /** Within a number of hours. */
    span: (hours: number) =>
      hours < 48 ? (hours === 1 ? "last hour" : `last ${hours} hours`) : `last ${hours / 24} days`,
    sums: (requests: number, members: number, amount: string) =>
      `${requestsText(requests)} of ${members === 1 ? "1 member" : `${members} members`}: ${amount}`,
    uncertain: (count: number) => `with an uncertain outcome: ${requestsText(count)}`,
    withKey: (key: string) => `key ${key}`,
    withoutKey: "no key",
    open: (jobs: number) =>
      `${jobs === 1 ? "1 picture or clip is" : `${jobs} pictures or clips are`} still uncertain: sent, but not confirmed by the gateway. Until their outcome is known, within two hours, they are neither retried nor refunded.`,
    cut: "There are more failures: only the oldest are counted.",
    moreReasons: (count: number) => `and ${count} more ${count === 1 ? "reason" : "reasons"}`,
    latest: "Recently confirmed",
    state: {
      refund: (when: string, sums: string) => `${when} · refunded: ${sums}`,
      retry: (when: string, done: number, of: number, sums: string) =>
        `${when} · retry: ${done} of ${requestsText(of)} done (${sums})`,
    },
    buttons: { retry: "Retry many…", refund: "Refund many…" },
    form: {
      title: { retry: "Retry many", refund: "Refund many" },
      submit: "Show the numbers",
      effect: "Nothing happens yet: the answer shows what will be done, and asks you to confirm it.",
      typed: "Without a form: open `/easel-admin overview` and choose **Failed requests**.",
      hours: "Failed in the",
      key: "Key",
      anyKey: "Any key",
      code: "Error",
      anyCode: "Any error",
      uncertain: "Uncertain outcomes",
      leaveOut: "Leave them out",
      include: "Retry them too: they may be charged twice",
    },
    asks: {
      title: {
        retry: (of: string) => `**Retry failed requests**: ${of}`,
        refund: (of: string) => `**Refund uncertain requests**: ${of}`,
      },
      will: {
        retry: (sums: string) =>
          `Will be submitted again: ${sums}. They count towards the members' own quotas again. A request is skipped if a quota has too little left.`,
        refund: (sums: string) =>
          `Will be refunded: ${sums}. It is uncertain whether the gateway made and charged these; a refund returns them to the quotas.`,
      },
      nothing: {
        retry: "There is nothing to retry.",
        refund: "There is nothing to refund.",
      },
      uncertain: (count: number) =>
        `Of these, ${requestsText(count)} ${have(count)} an uncertain outcome and may be made and charged twice.`,
      left: {
        again: (count: number) => `Skipped, because they were already submitted again: ${requestsText(count)}`,
        hopeless: (count: number) => `Skipped, because the gateway would refuse them again: ${requestsText(count)}`,
        uncertain: (count: number) =>
          `Skipped, because their outcome is uncertain and they could be made and charged twice: ${requestsText(count)}`,
        refunded: (count: number) => `Skipped, because they were already refunded: ${requestsText(count)}`,
        free: (count: number) => `Skipped, because they failed and were never charged: ${requestsText(count)}`,
        more: (count: number) =>
          `Skipped, because there are too many for one round; repeat this for them: ${requestsText(count)}`,
      },
      confirm: {
        retry: (count: number) => `Retry ${requestsText(count)}`,
        refund: (count: number) => `Refund ${requestsText(count)}`,
      },
      before: "Nothing is sent, spent or refunded until you confirm. You can confirm within an hour.",
    },
    begun: {
      retry: (sums: string) =>
        `Started: ${sums}. The requests are submitted one after another, and their results are posted where they were first requested. If there is an admin channel, it gets one note at the end; **Failed requests** in \`/easel-admin overview\` shows the progress.`,
      refund: (sums: string) => `Refunded: ${sums}.`,
    },
    already: "This was already confirmed. It happens only once.",
    gone: "This can no longer be confirmed, because the numbers may have changed. Nothing was done. Open the form again.",
    outcomes: {
      retried: (count: number) => `submitted again: ${count}`,
      again: (count: number) => `already submitted again by someone else: ${count}`,
      over_quota: (count: number) => `skipped, because a quota has too little left: ${count}`,
      no_price: (count: number) => `skipped, because a quota in money applies and the price is not known: ${count}`,
      too_many_waiting: (count: number) => `skipped, because too many jobs of the member are waiting: ${count}`,
      barred: (count: number) => `skipped, because of a rule or a pause: ${count}`,
      no_key: (count: number) => `skipped, because there is no key: ${count}`,
      left: (count: number) => `skipped, because the member has left: ${count}`,
      files_gone: (count: number) => `skipped, because the files are no longer kept: ${count}`,
      failed: (count: number) => `could not be submitted: ${count}`,
    },
    ended: (count: number, outcomes: readonly string[]) =>
      `The retry of ${count === 1 ? "1 failed request" : `${count} failed requests`} is done: ${outcomes.join("; ")}.`,
    /** In the notice of a request that is made again. */
    notice: "It failed before. An admin submitted it again.",
  },
};
