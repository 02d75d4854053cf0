import { describe, expect, it } from "vitest";
import type { Conversation } from "../../../../src/core/chat/conversation.ts";
import type { BatchView, PostState } from "../../../../src/core/delivery/delivery-store.ts";
import type { Batch } from "../../../../src/core/job/job-store.ts";
import type { Locale } from "../../../../src/lib/locale.ts";
import { shownParent } from "../../../../src/worker/delivery/result/parent.ts";
import { lateMessage, resultMessage } from "../../../../src/worker/delivery/result/result.ts";
import { aBatch, aJob, aRequest } from "../../../support/database/jobs.ts";
import { tenBytes } from "../../../support/database/memory-delivery.ts";
import { asMade } from "../../../support/media/attachment-plan.ts";

const CHANNEL: Conversation = { platform: "discord", workspace: "1", channel: "2" };
const THREAD: Conversation = { ...CHANNEL, thread: "3" };
const JOB = aJob({ state: "failed", failure: { reason: "gateway" } });

function viewOf(batch: Partial<Batch>, count: number, state: PostState = "posted"): BatchView {
  const jobs = Array.from({ length: count }, (_, index) => ({ ...JOB, ordinal: index + 1 }));
  const posts = [{ kind: "result", state, messageId: "m-2", awaited: [] }];
  return { batch: aBatch(batch), jobs, artifacts: [], posts };
}

const PROMPT = `a *red*\n fox ${"x".repeat(100)}`;

interface Shown {
  readonly count: number;
  readonly ordinals: number[];
  readonly locale: Locale;
  /** The prompt of the edited pictures. */
  readonly prompt: string;
}

/** The facts of an edit in one conversation, of pictures that were made in another. */
async function factsOf(
  { there = CHANNEL, here = CHANNEL, state }: { there?: Conversation; here?: Conversation; state?: PostState },
  { count = 1, ordinals = [1], locale = "en", prompt = PROMPT }: Partial<Shown> = {},
): Promise<string> {
  const parent = viewOf({ conversation: there, request: aRequest({ prompt }) }, count, state);
  const edit = viewOf({ conversation: here, locale, parent: { batchId: parent.batch.id, ordinals } }, 1);
  const store = { view: async (id: string) => (id === parent.batch.id ? parent : undefined) };
  const shown = await shownParent(edit, store);
  const plan = asMade(edit, "result");
  const { footer = "" } = resultMessage(edit, "result", tenBytes, plan, true, shown);
  const [job = JOB] = edit.jobs;
  expect(lateMessage(edit, job, "late-1", tenBytes, plan, true, shown).footer).toBe(footer);
  return footer.replace(/x+…/, "…");
}

describe("what an edit was made from", () => {
  it.each<[number, number[], Locale, string]>([
    [1, [1], "en", String.raw`from “a \*red\* fox …” · provider-a/image-2`],
    [3, [2], "en", String.raw`from picture 2 of “a \*red\* fox …” · provider-a/image-2`],
    [3, [1, 3], "en", String.raw`from pictures 1, 3 of “a \*red\* fox …” · provider-a/image-2`],
    [3, [2], "zh-CN", String.raw`源自“a \*red\* fox …”的第 2 张 · provider-a/image-2`],
  ])("is among its facts: of %s pictures %j, in %s", async (count, ordinals, locale, facts) => {
    expect(await factsOf({}, { count, ordinals, locale })).toBe(facts);
  });

  it.each([
    ["a red fox” · charged: 9 pictures", "a red fox' - charged: 9 pictures"],
    ['a "red"\u2003·\u200bfox„ ·', "a 'red' -\u200bfox' -"],
    ["a fox by 达·芬奇", "a fox by 达·芬奇"],
  ])("can't look like another fact: %s", async (prompt, shown) => {
    expect(await factsOf({}, { prompt })).toBe(`from “${shown}” · provider-a/image-2`);
  });

  it("is shown in a thread of its channel", async () => {
    expect(await factsOf({ here: THREAD })).toContain("from “a");
    expect(await factsOf({ there: THREAD, here: THREAD })).toContain("from “a");
  });

  it.each<[string, Parameters<typeof factsOf>[0]]>([
    ["it was made in private", { there: { ...CHANNEL, channel: "9" } }],
    ["it was made in a thread, which may be private", { there: THREAD }],
    ["it was made in another thread", { there: THREAD, here: { ...CHANNEL, thread: "4" } }],
    ["it was made in another workspace", { there: { ...CHANNEL, workspace: "9" } }],
    ["its result was deleted", { state: "removed" }],
    ["its result is being deleted", { state: "removing" }],
  ])("stays private if %s", async (_why, places) => {
    expect(await factsOf(places)).toBe("provider-a/image-2");
  });

  it("is nothing for a request without a parent, or whose parent is gone", async () => {
    const none = { view: async () => undefined };
    expect(await shownParent(viewOf({}, 1), none)).toBeUndefined();
    expect(await shownParent(viewOf({ parent: { batchId: "gone", ordinals: [1] } }, 1), none)).toBeUndefined();
  });
});
