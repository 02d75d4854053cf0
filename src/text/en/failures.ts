import { isWhole } from "../render/sentence-parts.ts";

/** Why something was not made, or did not arrive. In English. */
export const failuresEn = {
  unknownOutcome: "The gateway never confirmed the request. It may have been made there, but it can't be fetched.",
  waitedTooLong: "No slot became free within a day.",
  someAdmin: "An admin",
  declined: (who: string) => `${who} declined it.`,
  declinedBecause: (who: string, why: string) => `${who} declined it: “${why}”${isWhole(why) ? "" : "."}`,
  notApproved: "No admin approved it within a day. Ask one, then try again.",
  expired: "The gateway no longer has it.",
  gatewayAway: "The gateway can't be reached; Easel keeps trying.",
  neverAnswered: "The gateway gave no usable answer about it for three days.",
  unretrievable: "It was made, but could not be fetched from the gateway within three days.",
  unusable: {
    wrong_type: (found: string) =>
      `The gateway says that it was made, but sent another type of file instead${found === "" ? "" : ` (${found})`}.`,
    damaged: "The gateway says that it was made, but the file it sent is damaged and can't be opened.",
    empty: "The gateway says that it was made, but the file it sent is empty.",
    too_large: "The gateway says that it was made, but the file it sent is too large for Easel.",
    redirected:
      "The gateway says that it was made, but the file's address redirects to one that Easel may not fetch from.",
    bad_address: "The gateway says that it was made, but gives a file address that Easel may not fetch from.",
    advice: "If this happens again, an admin should report the request to the gateway's operator.",
  },
  said: (words: string) => `The gateway said: “${words}”${isWhole(words) ? "" : "."}`,
  saidOf: (field: string, words: string) =>
    `The gateway said about \`${field}\`: “${words}”${isWhole(words) ? "" : "."}`,
  code: (code: string) => `The gateway's error code: \`${code}\`.`,
  named: (field: string) => `The gateway named \`${field}\`.`,
  requestIds: (ids: readonly string[]) => `(${ids.length === 1 ? "Request" : "Requests"} ${ids.join(", ")})`,
};
