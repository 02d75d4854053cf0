import type { Arguments } from "./arguments.ts";
import { blocksProblem, list, textOf } from "./blocks.ts";
import type { Fault } from "./ledger.ts";
import { writable } from "./methods-chat.ts";
import { FakeRefusal } from "./refusal.ts";
import { newId, newTs, type Block, type FakeFile, type FakeMessage, type FakeWorld } from "./world.ts";
import { shownFile } from "./methods-chat.ts";

type Answer = Record<string, unknown>;

const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  mp4: "video/mp4",
};

/** `files.*`. A fault reports success but shares nothing, or only the last file. */
export function fileMethods(
  world: FakeWorld,
  uploadAddress: (id: string) => string,
): Readonly<Record<string, (args: Arguments, fault: Fault["kind"] | undefined) => Answer>> {
  return {
    "files.getUploadURLExternal"(args) {
      const bytes = Number(args["length"]);
      const name = textOf(args["filename"]);
      const altText = textOf(args["alt_txt"]);
      if (!Number.isInteger(bytes) || bytes <= 0) throw new FakeRefusal("missing_argument");
      if (altText.length > 1000) throw new FakeRefusal("alt_txt_too_large");
      const file: FakeFile = {
        id: newId("F"),
        name,
        title: name,
        altText,
        bytes,
        mimeType: TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
        owner: world.bot.userId,
        state: "begun",
        content: Buffer.alloc(0),
        isDeleted: false,
        shares: [],
        isForeign: false,
        address: undefined,
        download: undefined,
      };
      world.files.set(file.id, file);
      return { upload_url: uploadAddress(file.id), file_id: file.id };
    },

    "files.completeUploadExternal"(args, fault) {
      const named = list(args["files"]);
      const given = named.map(({ id }) => world.files.get(String(id)));
      const files = given.flatMap((file) => (file && file.state !== "begun" && !file.isDeleted ? [file] : []));
      if (given.length === 0 || files.length < given.length) throw new FakeRefusal("file_not_found");
      const blocks = blocksOf(args);
      const channel = args["channel_id"] === undefined ? undefined : writable(args, world, "channel_id");
      for (const [index, file] of files.entries()) {
        file.state = "complete";
        file.title = textOf(named[index]?.["title"]) || file.name;
      }
      const shared = fault === "never-shared" ? [] : fault === "last-shared" ? files.slice(-1) : files;
      if (channel && shared.length > 0) {
        const text = textOf(args["initial_comment"]);
        shareFiles(world, { channel: channel.id, thread: args["thread_ts"], text, blocks }, shared);
      }
      return { files: files.map(({ id, title }) => ({ id, title })) };
    },

    "files.info"(args) {
      const file = complete(args, world);
      const kind = (id: string): "public" | "private" =>
        world.channels.get(id)?.kind === "channel" ? "public" : "private";
      const shares: Record<string, Record<string, { ts: string }[]>> = {};
      for (const { channel, ts } of file.shares) ((shares[kind(channel)] ??= {})[channel] ??= []).push({ ts });
      return { file: { ...shownFile(file.id, world, true), shares } };
    },

    "files.delete"(args) {
      const file = complete(args, world);
      file.isDeleted = true;
      for (const message of world.messages) {
        // A message with only files disappears with the last of them.
        const mine = message.files.includes(file.id);
        if (mine && message.files.every((id) => world.files.get(id)?.isDeleted)) message.isDeleted = true;
      }
      return {};
    },
  };
}

/**
 * The blocks above shared files. A comment replaces them. For invalid blocks, Slack answers with a different error:
 * https://github.com/slackapi/python-slack-sdk/issues/1756
 */
function blocksOf({ blocks = [], initial_comment: comment }: Arguments): readonly Block[] {
  if (comment !== undefined) return [];
  if (blocksProblem(blocks, "message") !== undefined) throw new FakeRefusal("internal_error");
  return list(blocks);
}

/** Slack posts files in a separate message, shortly after it has reported success. */
function shareFiles(
  world: FakeWorld,
  {
    channel,
    thread,
    text,
    blocks,
  }: Readonly<Record<"channel" | "text", string>> & {
    readonly thread: unknown;
    readonly blocks: readonly Block[];
  },
  files: readonly FakeFile[],
): void {
  setImmediate(() => {
    const message: FakeMessage = {
      channel,
      ts: newTs(world),
      threadTs: thread === undefined ? undefined : textOf(thread),
      user: world.bot.userId,
      botId: world.bot.botId,
      subtype: "file_share",
      text,
      blocks,
      metadata: undefined,
      files: files.map((file) => file.id),
      isDeleted: false,
      edits: 0,
    };
    world.messages.push(message);
    for (const file of files) file.shares.push({ channel, ts: message.ts });
  });
}

/** A file exists for Slack once its upload is complete. */
function complete(args: Arguments, world: FakeWorld): FakeFile {
  const file = world.files.get(textOf(args["file"]));
  if (!file || file.state !== "complete") throw new FakeRefusal("file_not_found");
  if (file.isDeleted) throw new FakeRefusal("file_deleted");
  return file;
}
