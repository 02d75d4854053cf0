import { answer, refuse, type Command } from "../src/command/command.ts";
import { oneOf } from "../src/request/given.ts";
import type { RequestProblem } from "../src/request/problem.ts";

const TOPICS = ["help"] as const;

/** `/easel`: what there is, and how to use it. */
export const easel: Command = {
  spec: { name: "easel", textOption: "topic", options: [{ name: "topic", type: "text", suggestions: TOPICS }] },

  async run({ options }, { texts, commands }) {
    const problems: RequestProblem[] = [];
    const { topic } = options;
    oneOf("topic", topic === undefined ? undefined : String(topic), TOPICS, problems);
    if (problems.length > 0) return refuse(problems);
    const lines = commands.flatMap(({ spec }) => [
      `**/${spec.name}** · ${texts.commands[spec.name]}`,
      ...spec.options.map(({ name, type }) =>
        type === "attachments"
          ? `  ${texts.help.attached} ${texts.options[name]}`
          : `  \`--${name}\` ${texts.options[name]}`,
      ),
    ]);
    return answer([texts.help.title, texts.help.example, texts.help.replies, "", ...lines].join("\n"));
  },
};
