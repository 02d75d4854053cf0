import { shortened, type Message, type Section } from "../../../core/chat/message.ts";
import { CONSOLE_MESSAGE_CHARACTERS } from "../../../lib/limits.ts";
import type { MessageContent } from "../store/content.ts";
import { withoutHash } from "../store/message-store.ts";
import type { KeptFile } from "../store/write-messages.ts";

/** A core message's stored text. It is shortened, because everyone who sees the message loads all of it. */
export function textOf(message: Message): string {
  return shortened(message.text, CONSOLE_MESSAGE_CHARACTERS);
}

/** A core message's stored content, apart from text and files. */
export function extrasOf(message: Message): Omit<MessageContent, "files"> {
  return {
    buttons: [...(message.buttons ?? [])],
    ...(message.progress ? { progress: { items: [...message.progress.items] } } : {}),
    ...(message.quote === undefined ? {} : { quote: message.quote }),
    ...(message.footer === undefined ? {} : { footer: message.footer }),
    ...(message.mention === undefined ? {} : { mention: message.mention }),
    ...(message.sections ? { sections: message.sections.map(storedSection) } : {}),
    ...(message.menus ? { menus: message.menus.map((menu) => ({ ...menu, choices: [...menu.choices] })) } : {}),
  };
}

function storedSection({ text, buttons, ...others }: Section) {
  return {
    ...others,
    ...(text === undefined ? {} : { text: shortened(text, CONSOLE_MESSAGE_CHARACTERS) }),
    ...(buttons ? { buttons: [...buttons] } : {}),
  };
}

export function contentFor(message: Message, kept: readonly KeptFile[]): MessageContent {
  return { ...extrasOf(message), files: kept.map(withoutHash) };
}
