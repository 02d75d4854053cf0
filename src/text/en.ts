import type { ItemText, ResultText } from "./sentence-parts.ts";

/** Every sentence in English. Its shape is the catalogue's type: the other languages must have the same. */
export const en = {
  commands: {
    imagine: "Make pictures from words",
    jobs: "Your latest pictures and clips, and what is under way",
    easel: "What Easel can do, and how",
  },
  options: {
    prompt: "What the picture should show",
    model: "Which model makes it",
    size: "auto, 1K, 2K, 4K, or pixels such as 1024x768",
    aspect_ratio: "The shape of the picture, such as 16:9",
    quality: "How much care the model takes; higher is slower",
    count: "How many pictures",
    format: "The type of file",
    background: "The background of the picture",
  },
  problem: {
    intro: (count: number) => (count === 1 ? "That didn't work:" : "A few things didn't work:"),
    nothingSpent: "Nothing was sent or spent. Change it and send it again.",
    empty: (option: string) => `\`${option}\` is empty. Say what you would like to see, e.g. \`/imagine a red fox\`.`,
    notAllowed: (option: string, given: string, allowed: string) =>
      `\`${option}\` can't be “${given}”. Allowed: ${allowed}.`,
    unknownModel: (given: string, suggestion: string | undefined, allowed: string) =>
      `\`model\`: there is no model “${given}”.${suggestion ? ` Did you mean \`${suggestion}\`?` : ""} Allowed: ${allowed}.`,
    outOfRange: (option: string, given: string, min: number, max: number) =>
      `\`${option}\` can't be “${given}”. Allowed: a whole number from ${min} to ${max}.`,
    tooLong: (option: string, length: number, max: number) =>
      `\`${option}\` has ${length} characters. Allowed: at most ${max}.`,
    size: (given: string, model: string, tiers: string, maxEdge: number | undefined) =>
      maxEdge === undefined
        ? `\`size\` can't be “${given}” for \`${model}\`. Allowed: ${tiers}, together with \`aspect_ratio\`.`
        : `\`size\` can't be “${given}”. Allowed: auto, ${tiers}, or <width>x<height> in pixels with no edge above ${maxEdge}, e.g. 1024x768.`,
    notForModel: (option: string, given: string, model: string, models: string) =>
      `\`${option}\` (“${given}”) is not known to \`${model}\`. Leave it out, or choose ${models}.`,
    conflict: (option: string, given: string, other: string, otherGiven: string) =>
      `\`${option}\` “${given}” and \`${other}\` “${otherGiven}” contradict each other. Keep one of them.`,
    unknownOption: (option: string, suggestion: string | undefined, allowed: string) =>
      `There is no option \`${option}\`.${suggestion ? ` Did you mean \`${suggestion}\`?` : ""} ${allowed === "" ? "This command takes none." : `Allowed: ${allowed}.`}`,
    missingValue: (option: string) => `\`${option}\` has no value. Write it after the name, e.g. \`--${option} …\`.`,
    unclosedQuote: "A quotation mark is opened and never closed.",
    unexpectedAttachment: (name: string) =>
      `“${name}” is attached, but this command takes no files. Send it again without the file.`,
  },
  unknownCommand: (given: string, suggestion: string | undefined) =>
    `There is no command \`/${given}\`.${suggestion ? ` Did you mean \`/${suggestion}\`?` : ""} Type \`/easel\` to see what there is.`,
  notACommand: "Type `/imagine` and what you would like to see, or `/easel` for what else there is.",
  noKey: "Pictures are off here: no key for the image service is set. An admin can set `IMAGE_API_KEY`.",
  trouble: "Something went wrong on our side. Nothing was sent or spent. Please try again in a moment.",
  help: {
    title: "**Easel makes pictures where you already talk.**",
    example: "Try `/imagine a lighthouse at dusk --size 1K --count 2`.",
  },
  notice: {
    intro: (name: string, count: number) =>
      count === 1 ? `${name} asked for a picture` : `${name} asked for ${count} pictures`,
    waiting: "waiting for a free place",
    waitingBecause: (reason: string) => `waiting: ${reason}`,
    submitting: "on its way",
    queued: (position: number | undefined) => (position === undefined ? "queued" : `queued #${position}`),
    running: "being made",
    percent: (percent: number) => `${percent} %`,
    finished: "done",
    fetching: "fetching the picture",
    failed: "failed",
    cancelled: "cancelled",
    cancelling: "cancelling",
    unknown: "no word from the gateway yet",
    overdue: "taking longer than expected",
    cancel: "Cancel",
  },
  result: {
    done: (mention: string, result: ResultText) =>
      result.made === 1 && result.asked === 1
        ? `${mention}, here is your picture.`
        : `${mention}, here are ${result.made} of ${result.asked} pictures.`,
    allDone: (mention: string, count: number) => `${mention}, here are your ${count} pictures.`,
    notYet: (mention: string, count: number) =>
      count === 1
        ? `${mention}, your picture is not here yet.`
        : `${mention}, none of your ${count} pictures is here yet.`,
    noneDone: (mention: string, count: number) =>
      count === 1
        ? `${mention}, your picture could not be made.`
        : `${mention}, none of your ${count} pictures could be made.`,
    cancelled: (name: string) => `Cancelled by ${name}.`,
    late: (mention: string, ordinal: number) => `${mention}, picture ${ordinal} is here after all.`,
    lost: (mention: string, ordinal: number) => `${mention}, picture ${ordinal} will not come.`,
    item: (item: ItemText) => (item.of === 1 ? item.text : `Picture ${item.ordinal}: ${item.text}`),
    itemCancelled: "Cancelled.",
    itemUnknown: "The gateway has not said whether it took the request. If it did, the picture follows.",
    undeliverable: "The result could not be posted here.",
    itemLate: "It is made, but can't be fetched yet. It follows as soon as it can be.",
    again: "Again",
    recipe: "Recipe",
    sandbox: "made by the sandbox",
    seconds: (seconds: string) => `${seconds} s`,
  },
  failure: {
    unknownOutcome:
      "The gateway never said whether it took the request. It may have been made there, but it can't be fetched.",
    waitedTooLong: "No place was free for a whole day.",
    expired: "The gateway no longer has it.",
    neverAnswered: "The gateway gave no answer about it for three days.",
    unretrievable: "It was made, but could not be fetched from the gateway within three days.",
    requestId: (id: string) => `(Request ${id})`,
  },
  cancel: {
    done: "Cancelled.",
    asked: "Cancelling. What has already begun may still be finished and charged.",
    tooLate: "There is nothing left to cancel: it has ended.",
    notYours: "Only the person who asked, or an admin, can cancel this.",
  },
  gone: "That request is no longer known here.",
  recipe: {
    title: "**Recipe**",
    prompt: "Prompt",
    model: "Model",
    options: "Options",
    asked: "Asked by",
    request: "Request",
    none: "none",
  },
  jobs: {
    none: "You have no pictures yet. Try `/imagine a red fox`.",
    title: "**Your latest requests**",
    line: (state: string, prompt: string) => `${state} · ${prompt}`,
    running: (ended: number, count: number) => `under way, ${ended} of ${count} done`,
    done: (made: number, count: number) => `done, ${made} of ${count} made`,
  },
};

/** The catalogue: the same sentences in every language, so that a missing one is a type error. */
export type Texts = Sentences<typeof en>;

type Sentences<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...parts: infer Parts) => string
      ? (...parts: Parts) => string
      : Sentences<T[K]>;
};
