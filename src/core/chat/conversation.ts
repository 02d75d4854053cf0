import { z } from "zod";

/** The chat platforms. The Console is Easel's local web chat. */
export const PLATFORM_NAMES = ["discord", "slack", "console"] as const;
export type PlatformName = (typeof PLATFORM_NAMES)[number];

/** Where a reply goes: a channel, one of its threads, or a direct message. Ids are the platform's own and opaque to the core. */
export interface Conversation {
  readonly platform: PlatformName;
  readonly workspace: string;
  readonly channel: string;
  readonly thread?: string;
}

/** One message on a platform. */
export interface MessageRef {
  readonly conversation: Conversation;
  readonly id: string;
}

const platformName = z.enum(PLATFORM_NAMES);

/** One line of text for the database: `platform:workspace:channel[:thread]`, each part URI-encoded. */
export function encodeConversation(conversation: Conversation): string {
  const parts = [conversation.platform, conversation.workspace, conversation.channel];
  if (conversation.thread !== undefined) parts.push(conversation.thread);
  return parts.map(encodeURIComponent).join(":");
}

/** Encodes the workspace alone: the beginning of an encoded conversation. */
export function encodeWorkspace({ platform, workspace }: Pick<Conversation, "platform" | "workspace">): string {
  return [platform, workspace].map(encodeURIComponent).join(":");
}

/** The reverse of `encodeConversation`; throws a RangeError for anything else. */
export function decodeConversation(text: string): Conversation {
  const [platform, workspace, channel, thread, ...rest] = text.split(":").map((part) => decodePart(part, text));
  const name = platformName.safeParse(platform);
  if (!name.success || !workspace || !channel || rest.length > 0) {
    throw new RangeError(`not an encoded conversation: ${text}`);
  }
  return { platform: name.data, workspace, channel, ...(thread === undefined ? {} : { thread }) };
}

function decodePart(part: string, text: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    throw new RangeError(`not an encoded conversation: ${text}`, { cause: error });
  }
}
