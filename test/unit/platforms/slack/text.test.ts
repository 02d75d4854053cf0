import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { channelMention, escapeText, MENTION } from "../../../../src/core/chat/message.ts";
import { render } from "../../../../src/platforms/slack/post/render.ts";
import { createCadence, createPace } from "../../../../src/platforms/slack/post/cadence.ts";
import { plainWords, richElements } from "../../../../src/platforms/slack/post/rich-text.ts";
import { plainText } from "../../../../src/platforms/slack/receive/plain-text.ts";
import { charactersIn } from "../../../support/fake-slack/block-fields.ts";
import { blocksProblem } from "../../../support/fake-slack/blocks.ts";
import { createManualClock } from "../../../support/manual-clock.ts";
import { createSteppedClock, settled } from "../../../support/fault/stepped-clock.ts";

describe("a message for Slack", () => {
  it("is rich text, in which people's text is never markup", () => {
    expect(richElements(`**Done** \`x\` ${escapeText("*a* _b_ `c` <@U1>")} ${MENTION}!`, "U9")).toEqual([
      { type: "text", text: "Done", style: { bold: true } },
      { type: "text", text: " " },
      { type: "text", text: "x", style: { code: true } },
      { type: "text", text: " *a* _b_ `c` <@U1> " },
      { type: "user", user_id: "U9" },
      { type: "text", text: "!" },
    ]);
  });

  it("shows people's text unchanged, in valid blocks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const shown = text.replaceAll(MENTION, "").replaceAll(/[^\P{Cc}\n\t]/gu, "");
        expect(plainWords(escapeText(text))).toBe(shown);
        const { blocks } = render({ text: escapeText(text), quote: escapeText(text), footer: "f" });
        expect(blocksProblem(blocks, "message")).toBeUndefined();
      }),
    );
  });

  it("mentions channels, in its notification too, but only those that Easel may mention", () => {
    const text = `in ${channelMention("C7")}, not ${escapeText(`${channelMention("C8")} <#C9>`)}`;
    const { blocks, text: words } = render({ text });
    expect(richElements(text, undefined)).toEqual([
      { type: "text", text: "in " },
      { type: "channel", channel_id: "C7" },
      { type: "text", text: ", not #C8 <#C9>" },
    ]);
    expect(blocksProblem(blocks, "message")).toBeUndefined();
    expect(words).toBe("in <#C7>, not #C8 &lt;#C9&gt;");
  });

  it.each(["https://fox.example:99999/a", "http://%zz", "https://a%b.example"])(
    "shows an address that is no valid URL as text, because Slack refuses such a link: %s",
    (address) => {
      const { blocks } = render({ text: escapeText(`a fox, ${address} and more`) });
      expect(blocksProblem(blocks, "message")).toBeUndefined();
      expect(richElements(address, undefined)).toEqual([{ type: "text", text: address }]);
    },
  );

  it("links URLs, and nothing else", () => {
    const url = "https://easel.example.com/results/a_b-c.d_e";
    expect(richElements(`12 MB ${url}. (see \`https://x.example\`)`, undefined)).toEqual([
      { type: "text", text: "12 MB " },
      { type: "link", url },
      { type: "text", text: ". (see " },
      { type: "text", text: "https://x.example", style: { code: true } },
      { type: "text", text: ")" },
    ]);
    expect(blocksProblem(render({ text: `see ${url}` }).blocks, "message")).toBeUndefined();
    expect(render({ text: `see ${url}?a=1&b=2` }).text).toBe(`see ${url}?a=1&amp;b=2`);
  });

  it("quotes what it is about above its text, without markup, and names it in its notification", () => {
    const { blocks, text } = render({ text: `${MENTION}, done.`, mention: "U9", quote: escapeText("a *b* <@U1> `c`") });
    expect(blocks).toEqual([
      {
        type: "rich_text",
        elements: [
          { type: "rich_text_quote", elements: [{ type: "text", text: "a *b* <@U1> `c`" }] },
          {
            type: "rich_text_section",
            elements: [
              { type: "user", user_id: "U9" },
              { type: "text", text: ", done." },
            ],
          },
        ],
      },
    ]);
    expect(blocksProblem(blocks, "message")).toBeUndefined();
    expect(text).toBe("<@U9>, done.\n“a *b* &lt;@U1&gt; `c`”");
  });

  it("says everything in its notification: what happened, what it is about, and the facts", () => {
    const message = { text: "Done.", quote: "a **fox**", footer: "image-2 · 1K" };
    expect(render(message).text).toBe("Done.\n“a fox”\nimage-2 · 1K");
    expect(render({ text: "Done.", footer: "image-2" }).text).toBe("Done.\nimage-2");
    expect(render({ text: "Models", sections: [{ heading: "a-model", facts: "2 s" }] }).text).toBe(
      "Models\na-model\n2 s",
    );
  });

  it("says when each job began and when it is expected, in its notification too", () => {
    const [begunAt, expectedAt] = [Date.UTC(2026, 0, 1, 14, 0), Date.UTC(2026, 0, 1, 14, 5)];
    const items = [
      { state: "running" as const, label: "being made", percent: 50, begunAt, expectedAt },
      { state: "waiting" as const, label: "queued #3", expectedAt: expectedAt + 60_000 },
      { state: "waiting" as const, label: "queued #4" },
    ];
    const { blocks, text } = render({ text: "Two foxes", progress: { items } });
    const date = (at: number, format: string, fallback: string) => ({
      type: "date",
      timestamp: at / 1000,
      format,
      fallback,
    });
    expect(blocks).toEqual([
      {
        type: "rich_text",
        elements: [
          {
            type: "rich_text_section",
            elements: [
              { type: "text", text: "Two foxes" },
              { type: "text", text: "\n◐ being made · ▰▰▰▰▰▱▱▱▱▱" },
              { type: "text", text: " · " },
              date(begunAt, "{ago}", "14:00 UTC"),
              { type: "text", text: " → ≈ " },
              date(expectedAt, "{time}", "14:05 UTC"),
              { type: "text", text: "\n○ queued #3" },
              { type: "text", text: " · ≈ " },
              date(expectedAt + 60_000, "{time}", "14:06 UTC"),
              { type: "text", text: "\n○ queued #4" },
            ],
          },
        ],
      },
    ]);
    expect(blocksProblem(blocks, "message")).toBeUndefined();
    const [from, to] = [begunAt / 1000, expectedAt / 1000];
    expect(text.split("\n")).toEqual([
      "Two foxes",
      `◐ being made · ▰▰▰▰▰▱▱▱▱▱ · <!date^${from}^{time}|14:00 UTC> → ≈ <!date^${to}^{time}|14:05 UTC>`,
      `○ queued #3 · ≈ <!date^${to + 60}^{time}|14:06 UTC>`,
      "○ queued #4",
    ]);
  });

  it("shows no backslash where a long text was cut within an escape sequence", () => {
    for (const before of [0, 1]) {
      const long = escapeText("a".repeat(before) + "*".repeat(12_000));
      const { blocks, text } = render({ text: long, quote: long, sections: [{ text: long }] });
      expect(JSON.stringify(blocks).match(/\*…/g)).toHaveLength(3);
      expect(JSON.stringify(blocks) + text).not.toContain("\\");
      expect(render({ text: "Done.", quote: long }).text).toMatch(/\*…$/);
    }
  });

  it("escapes the text of its notification", () => {
    expect(render({ text: escapeText("<!channel> & co") }).text).toBe("&lt;!channel&gt; &amp; co");
  });

  it("is within Slack's limits, however long", () => {
    const buttons = Array.from({ length: 40 }, (_, n) => ({
      id: `b:${n}`,
      label: "l".repeat(90),
      style: "primary" as const,
    }));
    const items = Array.from({ length: 10 }, () => ({ state: "running" as const, label: "x".repeat(3_000) }));
    const { text, blocks } = render({
      text: "t".repeat(50_000),
      quote: "q".repeat(9_000),
      footer: "f".repeat(9_000),
      buttons,
      progress: { items },
    });
    expect(blocksProblem(blocks, "message")).toBeUndefined();
    expect(charactersIn(blocks)).toBeLessThan(12_000);
    expect(text.length).toBeLessThanOrEqual(3_000);
  });
});

