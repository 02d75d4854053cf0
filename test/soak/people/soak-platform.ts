import type { SoakPlatformName, Wanted } from "../sums.ts";

/** A platform with a person in each of its channels. */
export interface SoakPlatform {
  readonly name: SoakPlatformName;
  readonly channels: number;
  /** Sends a request. Resolves with the milliseconds until the acknowledgement; undefined if it was late. Never rejects. */
  ask(channel: number, wanted: Wanted): Promise<number | undefined>;
  /** Reads everything that people see. */
  look(): Promise<Seen>;
}

export interface Seen {
  /** The number of pictures and clips with this prompt in the channels. */
  shown(prompt: string): number;
  /** Whether the person who asked got any answer. */
  told(prompt: string): boolean;
  /** The number of notices that are still shown. */
  readonly noticesLeft: number;
}

/** How long platforms wait for an acknowledgement. */
export const ACKNOWLEDGE_MS = 3_000;

/** How often each name occurs. */
export function countEach(names: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The command that people type for a request. */
export function commandOf({ service, prompt, count }: Wanted): { readonly name: string; readonly text: string } {
  return service === "video"
    ? { name: "video", text: prompt }
    : { name: "imagine", text: `${prompt} --count ${count}` };
}
