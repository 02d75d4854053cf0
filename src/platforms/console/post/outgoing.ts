import { shortened, type Message, type Section } from "../../../core/chat/message.ts";
import { CONSOLE_MESSAGE_CHARACTERS } from "../../../lib/limits.ts";
import type { MessageContent } from "../store/message-content.ts";
import { withoutHash } from "../store/message-store.ts";
import type { KeptFile } from "../store/write-messages.ts";

/** A core message's stored text. It is shortened, because everyone who sees the message loads all of it. */
export function textOf(message: Message): string {
  return shortened(message.text, CONSOLE_MESSAGE_CHARACTERS);
}

/** A core message's stored content, apart from text and files. `thumbnails`: the addresses of a view's pictures, by section. */
export function extrasOf(
  message: Message,
  thumbnails: ReadonlyMap<Section, string> = new Map(),
): Omit<MessageContent, "files"> {
  return {
    buttons: [...(message.buttons ?? [])],
    ...(message.progress ? { progress: { items: [...message.progress.items] } } : {}),
    ...(message.quote === undefined ? {} : { quote: message.quote }),
    ...(message.footer === undefined ? {} : { footer: message.footer }),
    ...(message.mention === undefined ? {} : { mention: message.mention }),
    ...(message.sections
      ? { sections: message.sections.map((section) => storedSection(section, thumbnails.get(section))) }
      : {}),
    ...(message.menus ? { menus: message.menus.map((menu) => ({ ...menu, choices: [...menu.choices] })) } : {}),
  };
}

function storedSection({ text, buttons, thumbnail, ...others }: Section, url: string | undefined) {
  return {
    ...others,
    ...(text === undefined ? {} : { text: shortened(text, CONSOLE_MESSAGE_CHARACTERS) }),
    ...(thumbnail && url !== undefined ? { picture: { url, description: thumbnail.description } } : {}),
    ...(buttons ? { buttons: [...buttons] } : {}),
  };
}

export function contentFor(
  message: Message,
  kept: readonly KeptFile[],
  thumbnails?: ReadonlyMap<Section, string>,
): MessageContent {
  return { ...extrasOf(message, thumbnails), files: kept.map(withoutHash) };
}
