/** Commands about a person's own data. In English. */
export const personalDataCommandsEn = {
  "easel export": "Get a file of what Easel keeps about you here",
  "easel forget": "Delete what Easel keeps about someone (admins only)",
};

/** A person's own data. In English. */
export const personalDataEn = {
  personalData: {
    file: "Personal data",
    yours:
      "This file holds what Easel keeps about you in this organisation: your account, your requests, and what you wrote in the Console. Only you can see it.",
    theirs: (name: string) =>
      `This file holds what Easel keeps about ${name} in this organisation, except their presets and stars.`,
    hidden: (count: number) =>
      `${count === 1 ? "1 entry from a place" : `${count} entries from places`} that you can't read ${count === 1 ? "is" : "are"} left out. The person gets ${count === 1 ? "it" : "them"} with \`/easel export\`.`,
    cut: (line: string) => `It holds only the newest entries. For older ones, use \`${line}\` in an hour or later.`,
    again: (minutes: number) =>
      `This data was exported less than an hour ago. It can be exported again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    busy: "Easel is already preparing such a file for your organisation. Try again in a minute.",
    notYours: "Only admins can export the data of others. Leave `person` out to get yours.",
    nobody: (name: string) => `Easel keeps nothing about ${name} in this organisation.`,
    /**
     * What forgetting a person means, shown before it is done. At most 2,000 characters with the name, so that it fits one
     * message.
     */
    askToForget: (name: string) =>
      [
        `**Forget ${name}?** This can't be undone.`,
        "• **Deleted**: their name and user ids, their requests (prompts, options, file names), what was made, the results that Easel posted for them, what they wrote in the Console, their stars, presets, rules, quotas and keys, and workflow steps in their name. This takes minutes, or longer while a platform can't be reached.",
        "• **Kept without a name**: how much was made, when, in which channel and with which model. Usage and quotas of others don't change.",
        "• **Kept with the name**: what they decided or paused as an admin, and the audit: what they did, and what admins did about them, such as groups, approvals with reasons, refunds, linked accounts with user ids, and the names of their keys. Audit entries are deleted after `KEEP_AUDIT_DAYS`; without that setting, never.",
        "• **Easel can't delete**: what they wrote on Discord or Slack, files and results that were sent to their direct messages, what others quoted or copied, questions and notes to admins, backups, and what the gateway has. Attached files are deleted `MEDIA_DAYS` after their last use.",
        "If they use Easel again, they count as a new person: no block, limit or quota that was set for them applies.",
      ].join("\n"),
    forgetThem: "Forget",
    confirmForget: { question: "Forget this person? This can't be undone.", yes: "Forget", no: "Keep" },
    forgetting:
      "The person is being forgotten. Everything listed as deleted is gone in a few minutes, or later on a platform that can't be reached now.",
    stillBusy: (requests: number) =>
      `${requests === 1 ? "A request of theirs is" : `${requests} requests of theirs are`} not finished. Wait, or cancel ${requests === 1 ? "it" : "them"} with \`/jobs\`, then try again. Nothing was changed.`,
    hasConfiguredKey: (name: string) =>
      `**${name}** comes from the configuration, and only this person may use it. Assign it to someone else with \`/easel-admin keys assign\`, then try again. Nothing was changed.`,
    forgottenAlready: "That person has already been forgotten. Nothing was changed.",
    notYourself: "Ask another admin to do that: otherwise the audit would name you for it. Nothing was changed.",
    noSuchTime: (given: string) =>
      `\`before\` can't be “${given}”. Allowed: a day such as 2026-11-01, or a time such as 2026-11-01T12:00:00Z.`,
  },
};
