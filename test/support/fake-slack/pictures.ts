import { list, record } from "./blocks.ts";
import type { Block, FakeFile } from "./world.ts";

/** The types of files that Slack shows in blocks. */
const SHOWN = /^image\/(?:png|jpeg|gif)$/;

/**
 * The problem with the pictures in blocks, or undefined. The app must have access to each file.
 * https://docs.slack.dev/reference/block-kit/composition-objects/slack-file-object
 */
export function picturesProblem(blocks: unknown, files: ReadonlyMap<string, FakeFile>): string | undefined {
  const isUsable = (id: string): boolean => {
    const file = files.get(id);
    return file?.state === "complete" && !file.isDeleted && file.shares.length > 0 && SHOWN.test(file.mimeType);
  };
  const accessories = list(blocks).flatMap((block) => list([block["accessory"] ?? []]));
  const ids = [...picturesOf(list(blocks)), ...picturesOf(accessories)];
  return ids.every(isUsable) ? undefined : "invalid slack file";
}

/** The files that image blocks show. */
export function picturesOf(blocks: readonly Block[]): string[] {
  const shown = blocks.filter((block) => block["type"] === "image");
  return shown.map((block) => String(record(block["slack_file"])["id"]));
}
