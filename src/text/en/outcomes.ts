import type { ItemText, ResultText, Thing } from "../render/sentence-parts.ts";

/** “picture” or “clip”. */
export function one(thing: Thing): string {
  return thing === "image" ? "picture" : "clip";
}

/** How requests end: their results and what they cost. In English. */
export const outcomesEn = {
  result: {
    done: (mention: string, { thing, made, asked }: ResultText) => {
      if (asked === 1) return `${mention}, here is your ${one(thing)}.`;
      if (made === asked) return `${mention}, here are your ${asked} ${one(thing)}s.`;
      return `${mention}, here ${made === 1 ? "is" : "are"} ${made} of ${asked} ${one(thing)}s.`;
    },
    /** They were made, but none can be posted: the lines below say why. */
    notShown: (mention: string, { thing, made, asked }: ResultText) => {
      if (asked === 1) return `${mention}, your ${one(thing)} was made, but can't be shown here.`;
      return `${mention}, ${made} of ${asked} ${one(thing)}s were made, but can't be shown here.`;
    },
    notYet: (mention: string, { thing, asked }: ResultText) =>
      asked === 1
        ? `${mention}, your ${one(thing)} is not here yet.`
        : `${mention}, none of your ${asked} ${one(thing)}s is here yet.`,
    noneDone: (mention: string, { thing, asked }: ResultText) =>
      asked === 1
        ? `${mention}, your ${one(thing)} could not be made.`
        : `${mention}, none of your ${asked} ${one(thing)}s could be made.`,
    /** At least one of them was made, or may have been. */
    noneArrived: (mention: string, { thing, asked }: ResultText) =>
      asked === 1
        ? `${mention}, your ${one(thing)} did not arrive.`
        : `${mention}, none of your ${asked} ${one(thing)}s arrived.`,
    /** An admin may have cancelled it, so the sentence doesn't say who did. */
    cancelled: (name: string) => `Cancelled. ${name} had asked for`,
    late: (mention: string, thing: Thing, ordinal: number) => `${mention}, ${one(thing)} ${ordinal} is here after all.`,
    lost: (mention: string, thing: Thing, ordinal: number) => `${mention}, ${one(thing)} ${ordinal} will not arrive.`,
    item: (item: ItemText) =>
      item.of === 1
        ? item.text
        : `${item.thing === "image" ? "Picture" : "Clip"}${item.ordinals.length === 1 ? "" : "s"} ${item.ordinals.join(", ")}: ${item.text}`,
    itemCancelled: "Cancelled.",
    itemUnknown:
      "The gateway has not confirmed the request. It may still be made there, but without a confirmation it can't be fetched.",
    /** The request was repeated before. `who`: undefined if the reader did it. */
    againAlready: (who: string | undefined, link: string | undefined) =>
      `${who ?? "You"} already submitted this again${link === undefined ? "" : `: ${link}`}.`,
    againPressed: "You pressed this a moment ago, so nothing more was submitted.",
    itemLate: "It was made, but can't be fetched yet. It follows as soon as possible.",
    itemSetAside:
      "It was made, but Easel crashed several times while fetching it, so the next attempt comes later. The button tries again now.",
    fitted: (until: string | undefined) =>
      until === undefined
        ? "Made smaller to fit here."
        : `Made smaller to fit here. The original is available until ${until}:`,
    tooLarge: (until: string | undefined) =>
      until === undefined
        ? "It was made, but it is too large to be posted here, and Easel has no address to link to. An admin can set `PUBLIC_URL`."
        : `Too large to be posted here. Available until ${until}:`,
    noLongerKept: (thing: Thing) => `This ${one(thing)} is no longer kept.`,
    fetch: "Fetch again",
    fetching: "It is being fetched again, and follows here as soon as it arrives.",
    isFetched: "Everything that was made is already here.",
    notFetchable: "The gateway no longer has it: results are kept for 72 hours.",
    again: "Again",
    againUnknown: "Submit again (it may be made twice)",
    tryAgain: "Try again",
    changeRequest: "Change prompt, model, size…",
    againLike: "Again like this",
    reference: "Use as reference",
    star: "Star",
    edit: "Edit",
    animate: "Animate",
    undo: "Undo",
    delete: "Delete",
    confirmDelete: { question: "Delete this for everyone? It can't be undone.", yes: "Delete", no: "Keep" },
    undone: (prompt: string) => `Undone: ${prompt}. This is the previous version.`,
    recipe: "Recipe",
    sandbox: "made by the sandbox, so no money was spent",
    took: (seconds: string) => `made in ${seconds} s`,
    /** What an edit or a clip was made from: some of the things that a prompt made. */
    from: ({ thing, ordinals, of, text }: ItemText) =>
      of === 1
        ? `from “${text}”`
        : `from ${one(thing)}${ordinals.length === 1 ? "" : "s"} ${ordinals.join(", ")} of “${text}”`,
  },
  /** What a request will cost or has cost. An amount is, for example, “2 pictures” or “5 s of clips”. */
  cost: {
    willBill: (seconds: number) => `Will be billed as ${seconds} s.`,
    /** Shown while the request is being written. `files`: the seconds of the attached videos, as measured by the browser. */
    willBillWith: (seconds: number, files: number) =>
      `Will be billed as ${seconds} s, including about ${files} s for the attached videos.`,
    willCharge: (amount: string) => `Will be charged: ${amount}.`,
    openEnded: "Videos of unknown length are billed too.",
    confirms: "Easel asks again before it makes this.",
    approves: "An admin has to approve it.",
    billed: (seconds: number) => `billed as ${seconds} s`,
    counted: (amount: string) => `charged: ${amount}`,
    nothing: "Nothing was charged.",
    chargedOf: (amount: string, of: number) => `Charged: ${amount} of ${of} requested.`,
    charged: (amount: string) => `Charged: ${amount}.`,
    begun: (amount: string) => `It had already begun, so it is charged: ${amount}.`,
    assumed: (amount: string) =>
      `Counted as charged, because it may have been made: ${amount}. An admin can refund it.`,
    reserved: (amount: string) => `Not charged yet. Reserved until the outcome is known: ${amount}.`,
  },
};
