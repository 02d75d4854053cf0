/** Messages to Easel that are not clearly a request. In English. */
export const talkEn = {
  talk: {
    question: (words: string) =>
      `You wrote “${words}”. Do you want Easel to make that? Nothing has been made or charged yet.`,
    hint: "With `/imagine` in front, Easel makes it without asking. `help` shows what else it can do.",
    corrected: "If that is what you meant:",
    offer: (button: string, what: string) => `**${button}**: ${what}`,
    /** Names the given options. */
    made: (what: string, model: string, options: readonly string[]) =>
      [what, `with \`${model}\``, ...options.map((option) => `\`${option}\``)].join(", "),
    prompted: (what: string, prompt: string) => `${what}: ${prompt}`,
    pictures: (count: number, changed: boolean) =>
      `${count} ${changed ? "changed " : ""}${count === 1 ? "picture" : "pictures"}`,
    clip: (seconds: number, billed: number) =>
      seconds === billed ? `a clip of ${seconds} s` : `a clip of ${seconds} s, billed as ${billed} s`,
    makeIt: "Make it",
    makeClip: "Make a clip",
  },
};
