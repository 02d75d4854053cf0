import { answer, type Reply } from "../reply.ts";
import type { MessageRef } from "../../core/chat/conversation.ts";
import type { Attachment, Target, TextEvent } from "../../core/chat/event.ts";
import type { FoundPost, ResultStore } from "../../core/delivery/result-store.ts";
import { type CommandContext } from "../command.ts";
import { sourcesOf, type Source } from "./sources.ts";

/** Waits between lookups of our own message, whose id may not be stored yet. Their sum is well below the platforms' 3 s. */
const NOTED_LOOKS_MS = [0, 100, 300, 600] as const;

/** What a text refers to: pictures and clips to continue from, nothing, or something unusable, with the answer about it. */
export type ResolvedTarget =
  | {
      readonly kind: "sources";
      readonly sources: readonly Source[];
      readonly own: boolean;
      /** Whether the text replies to a message, not merely belongs to its thread. */
      readonly isReply: boolean;
    }
  | { readonly kind: "nothing" }
  /** `isHidden`: there may be pictures that we can't see. */
  | { readonly kind: "unusable"; readonly reply: Reply; readonly isHidden?: true };

/**
 * Finds what a text refers to. A reply to one of our messages means what that message shows. In a thread, without such a reply,
 * it means the thread's newest result. A reply to someone else's message means its files, or the result that it requested.
 */
export async function resolveTarget(
  { target, conversation }: Pick<TextEvent, "target" | "conversation">,
  context: CommandContext,
): Promise<ResolvedTarget> {
  const { results, texts } = context;
  const { thread } = conversation;
  // On platforms whose threads belong to a message, everything in a thread replies to that message.
  if (thread !== undefined && (!target || target.message.id === thread)) {
    const found = (await results.latestIn(conversation)) ?? (await results.postOf({ conversation, id: thread }));
    const shown = found && (await shownBy(found, results));
    if (shown && shown.length > 0) return { kind: "sources", sources: shown, own: true, isReply: target !== undefined };
  }
  if (!target) return { kind: "nothing" };
  if (!target.own) {
    const files = usableFiles(target.attachments);
    if (files.length > 0) return { kind: "sources", sources: files, own: false, isReply: true };
    // A message whose files we can't see can't have requested anything from us; earlier edits of it don't count.
    if (!target.complete) return { kind: "unusable", reply: answer(texts.reply.hidden), isHidden: true };
    const asked = await shownFor(target.message, results);
    if (asked.length > 0) return { kind: "sources", sources: asked, own: true, isReply: true };
    if (target.attachments.length > 0) return { kind: "unusable", reply: answer(texts.reply.nothingThere) };
    return { kind: "nothing" };
  }
  const found = await ownPost(target.message, context);
  if (found?.kind === "notice") return { kind: "unusable", reply: answer(texts.reply.notYet) };
  const shown = found ? await shownBy(found, results) : [];
  if (shown.length > 0) return { kind: "sources", sources: shown, own: true, isReply: true };
  return { kind: "unusable", reply: answer(found ? texts.reply.nothingThere : texts.reply.notKnown) };
}

/** The post that one of our messages shows, or the newest post for a message that requested something. */
export async function findBatch(target: Target, context: CommandContext): Promise<FoundPost | undefined> {
  return target.own ? ownPost(target.message, context) : context.results.latestFor(target.message);
}

/** People may reply to our message before its id is stored, so look again. */
async function ownPost(
  message: MessageRef,
  { results, clock }: Pick<CommandContext, "results" | "clock">,
): Promise<FoundPost | undefined> {
  for (const waitMs of NOTED_LOOKS_MS) {
    if (waitMs > 0) await clock.sleep(waitMs);
    const found = await results.postOf(message);
    if (found) return found;
  }
  return undefined;
}

/** The pictures and clips of someone else's message, in order. */
export function usableFiles(attachments: readonly Attachment[]): Source[] {
  const usable = attachments.flatMap((file) => {
    const kind = kindOf(file);
    return kind === undefined ? [] : [{ file, kind }];
  });
  return usable.map(({ file: { option: _option, ...file }, kind }, index) => ({ number: index + 1, file, kind }));
}

function kindOf({ mimeType }: Attachment): Source["kind"] | undefined {
  if (mimeType.startsWith("image/")) return "image";
  return mimeType.startsWith("video/") ? "video" : undefined;
}

async function shownFor(request: MessageRef, results: ResultStore): Promise<Source[]> {
  const found = await results.latestFor(request);
  return found ? shownBy(found, results) : [];
}

async function shownBy({ batchId, kind }: FoundPost, results: ResultStore): Promise<Source[]> {
  const view = await results.view(batchId);
  return view ? sourcesOf(view, kind) : [];
}
