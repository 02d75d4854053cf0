import { newId, type FakeFile, type FakeUser, type FakeWorld } from "./world.ts";

/** A file that a person shares, and how Slack serves it. */
export interface SaidFile {
  readonly name: string;
  readonly mimeType: string;
  readonly content: Buffer;
  /** It belongs to another workspace. */
  readonly isForeign?: boolean;
  /** The address of an external file, such as at Google Drive. */
  readonly address?: string;
  readonly download?: FakeFile["download"];
}

/** Creates a file that a person is about to share. Returns its id. */
export function addFile(given: SaidFile, user: FakeUser, world: FakeWorld): string {
  const id = newId("F");
  world.files.set(id, {
    id,
    name: given.name,
    title: given.name,
    altText: "",
    bytes: given.content.length,
    mimeType: given.mimeType,
    owner: user.id,
    state: "complete",
    content: given.content,
    isDeleted: false,
    shares: [],
    isForeign: given.isForeign ?? false,
    address: given.address,
    download: given.download,
  });
  return id;
}
