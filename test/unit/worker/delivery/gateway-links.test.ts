import { describe, expect, it } from "vitest";
import type { BatchView } from "../../../../src/core/delivery/delivery-store.ts";
import { LOCALES } from "../../../../src/lib/locale.ts";
import { noticeMessage } from "../../../../src/worker/delivery/notice/notice.ts";
import { lateMessage, resultMessage } from "../../../../src/worker/delivery/result/result.ts";
import { aBatch, aJob, aMilestone, aSnapshot, EPOCH } from "../../../support/database/jobs.ts";
import { tenBytes } from "../../../support/database/memory-delivery.ts";
import { HIDDEN_ADDRESSES, linksIn } from "../../../support/gateway/hostile-words.ts";
import { asMade } from "../../../support/media/attachment-plan.ts";

describe.each(LOCALES)("what the gateway wrote, in %s", (locale) => {
  // Without its backtick, the last text is empty: the end of its code would begin the next code.
  it.each([...HIDDEN_ADDRESSES, "`"])("is not a link in any message: %j", (evil) => {
    const guidance = { tier: "1K", timeoutSeconds: 9, milestones: [aMilestone(0, evil)] };
    const running = aJob({ state: "running", guidance, submittedAt: EPOCH });
    const uncertain = aJob({ ordinal: 2, state: "unknown", failure: { reason: "unknown_outcome", code: evil } });
    const failure = { reason: "gateway", message: evil, param: "https://evil.test/login", requestId: evil } as const;
    const failed = aJob({ ordinal: 3, state: "failed", failure });
    const batch = aBatch({ locale, count: 3 });
    const view: BatchView = { batch, jobs: [running, uncertain, failed], artifacts: [], posts: [] };
    for (const { quote = "", text, progress, footer = "" } of [
      noticeMessage(view, new Map([[running.id, aSnapshot({ message: evil })]]), EPOCH.getTime()),
      resultMessage(view, "result", tenBytes, asMade(view, "result")),
      lateMessage(view, uncertain, "late-2", tenBytes, asMade(view, "late-2")),
      lateMessage(view, failed, "late-3", tenBytes, asMade(view, "late-3")),
    ]) {
      const labels = progress?.items.map(({ label }) => label) ?? [];
      expect(linksIn([quote, text, ...labels, footer].join("\n"))).toEqual([]);
    }
  });
});
