import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { MessageRef } from "../../../src/core/chat/conversation.ts";
import type { ChatEvent } from "../../../src/core/chat/event.ts";
import type { Message } from "../../../src/core/chat/message.ts";
import type { Linked } from "../../../src/core/chat/platform.ts";
import type { PlatformHarness } from "./harness.ts";

/** A started platform, and the events on it. */
export interface LinkWorld {
  readonly harness: PlatformHarness;
  readonly events: readonly ChatEvent[];
  readonly post: (message: Message) => Promise<MessageRef>;
}

/** What every adapter must do with links to messages. */
export function followsLinks(world: () => LinkWorld): void {
  const follow = (link: string, userId = world().harness.actor.userId): Promise<Linked> => {
    const { platform, conversation } = world().harness;
    return platform.linked(link, { conversation, userId });
  };

  it("follows a link to a message with its files, and to the bot's own posts", async () => {
    const { harness, events, post } = world();
    const content = randomBytes(1_000);
    await harness.say("/imagine a fox to link to", [{ name: "fox.png", mimeType: "image/png", content }]).acknowledged;
    const said = events.at(-1);
    if (said?.kind !== "text") throw new Error("no text was delivered");
    const theirs = await follow(harness.linkTo(said.message));
    expect(theirs).toMatchObject({
      kind: "message",
      target: { message: said.message, own: false, complete: true, attachments: [{ name: "fox.png" }] },
    });
    const [attachment] = theirs.kind === "message" ? theirs.target.attachments : [];
    if (!attachment) throw new Error("the link leads to no file");
    expect((await buffer(await harness.platform.openAttachment(attachment))).equals(content)).toBe(true);

    const ref = await post({ text: "to be linked to" });
    expect(await follow(harness.linkTo(ref))).toMatchObject({
      kind: "message",
      target: { message: ref, own: true, complete: true },
    });
  });

  it("links to the bot's posts with the links that users copy, if the platform has links", async () => {
    const { harness, post } = world();
    const ref = await post({ text: "to be linked to" });
    const has = ref.conversation.platform !== "console";
    expect(await harness.platform.linkTo(ref)).toBe(has ? harness.linkTo(ref) : undefined);
  });

  it("reveals nothing about a message that the person can't see or that does not exist", async () => {
    const { harness, post } = world();
    const hidden = await harness.hiddenLink();
    expect(await follow(hidden, harness.onlooker.userId)).toMatchObject({
      kind: "message",
    });
    expect(await follow(hidden)).toEqual({ kind: "unseen" });
    const ref = await post({ text: "soon gone" });
    await harness.platform.remove(ref);
    expect(await follow(harness.linkTo(ref))).toEqual({ kind: "unseen" });
    const { strangeLink } = harness;
    if (strangeLink !== undefined) expect(await follow(strangeLink)).toEqual({ kind: "elsewhere" });
  });

  it("treats nothing else as a link to a message", async () => {
    for (const link of ["", "fox", "https://example.com/fox.png", "file:///etc/passwd", "http://", "/c/general/%"]) {
      expect(await follow(link)).toEqual({ kind: "no_message" });
    }
  });
}
