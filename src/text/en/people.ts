import { numberText, type Thing } from "../render/sentence-parts.ts";

/** Commands about people, groups and presets. In English. */
export const peopleCommandsEn = {
  "easel link": "Use one account, with one set of quotas, on both platforms",
  "preset list": "Your presets, and this channel's",
  "preset save": "Save options under a name",
  "preset delete": "Delete a preset",
  "easel home": "Choose the server that your direct messages belong to",
  "easel unlink": "Use a separate account on this platform again",
  "easel-admin claim": "Switch this workspace on with a code",
  "easel-admin join": "Join two workspaces into one organisation",
  "easel-admin groups list": "List the groups and their members",
  "easel-admin groups create": "Create a group",
  "easel-admin groups delete": "Delete a group",
  "easel-admin groups add": "Add a person or a role to a group",
  "easel-admin groups remove": "Remove a person or a role from a group",
};

/** Words that several of these commands begin with. */
export const peopleGroupsEn = {
  preset: "Options saved under a name",
  "easel-admin": "Keys, groups, rules, limits and quotas",
  "easel-admin groups": "People who share keys, rules and quotas",
};

/** People and groups. In English. */
export const peopleEn = {
  people: {
    groups: "**Groups**",
    noGroups: "There are no groups yet. Create one with `/easel-admin groups create`.",
    nobody: "nobody yet",
    noSuchGroup: (given: string, suggestion: string | undefined, typed: string) =>
      `There is no group “${given}”.${suggestion ? ` Did you mean “${suggestion}”?` : ""} \`/easel-admin groups list\` lists the groups; \`/easel-admin groups create ${typed}\` creates this one.`,
    groupCreated: (name: string) =>
      `The group “${name}” was created and has no members yet. Add people with \`/easel-admin groups add\`.`,
    groupTaken: (name: string, typed: string) =>
      `There is already a group “${name}”. Choose another name, or add people to this one with \`/easel-admin groups add ${typed}\`.`,
    groupsFull: (max: number) =>
      `There can be at most ${max} groups. Delete one first with \`/easel-admin groups delete\`.`,
    groupDeleted: (name: string, members: number) =>
      `The group “${name}” was deleted, with its rules and quotas. It had ${members} ${members === 1 ? "member" : "members"}.`,
    groupOwnsKeys: (name: string, keys: string, typed: string) =>
      `The group “${name}” still has keys of its own: ${keys}. First give each one to others with \`/easel-admin keys assign --key ${typed} --to everyone\`, or remove it with \`/easel-admin keys remove --key ${typed}\`. Nothing was deleted.`,
    personOrRole: "Name either a `person` or a `role`.",
    memberUnclear: (act: "add" | "remove", typed: string) =>
      `Name either a \`person\` or a \`role\`, for example \`/easel-admin groups ${act} --group ${typed} --person @name\`. \`/easel-admin groups ${act} ${typed}\` opens a form.`,
    /** Names the other field of a form. */
    oneMember: (other: string) => `Choose one of them: a person here, or “${other}”.`,
    noSuchPerson: (given: string) =>
      `Easel can't find “${given}” in this workspace, or several people have that name. Mention the person, e.g. @name, or give the id.`,
    noSuchRole: (given: string) =>
      `Easel can't find the role or user group “${given}” in this workspace, or several have that name. Mention it, or give its id.`,
    memberAdded: (who: string, group: string, before: number, now: number) =>
      `${who} is now in “${group}”. Members before: ${before}; now: ${now}.`,
    memberAlready: (who: string, group: string) => `${who} is already in “${group}”. Nothing was changed.`,
    groupFull: (group: string, max: number, typed: string) =>
      `“${group}” can have at most ${max} members. Remove some first with \`/easel-admin groups remove ${typed}\`. Then add a role instead of single people: \`/easel-admin groups add --group ${typed} --role @role\`.`,
    memberRemoved: (who: string, group: string, before: number, now: number) =>
      `${who} is no longer in “${group}”. Members before: ${before}; now: ${now}.`,
    memberAbsent: (who: string, group: string) =>
      `${who} is not in “${group}”: \`/easel-admin groups list\` shows who is. Nothing was changed.`,
  },
};

