import type { AttachmentPlan } from "./attachment-plan.ts";
import { escapeText, MENTION, type Message, type OutgoingFile } from "../../../core/chat/message.ts";
import type { JobFailure } from "../../../core/job/failure.ts";
import { exceedsDeathLimit } from "../../../core/job/job.ts";
import type { Job } from "../../../core/job/job-store.ts";
import type { MediaStore } from "../../../media/store/media-store.ts";
import { summaryOf } from "../../../core/request/options/option-values.ts";
import { explained, joined, requestIdsText, unknownText } from "../../../text/render/failures.ts";
import { warningLines } from "../../../text/render/quota-warnings.ts";
import { textsFor, type Texts } from "../../../text/texts.ts";
import { askedAtLines } from "../notice/asked-at.ts";
import { attachmentLines } from "./attachment-lines.ts";
import { costFact, costLines } from "../notice/cost-lines.ts";
import { fileLines, remarkLines } from "./particulars.ts";
import { shortPrompt } from "../notice/quoted.ts";
import { parentFact } from "./parent.ts";
import { resultFileName } from "./result-file-name.ts";
import { requestMessageOf } from "./post-key.ts";
import { fetchButtons, pictureButtons, resultButtons } from "./result-buttons.ts";
import { artifactOf } from "../batch-status.ts";
import type { ArtifactContent, BatchView } from "../../../core/delivery/delivery-store.ts";

/**
 * The result of a batch: its prompt, the pictures that its post carries, an honest explanation for each one that is missing or
 * changed, and the cost.
 * @param parent what it was made from, if its readers may know (`shownParent`).
 */
export function resultMessage(
  view: BatchView,
  kind: string,
  media: MediaStore,
  attachmentPlan: AttachmentPlan,
  canAnimate = true,
  parent?: BatchView,
): Message {
  const { batch, jobs } = view;
  const { request } = batch;
  const texts = textsFor(batch.locale);
  const carried = jobs.filter((job) => contentFor(view, job, kind) !== undefined);
  const missing = jobs.filter((job) => !carried.includes(job));
  const wasSent = jobs.some((job) => job.submittedAt !== undefined);
  const isFree = jobs.every((job) => job.settlement === "released");
  return {
    text: [
      headline(view, carried, attachmentPlan, texts),
      ...askedAtLines(view, texts),
      ...missingLines(view, missing, texts),
      ...attachmentLines(view, attachmentPlan, texts),
      ...fileLines(request, texts),
      ...costLines(view, jobs, carried, texts),
      ...(wasSent ? remarkLines(request, texts) : []),
      ...(isFree ? [] : warningLines(view.warnings ?? [], batch.locale)),
    ].join("\n"),
    quote: shortPrompt(request.prompt),
    mention: batch.requesterId,
    ...requestMessageOf(batch),
    files: filesFor(view, carried, attachmentPlan, media),
    buttons: resultButtons(view, carried, texts, canAnimate),
    footer: facts(view, { jobs, carried, parent }, texts),
  };
}

/** The message about an artifact or outcome that arrived after the result had been posted. */
export function lateMessage(
  view: BatchView,
  job: Job,
  kind: string,
  media: MediaStore,
  attachmentPlan: AttachmentPlan,
  canAnimate = true,
  parent?: BatchView,
): Message {
  const { batch } = view;
  const texts = textsFor(batch.locale);
  const here = contentFor(view, job, kind) !== undefined;
  const word = here
    ? texts.result.late(MENTION, batch.service, job.ordinal)
    : joined([texts.result.lost(MENTION, batch.service, job.ordinal), whyMissing(view, job, texts)], batch.locale);
  return {
    text: [
      word,
      ...attachmentLines(view, attachmentPlan, texts),
      ...costLines(view, [job], here ? [job] : [], texts),
    ].join("\n"),
    quote: shortPrompt(batch.request.prompt),
    mention: batch.requesterId,
    ...requestMessageOf(batch),
    files: here ? filesFor(view, [job], attachmentPlan, media) : [],
    buttons: here ? pictureButtons(view, [job], texts, canAnimate) : fetchButtons(view, [job], texts),
    footer: facts(view, { jobs: [job], carried: here ? [job] : [], parent }, texts),
  };
}

function contentFor(view: BatchView, job: Job, kind: string): ArtifactContent | undefined {
  const artifact = artifactOf(view, job);
  return artifact?.post === kind ? artifact.content : undefined;
}

