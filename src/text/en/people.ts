import type { Thing } from "../render/sentence-parts.ts";

/** Commands about people, groups and presets. In English. */
export const peopleCommandsEn = {
  "easel link": "Use one account, with one set of quotas, on both platforms",
  "preset list": "Your presets, and this channel's",
  "preset save": "Save options under a name",
  "preset delete": "Delete a preset",
  "easel home": "Which server your direct messages count as",
  "easel unlink": "Use a separate account on this platform again",
  "easel-admin claim": "Switch this workspace on with a code",
  "easel-admin join": "Join two workspaces into one organisation",
  "easel-admin groups list": "List the groups and their members",
  "easel-admin groups create": "Create a group",
  "easel-admin groups delete": "Delete a group",
  "easel-admin groups add": "Add a person or a role to a group",
  "easel-admin groups remove": "Remove a person or a role from a group",
};

/** The first words of several of them. */
export const peopleGroupsEn = {
  preset: "Options saved under a name",
  "easel-admin": "Keys, groups, rules, limits and quotas",
  "easel-admin groups": "People who share keys, rules and quotas",
};

/** What is said of people and groups. */
export const peopleEn = {
  people: {
    groups: "**Groups**",
    noGroups: "There is no group yet. Make one with `/easel-admin groups create`.",
    nobody: "nobody yet",
    noSuchGroup: (given: string, suggestion: string | undefined) =>
      `There is no group “${given}”.${suggestion ? ` Did you mean “${suggestion}”?` : ""} \`/easel-admin groups list\` shows them.`,
    groupCreated: (name: string) =>
      `The group “${name}” is created and still empty. \`/easel-admin groups add\` adds people to it.`,
    groupTaken: (name: string) => `There already is a group “${name}”. Choose another name.`,
    groupsFull: (max: number) => `There can be at most ${max} groups. Delete one first.`,
    groupDeleted: (name: string, members: number) =>
      `The group “${name}” is deleted, with its rules and quotas. It had ${members} ${members === 1 ? "member" : "members"}.`,
    groupOwnsKeys: (name: string, keys: string) =>
      `The group “${name}” still has keys of its own: ${keys}. Assign them to others or remove them first, with \`/easel-admin keys\`. Nothing was deleted.`,
    personOrRole: "Name either a `person` or a `role`.",
    noSuchPerson: (given: string) =>
      `I can’t find exactly one person “${given}” in this workspace. Mention them, e.g. @name, or give their id.`,
    noSuchRole: (given: string) =>
      `I can’t find exactly one role or user group “${given}” in this workspace. Mention it, or give its id.`,
    memberAdded: (who: string, group: string, before: number, now: number) =>
      `${who} is in “${group}” now. Members before: ${before}; now: ${now}.`,
    memberAlready: (who: string, group: string) => `${who} is in “${group}” already. Nothing has changed.`,
    groupFull: (group: string, max: number) =>
      `“${group}” can have at most ${max} members. Add a role instead of one person after the other.`,
    memberRemoved: (who: string, group: string, before: number, now: number) =>
      `${who} is no longer in “${group}”. Members before: ${before}; now: ${now}.`,
    memberAbsent: (who: string, group: string) => `${who} is not in “${group}”. Nothing has changed.`,
  },
};

/** What is said of codes, and of what they join. */
export const linkingEn = {
  linking: {
    code: (code: string, minutes: number) =>
      `Your code: \`${code}\`. On the other platform type \`/easel link ${code}\` within ${minutes} minutes; it works once. Both accounts are then one, this one. Give the code to nobody else.`,
    linked: (name: string) =>
      `Your accounts are linked (${name}), with one set of quotas. \`/easel unlink\` undoes it.`,
    linkedAlready: "That code is for the other platform: enter it there. Nothing has changed.",
    otherOrganisation:
      "That code was made in a workspace of another organisation, and accounts can only be joined within one. Admins of both can join them with `/easel-admin join`. Nothing has changed.",
    wrongCode: "That code is not valid: it may be mistyped, already used or too old. Get a new one and enter it soon.",
    tooManyCodes: (minutes: number) =>
      `Too many codes were wrong. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    unlinked: "Your accounts are separate again, with the same limits. What was made stays with the other one.",
    notLinked: "Your account is not linked, so there is nothing to undo. `/easel link` links two.",
    joinCode: (code: string, minutes: number) =>
      `The code: \`${code}\`. An admin of the other workspace types \`/easel-admin join ${code}\` there within ${minutes} minutes; it works once. Its people, groups, keys, rules and quotas then belong to the organisation of this workspace. This can't be undone.`,
    organisationsJoined: (name: string) =>
      `Done: this workspace belongs to the organisation of \`${name}\` now. What was set for the whole organisation before holds for this workspace; where it had several, for each of them, and they share its quotas in equal parts.`,
    joinedAlready:
      "That code was made in this organisation: it is to be entered in the other workspace. Nothing has changed.",
    homes: "**Your direct messages can count as these servers'** — choose with `/easel home`:",
    homeNow: "now",
    homeHere: "Here, direct messages always belong to this workspace, so there is nothing to choose.",
    noHome: "Easel is not switched on for any server that you are in.",
    noSuchHome: (given: string, suggestion: string | undefined) =>
      `You are in no server “${given}” that Easel is switched on for, or in two of that name.${suggestion ? ` Did you mean “${suggestion}”?` : ""} \`/easel home\` lists them.`,
    homeChosen: (name: string, before: string, isHere: boolean) =>
      `Your direct messages count as those of ${isHere ? "this server, " : ""}${name} now; before: ${before}.`,
    claimed: "Easel is switched on for this workspace. Try `/imagine a lighthouse at dusk`.",
    claimedFor: (organisation: string) =>
      `Easel is switched on for this workspace, as part of the organisation ${organisation}. Try \`/imagine a lighthouse at dusk\`.`,
    claimedAlready: "This workspace is switched on already. Nothing has changed.",
  },
};

/** What is said of presets. */
export const presetsEn = {
  presets: {
    directHello: "What you asked for in private comes here.",
    comesDirectly: "Taken. It comes to your direct messages.",
    noDirect:
      "You can't be written to directly here: Easel may not, or this platform has no direct messages. Allow direct messages, or leave `private` out. Nothing was sent or spent.",
    title: "**Presets**",
    none: "There is no preset yet. Save options with `/preset save`, e.g. `/preset save poster --size 2K`.",
    yours: "yours",
    ofChannel: "this channel's",
    empty: "A preset needs at least one option, e.g. `/preset save poster --size 2K --format webp`.",
    channelByAdmins: "Only admins can change the presets of a channel. Without `for_channel`, it is your own.",
    full: (max: number) => `There can be at most ${max} presets. Delete one first.`,
    saved: (name: string, thing: Thing, replaced: boolean) =>
      `The preset “${name}” is ${replaced ? "changed" : "saved"}. Use it with \`${thing === "image" ? "/imagine" : "/video"} … --preset\`; what you type beside it wins.`,
    deleted: (name: string) => `The preset “${name}” is deleted.`,
    noneToDelete: (given: string, suggestion: string | undefined) =>
      `There is no preset “${given}” to delete.${suggestion ? ` Did you mean “${suggestion}”?` : ""} \`/preset list\` shows them.`,
    unknown: (given: string, suggestion: string | undefined) =>
      `There is no preset “${given}” for this.${suggestion ? ` Did you mean “${suggestion}”?` : ""} \`/preset list\` shows them. Nothing was sent or spent.`,
  },
};
