import { CHANNEL_MENTIONS, escapeText, MENTION } from "../../../core/chat/message.ts";
import type { AnyMessageView, FileView } from "../api/api.ts";
import { MENTION_MARK } from "../api/written-names.ts";
import type { SectionView } from "../api/message-parts.ts";
import { contentOf, type StoredFile } from "../store/message-content.ts";
import type { ReadMessage } from "../store/bounded-messages.ts";
import { displayName, EASEL_ID } from "../api/people.ts";

/** A stored message in the page's format. `names`: the names of the channels that it mentions (`mentionedNames`). */
export function viewMessage(row: ReadMessage, names: ReadonlyMap<string, string>): AnyMessageView {
  const place = { id: row.id, channel: row.channelId, position: row.position, revision: row.revision };
  if (row.removed) return { ...place, removed: true };
  const { files, buttons, progress, quote, footer, mention, answers, beside, sections, menus } = contentOf(row);
  const shown = files.map(viewFile);
  return {
    ...place,
    removed: false,
    author: { id: row.author, name: displayName(row.author), isEasel: row.author === EASEL_ID },
    text: withNames(row.text, names).replaceAll(MENTION, MENTION_MARK),
    private: row.visibleTo !== null,
    createdAt: row.createdAt.getTime(),
    ...(row.editedAt === null ? {} : { editedAt: row.editedAt.getTime() }),
    ...(row.replyTo === null ? {} : { replyTo: row.replyTo }),
    ...(mention === undefined ? {} : { mention: { id: mention, name: displayName(mention) } }),
    ...(row.pinned === null ? {} : { pinned: row.pinned }),
    files: progress === undefined ? shown : [],
    buttons: [...buttons],
    ...(progress === undefined ? {} : { progress: { items: [...progress.items], pictures: shown } }),
    ...(quote === undefined ? {} : { quote }),
    ...(footer === undefined ? {} : { footer }),
    ...(answers === undefined ? {} : { answers }),
    ...(beside === undefined ? {} : { beside }),
    ...(sections ? { sections: sections.map((section) => viewSection(section, names)) } : {}),
    ...(menus ? { menus } : {}),
  };
}

/** Removes the mention mark: a view mentions nobody. */
function viewSection({ text, ...others }: SectionView, names: ReadonlyMap<string, string>): SectionView {
  return { ...others, ...(text === undefined ? {} : { text: withNames(text, names).replaceAll(MENTION, "") }) };
}

function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(CHANNEL_MENTIONS, (_mention, id: string) => `#${escapeText(names.get(id) ?? id)}`);
}

/** A stored file in the page's format. */
export function viewFile(file: StoredFile): FileView {
  return { ...file, url: fileUrl(file) };
}

/** The URL of a file. Its unguessable id grants access. Its name is the one under which browsers save it. */
export function fileUrl(file: { readonly id: string; readonly name: string }): string {
  return `/api/files/${file.id}/${encodeURIComponent(file.name)}`;
}
