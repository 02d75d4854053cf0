/** Commands about a person's own data. In English. */
export const personalDataCommandsEn = {
  "easel export": "Get a file with what Easel keeps about you here",
  "easel forget": "Delete what Easel keeps about someone (admins only)",
};

/** A person's own data. In English. */
export const personalDataEn = {
  personalData: {
    file: "Personal data",
    yours:
      "This file holds what Easel keeps about you in this organisation: your account, what you asked for, and in the Console what you wrote. Only you can see it.",
    theirs: (name: string) =>
      `This file holds what Easel keeps about ${name} in this organisation, except their presets and stars.`,
    hidden: (count: number) =>
      `${count === 1 ? "1 entry from a place" : `${count} entries from places`} that you can't read ${count === 1 ? "is" : "are"} left out. ${count === 1 ? "It is" : "They are"} in the file that they get with \`/easel export\`.`,
    cut: (line: string) => `It holds only the newest entries. For older ones, in an hour or later: \`${line}\`.`,
    again: (minutes: number) =>
      `This data was exported less than an hour ago. It can be exported again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    busy: "Easel is already preparing such a file for your organisation. Try again in a minute.",
    notYours: "Only admins can export somebody else's data. Leave `person` out to get yours.",
    nobody: (name: string) => `Easel keeps nothing about ${name} in this organisation.`,
    /** What forgetting somebody means, before it is done. At most 2,000 characters with the name, for one message. */
    askToForget: (name: string) =>
      [
        `**Forget ${name}?** This can't be undone.`,
        "• **Deleted**: the name and the user ids, what they asked for (prompts, options, names of files), what was made, the results that Easel posted for them, what they wrote in the Console, stars, presets, steps of workflows in their name, their rules, quotas and keys. This takes minutes; a platform that Easel can't reach now, longer.",
        "• **Stays without a name**: how much was made, when, in which channel, with which model. Usage and quotas of others don't change.",
        "• **Stays with the name**: what they decided or paused as an admin, and the audit: what they did, and what admins did about them, such as groups, approvals with their reasons, refunds, linked accounts with user ids, and the names of their keys. Its entries go after `KEEP_AUDIT_DAYS`; without that setting, never.",
        "• **Easel can't delete**: what they wrote on Discord or Slack, files that they got in direct messages, results that came there because a channel refused them, what others quote or copied, questions and notes to admins, backups, and what the gateway has. Attached files go `MEDIA_DAYS` after their last use.",
        "If they use Easel again, Easel doesn't know them: no block, limit or quota of theirs applies any more.",
      ].join("\n"),
    forgetThem: "Forget",
    confirmForget: { question: "Forget this person? This can't be undone.", yes: "Forget", no: "Keep" },
    forgetting:
      "The person is being forgotten. What was listed as deleted is gone in a few minutes; on a platform that Easel can't reach now, later.",
    stillBusy: (requests: number) =>
      `${requests === 1 ? "A request of theirs is" : `${requests} requests of theirs are`} not finished. Wait, or cancel ${requests === 1 ? "it" : "them"} with \`/jobs\`; then try again. Nothing was changed.`,
    hasConfiguredKey: (name: string) =>
      `**${name}** comes from the configuration, and only they may use it. Let somebody else use it with \`/easel-admin keys assign\`; then try again. Nothing was changed.`,
    forgottenAlready: "Easel knows nobody of that account any more. Nothing was changed.",
    notYourself: "Ask another admin to do that: the audit would name you for it. Nothing was changed.",
    noSuchTime: (given: string) =>
      `\`before\` can't be “${given}”. Allowed: a day such as 2026-11-01, or a time such as 2026-11-01T12:00:00Z.`,
  },
};
