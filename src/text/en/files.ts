/** What is wrong with a file or a link, in English. Its shape is that of every language. */
export const filesEn = {
  fileProblem: {
    empty: (name: string) => `“${name}” is empty. Attach the file again.`,
    unavailable: (name: string) => `“${name}” did not arrive whole. Attach it again.`,
    notKept: (name: string) => `“${name}” is no longer kept here. Save it from the chat and attach it.`,
    tooLarge: (name: string, maxMiB: number) => `“${name}” is too large. Allowed: at most ${maxMiB} MiB a file.`,
    storeFull: (name: string) =>
      `“${name}” can't be kept: the disk that Easel keeps files on is full. Whoever runs Easel must free some space where \`DATA_DIR\` is; then send it again.`,
    tooLargeTogether: (givenMiB: number, maxMiB: number) =>
      `The files have ${givenMiB} MiB together. Allowed: at most ${maxMiB} MiB. Leave some out, or make them smaller.`,
    inOption: (option: string, sentence: string) => `\`${option}\`: ${sentence}`,
    type: (name: string, found: string | undefined, allowed: readonly string[], saveAs: string | undefined) =>
      `“${name}” ${found === undefined ? "is of no type that is known here" : `is of type ${found}`}. ${allowed.length === 0 ? "No file is taken here." : `Allowed: ${allowed.join(", ")}.`}${saveAs === undefined ? "" : ` Save it as ${saveAs} and attach that; renaming it is not enough.`}`,
    undecodable: (name: string, type: string, saveAs: string) =>
      `“${name}” is of type ${type}, which can't be opened here. Save it as ${saveAs} and attach that; renaming it is not enough.`,
    damaged: (name: string, type: string, damage: "truncated" | "unreadable") =>
      `“${name}” is of type ${type}, but ${damage === "truncated" ? "its end is missing" : "it is damaged and can't be read"}. Save it anew and attach that.`,
    disguise: (name: string, type: string, other: string | undefined) =>
      `“${name}” is of type ${type}, but ${other === undefined ? "data of another kind is hidden in it" : `is ${other} as well`}. Save it anew and attach that.`,
    tooManyPixels: (name: string, pixels: string, maxMegapixels: number) =>
      `“${name}” has ${pixels} pixels. Allowed: at most ${maxMegapixels} million. Make it smaller and attach that.`,
    maskType: (name: string, found: string) =>
      `\`mask\`: “${name}” is of type ${found}. Allowed: a PNG whose transparent areas are to change.`,
    maskOpaque: (name: string) =>
      `\`mask\`: nothing in “${name}” is transparent. Make the areas that are to change transparent.`,
    maskTooLarge: (name: string, givenMiB: string, maxMiB: number) =>
      `\`mask\`: “${name}” has ${givenMiB} MiB. Allowed: at most ${maxMiB} MiB.`,
    maskSize: (name: string, given: string, wanted: string) =>
      `\`mask\`: “${name}” has ${given} pixels, the first picture has ${wanted}. Make the mask ${wanted} as well.`,
  },
  fileFault: {
    scope: (name: string, scope: string) =>
      `“${name}” can't be loaded: the Slack app lacks the scope \`${scope}\`. An admin can add it in the app's settings under “OAuth & Permissions”, and install the app again.`,
    page: (name: string) =>
      `“${name}” can't be loaded: Slack gave a login page in its place. Most likely the Slack app lacks the scope \`files:read\`. An admin can add it in the app's settings under “OAuth & Permissions”, and install the app again.`,
    foreign: (name: string) =>
      `“${name}” belongs to another workspace, which does not let Easel load it. Download it, and attach your own copy.`,
    host: (name: string, host: string) =>
      `“${name}” is kept at ${host}, from where Easel loads no attached files. Download it, and attach the file itself.`,
    gone: (name: string) => `“${name}” is no longer there: it was deleted, or its link has expired. Attach it again.`,
  },
  linkProblem: {
    form: (link: string) => `“${link}” is no link that can be followed. Give one that begins with https://.`,
    login: (link: string) =>
      `“${link}” holds a name or a password, which is not sent on. Give a link that works without, or attach the file.`,
    port: (link: string) =>
      `“${link}” names a port. Links are followed at the usual ones alone: give one without it, or attach the file.`,
    host: (link: string) => `“${link}” leads away from where this file may come from. Attach the file again.`,
    redirects: (link: string) =>
      `“${link}” redirects too often. Open it in a browser, and give the address of the file itself.`,
    encoding: (link: string) => `“${link}” is sent packed, which is not taken. Download it and attach the file.`,
    slow: (link: string) => `“${link}” did not answer in time. Try again, or download it and attach the file.`,
    /** The same for an address that may not be asked: nobody must learn from us which internal names exist. */
    unreachable: (link: string) =>
      `“${link}” can't be reached from here: nothing answers, or the address is not public. Check it, or attach the file.`,
    status: (link: string, status: number) =>
      `“${link}” gave no file (HTTP ${status}). Give a link that anyone can open, or attach the file.`,
  },
  messageLink: {
    no_message: (link: string) =>
      `\`from\`: “${link}” is no link to a message here. Copy it from the menu of a message; a file's own link goes to \`image\`, \`clip\` or \`audio\`.`,
    elsewhere: (link: string) =>
      `\`from\`: “${link}” leads out of this workspace. Allowed: messages of this one that you can see, and of direct messages only those of this conversation. Attach the files instead.`,
    unseen: (link: string) =>
      `\`from\`: “${link}” leads to no message that you and Easel can both see. Check the link, invite Easel to that channel, or attach the files.`,
    hidden: (link: string) =>
      `\`from\`: what is in “${link}” is not shown to Easel here. Attach the files, or choose “Animate image” from that message's menu.`,
    no_files: (link: string) =>
      `\`from\`: there is no picture, clip or sound in “${link}”. Copy the link of a message that holds one.`,
  },
};
