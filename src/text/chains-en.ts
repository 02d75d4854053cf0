/** What is said of going on from pictures: fields and forms, replies, recipes, and taking things back. In English. */
export const chainsEn = {
  /** What fields of forms are called. */
  fields: {
    prompt: "Prompt",
    model: "Model",
    size: "Size",
    aspect_ratio: "Aspect ratio",
    preset: "Preset",
    private: "Only for me, by direct message",
    quality: "Quality",
    count: "How many",
    format: "File type",
    background: "Background",
    image: "Pictures",
    video: "Clips",
    audio: "Sounds (MP3)",
    mask: "Mask (PNG)",
    seconds: "Seconds",
    duration: "Seconds",
    resolution: "Resolution",
    first_frame: "First frame",
    last_frame: "Last frame",
    face: "Prepare faces",
    action: "Action",
    job: "Request",
    topic: "Topic",
  },
  forms: {
    title: {
      imagine: "Make pictures",
      edit: "Edit image",
      video: "Make a clip",
      animate: "Animate image",
      change: "Change prompt",
    },
    submit: "Make it",
    promptHint: {
      imagine: "Say what you would like to see",
      edit: "Say what should change",
      video: "Say what should happen",
    },
    picture: "Which picture",
    pictureNumber: (number: number) => `Picture ${number}`,
    allPictures: "All of them",
    example: { imagine: "a red fox in the snow", edit: "make it blue", video: "waves roll onto the beach" },
    typeEdit:
      "You can type it instead: reply to the picture, mention Easel and write what should change, e.g. `make it blue`.",
    typeAnimate:
      "You can type it instead: reply to the picture, mention Easel and write `--video` with what should happen, e.g. `--video the boat sails away`.",
    typeLine: (line: string) => `You can type it instead: \`${line}\``,
    typeWithFiles: (line: string) =>
      `You can type it instead: attach the files to a message that mentions Easel, and write \`${line}\``,
  },
  reply: {
    which: (count: number, numbers: string) =>
      `There are ${count} pictures. Which one do you mean? Write its number as well: ${numbers}, e.g. \`#2 make it blue\`. Nothing was sent or spent.`,
    noSuch: (number: string, numbers: string) =>
      `There is no picture #${number} in that message, only ${numbers}. If the number belongs to the prompt, write it without \`#\`. Nothing was sent or spent.`,
    hidden:
      "I can't see the files of that message. Open its menu and choose **Edit image** or **Animate image**, or attach the picture yourself.",
    notYet: "That one is not done yet. Reply to the result as soon as it is here.",
    nothingThere: "There is no picture in that message to go on from. Reply to one that has a picture, or attach one.",
    noRecipe: "That message is no result of mine, so there is no recipe.",
  },
  delete: {
    done: "Deleted.",
    notYours: "Only the person who asked, or an admin, can delete this.",
  },
  undo: {
    done: "Undone. What it was before follows here, and replies go on from that.",
    already: "That was undone already. What it was before stands further below.",
    nothing: "There is nothing to undo: this began with words alone.",
  },
  recipe: {
    title: "**Recipe**",
    prompt: "Prompt",
    model: "Model",
    options: "Options",
    asked: "Asked by",
    before: "Made in these steps, the first one first:",
    thisOne: "this one, as follows",
    cost: "Cost",
    pictures: (count: number) => (count === 1 ? "1 picture" : `${count} pictures`),
    seconds: (seconds: number) => `${seconds} s`,
    billedSeconds: (seconds: number) => `${seconds} s billed`,
    settled: {
      reserved: "not charged yet",
      charged: "charged",
      released: "not charged",
      assumed: "taken as charged, though nobody knows",
      refunded: "given back: nobody knows whether it was made",
    },
    queued: "Asked for",
    started: "sent",
    ended: "ended",
    request: "Request",
    remote: "Gateway's id",
    said: (facts: string) => `The gateway said: ${facts}`,
    /** Its own words behind ours: which values there are is not documented. */
    facts: {
      generation_status: (status: string) => `making ${status}`,
      delivery_status: (status: string) => `delivery ${status}`,
      billing_status: (status: string) => `billing ${status}`,
      message: (message: string) => `“${message}”`,
    },
  },
};
