import { escapeText, type Message, type ProgressItem } from "../chat/message.ts";
import type { RemoteSnapshot } from "../job/remote.ts";
import type { Job } from "../job/store.ts";
import { hasEnded, isSetAside } from "../job/job.ts";
import { gatewayWords } from "../text/gateway-words.ts";
import { warningLines } from "../text/quota-warnings.ts";
import { textsFor, type Texts } from "../text/texts.ts";
import { costLines } from "./cost-lines.ts";
import { particulars } from "./particulars.ts";
import { askedAtLines } from "./asked-at.ts";
import { quoted } from "./quoted.ts";
import { requestMessageOf } from "./reference.ts";
import { artifactOf } from "./standing.ts";
import type { BatchView } from "./store.ts";
import { waitingItem } from "./waiting-item.ts";

/** What is known of running jobs beyond what is stored, by job id. */
export type Snapshots = ReadonlyMap<string, RemoteSnapshot>;

/** Before that, progress tells little of how long the rest takes. */
const TELLING_PERCENT = 10;
/** The milestone by which most jobs have ended (`contract/image-service.md`, `durationGuidance`). */
const MOST_PERCENTILE = 50;
const EXPECTED_STEP_MS = 15_000;

/** The one progress message of a batch, as of `now` (milliseconds since the Unix epoch). */
export function noticeMessage(view: BatchView, snapshots: Snapshots, now: number): Message {
  const { batch, jobs } = view;
  const texts = textsFor(batch.locale);
  const items = jobs.map((job) => itemOf(view, job, snapshots.get(job.id), now, texts));
  const intro = texts.notice.intro(escapeText(batch.requesterName), batch.service, jobs.length);
  const open = jobs.some((job) => !hasEnded(job.state));
  return {
    text: [
      `${intro}: ${quoted(batch.request.prompt)}`,
      ...askedAtLines(view, texts),
      ...particulars(batch.request, texts),
      ...(view.hindered !== undefined && jobs.some(({ state }) => state === "held") ? [view.hindered] : []),
      ...warningLines(view.warnings ?? [], batch.locale),
    ].join("\n"),
    progress: { items },
    ...requestMessageOf(batch),
    ...(open
      ? { buttons: [{ id: `cancel:${batch.id}`, label: texts.notice.cancel, style: "secondary" as const }] }
      : {}),
  };
}

/** The notice of a batch that was taken back whole. */
export function cancelledNotice(view: BatchView): Message {
  const { batch } = view;
  const texts = textsFor(batch.locale);
  return {
    text: [
      `${texts.result.cancelled(escapeText(batch.requesterName))} ${quoted(batch.request.prompt)}`,
      ...costLines(view, view.jobs, [], texts),
    ].join("\n"),
    ...requestMessageOf(batch),
  };
}

/** The notice of a batch whose result the platform refuses for good: silence would look as if it were still to come. */
export function undeliverableNotice(view: BatchView): Message {
  const { batch } = view;
  const texts = textsFor(batch.locale);
  return {
    text: [
      `${texts.result.undeliverable} ${quoted(batch.request.prompt)}`,
      ...costLines(view, view.jobs, [], texts),
    ].join("\n"),
    ...requestMessageOf(batch),
  };
}

/**
 * Milliseconds until the notice may say something else although nothing is written: until a milestone, or the next look at what
 * a waiting job waits for. Undefined when neither is ahead.
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

/** Would the notice say something else of the second snapshot than of the first? */
export function saysOther(one: RemoteSnapshot, other: RemoteSnapshot): boolean {
  return one.phase !== other.phase || one.queuePosition !== other.queuePosition || one.percent !== other.percent;
}

function itemOf(
  view: BatchView,
  job: Job,
  snapshot: RemoteSnapshot | undefined,
  now: number,
  texts: Texts,
): ProgressItem {
  const say = texts.notice;
  switch (job.state) {
    case "held":
      return { state: "waiting", label: say.held };
    case "waiting":
      return waitingItem(view, job, now, texts);
    case "submitting":
      if (isSetAside(job, now)) return setAsideItem(job, say.setAside);
      return { state: "waiting", label: job.cancelRequestedAt ? say.cancelling : say.submitting };
    case "unknown":
      return { state: "waiting", label: say.unknown };
    case "running":
      return runningItem(job, snapshot, now, texts);
    case "succeeded":
      if (isSetAside(job, now)) return setAsideItem(job, say.setAside);
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

function setAsideItem({ notBefore }: Job, label: string): ProgressItem {
  return { state: "waiting", label, expectedAt: notBefore.getTime() };
}

function runningItem(job: Job, snapshot: RemoteSnapshot | undefined, now: number, texts: Texts): ProgressItem {
  const say = texts.notice;
  if (job.cancelRequestedAt) return { state: "running", label: say.cancelling };
  if (job.overdue) return { state: "running", label: say.overdue };
  if (!snapshot || snapshot.phase === "queued") return { state: "waiting", label: say.queued(snapshot?.queuePosition) };
  const expectedAt = expectedEnd(job, snapshot, now);
  const parts = [say.running];
  if (snapshot.percent !== undefined) parts.push(say.percent(snapshot.percent));
  const hint = milestoneHint(job, now);
  if (hint !== undefined) parts.push(gatewayWords(hint));
  return { state: "running", label: parts.join(" · "), ...(expectedAt === undefined ? {} : { expectedAt }) };
}

/**
 * When a job is expected to end: by its progress where the gateway tells that, else when most of its kind have ended. Undefined
 * where nothing is known, or that time has passed. To a quarter of a minute, so that it stays the same between two looks.
 */
function expectedEnd(job: Job, snapshot: RemoteSnapshot, now: number): number | undefined {
  const submitted = job.submittedAt?.getTime();
  if (submitted === undefined) return undefined;
  const { percent } = snapshot;
  const begun = snapshot.startedAt ?? submitted;
  const byProgress = percent !== undefined && percent >= TELLING_PERCENT && percent < 100;
  const at = byProgress
    ? begun + ((now - begun) * 100) / percent
    : (job.guidance?.milestones ?? [])
        .filter((milestone) => milestone.percentile >= MOST_PERCENTILE)
        .map((milestone) => submitted + milestone.seconds * 1000)
        .toSorted((one, other) => one - other)
        .find((one) => one > now);
  return at === undefined || at <= now ? undefined : Math.ceil(at / EXPECTED_STEP_MS) * EXPECTED_STEP_MS;
}

/** The card message of the last milestone that has passed: a hint about the wait, in the gateway's words. */
function milestoneHint(job: Job, now: number): string | undefined {
  const seconds = (now - (job.submittedAt?.getTime() ?? now)) / 1000;
  const passed = (job.guidance?.milestones ?? []).filter((milestone) => milestone.seconds <= seconds);
  const last = passed.toSorted((one, other) => one.seconds - other.seconds).at(-1);
  return last === undefined || last.cardMessage === "" ? undefined : last.cardMessage;
}
