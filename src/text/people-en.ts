/** Commands about people, groups and presets. In English. */
export const peopleCommandsEn = {
  "easel link": "Be one person with one set of quotas on both platforms",
  "easel-admin groups list": "The groups, and who is in them",
  "easel-admin groups create": "Make a group that shares keys, rules and quotas",
  "easel-admin groups delete": "Delete a group",
};

/** The first words of several of them. */
export const peopleGroupsEn = {
  "easel-admin": "Who may do what here, with which keys, and how much",
  "easel-admin groups": "People who share keys, rules and quotas",
};

export const peopleOptionsEn = {
  group: "Which group",
};
