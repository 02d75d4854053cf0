import type { Invocation } from "../invocation.ts";
import { refuse, type Reply } from "../reply.ts";
import type { Target } from "../../core/chat/event.ts";
import type { Linked } from "../../core/chat/platform.ts";
import { REQUEST_FILES } from "../../lib/limits.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { type CommandContext } from "../command.ts";
import type { GivenFile } from "../../core/chat/given-file.ts";
import { resolveTarget } from "./resolve-target.ts";
import { parentOf, type Source } from "./sources.ts";

type Found = { readonly ok: true; readonly sources: readonly Source[]; readonly files: readonly GivenFile[] };

/**
 * Adds the files of the messages linked in the option `from` to an invocation: after its own files, in the order of the links.
 * One of our results counts as what its message shows. The requester must be able to see the messages. Refuses the first link that
 * can't be used.
 */
export async function withLinked(
  invocation: Invocation,
  context: CommandContext,
): Promise<{ readonly ok: true; readonly invocation: Invocation } | { readonly ok: false; readonly reply: Reply }> {
  const { from, ...options } = invocation.options;
  const links = linksIn(String(from ?? ""));
  if (links.length === 0) return { ok: true, invocation: { ...invocation, options } };
  if (links.length > REQUEST_FILES) {
    return { ok: false, reply: refuse([{ rule: "too_many_files_in_all", count: links.length, max: REQUEST_FILES }]) };
  }
  const sources: Source[] = [];
  const files: GivenFile[] = [];
  for (const link of links) {
    const found = await filesBehind(link, invocation, context);
    // Stop at the first bad link: each costs calls, and Discord blocks an address after too many refused ones.
    if (!found.ok) return { ok: false, reply: refuse([found.problem]) };
    sources.push(...found.sources);
    files.push(...found.files);
  }
  const { attachments } = invocation;
  // Like a reply, a request that uses only results of the same channel becomes their child.
  const isTheirs = attachments.length === 0 && sources.length === files.length;
  const parent = invocation.parent ?? (isTheirs ? parentOf(sources) : undefined);
  return { ok: true, invocation: { ...invocation, options, attachments: [...attachments, ...files], parent } };
}

/** Links separated by white space or commas, possibly in the brackets that suppress a preview; duplicates are dropped. */
function linksIn(text: string): readonly string[] {
  const words = text.split(/[\s,]+/).map((word) => word.replace(/^<(.*)>$/, "$1"));
  return [...new Set(words.filter((word) => word !== ""))];
}

async function filesBehind(
  link: string,
  { conversation, actor, signal }: Invocation,
  context: CommandContext,
): Promise<Found | { readonly ok: false; readonly problem: RequestProblem }> {
  const linked: Linked = await context.platform.linked(link, { conversation, userId: actor.userId }, signal);
  if (linked.kind === "too_many") return { ok: false, problem: { rule: "too_many_message_links", max: linked.max } };
  if (linked.kind !== "message") return { ok: false, problem: { rule: "message_link", link, fault: linked.kind } };
  const { target } = linked;
  const files = mediaOf(target);
  if (!target.own && files.length > 0) return { ok: true, sources: [], files };
  // The link means the message itself, even if it starts a thread.
  const { thread: _thread, ...channel } = target.message.conversation;
  const resolved = await resolveTarget({ target, conversation: channel }, context);
  if (resolved.kind === "sources") {
    // Recipes show the parent, so another channel's result must not become one.
    const isHere = channel.channel === conversation.channel;
    return { ok: true, sources: isHere ? resolved.sources : [], files: resolved.sources.map(({ file }) => file) };
  }
  if (files.length > 0) return { ok: true, sources: [], files };
  const fault = target.complete ? "no_files" : "hidden";
  return { ok: false, problem: { rule: "message_link", link, fault } };
}

/** The message's pictures, clips and sounds, in order; other attachments are ignored. */
function mediaOf({ attachments }: Target): readonly GivenFile[] {
  return attachments
    .filter(({ mimeType }) => /^(?:image|video|audio)\//.test(mimeType))
    .map(({ option: _option, ...file }) => file);
}
