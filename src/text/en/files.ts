/** What is wrong with a file or a link, in English. */
export const filesEn = {
  fileProblem: {
    empty: (name: string) => `“${name}” is empty. Attach the file again.`,
    unavailable: (name: string) => `“${name}” did not arrive completely. Attach it again.`,
    notKept: (name: string) => `“${name}” is no longer kept here. Save it from the chat and attach it.`,
    tooLarge: (name: string, maxMiB: number) => `“${name}” is too large. Allowed: at most ${maxMiB} MiB a file.`,
    storeFull: (name: string) =>
      `“${name}” can't be stored: Easel's disk is full. Easel's operator must free some space on the disk of \`DATA_DIR\`. Then send it again.`,
    tooLargeTogether: (givenMiB: number, maxMiB: number) =>
      `Together, the files are ${givenMiB} MiB. Allowed: at most ${maxMiB} MiB. Leave some out, or make them smaller.`,
    inOption: (option: string, sentence: string) => `\`${option}\`: ${sentence}`,
    type: (name: string, found: string | undefined, allowed: readonly string[], saveAs: string | undefined) =>
      `“${name}” ${found === undefined ? "is of an unknown type" : `is of type ${found}`}. ${allowed.length === 0 ? "No files are accepted here." : `Allowed: ${allowed.join(", ")}.`}${saveAs === undefined ? "" : ` Save it as ${saveAs} and attach that; renaming it is not enough.`}`,
    undecodable: (name: string, type: string, saveAs: string) =>
      `“${name}” is of type ${type}, which can't be opened here. Save it as ${saveAs} and attach that; renaming it is not enough.`,
    damaged: (name: string, type: string, damage: "truncated" | "unreadable") =>
      `“${name}” is of type ${type}, but ${damage === "truncated" ? "its end is missing" : "it is damaged and can't be read"}. Save it again and attach the new copy.`,
    disguise: (name: string, type: string, other: string | undefined) =>
      `“${name}” is of type ${type}, but ${other === undefined ? "data of another kind is hidden in it" : `is also ${other}`}. Save it again and attach the new copy.`,
    tooManyPixels: (name: string, pixels: string, maxMegapixels: number) =>
      `“${name}” has ${pixels} pixels. Allowed: at most ${maxMegapixels} million. Make it smaller and attach the new copy.`,
    maskType: (name: string, found: string) =>
      `\`mask\`: “${name}” is of type ${found}. Allowed: a PNG whose transparent areas mark what should change.`,
    maskOpaque: (name: string) =>
      `\`mask\`: nothing in “${name}” is transparent. Make the areas that should change transparent.`,
    maskTooLarge: (name: string, givenMiB: string, maxMiB: number) =>
      `\`mask\`: “${name}” is ${givenMiB} MiB. Allowed: at most ${maxMiB} MiB.`,
    maskSize: (name: string, given: string, wanted: string) =>
      `\`mask\`: “${name}” is ${given} pixels, but the first picture is ${wanted}. Make the mask ${wanted} too.`,
  },
  fileFault: {
    scope: (name: string, scope: string) =>
      `“${name}” can't be loaded: the Slack app lacks the scope \`${scope}\`. An admin can add it in the app's settings under “OAuth & Permissions”, and install the app again.`,
    page: (name: string) =>
      `“${name}” can't be loaded: Slack sent a login page instead. Most likely the Slack app lacks the scope \`files:read\`. An admin can add it in the app's settings under “OAuth & Permissions”, and install the app again.`,
    foreign: (name: string) =>
      `“${name}” belongs to another workspace, which doesn't let Easel load it. Download it, and attach your own copy.`,
    external: (name: string) =>
      `“${name}” is kept outside Slack, and Easel can't load such files. Download it, and upload it to Slack.`,
    host: (name: string, host: string) =>
      `“${name}” is stored at ${host}, and Easel doesn't load attached files from there. Download it, and attach the file itself.`,
    gone: (name: string) => `“${name}” no longer exists: it was deleted, or its link has expired. Attach it again.`,
  },
  linkProblem: {
    form: (link: string) => `“${link}” is not a link that Easel can follow. Give one that begins with https://.`,
    login: (link: string) =>
      `“${link}” contains a user name or a password, which Easel doesn't pass on. Give a link that works without them, or attach the file.`,
    port: (link: string) =>
      `“${link}” names a port, and Easel follows links to standard ports only. Give a link without a port, or attach the file.`,
    host: (link: string) => `“${link}” leads to a place that this file can't come from. Attach the file again.`,
    redirects: (link: string) =>
      `“${link}” redirects too often. Open it in a browser, and give the address of the file itself.`,
    encoding: (link: string) =>
      `“${link}” is sent compressed, which Easel doesn't accept. Download it and attach the file.`,
    slow: (link: string) => `“${link}” did not answer in time. Try again, or download it and attach the file.`,
    /** Also for an address that Easel must not contact, so that the answer never reveals which internal names exist. */
    unreachable: (link: string) =>
      `“${link}” can't be reached from here: nothing answers, or the address is not public. Check it, or attach the file.`,
    status: (link: string, status: number) =>
      `“${link}” returned no file (HTTP ${status}). Give a link that anyone can open, or attach the file.`,
  },
  messageLink: {
    no_message: (link: string) =>
      `\`from\`: “${link}” is not a link to a message here. Copy the link from a message's menu; use \`image\`, \`video\` or \`audio\` for the link of a file.`,
    elsewhere: (link: string) =>
      `\`from\`: “${link}” is outside this workspace. Allowed: messages in this workspace that you can see; direct messages only from this conversation. Attach the files instead.`,
    unseen: (link: string) =>
      `\`from\`: “${link}” leads to no message that you and Easel can both see. Check the link, invite Easel to that channel and try again in a minute, or attach the files.`,
    hidden: (link: string) =>
      `\`from\`: Easel can't see what is in “${link}” here. Attach the files, or choose “Animate image” from that message's menu.`,
    no_files: (link: string) =>
      `\`from\`: “${link}” has no picture, video or audio file. Copy the link of a message that has one.`,
    too_many: (max: number) =>
      `\`from\`: Easel follows at most ${max} message links a minute for each member, and a limited number for the whole workspace. Give fewer links, attach the files, or try again in a minute.`,
  },
};
