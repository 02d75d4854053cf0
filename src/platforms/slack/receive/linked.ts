import { PlatformError } from "../../../core/chat/errors.ts";
import type { Linked, LinkReader, Platform } from "../../../core/chat/platform.ts";
import type { MemberLimit, MemberShares } from "../../../lib/minute-limit.ts";
import { readMessage } from "./read-message.ts";
import { targetOf } from "./receive-actions.ts";
import type { Taking } from "./receive.ts";

/** The format of “Copy link”: https://docs.slack.dev/reference/methods/chat.getPermalink */
const PATH = /^\/archives\/([CDG][A-Z0-9]{2,20})\/p(\d{10})(\d{6})\/?$/;

/**
 * Links followed in a minute. Each takes a call of `conversations.history` or `conversations.replies`. Slack allows a
 * workspace about 50 of those a minute, and mentions need the rest.
 */
export const SLACK_LINKS: MemberShares = { member: 20, workspace: 30 };

interface LinkedDeps extends Pick<Taking, "web" | "identity" | "posts" | "log"> {
  readonly mayRead: Platform["mayRead"];
  readonly mayFollow: MemberLimit;
}

/** See `Platform.linked`. */
export async function linked(deps: LinkedDeps, link: string, by: LinkReader, signal?: AbortSignal): Promise<Linked> {
  const url = URL.parse(link);
  const [, channel, seconds, micros] = PATH.exec(url?.pathname ?? "") ?? [];
  const isSlack = url?.protocol === "https:" && url.host.endsWith(".slack.com");
  if (!url || !isSlack || channel === undefined) return { kind: "no_message" };
  const { conversation, userId } = by;
  const { host } = await deps.identity();
  if (host !== "" && url.host !== host) return { kind: "elsewhere" };
  const place = { platform: "slack", workspace: conversation.workspace, channel } as const;
  // A person who acts in a conversation can see it.
  const isHere = channel === conversation.channel;
  if (!isHere && channel.startsWith("D")) return { kind: "elsewhere" };
  const tooMany = { kind: "too_many", max: SLACK_LINKS.member } as const;
  if (!deps.mayFollow(conversation.workspace, userId)) return tooMany;
  try {
    if (!isHere && !(await deps.mayRead(place, userId))) return { kind: "unseen" };
  } catch (error) {
    if (error instanceof PlatformError && error.failure === "rate_limited") return tooMany;
    throw error;
  }
  const ts = `${seconds}.${micros}`;
  const thread = url.searchParams.get("thread_ts");
  const within = thread !== null && /^\d{10}\.\d{6}$/.test(thread) && thread !== ts ? { thread } : {};
  const message = await readMessage(ts, { ...place, ...within }, deps, signal);
  if (!message) return { kind: "unseen" };
  return { kind: "message", target: await targetOf(message, { ...place, ...within }, deps) };
}
