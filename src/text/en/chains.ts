import type { Thing } from "../render/sentence-parts.ts";
import { optionHintsEn, optionLabelsEn } from "./options.ts";
import { one } from "./outcomes.ts";

/** Working from earlier pictures: forms and their fields, replies, recipes, undo and delete. In English. */
export const chainsEn = {
  fields: optionLabelsEn,
  fieldHints: optionHintsEn,
  forms: {
    title: {
      imagine: "Make pictures",
      edit: "Edit image",
      video: "Make a clip",
      animate: "Animate image",
      reference: "Use as reference",
      change: "Change the request",
    },
    submit: "Make it",
    usual: (value: string) => `Default: ${value}`,
    modelDecides: "Default: the model decides",
    /** The aspect ratio, if the size is given in pixels. */
    asInSize: "Default: follows the size",
    noPreset: "None",
    notInPreset: "Not in the preset",
    /** What can be typed besides the choices of a field. */
    typed: {
      label: (field: string) => `Other ${field.toLowerCase()}`,
      pixels: (maxEdge: number | undefined) =>
        `Or width and height in pixels, e.g. 800x640${maxEdge === undefined ? "" : `, each up to ${maxEdge}`}. Not together with an aspect ratio.`,
      anything: "Or another value. The gateway decides whether it accepts it.",
    },
    promptHint: {
      imagine: "Describe what you would like to see",
      edit: "Describe what should change",
      video: "Describe what should happen",
    },
    clipWithoutFiles: "Describe what should happen. Files can't be used, because no public address (PUBLIC_URL) is set",
    /** Which picture a form works from. */
    about: {
      only: (thing: Thing, prompt: string) => `The ${one(thing)} “${prompt}”`,
      one: (number: number, prompt: string) => `Picture ${number} of “${prompt}”`,
      several: (count: number, prompt: string) => `${count} pictures of “${prompt}”`,
      previous: (prompt: string) => `The version before “${prompt}”`,
      file: (name: string) => `The file “${name}”`,
      files: (count: number) => `${count} files of the message`,
    },
    /** The label and hint of the field for pictures, where the form is about a picture already. */
    morePictures: "More pictures",
    morePicturesHint: "Used together with the picture above",
    picture: "Which picture",
    pictureNumber: (number: number) => `Picture ${number}`,
    allPictures: "All of them",
    keepFiles: "Keep the attached files",
    example: { imagine: "a red fox in the snow", edit: "make it blue", video: "waves roll onto the beach" },
    typeEdit:
      "You can type it instead: reply to the picture, mention Easel and write what should change, e.g. `make it blue`.",
    typeAnimate:
      "You can type it instead: reply to the picture, mention Easel and write `--video` with what should happen, e.g. `--video the boat sails away`.",
    typeReference:
      "You can type it instead: reply to the picture, mention Easel and write what the new picture shows, e.g. `the same house in winter`.",
    typeLine: (line: string) => `You can type it instead: \`${line}\``,
    typeWithFiles: (line: string) =>
      `You can type it instead: attach the files to a message that mentions Easel, and write \`${line}\``,
  },
  reply: {
    which: (count: number, numbers: string) =>
      `There are ${count} pictures. Which one do you mean? Include its number: ${numbers}, e.g. \`#2 make it blue\`. Nothing was sent or spent.`,
    noSuch: (number: string, numbers: string) =>
      `There is no picture #${number} in that message, only ${numbers}. If the number belongs to the prompt, write it without \`#\`. Nothing was sent or spent.`,
    hidden:
      "Easel can't see the files of that message. Open its menu, choose **Apps** and then **Edit image** or **Animate image**, or attach the picture yourself.",
    notYet: "That request is not done yet. Reply to its result when it arrives.",
    notKnown:
      "Easel finds no picture in that message: it has none, or its result was deleted or is too old. Reply to another message, or attach the picture.",
    nothingThere:
      "That message has no picture to work from, or no longer has one. Reply to a message with a picture, or attach one.",
    noRecipe: "That message is not one of Easel's results, so it has no recipe.",
    notMine: "Easel did not make that picture, so it has no recipe. Only Easel's results have one.",
  },
  /** One of a result's pictures, which only the person who chose it sees. */
  picture: {
    title: (number: number, of: number) => (of === 1 ? "**The picture**" : `**Picture ${number} of ${of}**`),
    clip: "**The clip**",
    tooLarge: "The original is too large to show here.",
    original: (url: string, until: string) => `Original, available until ${until}: ${url}`,
    originalIn: (url: string) => `The original is in the result: ${url}`,
    result: (url: string) => `Result: ${url}`,
    gone: "That picture is no longer here.",
  },
  star: {
    starred: "Starred. `/jobs --scope starred` lists your stars and those of this channel.",
    unstarred: "This result no longer has your star.",
    full: "You have reached the maximum number of stars. Remove some first.",
    gone: "That result is no longer here.",
    list: "Show starred",
    unstar: "Remove my star",
  },
  delete: {
    done: "Deleted.",
    notYours: "Only the person who asked, or an admin, can delete this.",
  },
  change: {
    notYours: "This uses another member's file, so only that member or an admin can change the prompt.",
  },
  undo: {
    done: "Undone. The previous version is below; replies continue from it.",
    already: "That was already undone. The previous version is further below.",
    nothing: "There is nothing to undo: this was made from a prompt alone.",
    notYours: "Only the person who asked for this edit, or an admin, can undo it.",
    borrowed: "This was made from another member's file, which Easel doesn't post.",
  },
  recipe: {
    title: "**Recipe**",
    prompt: "Prompt",
    wholePrompt: "The whole prompt is on the last pages.",
    previousPage: "Previous page",
    nextPage: "Next page",
    model: "Model",
    options: "Options",
    asked: "Requested by",
    before: "Steps, starting with the first:",
    thisOne: "this step, described below",
    cost: "Cost",
    pictures: (count: number) => (count === 1 ? "1 picture" : `${count} pictures`),
    seconds: (seconds: number) => `${seconds} s`,
    billedSeconds: (seconds: number) => `${seconds} s billed`,
    settled: {
      reserved: "not charged yet",
      charged: "charged",
      released: "not charged",
      assumed: "outcome unknown, counted as charged",
      refunded: "outcome unknown, refunded",
    },
    queued: "Requested",
    started: "sent",
    ended: "ended",
    request: "Request",
    remote: "Gateway's id",
    said: (facts: string) => `The gateway said: ${facts}`,
    /** The gateway's own values, which are not documented. */
    facts: {
      generation_status: (status: string) => `generation ${status}`,
      delivery_status: (status: string) => `delivery ${status}`,
      billing_status: (status: string) => `billing ${status}`,
      message: (message: string) => `“${message}”`,
    },
  },
};
