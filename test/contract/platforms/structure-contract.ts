import { expect, it } from "vitest";
import type { MessageRef } from "../../../src/core/chat/conversation.ts";
import { escapeText, type Message } from "../../../src/core/chat/message.ts";
import { progressBar } from "../../../src/text/render/measures.ts";
import type { PlatformHarness, SeenMessage } from "./harness.ts";

/** A started platform. */
interface StructureWorld {
  readonly harness: PlatformHarness;
  readonly post: (message: Message) => Promise<MessageRef>;
  readonly see: (ref: MessageRef) => Promise<SeenMessage | undefined>;
}

const HOSTILE = "- a *red* `fox` <@1> [a](http://b) \\ @everyone";
const NOON = Date.UTC(2026, 10, 21, 12);

/** What every adapter must show of a message besides its text. */
export function showsStructure(world: () => StructureWorld): void {
  it("shows the facts unchanged in one small line, and removes them with an edit", async () => {
    const { see, post, harness } = world();
    const ref = await post({ text: "done", footer: escapeText(`a-model · ${HOSTILE}`) });
    expect((await see(ref))?.small).toEqual([`a-model · ${HOSTILE}`]);
    await harness.platform.edit(ref, { text: "other" });
    expect((await see(ref))?.small).toEqual([]);
  });

  it("shows each job's progress, when it began, and when it is expected", async () => {
    const { see, post, harness } = world();
    const ref = await post({
      text: "at work",
      progress: {
        items: [
          { state: "running", label: "drawing", percent: 40, begunAt: NOON, expectedAt: NOON + 60_000 },
          { state: "waiting", label: "queued #3", expectedAt: NOON + 120_000 },
        ],
      },
    });
    const [first, second, ...others] = (await see(ref))?.progress ?? [];
    expect(others).toEqual([]);
    expect(first).toMatchObject({ times: [NOON / 1_000, NOON / 1_000 + 60] });
    expect(first?.words).toContain("drawing");
    expect(first?.words).toContain(progressBar(40));
    expect(second).toMatchObject({ words: expect.stringContaining("queued #3"), times: [NOON / 1_000 + 120] });
    await harness.platform.edit(ref, { text: "soon", progress: { items: [{ state: "succeeded", label: "made" }] } });
    expect((await see(ref))?.progress).toMatchObject([{ words: expect.stringContaining("made"), times: [] }]);
  });

  it("shows a section's link with its label, and its facts in a small line", async () => {
    const { see, post } = world();
    const link = { label: "Go to it", url: "https://easel.test/a?b=c&d=e" };
    const section = { heading: "First", text: "words", link, facts: escapeText(HOSTILE) };
    const seen = await see(await post({ text: "a view", sections: [section, { facts: "alone" }] }));
    expect(seen?.links).toEqual([link]);
    expect(seen?.small).toEqual([HOSTILE, "alone"]);
  });

  it("shows which of a menu's choices is chosen", async () => {
    const { see, post } = world();
    const choice = (id: string) => ({ id, label: id });
    const menus = [
      { id: "span", label: "Span", choices: [choice("day"), { ...choice("week"), isChosen: true as const }] },
      { id: "by", label: "By", choices: [choice("member")] },
    ];
    const seen = await see(await post({ text: "a view", sections: [], menus }));
    expect(seen?.menus.map(({ chosen }) => chosen)).toEqual(["week", undefined]);
  });

  it("asks a button's question before a press counts, if the platform can", async () => {
    const { see, post, harness } = world();
    const confirm = { question: "Pause the whole workspace?", yes: "Pause", no: "Keep" };
    const danger = { id: "pause:1", label: "Pause", style: "danger", confirm } as const;
    const plain = { id: "stop:1", label: "Stop", style: "secondary" } as const;
    const seen = await see(await post({ text: "sure?", buttons: [danger, plain] }));
    expect(seen?.questions).toEqual(harness.asksBeforePresses ? { [danger.id]: confirm.question } : {});
  });
}
