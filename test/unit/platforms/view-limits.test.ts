import * as fc from "fast-check";
import { commands } from "../../../commands/index.ts";
import { helpView } from "../../../src/command/help/view.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { describe, expect, it } from "vitest";
import { escapeText, shownText, viewTexts, type Message } from "../../../src/core/chat/message.ts";
import { answerMessages, newMessage } from "../../../src/platforms/discord/post/render.ts";
import { render } from "../../../src/platforms/slack/post/render.ts";
import { LOCALES } from "../../../src/lib/locale.ts";
import { ADA, aPress, aText, MAX } from "../../support/commands.ts";
import { aBatch, aJob, aRequest } from "../../support/database/jobs.ts";
import { setUpDispatch } from "../../support/dispatching.ts";
import { pressablesIn, textsIn, ViewComponents } from "../../support/fake-discord/components.ts";
import { readText } from "../../support/fake-discord/reading.ts";
import { createWorld } from "../../support/fake-discord/world.ts";
import { blocksProblem } from "../../support/fake-slack/blocks.ts";
import { plainWords } from "../../../src/platforms/slack/post/rich-text.ts";

/** Throws unless both platforms accept a view, and show all of it. */
function expectFits(view: Message): void {
  const { components, content, flags } = newMessage(view);
  expect({ content, flags }).toEqual({ content: undefined, flags: 1 << 15 });
  const parsed = ViewComponents.parse(components);
  const { blocks } = render(view);
  expect(blocksProblem(blocks, "message")).toBeUndefined();
  const sections = view.sections ?? [];
  const addresses = new Map(sections.map((section) => [section, "https://cdn.discordapp.com/attachments/1/2/a.png"]));
  const pictured = ViewComponents.parse(answerMessages(view, addresses)[0]?.components);
  // A picture takes the place of the line above its section, never that of words or buttons.
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
  // The adapter does not shorten it: long content is shortened, or divided into pages, where it is composed.
  const words = plainWords(viewTexts(view)).replaceAll(/\s+/g, " ").trim();
  const world = createWorld(() => 0);
  const read = readText({ content: textsIn(parsed).join("\n") }, world).replaceAll(/\s+/g, " ");
  expect(read).toBe(words);
}

/** Names as a gateway may list them: up to 200 characters, without backticks and line breaks. */
const modelName = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 120 })
  .map((text) =>
    shownText(text)
      .replaceAll(/[`\s]+/g, "-")
      .slice(0, 200)
      .toWellFormed(),
  )
  .filter((text) => text !== "" && !text.includes("://"));

const longest = fc.constantFrom("*".repeat(200), "长".repeat(200), "_a".repeat(100), `${"x".repeat(195)}-480p`);

describe("every view of /models", () => {
  it.each(LOCALES)("fits each platform in %s, whatever the models are called", async (locale) => {
    const actor = { ...MAX, locale };
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.oneof(modelName, longest), { maxLength: 40 }), async (listed) => {
        const { send, responder } = setUpDispatch({ listed });
        await send(aText("/models", { actor }));
        for (let at = 0; at < 40; at++) {
          const shown = responder.closings.at(-1) ?? responder.answers[0];
          if (!shown) throw new Error("nothing was shown");
          expectFits(shown);
          const ids = [...(shown.menus ?? []).flatMap(({ choices }) => choices), ...(shown.buttons ?? [])].map(
            ({ id }) => id,
          );
          for (const id of ids) expect(id.length).toBeLessThanOrEqual(100);
          // A walk through pages, filters and models.
          const next = ids.filter((id) => !id.startsWith("models:use"))[(at * 7) % ids.length];
          if (next === undefined) break;
          await send(aPress(next, { actor }));
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe("every view of /jobs", () => {
  it.each(LOCALES)("fits each platform in %s, whatever was asked for", async (locale) => {
    const actor = { ...ADA, locale };
    const text = fc.oneof(fc.string({ unit: "grapheme", maxLength: 200 }), longest);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 12 }), async (requests) => {
        const { send, responder, world } = setUpDispatch();
        for (const [prompt, requesterName] of requests) {
          const batch = aBatch({ request: aRequest({ prompt }), requesterName });
          world.know(batch, [aJob({ state: "running" })], { posts: { result: "m-1" } });
          await send(aPress(`star:${batch.id}`, { actor }));
        }
        for (const answer of new Set(responder.answers)) expectFits(answer);
        for (const at of ["all:0", "all:1", "all:2", "running:0", "starred:0", "starred:1", "starred:2"]) {
          await send(aPress(`jobs:list:${at}`, { actor }));
          const shown = responder.closings.at(-1);
          if (!shown) throw new Error("nothing was shown");
          expectFits(shown);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe("every view of /easel help", () => {
  const names = commands.map(({ spec }) => spec.name);
  const groups = names.flatMap((name) => name.split(" ").map((_, index, words) => words.slice(0, index).join(" ")));

  it.each(LOCALES)("fits each platform in %s", (locale) => {
    for (const topic of new Set([...names, ...groups])) {
      const view = helpView(topic, commands, textsFor(locale));
      if (!view) throw new Error(`no help for ${topic}`);
      expectFits(view);
    }
  });
});

describe("a view that is too long", () => {
  it("is still accepted by Discord and Slack, with its first parts whole", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 3_000 }).map(escapeText);
    const button = { id: "b", label: "x".repeat(200), style: "primary" } as const;
    const section = fc.record({ heading: text, text, facts: text });
    fc.assert(
      fc.property(fc.array(section, { maxLength: 20 }), (given) => {
        const sections = given.map((one, index) => ({
          ...one,
          buttons: [1, 2].map((number) => ({ ...button, id: `${index}:${number}` })),
        }));
        const { components } = newMessage({ text: "first", sections });
        expect(() => ViewComponents.parse(components)).not.toThrow();
        expect(textsIn(components)[0]).toBe("first");
        expect(
          blocksProblem(render({ text: "first", sections: sections.slice(0, 12) }).blocks, "message"),
        ).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });
});
