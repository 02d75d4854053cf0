import type { Thing } from "../render/sentence-parts.ts";

/** What is said of prices that are confirmed, and of what admins approve. In English. */
export const policyApprovalEn = {
  confirm: {
    question: (seconds: number, threshold: number, by: string) =>
      `This clip will be billed as ${seconds} s. Above ${threshold} s you are asked first (a rule of ${by}). Nothing was sent or spent yet.`,
    button: (seconds: number) => `Make it for ${seconds} s`,
    /** Takes the place of the question. */
    said: {
      confirm: "You said yes. The clip follows where you asked for it.",
      ask: "You asked an admin. What becomes of it follows where you asked for it.",
      make: "Requested.",
    },
    gone: "That question is too old, or it was put to someone else. Please ask again.",
    already: {
      confirm: "You said yes to that already: it is being made, or done.",
      ask: "You asked for that already: it waits for an admin, or is decided.",
      make: "You had that made already: it is on its way, or done.",
    },
    comesThere: (channel: string) => `Requested. It comes to ${channel}.`,
    askAdmin: "Ask an admin",
  },
  approval: {
    asks: (name: string, thing: Thing, count: number) =>
      thing === "video"
        ? `**${name}** asks for a clip`
        : `**${name}** asks for ${count === 1 ? "a picture" : `${count} pictures`}`,
    askedIn: (where: string) => `Asked for in ${where}.`,
    /** Where it can't be told any more which threshold, or which quota. */
    because: {
      threshold: "It takes more than may be made without an admin.",
      quota: "It takes more than is left of a quota; approving it grants what is missing.",
    },
    above: {
      video: (seconds: number, by: string) =>
        `Clips billed above ${seconds} s are for an admin to approve (a rule of ${by}).`,
      image: (count: number, by: string) =>
        `More pictures at once than ${count} are for an admin to approve (a rule of ${by}).`,
    },
    grants: (missing: string) => `Approving it grants ${missing} on top.`,
    onlyAdmins: "Only admins can decide. Without a decision it ends after a day.",
    noChannel:
      "Which channel such questions stand in is set by `/easel-admin workspace settings --admin_channel here` in that channel.",
    notThere: "This could not be asked in the admin channel: I may not write there.",
    approve: "Approve",
    decline: "Decline",
    approved: (who: string) => `${who} approved it.`,
    /** Asks why; also what stands in place of a form that could not be shown. */
    declineForm: {
      title: "Decline a request",
      reason: "Reason (optional)",
      hint: "Whoever asked for it reads your name and this.",
      again: "Nothing was decided. Press **Decline** again to see the form.",
    },
    takenBack: "It was taken back.",
    expired: "Nobody decided within a day.",
    tooLate: "That is decided already, or there is nothing left to decide.",
    forbidden: "It is not allowed any more, so it can't be approved as it is:",
    member: {
      access: (name: string, by: string) =>
        `Only some people may use Easel in ${by}, and ${name} is not among them any more.`,
      blocked: (name: string, by: string) => `${name} has been blocked from using Easel (a rule of ${by}).`,
      guests: (name: string, by: string) => `${name} is a guest, and guests may not use Easel here (a rule of ${by}).`,
    },
    paused: (who: string, by: string) => `Easel is paused for ${by}: ${who} stopped it.`,
    undecided: "Nothing was decided. Change that and approve it then, or decline it.",
    hindered: "An admin wanted to approve it, but it is not allowed any more. It still waits.",
    notNow: (by: string) => `You may not use Easel here at the moment (a rule of ${by}).`,
  },
};
