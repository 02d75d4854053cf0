import { MAX_NATIVE_DEPTH } from "../../lib/limits.ts";
import { consoleRoomEn } from "./console-room.ts";
import type { FileKind } from "../../core/request/reference.ts";
import { failuresEn } from "./failures.ts";
import { auditEn } from "./audit.ts";
import { filesEn } from "./files.ts";
import { personalDataEn } from "./personal-data.ts";
import { linkingEn, peopleEn, presetsEn } from "./people.ts";
import { chainsEn } from "./chains.ts";
import { deliveryEn } from "./delivery.ts";
import { one, outcomesEn } from "./outcomes.ts";
import { commandGroupsEn, commandsEn } from "./commands.ts";
import { optionsEn, optionsInEn } from "./options.ts";
import { policyApprovalEn } from "./policy-approval.ts";
import { policyAdminEn } from "./policy-admin.ts";
import { policyEn } from "./policy.ts";
import { keysEn } from "./keys.ts";
import { machineEn } from "./doctor/machine.ts";
import { jobsEn } from "./jobs.ts";
import { modelsEn } from "./models.ts";
import { waitingEn } from "./waiting.ts";
import { settingEn } from "./setting.ts";
import { recoveryEn } from "./admin/recovery.ts";
import { setupEn } from "./admin/setup.ts";
import { talkEn } from "./talk.ts";
import { quotaEn } from "./quota.ts";
import { overviewEn } from "./admin/overview.ts";
import { numberText, type Thing } from "../render/sentence-parts.ts";

const FILE_KINDS: Record<FileKind, string> = { image: "picture", video: "video", audio: "audio" };

