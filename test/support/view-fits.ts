import { expect } from "vitest";
import { viewTexts, type Message } from "../../src/core/chat/message.ts";
import { answerMessages, newMessage } from "../../src/platforms/discord/post/render.ts";
import { render } from "../../src/platforms/slack/post/render.ts";
import { plainWords } from "../../src/platforms/slack/post/rich-text.ts";
import { pressablesIn, textsIn, ViewComponents } from "./fake-discord/components.ts";
import { readText } from "./fake-discord/reading.ts";
import { createWorld } from "./fake-discord/world.ts";
import { blocksProblem } from "./fake-slack/blocks.ts";

/** Expects that Discord and Slack accept a view, and show all of it. */
export function expectFits(view: Message): void {
  const { components, content, flags } = newMessage(view);
  expect({ content, flags }).toEqual({ content: undefined, flags: 1 << 15 });
  const parsed = ViewComponents.parse(components);
  const { blocks } = render(view);
  expect(blocksProblem(blocks, "message")).toBeUndefined();
  const sections = view.sections ?? [];
  const addresses = new Map(sections.map((section) => [section, "https://cdn.discordapp.com/attachments/1/2/a.png"]));
  const pictured = ViewComponents.parse(answerMessages(view, addresses)[0]?.components);
  // A section's picture may replace the line above the section, but no words or buttons.
  expect(textsIn(pictured)).toEqual(textsIn(parsed));
  expect(
    pressablesIn(pictured)
      .map(({ customId }) => customId)
      .toSorted(),
  ).toEqual(
    pressablesIn(parsed)
      .map(({ customId }) => customId)
      .toSorted(),
  );
  const thumbnails = new Map(sections.map((section) => [section, { fileId: "F1", altText: "a" }]));
  expect(blocksProblem(render({ ...view, thumbnails }).blocks, "message")).toBeUndefined();
  // The adapter must not shorten the view. The code that writes the view shortens long texts, or splits them into pages.
  const words = plainWords(viewTexts(view)).replaceAll(/\s+/g, " ").trim();
  const world = createWorld(() => 0);
  const read = readText({ content: textsIn(parsed).join("\n") }, world).replaceAll(/\s+/g, " ");
  expect(read).toBe(words);
}
