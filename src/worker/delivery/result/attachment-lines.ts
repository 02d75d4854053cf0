import type { AttachmentPlan, PlannedAttachment } from "./attachment-plan.ts";
import type { Service } from "../../../core/job/job.ts";
import type { Locale } from "../../../lib/locale.ts";
import { shownDay } from "../../../text/render/measures.ts";
import { shownBytes } from "../../../text/shown-bytes.ts";
import type { Texts } from "../../../text/texts.ts";
import { artifactOf } from "../batch-status.ts";
import type { BatchView } from "../../../core/delivery/delivery-store.ts";

/** An artifact that may be sent in a different form than it is stored in, and its number. */
export interface PlannedItem extends PlannedAttachment {
  readonly ordinal: number;
  /** The size of the stored file. */
  readonly bytes: number;
}

/** A line for each artifact that is not sent as it was made: why, and where it is available. */
export function attachmentLines(view: BatchView, attachmentPlan: AttachmentPlan, texts: Texts): string[] {
  const items = view.jobs.flatMap((job): PlannedItem[] => {
    const carried = attachmentPlan.get(job.id);
    const made = artifactOf(view, job)?.content;
    const asMade = !carried || !made || carried.file?.hash === made.hash;
    return asMade ? [] : [{ ...carried, ordinal: job.ordinal, bytes: made.bytes }];
  });
  return linesOfPlanned(items, { thing: view.batch.service, of: view.jobs.length, locale: view.batch.locale }, texts);
}

/** Like `attachmentLines`, for files that are not the batch's own artifacts. None of them is sent as it is stored. */
export function linesOfPlanned(
  items: readonly PlannedItem[],
  { thing, of, locale }: { readonly thing: Service; readonly of: number; readonly locale: Locale },
  texts: Texts,
): string[] {
  const say = texts.result;
  const item = (one: PlannedItem, text: string): string => say.item({ thing, ordinals: [one.ordinal], of, text });
  const group = (some: readonly PlannedItem[], intro: (until: string | undefined) => string): string[] => {
    if (some.length === 0) return [];
    const links = some.flatMap(({ link }) => (link ? [link] : []));
    const until = links.length > 0 ? Math.min(...links.map(({ expiresAt }) => expiresAt)) : undefined;
    return [
      intro(until === undefined ? undefined : shownDay(until, locale)),
      ...some.flatMap((one) => (one.link ? [item(one, `${shownBytes(one.bytes)} ${one.link.url}`)] : [])),
    ];
  };
  return [
    ...items.filter(({ gone }) => gone).map((one) => item(one, say.noLongerKept(thing))),
    ...group(
      items.filter(({ gone, file }) => !gone && file),
      say.fitted,
    ),
    ...group(
      items.filter(({ gone, file }) => !gone && !file),
      say.tooLarge,
    ),
  ];
}
