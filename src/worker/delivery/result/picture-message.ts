import { escapeText, type Button, type Message } from "../../../core/chat/message.ts";
import type { Capabilities } from "../../../core/chat/platform.ts";
import type { ArtifactContent, BatchView } from "../../../core/delivery/delivery-store.ts";
import type { Job } from "../../../core/job/job-store.ts";
import { summaryOf } from "../../../core/request/options/option-values.ts";
import type { Locale } from "../../../lib/locale.ts";
import { shownDay } from "../../../text/render/measures.ts";
import { shownBytes } from "../../../text/shown-bytes.ts";
import { textsFor, type Texts } from "../../../text/texts.ts";
import { artifactOf } from "../batch-status.ts";
import { shortPrompt } from "../notice/quoted.ts";
import type { PlannedAttachment } from "./attachment-plan.ts";
import type { PlanAttachmentsContext, PlanAttachments } from "./fit-attachments.ts";
import { postedPicture } from "./posted-picture.ts";
import { filesFor } from "./result.ts";

/** The reader's language, and what the reader's platform accepts. */
type PictureReader = Pick<Capabilities, "maxFileBytes" | "opensLocalLinks"> & {
  readonly locale: Locale;
  /** The address of the message that shows the result, if the platform has one. */
  readonly postedAt: string | undefined;
};

/** A message with one picture of a batch and the actions on it. Undefined if the picture never arrived. */
export type PictureMessage = (
  view: BatchView,
  job: Job,
  reader: PictureReader,
  signal: AbortSignal,
) => Promise<Message | undefined>;

/** `canAnimate` means that the video service can load files that Easel stores. */
export function createPictureMessage(
  context: Pick<PlanAttachmentsContext, "media" | "ledger" | "links"> & {
    readonly planAttachments: PlanAttachments;
    readonly canAnimate: boolean;
  },
): PictureMessage {
  const { media, ledger, links, planAttachments, canAnimate } = context;
  return async (view, job, { locale, maxFileBytes: maxBytes, opensLocalLinks, postedAt }, signal) => {
    const artifact = artifactOf(view, job);
    if (!artifact?.content || artifact.post === undefined) return undefined;
    const content = artifact.content;
    const texts = textsFor(locale);
    const { batch, jobs } = view;
    const about = { quote: shortPrompt(batch.request.prompt), footer: facts(view, content) };
    const title = texts.picture.title(job.ordinal, jobs.length);
    // Keeps the picture for as long as its link is valid.
    const [missing] = await ledger.use([content.hash]);
    if (missing !== undefined || (await media.size(content.hash)) === undefined) {
      const text = [title, texts.result.noLongerKept("image"), ...resultLines(postedAt, texts)].join("\n");
      return { ...about, text, buttons: pictureActions(view, job, texts, { isKept: false, canAnimate }) };
    }
    const alone = { ...view, jobs: [job] };
    const plan = await planAttachments(alone, artifact.post, { maxBytes, opensLocalLinks }, signal);
    const link = links.linkTo(batch.id, job.ordinal, opensLocalLinks);
    const posted = postedPicture(view, job);
    const reduced = sizeLines(plan.get(job.id), content, texts);
    const hasOriginal = reduced.length === 0 && postedAt !== undefined;
    return {
      ...about,
      text: [
        title,
        ...reduced,
        ...(link ? [texts.picture.original(link.url, shownDay(link.expiresAt, locale))] : []),
        ...(!link && hasOriginal ? [texts.picture.originalIn(postedAt)] : resultLines(postedAt, texts)),
      ].join("\n"),
      files: filesFor(view, [job], plan, media).map((file) => ({ ...file, ...(posted ? { posted } : {}) })),
      buttons: pictureActions(view, job, texts, { isKept: true, canAnimate }),
    };
  };
}

function resultLines(postedAt: string | undefined, { picture }: Texts): string[] {
  return postedAt === undefined ? [] : [picture.result(postedAt)];
}

function sizeLines(planned: PlannedAttachment | undefined, { hash }: ArtifactContent, { picture }: Texts): string[] {
  return planned?.file && planned.file.hash !== hash ? [picture.tooLarge] : [];
}

/** The actions on one picture. Those that need its file are left out if the file is no longer kept. */
function pictureActions(
  { batch: { id } }: BatchView,
  { ordinal }: Job,
  { result: say }: Texts,
  { isKept, canAnimate }: { readonly isKept: boolean; readonly canAnimate: boolean },
): readonly Button[] {
  const quiet = (act: string, label: string): Button => ({ id: `${act}:${id}:${ordinal}`, label, style: "secondary" });
  return [
    ...(isKept ? [quiet("edit", say.edit)] : []),
    ...(isKept && canAnimate ? [quiet("animate", say.animate)] : []),
    quiet("again", say.againLike),
    ...(isKept ? [quiet("reference", say.reference)] : []),
    { id: `recipe:${id}`, label: say.recipe, style: "secondary" },
  ];
}

function facts({ batch: { request } }: BatchView, { bytes, width, height }: ArtifactContent): string {
  const pixels = width === undefined || height === undefined ? [] : [`${width}×${height}`];
  return [request.model, ...summaryOf(request), ...pixels, shownBytes(bytes)].map(escapeText).join(" · ");
}
