import type { Arguments } from "./arguments.ts";
import { blocksProblem, list, record, textOf } from "./blocks.ts";
import { picturesProblem } from "./pictures.ts";
import { FakeRefusal } from "./refusal.ts";
import { newId, type FakeMessage, type FakeWorld } from "./world.ts";

/** `chat.unfurl`: https://docs.slack.dev/reference/methods/chat.unfurl */
export const linkMethods: Readonly<Record<string, (args: Arguments, world: FakeWorld) => Record<string, unknown>>> = {
  "chat.unfurl"(args, world) {
    const [byMessage, byId] = [
      [args["channel"], args["ts"]],
      [args["unfurl_id"], args["source"]],
    ].map((pair) => pair.filter((one) => one !== undefined && one !== "").length);
    if (!((byMessage === 2 && byId === 0) || (byMessage === 0 && byId === 2)))
      throw new FakeRefusal("invalid_arguments");
    const at = byId === 2 ? world.unfurlIds.get(textOf(args["unfurl_id"])) : undefined;
    const message =
      at ?? world.messages.find(({ channel, ts }) => channel === args["channel"] && ts === textOf(args["ts"]));
    if (!message || message.isDeleted) throw new FakeRefusal("cannot_unfurl_message");
    const unfurls = Object.entries(record(args["unfurls"]));
    if (unfurls.length === 0) throw new FakeRefusal("missing_unfurls");
    for (const [url, preview] of unfurls) {
      if (!linksIn(message.text, world).includes(url)) throw new FakeRefusal("cannot_unfurl_url");
      const { blocks } = record(preview);
      const problem = blocksProblem(blocks, "message") ?? picturesProblem(blocks, world.files);
      // Slack's documentation does not list rich text among the blocks of a preview.
      const isRich = list(blocks).some(({ type }) => type === "rich_text");
      if (problem ?? isRich) throw new FakeRefusal("invalid_blocks", `[ERROR] ${problem ?? "rich text"}`);
      world.unfurls.set(`${message.channel} ${message.ts} ${url}`, list(blocks));
    }
    return {};
  },
};

/** The links in a text whose domains the app has registered. */
function linksIn(text: string, { unfurlDomains }: FakeWorld): string[] {
  return [...text.matchAll(/https?:\/\/[^\s<>|]+/g)]
    .map(([url]) => url)
    .filter((url) => URL.canParse(url) && unfurlDomains.has(new URL(url).hostname));
}

/** The event about such links in a message that is still being written. */
export function linkComposed(text: string, userId: string, world: FakeWorld): Record<string, unknown> {
  const id = newId("Unfurl");
  const links = linksIn(text, world).map((url) => ({ url, domain: new URL(url).hostname }));
  const at = { channel: "COMPOSER", message_ts: newId("composer"), is_bot_user_member: true };
  return { type: "link_shared", user: userId, ...at, unfurl_id: id, source: "composer", links };
}

/** The event about a message with such links. Slack also sends it for channels that the app has not joined. */
export function linkShared(message: FakeMessage, world: FakeWorld): Record<string, unknown> | undefined {
  const links = linksIn(message.text, world);
  if (links.length === 0) return undefined;
  const id = newId("Unfurl");
  world.unfurlIds.set(id, message);
  return {
    type: "link_shared",
    user: message.user,
    channel: message.channel,
    message_ts: message.ts,
    ...(message.threadTs === undefined ? {} : { thread_ts: message.threadTs }),
    is_bot_user_member: world.channels.get(message.channel)?.members.has(world.bot.userId) ?? false,
    unfurl_id: id,
    source: "conversations_history",
    links: links.map((url) => ({ url, domain: new URL(url).hostname })),
  };
}
