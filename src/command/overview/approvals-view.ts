import { encodeConversation } from "../../core/chat/conversation.ts";
import type { Button, Message, Section } from "../../core/chat/message.ts";
import type { PendingApproval } from "../../core/delivery/approvals.ts";
import { approvalLines } from "../../worker/delivery/approval/approval-message.ts";
import { actingOf } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import { maySee } from "../files/may-reach.ts";
import { linkToPosted } from "../jump-link.ts";
import { button, fitted, subjectView, type Viewer } from "./view-parts.ts";

/** Requests on a page: each needs several lines. */
const PAGE = 4;
/** How many are examined: the platform is asked about each one's channel. Undecided requests expire after a day. */
export const PENDING_LISTED = 50;
/** Of one request. */
const SHOWN_CHARACTERS = 800;

/**
 * A page of the requests that wait for an admin and whose question this admin may read, oldest first, each with its two buttons.
 * Of the others only the number is shown. A page beyond the end shows the last one.
 */
export async function approvalsView(asked: number, viewer: Viewer, context: CommandContext): Promise<Message> {
  const { approvals, texts } = context;
  const say = texts.overview.approvals;
  const { organisationId } = await actingOf(viewer, context);
  const pending = await approvals.pending(organisationId, viewer.conversation, PENDING_LISTED);
  const places = new Map(pending.map(({ conversation }) => [encodeConversation(conversation), conversation]));
  const seen = await Promise.all(
    [...places].map(async ([place, conversation]) => {
      return (await maySee({ conversation, requesterId: undefined }, viewer, context)) ? [place] : [];
    }),
  );
  const readable = new Set(seen.flat());
  const visible = pending.filter(({ conversation }) => readable.has(encodeConversation(conversation)));
  const page = Math.max(0, Math.min(asked, Math.ceil(visible.length / PAGE) - 1));
  const found = await Promise.all(
    visible.slice(page * PAGE, (page + 1) * PAGE).map((one) => sectionOf(one, organisationId, viewer, context)),
  );
  const sections = found.filter((section) => section !== undefined);
  const hidden = pending.length - visible.length;
  const title = `**${texts.overview.subjects.approvals}**`;
  const notes = [
    ...(visible.length === 0 && hidden === 0 ? [say.none] : []),
    ...(hidden === 0 ? [] : [say.hidden(hidden)]),
    ...(pending.length < PENDING_LISTED ? [] : [texts.overview.cut]),
    ...(sections.length === 0 ? [] : [say.effect]),
  ];
  const buttons: Button[] = [
    ...(page > 0 ? [button({ kind: "approvals", page: page - 1 }, say.earlier)] : []),
    ...(visible.length > (page + 1) * PAGE ? [button({ kind: "approvals", page: page + 1 }, say.later)] : []),
  ];
  const text = [page === 0 ? title : say.page(page + 1), ...notes].join("\n");
  return subjectView("approvals", { text, sections, buttons }, { kind: "approvals", page }, viewer, texts);
}

/** Undefined if it has just been decided, or ended. */
async function sectionOf(
  { batchId }: PendingApproval,
  organisationId: string,
  { conversation, actor }: Viewer,
  { approvals, results, platform, texts }: CommandContext,
): Promise<Section | undefined> {
  const [view, approval, grounds] = await Promise.all([
    results.view(batchId),
    approvals.find(batchId),
    approvals.grounds(organisationId, batchId),
  ]);
  if (!view || approval?.state !== "asked") return undefined;
  const { lines } = fitted(approvalLines(view, approval, grounds, conversation, actor.locale), SHOWN_CHARACTERS);
  const url = await linkToPosted(view, actor, platform);
  return {
    text: lines.join("\n"),
    ...(url === undefined ? {} : { link: { label: texts.jobs.jump, url } }),
    buttons: [
      { id: `approve:${batchId}`, label: texts.approval.approve, style: "primary" },
      { id: `decline:${batchId}`, label: texts.approval.decline, style: "danger" },
    ],
  };
}
