import type { Thing } from "../render/sentence-parts.ts";

function one(thing: Thing): string {
  return thing === "image" ? "picture" : "clip";
}

/** Why a job waits, in its notice. The end of the wait follows the sentence if it is known. In English. */
export const waitingEn = {
  keyless: {
    none: "waiting: there is no key for it; an admin can add one",
    refused: "waiting: the gateway refused its key; an admin can add another",
    disabled: "waiting: an admin turned its key off",
    paused: "waiting: an admin paused its key",
    spent: "waiting: its key is used up for now; Easel tries again by itself",
  },
  setAside: "set aside, because Easel crashed on it several times; next try",
  waiting: "starting",
  waitingBecause: (reason: string) => `waiting: ${reason}`,
  waitingForTry: (reason: string) => `waiting: ${reason}; next try`,
  waitingForSlot: (thing: Thing, of: number, unknown: number) => {
    const used = of === 1 ? `the only ${one(thing)} slot is in use` : `all ${of} ${one(thing)} slots are in use`;
    if (unknown === 0) return `waiting: ${used}`;
    return `waiting: ${used}, ${unknown} by ${one(thing)}s without an answer from the gateway; the next slot opens`;
  },
  waitingForOwn: (thing: Thing, of: number) =>
    `waiting: here each member may have ${of === 1 ? `one ${one(thing)}` : `${of} ${one(thing)}s`} in progress at a time`,
};
