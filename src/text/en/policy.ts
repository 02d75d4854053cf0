/** What is allowed, and by which rule. In English. */
export const policyEn = {
  /** The scope of a rule, as read after “for” or “in”. */
  ruler: {
    organisation: "the organisation",
    workspace: "this workspace",
    someGroup: "your group",
    group: (name: string) => `group ${name}`,
    channel: "this channel",
    direct: "direct messages",
    account: "you",
    key: "this key",
    default: "Easel's default",
  },
  policyProblem: {
    model: (given: string, by: string, allowed: string) =>
      `\`model\`: \`${given}\` isn't allowed for ${by}. ${allowed === "" ? "No model of this kind is allowed here; an admin can change that." : `Allowed: ${allowed}.`}`,
    seconds: (billed: number, seconds: number, max: number, by: string) =>
      `This clip would be billed as ${billed} s${billed === seconds ? "" : ` (${seconds} s for the clip, ${billed - seconds} s for its reference videos)`}. Allowed for ${by}: ${max === 0 ? "no clips" : `at most ${max} s`}.`,
    pictures: (given: number, max: number, by: string) =>
      `\`count\` can't be ${given}. Allowed for ${by}: ${max === 0 ? "no pictures" : `at most ${max} at once`}.`,
    waiting: (waiting: number, asked: number, max: number, by: string) =>
      `You have ${waiting} ${waiting === 1 ? "job" : "jobs"} waiting, and this request would add ${asked}. A member may have at most ${max} waiting (rule: ${by}). Cancel one with \`/jobs cancel\`, or wait until some are done.`,
    words: (words: string, by: string) =>
      `\`prompt\` contains ${words}, which isn't allowed for ${by}. Use other words.`,
    tooLongToCheck: (length: number, max: number, by: string) =>
      `The texts of this request have ${length} characters after special characters are expanded. At most ${max} can be checked for blocked words (rule: ${by}). Shorten \`prompt\`.`,
    access: (by: string) =>
      `Only some people may use Easel in ${by}, and you are not among them. An admin can change that.`,
    blocked: (by: string) => `You have been blocked from using Easel (rule: ${by}). Only an admin can change that.`,
    guests: (by: string) => `Guests may not use Easel here (rule: ${by}). A member can make the request for you.`,
    guestUnknown: (platform: string, by: string) =>
      `${platform} did not answer in time whether you are a guest, and guests may not use Easel here (rule: ${by}). Please try again in a moment.`,
    rolesUnknown: (platform: string) =>
      `${platform} did not answer in time which user groups or roles you have, and what you may do here depends on them. Please try again in a moment.`,
    paused: (who: string, by: string) =>
      `Easel is paused for ${by}: ${who} paused it. Send this again when an admin has resumed it. Requests that were accepted before continue by themselves then.`,
  },
  costHint: {
    seconds: (max: number | undefined) =>
      `Every second is billed, reference videos included${max === undefined ? "" : `; at most ${max} in total`}`,
    count: (max: number | undefined) => `Every picture counts${max === undefined ? "" : `; at most ${max} at once`}`,
  },
  notAllowedHere: (names: string) => `Not allowed for you here: ${names}.`,
};
