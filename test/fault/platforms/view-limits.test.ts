import * as fc from "fast-check";
import { commands } from "../../../commands/index.ts";
import { helpView } from "../../../src/command/help/view.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { describe, expect, it } from "vitest";
import { escapeText, shownText } from "../../../src/core/chat/message.ts";
import { newMessage } from "../../../src/platforms/discord/post/render.ts";
import { render } from "../../../src/platforms/slack/post/render.ts";
import { LOCALES } from "../../../src/lib/locale.ts";
import { ADA, aPress, aText, MAX } from "../../support/commands.ts";
import { aBatch, aJob, aRequest } from "../../support/database/jobs.ts";
import { setUpDispatch } from "../../support/dispatching.ts";
import { expectFits } from "../../support/view-fits.ts";
import { textsIn, ViewComponents } from "../../support/fake-discord/components.ts";
import { blocksProblem } from "../../support/fake-slack/blocks.ts";

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

describe("every page of a recipe", () => {
  it.each(LOCALES)("fits each platform in %s, however long the prompt", async (locale) => {
    const actor = { ...ADA, locale };
    const piece = fc.constantFrom("*", "长", "a fox ", "# x\n", "\\", "😀", "1. b\n", "_a_", "\n");
    const prompts = fc.tuple(piece, piece, fc.integer({ min: 1, max: 2_000 }));
    await fc.assert(
      fc.asyncProperty(prompts, async ([one, other, times]) => {
        const { send, responder, world } = setUpDispatch();
        const batch = aBatch({ request: aRequest({ prompt: `x${one.repeat(times)}${other.repeat(times)}x` }) });
        world.know(batch, [aJob()], { posts: { result: "m-1" } });
        await send(aPress(`recipe:${batch.id}`, { actor }));
        for (const answer of responder.answers) expectFits(answer);
        for (let page = 1; page < 10; page++) await send(aPress(`recipe:${batch.id}:${page}`, { actor }));
        for (const page of responder.closings) expectFits(page);
      }),
      { numRuns: 20 },
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
  it("is still accepted by Discord and Slack, with its first parts complete", () => {
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
