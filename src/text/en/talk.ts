/** What is said about words to Easel that are not clearly a request. In English. */
export const talkEn = {
  talk: {
    question: (words: string) =>
      `You wrote “${words}”. Shall I make something of it? Nothing has been made or charged.`,
    hint: "With `/imagine` in front I make it at once. `help` tells what else there is.",
    corrected: "If that is what you meant:",
    offer: (button: string, what: string, model: string) => `**${button}**: ${what}, with \`${model}\``,
    pictures: (count: number, changed: boolean) =>
      `${count} ${changed ? "changed " : ""}${count === 1 ? "picture" : "pictures"}`,
    clip: (seconds: number, billed: number) =>
      seconds === billed ? `a clip of ${seconds} s` : `a clip of ${seconds} s, billed as ${billed} s`,
    makeIt: "Make it",
    makeClip: "Make a clip",
    /** How admins change it. */
    change:
      "Change it with `--mode`: `make` has mentions and direct messages made at once, `ask` has Easel ask first, `none` leaves it to the wider scope.",
  },
};
