import { expect, it } from "vitest";
import type { MessageRef } from "../../../src/core/chat/conversation.ts";
import type { ChatEvent } from "../../../src/core/chat/event.ts";
import { escapeText, type Message } from "../../../src/core/chat/message.ts";
import type { PlatformHarness, SeenMessage } from "./harness.ts";

/** A started platform, and the events on it. */
export interface ViewWorld {
  readonly harness: PlatformHarness;
  readonly events: readonly ChatEvent[];
  readonly post: (message: Message) => Promise<MessageRef>;
  readonly see: (ref: MessageRef) => Promise<SeenMessage | undefined>;
}

const HOSTILE = "**no** `code` # x\n-# y\n> q <@1> [a](http://b) \\ @everyone";

const VIEW: Message = {
  text: "**Models** · 1–2 of 2",
  sections: [
    {
      heading: "`a-model`",
      text: "• `--size` 1K\n• two",
      buttons: [{ id: "use:1", label: "Use here", style: "primary" }],
    },
    {
      text: escapeText(HOSTILE),
      buttons: [
        { id: "show:1", label: "Show", style: "secondary" },
        { id: "stop:1", label: "Stop", style: "danger" },
      ],
    },
  ],
  menus: [
    { id: "open", label: "Open one", choices: ["first", "second"].map((id) => ({ id: `open:${id}`, label: id })) },
    { id: "filter", label: "Which", choices: [{ id: "only:all", label: "All", isChosen: true }] },
  ],
  buttons: [{ id: "next:1", label: "Next", style: "secondary" }],
};

/** What every adapter must do with views. */
export function showsViews(world: () => ViewWorld): void {
  it("shows a view: its sections in order with people's text unchanged, its menus, and all buttons", async () => {
    const { see, post } = world();
    const seen = await see(await post(VIEW));
    expect(seen?.text).toBe(`Models · 1–2 of 2\na-model\n• --size 1K\n• two\n${HOSTILE}`);
    expect(seen?.buttons.map(({ id }) => id)).toEqual(["use:1", "show:1", "stop:1", "next:1"]);
    expect(seen?.menus).toEqual([
      {
        label: "Open one",
        choices: [
          { id: "open:first", label: "first" },
          { id: "open:second", label: "second" },
        ],
      },
      { label: "Which", choices: [{ id: "only:all", label: "All" }], chosen: "only:all" },
    ]);
  });

  it("replaces a view with another", async () => {
    const { see, post, harness } = world();
    const ref = await post(VIEW);
    await harness.platform.edit(ref, { text: "other", sections: [{ text: "more", facts: "small" }] });
    expect(await see(ref)).toMatchObject({ text: expect.stringMatching(/^other\nmore/), buttons: [], menus: [] });
  });

  it("delivers a choice from a view's menu, and a press in a section, as a press of the matching button", async () => {
    const { post, harness, events } = world();
    const ref = await post(VIEW);
    expect(await harness.choose(ref, "open:second").acknowledged).toBe(true);
    expect(events.at(-1)).toMatchObject({ kind: "button", button: "open:second", message: ref, actor: harness.actor });
    expect(await harness.press(ref, "stop:1").acknowledged).toBe(true);
    expect(events.at(-1)).toMatchObject({ kind: "button", button: "stop:1", message: ref });
  });
}
