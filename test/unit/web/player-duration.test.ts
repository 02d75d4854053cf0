import { describe, expect, it } from "vitest";
import { durationOf } from "../../../src/web/state/draft/player-duration.ts";

const never = (): Promise<void> => new Promise(() => undefined);
const player = (duration: number): EventTarget & { duration: number } => Object.assign(new EventTarget(), { duration });

describe("a file's length", () => {
  it("is what the player says once it has read the file", async () => {
    const clip = player(4.5);
    const length = durationOf(clip, never);
    clip.dispatchEvent(new Event("loadedmetadata"));
    expect(await length).toBe(4.5);
  });

  it("is unknown for a stream without an end, and for a file that can't be read", async () => {
    const stream = player(Number.POSITIVE_INFINITY);
    const length = durationOf(stream, never);
    stream.dispatchEvent(new Event("loadedmetadata"));
    expect(await length).toBeUndefined();
    const broken = player(Number.NaN);
    const none = durationOf(broken, never);
    broken.dispatchEvent(new Event("error"));
    expect(await none).toBeUndefined();
  });

  it("is unknown if the player reports nothing in time, and ends its deadline once it is known", async () => {
    expect(await durationOf(player(3), () => Promise.resolve())).toBeUndefined();
    const clip = player(3);
    let signal: AbortSignal | undefined;
    const length = durationOf(clip, (ended) => ((signal = ended), never()));
    clip.dispatchEvent(new Event("loadedmetadata"));
    expect(await length).toBe(3);
    expect(signal?.aborted).toBe(true);
  });
});
