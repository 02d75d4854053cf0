import { expect, it } from "vitest";
import type { MessageRef } from "../../../src/core/chat/conversation.ts";
import type { ChatEvent, EventHandler } from "../../../src/core/chat/event.ts";
import type { Form } from "../../../src/core/chat/form.ts";
import type { Message } from "../../../src/core/chat/message.ts";
import type { PlatformHarness, ShownForm } from "./harness.ts";

/** A started platform, and the events on it. */
interface FormWorld {
  readonly harness: PlatformHarness;
  readonly events: readonly ChatEvent[];
  readonly post: (message: Message) => Promise<MessageRef>;
  /** Replaces the event handler. */
  readonly handleWith: (handler: EventHandler) => void;
}

const FORM: Form = {
  id: "set:easel-admin channel limits:limits",
  title: "Limits",
  submit: "Save",
  about: { text: "A *change* applies to new requests." },
  typed: "Type it.",
  fields: [
    { type: "text", name: "words", label: "Words", hint: "Separated by commas", value: "one, two" },
    {
      type: "choice",
      name: "guests",
      label: "Guests",
      value: "no",
      choices: ["yes", "no"].map((value) => ({ value, label: value })),
    },
    { type: "text", name: "note", label: "Note", long: true },
  ],
};

/** What every adapter with forms must do. */
export function showsForms(world: () => FormWorld): void {
  const open = async (): Promise<ShownForm> => {
    const { harness, post, handleWith } = world();
    const ref = await post({ text: "press", buttons: [{ id: "open:1", label: "Open", style: "primary" }] });
    handleWith((_event, responder) => responder.openForm(FORM));
    const shown = await harness.openForm(ref, "open:1");
    handleWith(async (_event, responder) => void (await responder.acknowledge()));
    return shown;
  };

  it("shows a form with its explanation, and its fields with their values", async () => {
    const shown = await open();
    expect(shown.title).toBe(FORM.title);
    expect(shown.words.replaceAll("\\", "")).toContain(FORM.about?.text);
    expect(shown.fields).toEqual([
      { label: "Words", value: "one, two" },
      { label: "Guests", value: "no" },
      { label: "Note", value: "" },
    ]);
  });

  it("delivers a submitted form with its id and all of its values", async () => {
    const { harness, events } = world();
    const shown = await open();
    expect(await shown.submit({ words: "three", note: "a\nb" })).toBe("");
    expect(events.at(-1)).toMatchObject({
      kind: "form",
      form: FORM.id,
      values: { words: "three", guests: "no", note: "a\nb" },
      conversation: harness.conversation,
      actor: harness.actor,
      attachments: [],
    });
  });

  it("shows only the person who submitted a form what is wrong with it", async () => {
    const { harness, handleWith } = world();
    const shown = await open();
    const text = "Words: “three” can't be used here.";
    handleWith((_event, responder) => responder.refuseForm([{ field: "words", text }]));
    expect(await shown.submit({ words: "three" })).toContain(text);
    handleWith(async (_event, responder) => void (await responder.acknowledge()));
    expect((await harness.privateTexts(harness.onlooker.userId)).join("\n")).not.toContain(text);
  });
}