function headline(view: BatchView, carried: readonly Job[], attachmentPlan: AttachmentPlan, texts: Texts): string {
  const { batch, jobs } = view;
  const made = carried.length;
  const result = { thing: batch.service, made, asked: jobs.length };
  if (made > 0) {
    const isShown = carried.some((job) => {
      const planned = attachmentPlan.get(job.id);
      return planned?.file !== undefined || planned?.link !== undefined;
    });
    return isShown ? texts.result.done(MENTION, result) : texts.result.notShown(MENTION, result);
  }
  const open = jobs.some((job) => job.state === "unknown" || artifactOf(view, job)?.state === "due");
  // Anything that was charged may have been made.
  const isUnmade = jobs.every((job) => job.settlement === "released");
  const say = open ? texts.result.notYet : isUnmade ? texts.result.noneDone : texts.result.noneArrived;
  return say(MENTION, result);
}

/** Why jobs are missing, one line per reason. */
function missingLines(view: BatchView, missing: readonly Job[], texts: Texts): string[] {
  const { service, locale } = view.batch;
  const groups = Map.groupBy(missing, (job) => missingText(view, job, texts));
  return [...groups].map(([text, jobs]) =>
    texts.result.item({
      thing: service,
      ordinals: jobs.map(({ ordinal }) => ordinal),
      of: view.jobs.length,
      text: joined(
        [
          text,
          requestIdsText(
            jobs.map((job) => answeredWith(view, job)),
            locale,
          ),
        ],
        locale,
      ),
    }),
  );
}

/** Why one job is missing, with its request id. */
function whyMissing(view: BatchView, job: Job, texts: Texts): string {
  const { locale } = view.batch;
  return joined([missingText(view, job, texts), requestIdsText([answeredWith(view, job)], locale)], locale);
}

function missingText(view: BatchView, job: Job, texts: Texts): string {
  const { locale, request } = view.batch;
  const failure = failureOf(view, job);
  if (failure) return explained(failure, { request, locale });
  if (job.state === "cancelled") return texts.result.itemCancelled;
  if (job.state === "unknown") return unknownText(job.failure, { request, locale });
  return exceedsDeathLimit(job) ? texts.result.itemSetAside : texts.result.itemLate;
}

/** Why it is missing. Undefined if it was cancelled, or may still arrive. */
function failureOf(view: BatchView, job: Job): JobFailure | undefined {
  const artifact = artifactOf(view, job);
  if (artifact?.state === "unretrievable" && artifact.failure) return artifact.failure;
  return job.state === "failed" || job.state === "expired" ? job.failure : undefined;
}

/** The gateway's last answer, even if the outcome is not known yet. */
function answeredWith(view: BatchView, job: Job): JobFailure | undefined {
  return job.state === "unknown" ? job.failure : failureOf(view, job);
}

/** These jobs' files as planned, with their numbers if they are some of several. */
export function filesFor(
  view: BatchView,
  jobs: readonly Job[],
  attachmentPlan: AttachmentPlan,
  media: MediaStore,
): OutgoingFile[] {
  const { prompt } = view.batch.request;
  return jobs.flatMap((job) => {
    const file = attachmentPlan.get(job.id)?.file;
    if (!file) return [];
    const { hash, bytes, mimeType, width, height } = file;
    return [
      {
        name: resultFileName(prompt, job.ordinal, mimeType),
        mimeType,
        bytes,
        hash,
        description: prompt,
        ...(view.jobs.length === 1 ? {} : { number: job.ordinal }),
        ...(width === undefined ? {} : { width }),
        ...(height === undefined ? {} : { height }),
        open: () => media.open(hash),
      },
    ];
  });
}

/** The jobs that a message is about, those whose artifacts it carries, and their parent. */
interface MessageScope {
  readonly jobs: readonly Job[];
  readonly carried: readonly Job[];
  readonly parent: BatchView | undefined;
}

/** The footer: the numbers of the pictures if some are missing, their parent, the request, the duration and the cost. */
function facts(view: BatchView, { jobs, carried, parent }: MessageScope, texts: Texts): string {
  const { request, sandbox } = view.batch;
  const times = carried.flatMap((job) =>
    job.endedAt && job.submittedAt ? [job.endedAt.getTime() - job.submittedAt.getTime()] : [],
  );
  const hasGaps = carried.length > 0 && carried.length < view.jobs.length;
  return [
    hasGaps ? carried.map(({ ordinal }) => `#${ordinal}`).join(", ") : "",
    parent ? parentFact(view, parent, texts) : "",
    request.model,
    ...summaryOf(request),
    times.length > 0 ? texts.result.took((Math.max(...times) / 1000).toFixed(1)) : "",
    costFact(view, jobs, carried, texts) ?? "",
    sandbox && carried.length > 0 ? texts.result.sandbox : "",
  ]
    .filter((part) => part !== "")
    .map(escapeText)
    .join(" · ");
}
