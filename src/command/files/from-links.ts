import type { Invocation } from "../invocation.ts";
import { refuse, type Reply } from "../reply.ts";
import type { Target } from "../../core/chat/event.ts";
import type { Linked } from "../../core/chat/platform.ts";
import { REQUEST_FILES } from "../../lib/limits.ts";
import type { MessageLinkFault } from "../../core/request/file-problem.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { type CommandContext } from "../command.ts";
import type { GivenFile } from "./files.ts";
import { resolveTarget } from "./resolve-target.ts";
import { parentOf, type Source } from "./sources.ts";

type Found = { readonly ok: true; readonly sources: readonly Source[]; readonly files: readonly GivenFile[] };

/**
 * An invocation with the files of the messages that its option `from` links to, after its own and in the order of the links;
 * for a result of ours, what that message shows. The requester must be able to see the messages.
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
  const problems: RequestProblem[] = [];
  for (const link of links) {
    const found = await filesBehind(link, invocation, context);
    if (!found.ok) problems.push({ rule: "message_link", link, fault: found.fault });
    else {
      sources.push(...found.sources);
      files.push(...found.files);
    }
  }
  if (problems.length > 0) return { ok: false, reply: refuse(problems) };
  const { attachments } = invocation;
  // What goes on from results of the same channel alone is their child, as a reply to them is.
  const isTheirs = attachments.length === 0 && sources.length === files.length;
  const parent = invocation.parent ?? (isTheirs ? parentOf(sources) : undefined);
  return { ok: true, invocation: { ...invocation, options, attachments: [...attachments, ...files], parent } };
}

/** Links between white space or commas, also in the brackets that keep a chat from showing what is behind them; each once. */
function linksIn(text: string): readonly string[] {
  const words = text.split(/[\s,]+/).map((word) => word.replace(/^<(.*)>$/, "$1"));
  return [...new Set(words.filter((word) => word !== ""))];
}

async function filesBehind(
  link: string,
  { conversation, actor, signal }: Invocation,
  context: CommandContext,
): Promise<Found | { readonly ok: false; readonly fault: MessageLinkFault }> {
  const linked: Linked = await context.platform.linked(link, { conversation, userId: actor.userId }, signal);
  if (linked.kind !== "message") return { ok: false, fault: linked.kind };
  const { target } = linked;
  const files = mediaOf(target);
  if (!target.own && files.length > 0) return { ok: true, sources: [], files };
  // The message itself is meant, also where it begins a thread.
  const { thread: _thread, ...channel } = target.message.conversation;
  const resolved = await resolveTarget({ target, conversation: channel }, context);
  if (resolved.kind === "sources") {
    // Recipes show what something goes on from: of another channel's result nothing is told here.
    const isHere = channel.channel === conversation.channel;
    return { ok: true, sources: isHere ? resolved.sources : [], files: resolved.sources.map(({ file }) => file) };
  }
  if (files.length > 0) return { ok: true, sources: [], files };
  return { ok: false, fault: target.complete ? "no_files" : "hidden" };
}

/** Pictures, clips and sounds, in their order; what else hangs on a message is not meant. */
function mediaOf({ attachments }: Target): readonly GivenFile[] {
  return attachments
    .filter(({ mimeType }) => /^(?:image|video|audio)\//.test(mimeType))
    .map(({ option: _option, ...file }) => file);
}
