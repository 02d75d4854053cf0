import type { Capabilities } from "../../../core/chat/platform.ts";
import type { TurnOf } from "../../../media/fair-queue.ts";
import type { Fitted, Fitter } from "../../../media/fit/fitter.ts";
import type { MediaLedger } from "../../../media/store/ledger.ts";
import type { MediaStore } from "../../../media/store/media-store.ts";
import type { ResultLink, ResultLinks } from "./result-links.ts";
import { artifactOf } from "../batch-status.ts";
import type { AttachmentPlan, PlannedAttachment } from "./attachment-plan.ts";
import { editedPictures } from "./undo.ts";
import type { ArtifactContent, BatchView, FittingStore } from "../../../core/delivery/delivery-store.ts";

export interface PlanAttachmentsContext {
  readonly media: MediaStore;
  readonly ledger: Pick<MediaLedger, "use">;
  readonly fitter: Pick<Fitter, "fit">;
  readonly fittings: FittingStore;
  readonly links: ResultLinks;
}

interface Attachable {
  readonly key: string;
  readonly content: ArtifactContent;
  readonly link: () => ResultLink | undefined;
}

/** What the post's conversation allows: files of at most `maxBytes`, and local links if the platform can open them. */
export interface AttachmentLimits extends Pick<Capabilities, "opensLocalLinks"> {
  readonly maxBytes: number;
}

/** Decides how a post's artifacts are sent within its conversation's limits, and makes smaller versions if that helps. */
export type PlanAttachments = (
  view: BatchView,
  kind: string,
  limits: AttachmentLimits,
  signal: AbortSignal,
) => Promise<AttachmentPlan>;

/**
 * An artifact within the limit is sent unchanged. For a larger one, the page with the original is linked, and a smaller version
 * is sent if one can be made. That version is stored, so that it is made only once.
 */
export function createPlanAttachments(context: PlanAttachmentsContext): PlanAttachments {
  return async (view, kind, { maxBytes, opensLocalLinks }, signal) => {
    const attachmentPlan = new Map<string, PlannedAttachment>();
    for (const { key, content, link } of kind === "undo"
      ? before(view, opensLocalLinks)
      : made(view, kind, opensLocalLinks)) {
      attachmentPlan.set(
        key,
        content.bytes <= maxBytes
          ? { file: content, link: undefined }
          : await planLarge(content, maxBytes, link, view.batch, signal),
      );
    }
    return attachmentPlan;
  };

  function made(view: BatchView, kind: string, opensLocalLinks: boolean): Attachable[] {
    return view.jobs.flatMap((job) => {
      const artifact = artifactOf(view, job);
      if (artifact?.post !== kind || !artifact.content) return [];
      return [
        {
          key: job.id,
          content: artifact.content,
          link: () => context.links.linkTo(view.batch.id, job.ordinal, opensLocalLinks),
        },
      ];
    });
  }

  function before(view: BatchView, opensLocalLinks: boolean): Attachable[] {
    const { parent } = view.batch;
    return editedPictures(view).map(({ hash, bytes, mimeType, width, height }, index) => {
      const ordinal = parent?.ordinals[index];
      return {
        key: hash,
        content: { hash, bytes, mimeType, width, height },
        // A member's own file has no page.
        link: () =>
          parent && ordinal !== undefined ? context.links.linkTo(parent.batchId, ordinal, opensLocalLinks) : undefined,
      };
    });
  }

  async function planLarge(
    content: ArtifactContent,
    maxBytes: number,
    link: () => ResultLink | undefined,
    by: TurnOf,
    signal: AbortSignal,
  ): Promise<PlannedAttachment> {
    // Keeps the linked file for as long as the link is valid.
    const [missing] = await context.ledger.use([content.hash]);
    if (missing !== undefined || (await context.media.size(content.hash)) === undefined) {
      return { file: undefined, link: undefined, gone: true };
    }
    // Create the link first: if that fails, encoding would be wasted.
    return { link: link(), file: maxBytes === 0 ? undefined : await fitOnce(content, maxBytes, by, signal) };
  }

  async function fitOnce(
    content: ArtifactContent,
    maxBytes: number,
    by: TurnOf,
    signal: AbortSignal,
  ): Promise<ArtifactContent | undefined> {
    const { fittings, ledger } = context;
    const known = await fittings.fitting(content.hash, maxBytes);
    if (known && !known.fitted) return undefined;
    if (known?.fitted && (await ledger.use([known.fitted.hash])).length === 0) return known.fitted;
    const fitted = await context.fitter.fit(content, maxBytes, by, signal);
    const smaller = fitted && contentOf(fitted);
    await fittings.keepFitting(content.hash, maxBytes, smaller);
    return smaller;
  }
}

function contentOf({ hash, bytes, mimeType, width, height }: Fitted): ArtifactContent {
  return { hash, bytes, mimeType, width, height };
}
