import { newId, type FakeFile, type FakeUser, type FakeWorld } from "./world.ts";

/** A file that a person gives, and how Slack hands it out. */
export interface SaidFile {
  readonly name: string;
  readonly mimeType: string;
  readonly content: Buffer;
  /** Of another workspace. */
  readonly isForeign?: boolean;
  /** Kept elsewhere, such as at Google Drive. */
  readonly address?: string;
  readonly download?: FakeFile["download"];
}

/** Puts a file into the world that a person is about to give somewhere. Returns its id. */
export function addFile(given: SaidFile, user: FakeUser, world: FakeWorld): string {
  const id = newId("F");
  world.files.set(id, {
    id,
    name: given.name,
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
