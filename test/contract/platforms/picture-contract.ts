import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import type { MessageRef } from "../../../src/core/chat/conversation.ts";
import type { EventHandler } from "../../../src/core/chat/event.ts";
import type { Message, OutgoingFile } from "../../../src/core/chat/message.ts";
import type { PlatformHarness } from "./harness.ts";

/** A started platform. */
interface PictureWorld {
  readonly harness: PlatformHarness;
  readonly post: (message: Message) => Promise<MessageRef>;
  /** Replaces the event handler. */
  readonly handleWith: (handler: EventHandler) => void;
}

/** What every adapter must do with pictures that one of Easel's messages already shows. */
export function showsPostedPictures(world: () => PictureWorld): void {
  const file = (number: number): OutgoingFile & { readonly content: Buffer } => {
    const content = randomBytes(100);
    const open = async (): Promise<Readable> => Readable.from([content]);
    const bytes = content.length;
    return { name: `${number}.png`, mimeType: "image/png", description: "", number, bytes, content, open };
  };

  it("shows one of a message's pictures only to the person who pressed", async () => {
    const { harness, post, handleWith } = world();
    const [first, second] = [file(1), file(2)];
    const button = { id: "picture:2", label: "Picture 2", style: "secondary" } as const;
    const ref = await post({ text: "two pictures", files: [first, second], buttons: [button] });
    const posted = { message: ref, place: 1, of: 2, mimeType: "image/png" };
    handleWith((_event, responder) => responder.answer({ text: "only the second", files: [{ ...second, posted }] }));
    expect(await harness.press(ref, "picture:2").acknowledged).toBe(true);
    handleWith(async (_event, responder) => void (await responder.acknowledge()));
    const got = async (userId: string): Promise<number[]> => {
      const files = await harness.privateFiles(userId);
      return [first, second]
        .filter(({ content }) => files.some((one) => one.equals(content)))
        .map((one) => one.number ?? 0);
    };
    await expect.poll(() => got(harness.actor.userId)).toEqual([2]);
    expect(await got(harness.onlooker.userId)).toEqual([]);
  });
}
