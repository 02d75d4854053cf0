import type { SoakPlatformName, Wanted } from "../sums.ts";

/** A platform with a person in each of its channels. */
export interface SoakPlatform {
  readonly name: SoakPlatformName;
  readonly channels: number;
  /** Asks for pictures or a clip; resolves with the milliseconds until the acknowledgement, or undefined if none came in time. Never rejects. */
  ask(channel: number, wanted: Wanted): Promise<number | undefined>;
  /** Reads everything that people see. */
  look(): Promise<Seen>;
}

export interface Seen {
  /** Pictures and clips in the channels, by their prompt. */
  shown(prompt: string): number;
  /** Whether the person who asked got any answer. */
  told(prompt: string): boolean;
  /** Notices of work that are still shown. */
  readonly noticesLeft: number;
}

/** Platforms wait this long for an acknowledgement. */
export const ACKNOWLEDGE_MS = 3_000;

/** How often each of them occurs. */
export function countEach(names: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The text that people type to request it. */
export function commandOf({ service, prompt, count }: Wanted): { readonly name: string; readonly text: string } {
  return service === "video"
    ? { name: "video", text: prompt }
    : { name: "imagine", text: `${prompt} --count ${count}` };
}
