/** Commands about people, groups and presets. In English. */
export const peopleCommandsEn = {
  "easel link": "Be one person with one set of quotas on both platforms",
  "easel-admin groups list": "The groups, and who is in them",
  "easel-admin groups create": "Make a group that shares keys, rules and quotas",
  "easel-admin groups delete": "Delete a group",
  "easel-admin groups add": "Put someone, or all who have a role, into a group",
  "easel-admin groups remove": "Take someone, or a role, out of a group",
};

/** The first words of several of them. */
export const peopleGroupsEn = {
  "easel-admin": "Who may do what here, with which keys, and how much",
  "easel-admin groups": "People who share keys, rules and quotas",
};

export const peopleOptionsEn = {
  group: "Which group",
  person: "Who",
  role: "Everyone who has this role, or is in this user group",
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
      `The group “${name}” is made; nobody is in it yet. Put people in with \`/easel-admin groups add\`.`,
    groupTaken: (name: string) => `There is a group “${name}” already. Choose another name.`,
    groupsFull: (max: number) => `There are ${max} groups, and there can be no more. Delete one first.`,
    groupDeleted: (name: string, members: number) =>
      `The group “${name}” is deleted, with its rules and quotas. Members before: ${members}; now: none.`,
    groupOwnsKeys: (name: string, keys: string) =>
      `The group “${name}” still has keys of its own: ${keys}. Give them to others or remove them first, with \`/easel-admin keys\`. Nothing was deleted.`,
    personOrRole: "Say who: either `person` or `role`, one of them.",
    noSuchPerson: (given: string) =>
      `Nobody in this workspace is “${given}”, or more than one is. Mention them, e.g. @name, or give their id.`,
    noSuchRole: (given: string) =>
      `There is no role or user group “${given}” in this workspace, or more than one. Mention it, or give its id.`,
    memberAdded: (who: string, group: string, before: number, now: number) =>
      `${who} is in “${group}” now. Members before: ${before}; now: ${now}.`,
    memberAlready: (who: string, group: string) => `${who} is in “${group}” already. Nothing has changed.`,
    groupFull: (group: string, max: number) =>
      `“${group}” has ${max} members, and can have no more. Name a role in place of people one by one.`,
    memberRemoved: (who: string, group: string, before: number, now: number) =>
      `${who} is in “${group}” no longer. Members before: ${before}; now: ${now}.`,
    memberAbsent: (who: string, group: string) => `${who} is not in “${group}”. Nothing has changed.`,
  },
};
