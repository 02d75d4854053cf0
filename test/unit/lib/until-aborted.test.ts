import { expect, it } from "vitest";
import { untilAborted } from "../../../src/lib/time-limit.ts";

it("work that ignores its cancellation is no longer waited for", async () => {
  const stopping = new AbortController();
  const work = untilAborted(() => new Promise(() => {}), stopping.signal);
  stopping.abort(new Error("told to stop"));
  await expect(work).rejects.toThrow("told to stop");
});

it("work does not begin after its cancellation", async () => {
  const work = untilAborted(() => expect.unreachable("it began"), AbortSignal.abort(new Error("told to stop")));
  await expect(work).rejects.toThrow("told to stop");
});

it("work ends as usual without a cancellation", async () => {
  expect(await untilAborted(async () => "done", new AbortController().signal)).toBe("done");
  expect(await untilAborted(async () => "done", undefined)).toBe("done");
});
