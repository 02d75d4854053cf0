import { Readable } from "node:stream";
import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageRef } from "../../../src/core/chat/conversation.ts";
import { PlatformError } from "../../../src/core/chat/errors.ts";
import type { ChatEvent, EventHandler } from "../../../src/core/chat/event.ts";
import { channelMention, escapeText, MENTION, type Message } from "../../../src/core/chat/message.ts";
import type { Platform } from "../../../src/core/chat/platform.ts";
import { QUIET } from "../../support/quiet-handlers.ts";
import { pictureFile } from "../../support/media/picture.ts";
import type { PlatformHarness, SeenMessage } from "./harness.ts";
import { showsForms } from "./form-contract.ts";
import { followsLinks } from "./link-contract.ts";
import { showsPostedPictures } from "./picture-contract.ts";
import { showsStructure } from "./structure-contract.ts";
import { showsViews } from "./view-contract.ts";

/** What every platform's adapter must do. */
export function describePlatformContract(name: string, setup: () => Promise<PlatformHarness>): void {
  describe(`the platform port: ${name}`, () => {
    let harness: PlatformHarness;
    let platform: Platform;
    let handle: EventHandler = async (_event, responder) => void (await responder.acknowledge());
    const events: ChatEvent[] = [];

    beforeAll(async () => {
      harness = await setup();
      platform = harness.platform;
      await platform.start({
        async event(event, responder) {
          events.push(event);
          await handle(event, responder);
        },
        ...QUIET,
      });
    });
    afterAll(async () => {
      await platform.stop();
      await harness.close();
    });

    const newKey = (): string => randomBytes(16).toString("hex");
    const post = (message: Message, key = newKey()): Promise<MessageRef> =>
      platform.post(harness.conversation, message, key);
    const see = (ref: MessageRef): Promise<SeenMessage | undefined> => harness.see(ref, harness.actor.userId);
    const picture = (colour: string) =>
      pictureFile({ name: `${colour}.png`, description: `all ${colour}`, width: 8, height: 6, colour });

    it("posts a message and finds it by its key", async () => {
      const key = newKey();
      const ref = await post({ text: "hello" }, key);
      expect(ref.conversation).toEqual(harness.conversation);
      expect((await see(ref))?.text).toBe("hello");
      expect(await platform.findPost(harness.conversation, key)).toEqual(ref);
      expect(await platform.findPost(harness.conversation, newKey())).toBeUndefined();
    });

    it("posts once per key, even with concurrent calls, if it declares that", async () => {
      if (!platform.capabilities.postOnce) return;
      const key = newKey();
      const before = await harness.countPosts();
      const refs = await Promise.all([1, 2, 3].map((n) => post({ text: `once, try ${n}` }, key)));
      refs.push(await post({ text: "once more" }, key));
      expect(new Set(refs.map((ref) => ref.id)).size).toBe(1);
      expect(await harness.countPosts()).toBe(before + 1);
    });

    it("shows people's text exactly as they wrote it", async () => {
      const hostile = "**no** `code` _x_ ~y~ <b>&amp;</b> [a](http://b) \\ |z| @everyone > q";
      const ref = await post({ text: `**Asked:** ${escapeText(hostile)}` });
      expect((await see(ref))?.text).toBe(`Asked: ${hostile}`);
    });

    it("quotes a message's subject above its text", async () => {
      const prompt = "- a *red* `fox` _x_ <@1> [a](http://b) \\ @everyone > q";
      const ref = await post({ quote: escapeText(prompt), text: "**Done.**" });
      expect((await see(ref))?.text).toBe(`${prompt}\nDone.`);
      await platform.edit(ref, { text: "other" });
      expect((await see(ref))?.text).toBe("other");
    });

    it("names the person it notifies", async () => {
      const ref = await post({ text: `${MENTION}, done.`, mention: harness.actor.userId });
      expect((await see(ref))?.text).toBe(`${harness.actor.displayName}, done.`);
    });

    it("shows a mentioned channel by its name, whatever surrounds it", async () => {
      const { conversation, channelName } = harness;
      const text = `**Asked** in ${channelMention(conversation.channel)}: ${escapeText("<#1> #2")}`;
      const ref = await post({ text });
      expect((await see(ref))?.text).toBe(`Asked in #${channelName}: <#1> #2`);
    });

    it("uploads files with their names and descriptions, byte for byte", async () => {
      const files = [await picture("red"), await picture("blue")];
      const ref = await post({ text: "", files });
      const seen = await see(ref);
      expect(seen?.files.map((file) => [file.name, file.description])).toEqual([
        ["red.png", "all red"],
        ["blue.png", "all blue"],
      ]);
      for (const [index, file] of files.entries()) {
        expect(seen?.files[index]?.content.equals(await buffer(await file.open()))).toBe(true);
      }
    });

    it("replaces a message's content and keeps its files when the new one names none", async () => {
      const button = { id: "cancel:1", label: "Cancel", style: "danger" } as const;
      const ref = await post({ text: "at work", files: [await picture("green")], buttons: [button] });
      expect((await see(ref))?.buttons).toEqual([{ id: "cancel:1", label: "Cancel" }]);
      await platform.edit(ref, { text: "done" });
      expect(await see(ref)).toMatchObject({ text: "done", buttons: [], files: [{ name: "green.png" }] });
      await platform.edit(ref, { text: "other", files: [await picture("teal")] });
      expect(await see(ref)).toMatchObject({ text: "other", files: [{ name: "teal.png" }] });
    });

    it("removes a message, and succeeds if it is already gone", async () => {
      const ref = await post({ text: "soon gone" });
      await platform.remove(ref);
      expect(await see(ref)).toBeUndefined();
      await platform.remove(ref);
    });

    it("says that a message or a conversation is gone", async () => {
      const ref = await post({ text: "x" });
      await platform.remove(ref);
      await expect(platform.edit(ref, { text: "y" })).rejects.toMatchObject({ failure: "gone" });
      const lost = platform.post(harness.nowhere, { text: "z" }, newKey());
      await expect(lost).rejects.toBeInstanceOf(PlatformError);
      await expect(lost).rejects.toMatchObject({ failure: "gone" });
    });

    it("delivers text with its actor and files that can be opened", async () => {
      const content = randomBytes(100_000);
      const delivery = harness.say("/imagine a fox", [{ name: "fox.bin", mimeType: "application/x-fox", content }]);
      expect(await delivery.acknowledged).toBe(true);
      const event = events.at(-1);
      expect(event).toMatchObject({
        kind: "text",
        text: "/imagine a fox",
        conversation: harness.conversation,
        actor: harness.actor,
        attachments: [{ name: "fox.bin", bytes: content.length }],
      });
      const [attachment] = event?.kind === "text" ? event.attachments : [];
      if (!attachment) throw new Error("the event has no attachment");
      expect((await buffer(await platform.openAttachment(attachment))).equals(content)).toBe(true);
    });

    it("delivers a pressed button with its message", async () => {
      const ref = await post({ text: "press", buttons: [{ id: "go:1", label: "Go", style: "primary" }] });
      expect(await harness.press(ref, "go:1").acknowledged).toBe(true);
      expect(events.at(-1)).toMatchObject({ kind: "button", button: "go:1", message: ref, actor: harness.actor });
    });

    it("acknowledges only accepted events, and redelivers an event under the same key", async () => {
      const usual = handle;
      handle = () => Promise.reject(new Error("nothing was committed"));
      const delivery = harness.say("/imagine a second try");
      expect(await delivery.acknowledged).toBe(false);
      handle = usual;
      expect(await delivery.again()).toBe(true);
      const [first, second] = events.slice(-2);
      expect(second?.key).toBe(first?.key);
    });

    it("shows an answer only to the person who asked", async () => {
      const usual = handle;
      handle = (_event, responder) => responder.answer({ text: "between us" });
      await harness.say("/imagine nothing").acknowledged;
      handle = usual;
      expect((await harness.privateTexts(harness.actor.userId)).join("\n")).toContain("between us");
      expect((await harness.privateTexts(harness.onlooker.userId)).join("\n")).not.toContain("between us");
    });

    it("shows an answer's files only to the person who asked", async () => {
      const usual = handle;
      const content = Buffer.from(`a table, number ${Math.random()}`);
      const table = { name: "table.csv", mimeType: "text/csv", bytes: content.length, description: "a table" };
      const open = async (): Promise<Readable> => Readable.from([content]);
      handle = (_event, responder) => responder.answer({ text: "with a file", files: [{ ...table, open }] });
      await harness.say("/imagine a table").acknowledged;
      handle = usual;
      const texts = await harness.privateTexts(harness.actor.userId);
      expect(texts.join("\n")).toContain("with a file");
      const got = (files: readonly Buffer[]): boolean => files.some((file) => file.equals(content));
      expect(got(await harness.privateFiles(harness.actor.userId))).toBe(true);
      expect(got(await harness.privateFiles(harness.onlooker.userId))).toBe(false);
    });

    it("finds people by their ids, and finds no unknown ones", async () => {
      const { conversation, actor } = harness;
      expect(await platform.lookUp(conversation, "person", actor.userId)).toMatchObject({
        id: actor.userId,
        name: actor.displayName,
        roles: expect.any(Array),
      });
      for (const kind of ["person", "role", "channel"] as const) {
        for (const given of ["", " ", "@", "nobody at all", "100000000000000001", "U0NOBODY99", "C0NOWHERE9"]) {
          expect(await platform.lookUp(conversation, kind, given)).toBeUndefined();
        }
      }
      expect(await platform.lookUp(conversation, "channel", conversation.channel)).toMatchObject({
        id: conversation.channel,
      });
      expect(await platform.lookUp({ ...conversation, workspace: "another" }, "person", "nobody")).toBeUndefined();
    });

    it("says who may read a conversation", async () => {
      const { conversation, actor, onlooker } = harness;
      expect(await platform.mayRead(conversation, actor.userId)).toBe(true);
      expect(await platform.mayRead(conversation, onlooker.userId)).toBe(true);
    });

    followsLinks(() => ({ harness, events, post }));
    showsViews(() => ({ harness, events, post, see }));
    showsStructure(() => ({ harness, post, see }));
    showsForms(() => ({ harness, events, post, handleWith: (next) => void (handle = next) }));
    showsPostedPictures(() => ({ harness, post, handleWith: (next) => void (handle = next) }));

    it("waits for the last handler when it stops, and delivers nothing afterwards", async () => {
      const usual = handle;
      const began = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      let finished = false;
      handle = async (_event, responder) => {
        began.resolve();
        await release.promise;
        await responder.acknowledge();
        finished = true;
      };
      const delivery = harness.say("/imagine the last one");
      await began.promise;
      const stopped = platform.stop();
      release.resolve();
      await stopped;
      expect(finished).toBe(true);
      await delivery.acknowledged;
      handle = usual;
      const before = events.length;
      expect(await harness.say("/imagine too late").acknowledged).toBe(false);
      expect(events.length).toBe(before);
    });
  });
}
