import { escapeText, type Message, type ProgressItem } from "../../../core/chat/message.ts";
import type { RemoteSnapshot } from "../../../core/job/remote.ts";
import type { Job } from "../../../core/job/job-store.ts";
import { isRetry } from "../../../core/job/recovery/recoveries.ts";
import { hasEnded, isSetAside } from "../../../core/job/job.ts";
import { joined } from "../../../text/render/failures.ts";
import { gatewayWords } from "../../../text/render/gateway/gateway-words.ts";
import { warningLines } from "../../../text/render/quota-warnings.ts";
import { textsFor, type Texts } from "../../../text/texts.ts";
import { costLines } from "./cost-lines.ts";
import { begunAt, expectedEnd, type ReceivedSnapshot } from "./expected-end.ts";
import { particulars } from "../result/particulars.ts";
import { askedAtLines } from "./asked-at.ts";
import { quoted } from "./quoted.ts";
import { requestMessageOf } from "../result/post-key.ts";
import { artifactOf } from "../batch-status.ts";
import type { BatchView } from "../../../core/delivery/delivery-store.ts";
import { waitingItem } from "./waiting-item.ts";

/** The snapshots of running jobs, which are not stored, by job id. */
export type Snapshots = ReadonlyMap<string, ReceivedSnapshot>;

/** The one progress message of a batch, as of `now` (milliseconds since the Unix epoch). */
export function noticeMessage(view: BatchView, snapshots: Snapshots, now: number): Message {
  const { batch, jobs } = view;
  const texts = textsFor(batch.locale);
  const items = jobs.map((job) => itemOf(view, job, { snapshot: snapshots.get(job.id), now }, texts));
  const name = escapeText(batch.requesterName);
  const canCancel = jobs.some((job) => !hasEnded(job.state) && job.cancelRequestedAt === undefined);
  return {
    text: [
      texts.notice.intro(name, batch.service, jobs.length, quoted(batch.request.prompt)),
      ...askedAtLines(view, texts),
      ...(isRetry(batch.eventKey) ? [texts.recovery.notice] : []),
      ...particulars(batch.request, texts),
      ...(view.blockedBecause !== undefined && jobs.some(({ state }) => state === "held") ? [view.blockedBecause] : []),
      ...warningLines(view.warnings ?? [], batch.locale),
      ...waitHintLines(jobs, now, texts),
    ].join("\n"),
    progress: { items },
    ...requestMessageOf(batch),
    ...(canCancel
      ? { buttons: [{ id: `cancel:${batch.id}`, label: texts.notice.cancel, style: "secondary" as const }] }
      : {}),
  };
}

/** The notice of a fully cancelled batch. */
export function cancelledNotice(view: BatchView): Message {
  const { batch } = view;
  const texts = textsFor(batch.locale);
  return {
    text: [
      joined([texts.result.cancelled(escapeText(batch.requesterName)), quoted(batch.request.prompt)], batch.locale),
      ...costLines(view, view.jobs, [], texts),
    ].join("\n"),
    ...requestMessageOf(batch),
  };
}

/**
 * Milliseconds until the notice may change without any write: until a milestone, or until the next check of why a job
 * waits. Undefined if neither is ahead.
 */
export function nextNewsInMs({ jobs }: BatchView, now: number, waitingLookMs: number): number | undefined {
  const looks = jobs.some((job) => job.state === "waiting") ? [waitingLookMs] : [];
  const milestones = jobs
    .filter((job) => job.state === "running")
    .flatMap((job) => {
      const since = now - (job.submittedAt?.getTime() ?? now);
      return (job.guidance?.milestones ?? [])
        .map((milestone) => milestone.seconds * 1000 - since)
        .filter((ms) => ms > 0);
    });
  const ahead = [...looks, ...milestones];
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}

/** Whether the notice would change from the first snapshot to the second. */
export function saysOther(one: ReceivedSnapshot, other: RemoteSnapshot): boolean {
  return one.phase !== other.phase || one.queuePosition !== other.queuePosition || one.percent !== other.percent;
}

/** What is known of a running job's progress. */
interface Known {
  readonly snapshot: ReceivedSnapshot | undefined;
  readonly now: number;
}

function itemOf(view: BatchView, job: Job, known: Known, texts: Texts): ProgressItem {
  const say = texts.notice;
  switch (job.state) {
    case "held":
      return { state: "waiting", label: say.held };
    case "waiting":
      return waitingItem(view, job, known.now, texts);
    case "submitting":
      if (isSetAside(job, known.now)) return setAsideItem(job, say.setAside);
      if (job.cancelRequestedAt) return { state: "waiting", label: cancellingText(job, texts) };
      return { state: "waiting", label: isRepeated(job) ? say.submittingAgain : say.submitting };
    case "unknown":
      return { state: "waiting", label: say.unknown };
    case "running":
      return runningItem(job, known, texts);
    case "succeeded":
      if (isSetAside(job, known.now)) return setAsideItem(job, say.setAside);
      return artifactOf(view, job)?.state === "fetched"
        ? { state: "succeeded", label: say.finished }
        : { state: "running", label: say.fetching };
    case "failed":
    case "expired":
      return { state: "failed", label: say.failed };
    case "cancelled":
      return { state: "cancelled", label: say.cancelled };
  }
}

/** Whether an earlier create has no answer yet. A clip's create is never repeated. */
function isRepeated({ service, createTries }: Job): boolean {
  return service === "image" && createTries > 1;
}

function setAsideItem({ notBefore }: Job, label: string): ProgressItem {
  return { state: "waiting", label, expectedAt: notBefore.getTime() };
}

function runningItem(job: Job, { snapshot, now }: Known, texts: Texts): ProgressItem {
  const say = texts.notice;
  if (job.cancelRequestedAt) return { state: "running", label: cancellingText(job, texts) };
  if (job.overdue) return { state: "running", label: say.overdue };
  if (!snapshot || snapshot.phase === "queued") return { state: "waiting", label: say.queued(snapshot?.queuePosition) };
  const end = expectedEnd(job, snapshot, now);
  const begun = begunAt(job, snapshot);
  const { percent } = snapshot;
  const parts = [say.running];
  if (percent !== undefined) parts.push(say.percent(percent));
  if (end === "late") parts.push(say.late);
  return {
    state: "running",
    label: parts.join(" · "),
    ...(begun === undefined ? {} : { begunAt: begun }),
    ...(percent === undefined ? {} : { percent }),
    ...(typeof end === "number" ? { expectedAt: end } : {}),
  };
}

/** The gateway stops pictures; a clip continues there regardless. */
export function cancellingText({ service }: Pick<Job, "service">, { notice: say }: Texts): string {
  return service === "video" ? say.cannotStop : say.cancelling;
}

/**
 * The gateway's words about usual waiting times, shown once for all jobs: the card message of the last milestone that
 * has passed. They describe jobs in general, so they must not read as if one of these were done.
 */
function waitHintLines(jobs: readonly Job[], now: number, { notice: say }: Texts): string[] {
  const passed = jobs
    .filter((job) => job.state === "running")
    .flatMap((job) => {
      const since = (now - (job.submittedAt?.getTime() ?? now)) / 1000;
      return (job.guidance?.milestones ?? []).filter((milestone) => milestone.seconds <= since);
    });
  const last = passed.toSorted((one, other) => one.seconds - other.seconds).at(-1);
  const words = gatewayWords(last?.cardMessage ?? "");
  return words === "" ? [] : [say.waitHint(words)];
}
