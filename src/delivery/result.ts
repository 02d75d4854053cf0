import { escapeText, MENTION, type Message, type OutgoingFile } from "../chat/message.ts";
import type { Job } from "../job/store.ts";
import type { MediaStore } from "../media/store.ts";
import { summaryOf } from "../request/request.ts";
import { failureText } from "../text/failures.ts";
import { warningLines } from "../text/quota-warnings.ts";
import { textsFor, type Texts } from "../text/texts.ts";
import { askedAtLines } from "./asked-at.ts";
import type { Carriage } from "./carry.ts";
import { carriedLines } from "./carried-lines.ts";
import { particulars } from "./particulars.ts";
import { resultFileName } from "./result-file-name.ts";
import { requestMessageOf } from "./reference.ts";
import { pictureButtons, resultButtons } from "./result-buttons.ts";
import { artifactOf } from "./standing.ts";
import type { ArtifactContent, BatchView } from "./store.ts";

/**
 * The result of a batch: the pictures that its post carries, and an honest word about each one that is missing or does not go
 * out as it was made.
 */
export function resultMessage(view: BatchView, kind: string, media: MediaStore, carriage: Carriage): Message {
  const { batch, jobs } = view;
  const texts = textsFor(batch.locale);
  const carried = jobs.filter((job) => contentFor(view, job, kind) !== undefined);
  const missing = jobs.filter((job) => !carried.includes(job));
  const lines = missing.map((job) =>
    texts.result.item({
      thing: batch.service,
      ordinal: job.ordinal,
      of: jobs.length,
      text: missingText(view, job, texts),
    }),
  );
  return {
    text: [
      headline(view, carried.length, texts),
      ...askedAtLines(view, texts),
      ...lines,
      ...carriedLines(view, carriage, texts),
      ...particulars(batch.request, texts),
      ...warningLines(view.warnings ?? [], batch.locale),
    ].join("\n"),
    mention: batch.requesterId,
    ...requestMessageOf(batch),
    files: filesFor(view, carried, carriage, media),
    buttons: resultButtons(view, carried, texts),
    footer: footer(view, carried, texts),
  };
}

/** What came, or turned out not to come, after the result had been posted. */
export function lateMessage(view: BatchView, job: Job, kind: string, media: MediaStore, carriage: Carriage): Message {
  const { batch } = view;
  const texts = textsFor(batch.locale);
  const here = contentFor(view, job, kind) !== undefined;
  const word = here
    ? texts.result.late(MENTION, batch.service, job.ordinal)
    : `${texts.result.lost(MENTION, batch.service, job.ordinal)} ${missingText(view, job, texts)}`;
  return {
    text: [word, ...carriedLines(view, carriage, texts)].join("\n"),
    mention: batch.requesterId,
    ...requestMessageOf(batch),
    files: here ? filesFor(view, [job], carriage, media) : [],
    ...(here ? { buttons: pictureButtons(view, [job], texts) } : {}),
    footer: footer(view, [job], texts),
  };
}

function contentFor(view: BatchView, job: Job, kind: string): ArtifactContent | undefined {
  const artifact = artifactOf(view, job);
  return artifact?.post === kind ? artifact.content : undefined;
}

function headline(view: BatchView, made: number, texts: Texts): string {
  const asked = view.jobs.length;
  const result = { thing: view.batch.service, made, asked };
  if (made > 0) return texts.result.done(MENTION, result);
  const open = view.jobs.some((job) => job.state === "unknown" || artifactOf(view, job)?.state === "due");
  if (open) return texts.result.notYet(MENTION, result);
  const isLost = view.jobs.some((job) => job.state === "succeeded");
  return isLost ? texts.result.noneArrived(MENTION, result) : texts.result.noneDone(MENTION, result);
}

function missingText(view: BatchView, job: Job, texts: Texts): string {
  const { locale, request } = view.batch;
  const artifact = artifactOf(view, job);
  if (artifact?.state === "unretrievable" && artifact.failure)
    return failureText(artifact.failure, { request, locale });
  const setAside = job.state === "unknown" && job.failure?.reason === "quarantined";
  if (job.failure && (setAside || job.state === "failed" || job.state === "expired")) {
    return failureText(job.failure, { request, locale });
  }
  if (job.state === "cancelled") return texts.result.itemCancelled;
  return job.state === "unknown" ? texts.result.itemUnknown : texts.result.itemLate;
}

function filesFor(view: BatchView, jobs: readonly Job[], carriage: Carriage, media: MediaStore): OutgoingFile[] {
  const { prompt } = view.batch.request;
  return jobs.flatMap((job) => {
    const file = carriage.get(job.id)?.file;
    if (!file) return [];
    const { hash, bytes, mimeType, width, height } = file;
    return [
      {
        name: resultFileName(prompt, job.ordinal, mimeType),
        mimeType,
        bytes,
        hash,
        description: prompt,
        ...(width === undefined ? {} : { width }),
        ...(height === undefined ? {} : { height }),
        open: () => media.open(hash),
      },
    ];
  });
}

function footer(view: BatchView, jobs: readonly Job[], texts: Texts): string {
  const { request, sandbox } = view.batch;
  const times = jobs.flatMap((job) =>
    job.endedAt && job.submittedAt ? [job.endedAt.getTime() - job.submittedAt.getTime()] : [],
  );
  return [
    request.model,
    ...summaryOf(request),
    times.length > 0 ? texts.result.took((Math.max(...times) / 1000).toFixed(1)) : "",
    sandbox ? texts.result.sandbox : "",
  ]
    .filter((part) => part !== "")
    .map(escapeText)
    .join(" · ");
}
