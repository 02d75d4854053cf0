import { answer, type Command } from "../src/command/command.ts";

/** `/easel`: what there is, and how to use it. */
export const easel: Command = {
  spec: { name: "easel", options: [] },

  async run(_invocation, { texts, commands }) {
    const lines = commands.flatMap(({ spec }) => [
      `**/${spec.name}** · ${texts.commands[spec.name]}`,
      ...spec.options.map(({ name, type }) =>
        type === "attachments"
          ? `  ${texts.help.attached} ${texts.options[name]}`
          : `  \`--${name}\` ${texts.options[name]}`,
      ),
    ]);
    return answer([texts.help.title, texts.help.example, "", ...lines].join("\n"));
  },
};
