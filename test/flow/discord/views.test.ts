import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/chat/message.ts";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";
import { sentText } from "../../support/fake-discord/reading.ts";

let here: DiscordWorld;

beforeAll(async () => {
  here = await openDiscordWorld();
});
afterAll(() => here.close());

describe("a view", () => {
  const view = (text: string): Message => ({
    text,
    sections: [{ text: "more" }],
    menus: [{ id: "m", label: "Open", choices: [{ id: "open:2", label: "Two" }] }],
    buttons: [{ id: "next", label: "Next", style: "secondary" }],
  });
  const showing = (message: Message, closes?: boolean, after?: Promise<void>): void =>
    here.handleWith(async (_event, responder) => {
      await after;
      await responder.answer(message, closes);
    });

  it("is private, and a menu or a button replaces it, immediately or after slow work, even with plain text", async () => {
    showing(view("one"));
    const asked = here.person.command("easel help");
    expect(await asked.answered).toMatchObject({ type: 4, data: { flags: (1 << 6) | (1 << 15) } });
    const shown = asked.interaction.original;
    if (!shown) throw new Error("nothing was shown");
    expect(shown.visibleTo).toBe(here.max.id);
    showing(view("two"), true);
    expect(await here.person.choose(shown, "Two").answered).toMatchObject({ type: 7 });
    expect(here.events.at(-1)).toMatchObject({ kind: "button", button: "open:2" });
    expect(sentText(shown)).toBe("two\nmore");
    const release = Promise.withResolvers<void>();
    showing(view("three"), true, release.promise);
    expect(await here.person.press(shown, "Next").answered).toEqual({ type: 6 });
    release.resolve();
    await here.server.until("the third view", () => (sentText(shown) === "three\nmore" ? true : undefined));
    showing({ text: "gone" }, true);
    await here.person.press(shown, "Next").answered;
    expect(sentText(shown)).toBe("gone");
  });

  it("that arrives late replaces “thinking”, and is shown next to a question that it can't replace", async () => {
    const release = Promise.withResolvers<void>();
    showing(view("late"), false, release.promise);
    const asked = here.person.command("easel help");
    await asked.answered;
    release.resolve();
    await here.server.until("the view", () => (asked.interaction.original?.components.length ? true : undefined));
    showing({ text: "sure?", buttons: [{ id: "yes", label: "Yes", style: "primary" }] });
    const question = here.person.command("easel help");
    await question.answered;
    const shown = question.interaction.original;
    if (!shown) throw new Error("nothing was shown");
    showing(view("beside"), true);
    const pressed = here.person.press(shown, "Yes");
    await pressed.answered;
    expect(shown.content).toBe("sure?");
    expect(pressed.interaction.original && sentText(pressed.interaction.original)).toBe("beside\nmore");
  });
});
