/** What commands for settings say when they are given nothing to change. In English. */
export const settingEn = {
  setting: {
    pressOrWrite: "To change it, press a button below or write the command with its options:",
    write: "To change it, write the command with its options:",
    save: "Save",
    change: "Change",
    changeOf: (name: string) => `Change ${name}`,
    limits: "Change limits",
    questions: "Change what asks first",
    formTitle: (what: string) => `Rules of ${what}`,
    whichGroup: "**Which group?**",
    emptyLimit: (meaning: string, min: number, max: number) => `${meaning}: ${min} to ${max}, or empty for no rule`,
  },
};