/** Linking accounts and joining organisations with codes. In English. */
export const linkingEn = {
  linking: {
    code: (code: string, minutes: number) =>
      `Your code: \`${code}\`. On the other platform type \`/easel link ${code}\` within ${minutes} minutes; it works once. Both accounts then become one. Don't share the code.`,
    linked: (name: string) =>
      `Your accounts are linked (${name}), with one set of quotas. \`/easel unlink\` separates the account of the platform where you type it; groups, access and quotas stay with the other account.`,
    linkedAlready: "That code is for the other platform: enter it there. Nothing was changed.",
    otherOrganisation:
      "That code was made in a workspace of another organisation, and accounts can only be joined within one. Admins of both can join them with `/easel-admin join`. Nothing was changed.",
    sameWorkspace:
      "Both accounts belong to members of the same workspace. `/easel link` is for one person's accounts in different workspaces. Nothing was changed.",
    listFull:
      "A list of people or words in the rules would become too long. Ask an admin to shorten it, then try again. Nothing was changed.",
    longHistories: (jobs: number) =>
      `Both accounts have more than ${numberText(jobs)} jobs, too many to link them. You can keep using both. To share one quota, an admin can add both to a group. Nothing was changed.`,
    longHistory: (jobs: number) =>
      `The organisation of this workspace has more than ${numberText(jobs)} jobs, too many to move. If the other organisation has fewer, create the code here with \`/easel-admin join\` and enter it there: it then becomes part of this one. Nothing was changed.`,
    wrongCode: {
      link: "That code is not valid: it may be mistyped, already used or expired. Type `/easel link` on the other platform for a new one, and enter it here.",
      join: "That code is not valid: it may be mistyped, already used or expired. An admin of the other workspace gets a new one with `/easel-admin join`.",
      claim:
        "That code is not valid: it may be mistyped. Copy it from the line “Claim:” that Easel prints at startup, or from `/easel-admin doctor` in the Console.",
    },
    tooManyCodes: (minutes: number) =>
      `You have entered too many codes. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    openJobs: (count: number) =>
      `You can't separate your accounts while ${count === 1 ? "one of your jobs is" : `${count} of your jobs are`} waiting or in progress, because ${count === 1 ? "it counts" : "they count"} towards your limits. Wait until ${count === 1 ? "it is done, or cancel it" : "they are done, or cancel them"} with \`/jobs cancel\`, then try again. Nothing was changed.`,
    unlinked:
      "Your accounts are separate again. Limits, blocks and pauses apply to both. Earlier results, presets and your own keys stay with the other account.",
    left: "Only the other account still has the following; an admin can give it to this one too:",
    leftAccess: "the right to use Easel where only some people may",
    leftGroups: (names: string) => `membership of these groups: ${names}`,
    leftQuotas: "quotas: this account's are 0 until an admin sets them",
    notLinked: "Your account is not linked, so there is nothing to undo. `/easel link` links two accounts.",
    joinCode: (code: string, minutes: number) =>
      `The code: \`${code}\`. An admin of the other workspace types \`/easel-admin join ${code}\` there within ${minutes} minutes; it works once. Its people, groups, keys, rules and quotas then belong to the organisation of this workspace. This can't be undone.`,
    organisationsJoined: (name: string) =>
      `Done: this workspace now belongs to the organisation of \`${name}\`. The settings of its former organisation now apply to this workspace. If that organisation had several workspaces, they apply to each, and its quotas are divided equally among them.`,
    joinedAlready: "That code is from this organisation: enter it in the other workspace. Nothing was changed.",
    homes: "**Your direct messages can belong to these servers.** Choose one with `/easel home`:",
    homeNow: "now",
    homeHere: "Here, direct messages always belong to this workspace, so there is nothing to choose.",
    noHome: "Easel is not switched on in any of your servers.",
    noSuchHome: (given: string, suggestion: string | undefined) =>
      `None of your servers with Easel is called “${given}”, or several are.${suggestion ? ` Did you mean “${suggestion}”?` : ""} \`/easel home\` lists them.`,
    homeChosen: (name: string, before: string, isHere: boolean) =>
      `Your direct messages now belong to ${isHere ? "this server, " : ""}${name}; before: ${before}.`,
    claimed: "Easel is switched on for this workspace. Try `/imagine a lighthouse at dusk`.",
    claimedFor: (organisation: string) =>
      `Easel is switched on for this workspace, as part of the organisation ${organisation}. Try \`/imagine a lighthouse at dusk\`.`,
    claimedAlready: "This workspace is already switched on. Nothing was changed.",
  },
};

/** Presets. In English. */
export const presetsEn = {
  presets: {
    directHello: "Your private results arrive here.",
    comesDirectly: (link: string | undefined) =>
      `Accepted. The result will be sent to your direct messages${link === undefined ? "." : `: ${link}`}`,
    noDirect: {
      /** The member doesn't allow them. */
      refused: "Easel can't send you direct messages. Allow them, or leave `private` out. Nothing was sent or spent.",
      /** The platform has none. */
      unknown: "There are no direct messages here. Leave `private` out. Nothing was sent or spent.",
    },
    title: "**Presets**",
    none: "There are no presets yet. Save options with `/preset save`, e.g. `/preset save poster --size 2K`.",
    noneOfYours:
      "None of these is yours, and only admins can delete the presets of a channel. Save one of your own with `/preset save`, e.g. `/preset save poster --size 2K`.",
    yours: "yours",
    ofChannel: "this channel's",
    empty: "A preset needs at least one option, e.g. `/preset save poster --size 2K --format webp`.",
    channelByAdmins:
      "Only admins can change the presets of a channel. Leave `for_channel` out to use your own presets.",
    full: (max: number) => `There can be at most ${max} presets. Delete one first.`,
    /** `typed`: the name as an option's value. */
    saved: (name: string, typed: string, thing: Thing, replaced: boolean) =>
      `The preset “${name}” was ${replaced ? "changed" : "saved"}. Use it as in \`${thing === "image" ? "/imagine a red fox" : "/video a red fox runs"} --preset ${typed}\`; options that you type take precedence.`,
    deleted: (name: string) => `The preset “${name}” was deleted.`,
    noneToDelete: (given: string, suggestion: string | undefined) =>
      `There is no preset “${given}” to delete.${suggestion ? ` Did you mean “${suggestion}”?` : ""} \`/preset list\` lists the presets.`,
    unknown: (given: string, suggestion: string | undefined) =>
      `There is no preset “${given}” for this.${suggestion ? ` Did you mean “${suggestion}”?` : ""} \`/preset list\` lists the presets. Nothing was sent or spent.`,
  },
};
