import type { Thing } from "../render/sentence-parts.ts";

/** Confirming a price, and approvals by admins. In English. */
export const policyApprovalEn = {
  confirm: {
    question: (seconds: number, threshold: number, by: string) =>
      `This clip will be billed as ${seconds} s. Above ${threshold} s you are asked first (rule: ${by}). Nothing was sent or spent yet.`,
    button: (seconds: number) => `Make it for ${seconds} s`,
    /** Replaces the question. */
    said: {
      confirm: "You said yes. The clip will be posted where you asked for it.",
      ask: "You asked an admin. The outcome will be posted where you made the request.",
      make: "Requested.",
    },
    gone: "That question has expired, or it was for someone else. Please send the request again.",
    left: "You are no longer in the workspace of this request. Nothing was made.",
    already: {
      confirm: "You said yes already. It is being made, or it is done.",
      ask: "You asked an admin already. The decision is pending or has been made.",
      make: "You requested that already. It is being made, or it is done.",
    },
    comesThere: (channel: string) => `Requested. The result will be posted in ${channel}.`,
    askAdmin: "Ask an admin",
    /** A workflow that others may have set up makes a request in the member's name. The prompt is quoted above it. */
    asksInYourName: (channel: string) =>
      `A workflow requests this in your name, for ${channel}. Nothing was sent or spent yet. It is made only if you agree within a day, and then counts as your request.`,
    decline: "No, thanks",
    declined: "You declined. Nothing was made.",
  },
  approval: {
    asks: (name: string, thing: Thing, count: number) =>
      thing === "video"
        ? `**${name}** asks for a clip`
        : `**${name}** asks for ${count === 1 ? "a picture" : `${count} pictures`}`,
    askedIn: (where: string) => `Requested in ${where}.`,
    /** Used when the threshold or quota that caused it is no longer known. */
    because: {
      threshold: "It is above what may be made without an admin's approval.",
      quota: "It is more than is left of a quota; approving it grants the difference.",
    },
    above: {
      video: (seconds: number, by: string) => `Clips billed above ${seconds} s need an admin's approval (rule: ${by}).`,
      image: (count: number, by: string) =>
        `Requests for more than ${count === 1 ? "1 picture" : `${count} pictures`} need an admin's approval (rule: ${by}).`,
    },
    moreExpensive: (amount: string, by: string) =>
      `Requests that cost more than ${amount}, or whose price is unknown, need an admin's approval (rule: ${by}).`,
    grants: (missing: string) => `Approving it grants an extra ${missing}.`,
    onlyAdmins: "Only admins can decide. Without a decision it expires after a day.",
    noChannel: "To have approvals posted in a channel for admins, use `/easel-admin workspace settings`.",
    notThere:
      "Easel could not ask in the admin channel, because it is not allowed to post there. Add it to that channel, or choose another one with `/easel-admin workspace settings`.",
    approve: "Approve",
    decline: "Decline",
    approved: (who: string) => `${who} approved it.`,
    /** Asks for the reason. `again` is shown if the form could not be opened. */
    declineForm: {
      title: "Decline a request",
      reason: "Reason",
      hint: "Optional. The requester sees your name and the reason.",
      again: "Nothing was decided. Press **Decline** again to see the form.",
    },
    withdrawn: "The request was withdrawn.",
    expired: "Nobody decided within a day.",
    tooLate: "That was already decided, or there is nothing left to decide.",
    forbidden: "It is no longer allowed, so it can't be approved:",
    member: {
      access: (name: string, by: string) =>
        `Only some people may use Easel in ${by}, and ${name} is no longer among them.`,
      blocked: (name: string, by: string) => `${name} has been blocked from using Easel (rule: ${by}).`,
      guests: (name: string, by: string) => `${name} is a guest, and guests may not use Easel here (rule: ${by}).`,
    },
    requesterLeft: (name: string) =>
      `${name} is no longer in this workspace, so the request can't be approved. Nothing was decided. Decline it, or let it expire.`,
    /** For the notice, which others also see. */
    youLeft: "An admin wanted to approve it, but you were no longer in this workspace. It is still waiting.",
    paused: (who: string, by: string) => `Easel is paused for ${by}: ${who} paused it.`,
    undecided: "Nothing was decided. Change the rule and approve the request again, or decline it.",
    noLongerAllowed: "An admin wanted to approve it, but it is no longer allowed. It is still waiting.",
    notNow: (by: string) => `You may not use Easel here at the moment (rule: ${by}).`,
  },
};