/** Every sentence in English. Its type is that of the catalogue, so every other language must have the same sentences. */
export const en = {
  /** Several names or values within a sentence. */
  list: (items: readonly string[]) => items.join(", "),
  /** Several phrases within a sentence. */
  phrases: (phrases: readonly string[]) => phrases.join(", "),
  commands: commandsEn,
  commandGroups: commandGroupsEn,
  options: optionsEn,
  optionsIn: optionsInEn,
  problem: {
    intro: (count: number) => (count === 1 ? "That didn't work:" : "A few things didn't work:"),
    others: (count: number) => (count === 1 ? "and one more problem" : `and ${count} more problems`),
    nothingSpent: "Nothing was sent or spent. Change it and send it again.",
    nothingSent: "Nothing was sent or spent.",
    nothingChanged: "Nothing was changed.",
    example: (line: string) => `For example: \`${line}\``,
    /** Beside the field that they are about. */
    atField: {
      empty: "Describe what you would like to see, e.g. “a red fox in the snow”.",
      missing: "Fill this in.",
      notAllowed: (given: string, allowed: string) => `“${given}” can't be used here. Allowed: ${allowed}.`,
      outOfRange: (given: string, min: number, max: number) =>
        `“${given}” can't be used here. Allowed: a whole number from ${min} to ${max}.`,
      tooLong: (length: number, max: number) => `This has ${length} characters. Allowed: at most ${max}.`,
      jsonFault: (place: string, example: string) => `This is not valid JSON. ${place} Example: \`${example}\`.`,
    },
    empty: (option: string) =>
      `\`${option}\` is empty. Describe what you would like to see, e.g. “a red fox in the snow”.`,
    notAllowed: (option: string, given: string, allowed: string) =>
      `\`${option}\` can't be “${given}”. Allowed: ${allowed}.`,
    unknownModel: (given: string, suggestion: string | undefined, allowed: string) =>
      `\`model\`: there is no model “${given}”.${suggestion ? ` Did you mean \`${suggestion}\`?` : ""} ${allowed === "" ? "No model of this kind is allowed here." : `Allowed: ${allowed}.`}`,
    modelOfOtherKind: (given: string, makes: "image" | "video", allowed: string) =>
      `\`model\`: \`${given}\` makes ${makes === "video" ? "clips, with `/video`" : "pictures, with `/imagine`"}. ${allowed === "" ? "No model of this kind is allowed here." : `Allowed: ${allowed}.`}`,
    unlistedModel: (given: string, allowed: string) =>
      `\`model\`: the gateway's list has no \`${given}\`. ${allowed === "" ? "No model for clips can be used here." : `Allowed: ${allowed}.`}`,
    outOfRange: (option: string, given: string, min: number, max: number) =>
      `\`${option}\` can't be “${given}”. Allowed: a whole number from ${numberText(min)} to ${numberText(max)}.`,
    tooLong: (option: string, length: number, max: number) =>
      `\`${option}\` has ${numberText(length)} characters. Allowed: at most ${numberText(max)}.`,
    sizeTier: (given: string, model: string, tiers: string) =>
      `\`size\` can't be “${given}” for \`${model}\`, which accepts no sizes in pixels. Use ${tiers}, together with \`aspect_ratio\`.`,
    sizePixels: (given: string, model: string, tiers: string, maxEdge: number | undefined) =>
      `\`size\` can't be “${given}” for \`${model}\`. Allowed: auto, ${tiers}, or <width>x<height> in pixels${maxEdge === undefined ? "" : ` with no edge above ${maxEdge}`}, e.g. 1024x768.`,
    notForModel: (option: string, given: string, model: string, models: string) =>
      `\`${model}\` doesn't support \`${option}\`${given === "" ? "" : ` (“${given}”)`}. Leave it out${models === "" ? "" : `, or choose ${models}`}.`,
    conflict: (option: string, given: string, other: string, otherGiven: string) =>
      `\`${option}\` “${given}” and \`${other}\` “${otherGiven}” contradict each other. Keep one of them.`,
    givenTwice: (option: string, given: string, otherGiven: string) =>
      `\`${option}\` is given twice: “${given}” and “${otherGiven}”. Keep one of them.`,
    nearOption: (given: string, meant: string, textOption: string | undefined) =>
      `\`${given}\` is not a valid way to write an option. Did you mean \`${meant}\`?${textOption === undefined ? "" : ` If not, put the whole text in quotation marks: \`--${textOption} "…"\`.`}`,
    unknownOption: (option: string, suggestion: string | undefined, allowed: string) =>
      `There is no option \`--${option}\`.${suggestion ? ` Did you mean \`--${suggestion}\`?` : ""} ${allowed === "" ? "This command takes none." : `Allowed: ${allowed}.`}`,
    missingValue: (option: string) => `\`--${option}\` has no value. Write the value after it.`,
    missingOption: (option: string) => `\`${option}\` is missing.`,
    noOptions: (words: string) => `This command takes no options. Leave “${words}” out.`,
    unexpectedWords: (words: string, allowed: string) =>
      `“${words}” doesn't belong to an option. Write each value after the name of its option: ${allowed}.`,
    notJson: (option: string, given: string, example: string) =>
      `\`${option}\` must be JSON such as \`${example}\`, but is “${given}”.`,
    jsonFault: (option: string, place: string, example: string) =>
      `\`${option}\` is not valid JSON. ${place} Example: \`${example}\`.`,
    jsonFaultAt: {
      place: (line: number, column: number, expected: string, found: string) =>
        `Line ${line}, character ${column}: expected ${expected}, but found ${found}.`,
      expected: {
        value: "a value",
        name: "a field name in quotation marks",
        colon: "a colon",
        object_end: "a comma or `}`",
        array_end: "a comma or `]`",
        text_end: "a closing quotation mark",
        escape: "a code such as `\\n`",
        nothing: "nothing more",
      },
      found: (given: string) => `“${given}”`,
      lineEnd: "the end of the line",
      end: "the end of the text",
    },
    nativeField: (option: string, given: string, instead: string | undefined) =>
      `\`${option}\` can't hold \`${given}\`. ${instead === undefined ? "Easel never sends it." : `Use \`--${instead}\`.`}`,
    unsafeJson: {
      null: (option: string) => `\`${option}\` can't hold the character U+0000 (\`\\u0000\`). Leave it out.`,
      half: (option: string) =>
        `\`${option}\` can't hold half a character: a code such as \`\\ud83d\` needs its second half after it.`,
      name: (option: string, given: string) => `\`${option}\` can't hold a field called \`${given}\`.`,
      deep: (option: string) =>
        `\`${option}\` can't be nested more than ${MAX_NATIVE_DEPTH} levels deep. Use fewer nested brackets.`,
    },
    notOfClips: (option: string) => `\`${option}\` is for pictures only, and this is a clip. Leave it out.`,
    unclosedQuote: "A quotation mark is never closed. Close it, or leave it out.",
    tooManyFiles: (kind: FileKind, count: number, max: number) =>
      max === 0
        ? `This takes no ${FILE_KINDS[kind]} files. Send it again without them.`
        : `${count} ${FILE_KINDS[kind]} files are attached. Allowed: at most ${max}.`,
    noSuchFile: (option: string, given: string, allowed: string) =>
      `\`${option}\`: there is no attached file “${given}”. ${allowed === "" ? "Nothing is attached." : `Attached: ${allowed}. Name one, or give its number.`}`,
    notALink: (option: string, given: string) =>
      `\`${option}\`: “${given}” is not a link. Attach the file to your message, or give a link that begins with https://.`,
    tooManyFilesInAll: (count: number, max: number) =>
      `${count} files were given. Allowed: at most ${max} in one request.`,
    imageRequired: "There is no picture to edit. Attach at least one, and describe what should change.",
    seconds: (option: string, given: string, model: string, allowed: string) =>
      `\`${option}\` can't be “${given}” for \`${model}\`. Allowed: ${allowed}.`,
    secondsBetween: (min: number, max: number) => `a whole number of seconds from ${min} to ${max}`,
    secondsOneOf: (values: string) => `${values} seconds`,
    tier: (given: string, model: string, tier: string, sibling: string | undefined) =>
      `\`resolution\` can't be “${given}” for \`${model}\`: its name says ${tier}. ${sibling ? `Choose \`${sibling}\` instead.` : "Leave it out, or choose another model."}`,
    referenceNotTaken: (kind: FileKind, names: string, model: string, models: string) =>
      `\`${model}\` accepts no ${FILE_KINDS[kind]} files (${names}). Leave them out${models === "" ? "" : `, or choose ${models}`}.`,
    referenceRequired: (kind: FileKind, min: number, model: string) =>
      `\`${model}\` needs at least ${min} reference ${FILE_KINDS[kind]}${min === 1 ? "" : "s"}. Attach ${min === 1 ? "it" : "them"}, or choose another model.`,
    roleNotTaken: (role: string, name: string, model: string, models: string) =>
      `“${name}” can't be the \`${role}\` for \`${model}\`. Give it without that role${models === "" ? "" : `, or choose ${models}`}.`,
    roleRepeated: (role: string, names: string) => `There can be only one \`${role}\`, but there are: ${names}.`,
    notMp3: (name: string, mimeType: string, model: string) =>
      `\`${model}\` doesn't accept “${name}” (${mimeType}). Allowed: MP3 audio whose name ends with .mp3.`,
    referenceLength: (name: string, seconds: number | undefined, max: number) =>
      `${seconds === undefined ? `The length of “${name}” is unknown` : `“${name}” is ${seconds} seconds long`}. Allowed: videos of 1 to ${max} seconds.`,
    unexpectedAttachment: (name: string) =>
      `“${name}” is attached, but this command takes no files. Send it again without the file.`,
  },
  fileProblem: filesEn.fileProblem,
  fileFault: filesEn.fileFault,
  linkProblem: filesEn.linkProblem,
  messageLink: filesEn.messageLink,
  unknownCommand: (given: string, suggestion: string | undefined) =>
    `There is no command \`/${given}\`.${suggestion ? ` Did you mean \`/${suggestion}\`?` : ""} Type \`/easel\` to see all commands.`,
  unknownBelow: (given: string, suggestion: string | undefined) =>
    `There is no command \`/${given}\`.${suggestion ? ` Did you mean \`/${suggestion}\`?` : ""} Available commands:`,
  adminsOnly: "That is for admins of this workspace. Ask one of them to do it for you.",
  rightsUnknown: (platform: string) =>
    `${platform} did not answer in time, so Easel can't check whether you are an admin here. Nothing was changed. Please try again in a moment.`,
  notACommand: "Type `/imagine` and what you would like to see, or `/easel` for everything else.",
  /** Why no pictures, or no clips, can be made here. */
  noKey: {
    none: (thing: Thing) =>
      thing === "image"
        ? "Pictures are off here: no key for the image service is set. An admin can set `IMAGE_API_KEY`."
        : "Clips are off here: no key for the video service is set. An admin can set `VIDEO_API_KEY`.",
    refused: (thing: Thing) =>
      `${thing === "image" ? "Pictures" : "Clips"} can't be made right now: the gateway refused the key they use. An admin can check it with \`/easel-admin keys check\`, or add another with \`/easel-admin keys add\`.`,
    disabled: (thing: Thing) =>
      `${thing === "image" ? "Pictures" : "Clips"} are off here: an admin turned off the key for the ${thing} service. \`/easel-admin keys enable\` turns it on again.`,
  },
  noModel: (thing: Thing) =>
    `No model for ${one(thing)}s can be used here. \`/models\` and \`/easel limits\` show why; an admin can change it.`,
  unclaimed: (workspace: string) =>
    `Easel is not switched on for this workspace yet. An admin can switch it on with \`/easel-admin claim\` and the code that Easel shows its operator at startup, or the operator can add \`${workspace}\` to \`ALLOWED_WORKSPACES\` and restart Easel. Nothing was sent or spent.`,
  noRelay:
    "The video service can't load files from here: Easel has no public address. An admin can set `PUBLIC_URL`. Nothing was sent or spent.",
  referencesGone: (names: readonly string[]) =>
    `${names.length === 1 ? "A file of that request is" : "Files of that request are"} no longer kept: ${names.join(", ")}. Attach ${names.length === 1 ? "it" : "them"} to a new request. Nothing was sent or spent.`,
  trouble: "Something went wrong in Easel. Nothing was sent or spent. Please try again in a moment.",
  maybeNotDone: "Something went wrong in Easel, and this may not have been done. Please try again in a moment.",
  commitUnknown:
    "Easel's connection to its database broke while your request was being saved, so it is not known yet whether it was accepted. If it was, you will see its progress in a moment. Check `/jobs` before you send it again.",
  help: {
    title: "**Easel makes pictures and clips where you already talk.**",
    /** How to give a file when typing. */
    attach: (option: string) => `attach it, or write \`--${option}\` and a link`,
    pick: "write its number or name among the attached files, or a link",
    given: (meaning: string, how: string) => `${meaning}: ${how}`,
    /** One of several options with the same meaning. */
    numbered: (meaning: string, number: number) => `${meaning}, number ${number}`,
    below: (command: string) => `**${command}** needs another word. Available commands:`,
    topic: "Choose a topic",
    options: "Options",
    back: "Back",
    models: "Models",
    jobs: "My requests",
    noTopic: (given: string) => `There is no command “${given}”. \`/easel help\` lists all commands.`,
    example: "Try `/imagine a lighthouse at dusk --size 1K --count 2`.",
    /** Where a reply to Easel needs no mention. */
    replies:
      "Reply to Easel's picture, and write what should change, e.g. `make it blue`. In a reply to somebody else's picture, also mention Easel.",
    /** Where every reply does. */
    mentioningReplies: "Reply to a picture, mention Easel, and write what should change, e.g. `make it blue`.",
    replyOptions: "Add `--video` to get a clip; `#2` means the second of several pictures.",
    talk: "Mention Easel with any other text, and it first asks you in private whether to make it.",
  },
  notice: {
    intro: (name: string, thing: Thing, count: number, prompt: string) =>
      `${name} asked for ${count === 1 ? `a ${one(thing)}` : `${count} ${one(thing)}s`}: ${prompt}`,
    /** Used if the platform may have shown the requester an error. */
    askedAt: (moment: string) =>
      `Requested on ${moment}. An error may have been shown then, but the request had arrived.`,
    references: (list: string) => `Files: ${list}.`,
    reference: (kind: FileKind, ordinal: number, name: string) =>
      `${kind === "image" ? "image" : FILE_KINDS[kind]} ${ordinal} = ${name}`,
    firstFrame: "first frame",
    lastFrame: "last frame",
    converted: (type: string) => `${type}, sent as PNG`,
    mask: (name: string) => `mask = ${name}`,
    uncommonValue: (option: string, value: string, usual: string) =>
      `\`${option}\` “${value}” is not one of the usual values (${usual}): the gateway decides how to handle it.`,
    longEdge: (size: string, usual: string) =>
      `\`size\` ${size} has an edge above ${usual} pixels: the gateway decides how to handle it.`,
    undocumented: (model: string) => `\`${model}\` is not documented, so only the prompt and the seconds are sent.`,
    held: "waiting for an admin's approval (admins see the prompt)",
    paused: "paused by an admin",
    ...waitingEn,
    submitting: "being submitted",
    submittingAgain: "no answer from the gateway yet; Easel keeps trying",
    queued: (position: number | undefined) => (position === undefined ? "queued" : `queued, place ${position}`),
    running: "being made",
    percent: (percent: number) => `${percent}%`,
    finished: "done",
    fetching: "made, being fetched",
    failed: "failed",
    cancelled: "cancelled",
    cancelling: "cancelling",
    cannotStop: "the gateway can't stop it; it won't be posted",
    unknown: "no answer from the gateway yet",
    /** The expected time has passed; `overdue`: so has the gateway's own limit. */
    late: "longer than expected",
    overdue: "taking much longer than expected",
    waitHint: (words: string) => `The gateway says: “${words}”`,
    cancel: "Cancel",
  },
  failure: failuresEn,
  cancel: {
    done: "Cancelled.",
    asked:
      "The gateway was asked to stop it. Work that has already begun may still finish and be charged: the request's message will show the outcome.",
    ended: "It finished before the gateway could stop it. The result follows.",
    cannotStop:
      "The gateway can't stop a clip once it has the request. If the clip is made, it is charged, but it won't be posted.",
    tooLate: "There is nothing left to cancel: the request has ended.",
    notYours: "Only the person who asked, or an admin, can cancel this.",
  },
  ...modelsEn,
  ...outcomesEn,
  ...chainsEn,
  ...deliveryEn,
  ...policyEn,
  ...consoleRoomEn,
  ...keysEn,
  ...machineEn,
  ...auditEn,
  ...quotaEn,
  ...peopleEn,
  ...policyAdminEn,
  ...linkingEn,
  ...personalDataEn,
  ...policyApprovalEn,
  ...presetsEn,
  ...talkEn,
  ...settingEn,
  ...overviewEn,
  ...recoveryEn,
  ...setupEn,
  gone: "That request is not known here, or no longer kept: Easel may delete old requests.",
  ...jobsEn,
};

/** The catalogue: the same sentences in every language, so that a missing one is a type error. */
export type Texts = Sentences<typeof en>;

/** The same shape in another language. */
export type Sentences<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...parts: infer Parts) => string
      ? (...parts: Parts) => string
      : Sentences<T[K]>;
};
