/** A row of the contract's tables: bodies that `POST /v1/videos` accepts, and bodies that it refuses, with the field. */
export interface VideoFixture {
  readonly row: string;
  readonly model: string;
  readonly accepts: readonly (readonly [why: string, fields: Fields])[];
  readonly refuses: readonly (readonly [why: string, fields: Fields, param: string])[];
}

export type Fields = Readonly<Record<string, unknown>>;

/** `count` different addresses of files of that kind. */
export function links(count: number, name = "a.png"): string[] {
  return Array.from({ length: count }, (_, index) => `https://media.test/${index}/${name}`);
}

export const MP3 = "https://media.test/a.mp3";
export const MP4 = "https://media.test/a.mp4";
export const PNG = "https://media.test/a.png";

/** A prompt with that many characters. */
export function words(characters: number): string {
  return "a".repeat(characters);
}