describe("Slack's encoding of text", () => {
  it("is decoded, whatever people wrote", async () => {
    const namesOf = async (ids: readonly string[]) => new Map(ids.map((id) => [id, `name of ${id}`]));
    const written = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[ \t]+/g, " ").trim());
    await fc.assert(
      fc.asyncProperty(written, async (text) => {
        const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
        expect(await plainText(`<@UBOT> ${escaped}`, { botUserId: "UBOT", namesOf })).toBe(text);
      }),
    );
  });
});

describe("the pace of edits", () => {
  it("slows with the number of active notices, and forgets those that ended or went silent", () => {
    const clock = createManualClock();
    const cadence = createCadence(clock);
    expect(cadence.intervalMs()).toBe(3_000);
    for (let n = 0; n < 10; n++) cadence.seen(`n${n}`);
    expect(cadence.intervalMs()).toBe(15_000);
    cadence.ended("n0");
    expect(cadence.intervalMs()).toBe(13_500);
    clock.advance(11 * 60_000);
    expect(cadence.intervalMs()).toBe(3_000);
  });

  it("lets a few posts through immediately, and then one per interval, for each channel", async () => {
    const clock = createSteppedClock();
    const pace = createPace(clock, 1_000, 4);
    const posted: string[] = [];
    const post = async (channel: string): Promise<void> => {
      await pace(channel, undefined);
      posted.push(channel);
    };
    const all = Promise.all([...Array.from({ length: 6 }, () => post("a")), post("b")]);
    await settled();
    expect(posted.toSorted()).toEqual(["a", "a", "a", "a", "b"]);
    await clock.pass(1_000);
    expect(posted).toHaveLength(6);
    await clock.pass(1_000);
    expect(posted).toHaveLength(7);
    await all;
  });
});
