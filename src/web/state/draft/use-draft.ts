import { useLayoutEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from "react";
import { CONSOLE_MESSAGE_CHARACTERS } from "../../../lib/limits.ts";
import type { MessageView } from "../../../platforms/console/api/api.ts";
import { EMPTY_LOG, loadedMessages } from "../log/channel-log.ts";
import { useConsole, useConsoleState, useStore } from "../console-context.ts";
import { draftIn, draftKey, type Draft } from "./drafts.ts";
import { ownTexts, recall, replacedText } from "./recall.ts";
import { usePendingFiles, type PendingFiles } from "./use-pending-files.ts";

export interface DraftInput {
  readonly draft: Draft;
  readonly pending: PendingFiles;
  /** The message that is being replied to, if it is loaded. */
  readonly target: MessageView | undefined;
  readonly boxRef: RefObject<HTMLTextAreaElement | null>;
  readonly canSend: boolean;
  /** The text that was replaced by an earlier message, while that is unchanged. */
  readonly replaced: string | undefined;
  /** Called when the person types. */
  readonly type: (text: string, caret: number) => void;
  readonly moveCaret: (caret: number) => void;
  /** Sets the text and the caret. */
  readonly put: (text: string, caret: number) => void;
  readonly cancelReply: () => void;
  readonly send: () => void;
  /** Handles a key if it brings back an earlier message, and returns whether it did. */
  readonly takeKey: (event: KeyboardEvent) => boolean;
}

/** The message being written in the open channel. Only the input uses this hook, so only the input renders on each key. */
export function useDraft(): DraftInput {
  const { drafts, outbox, unsent, client, person, locale, channel } = useConsole();
  const place = useMemo(() => ({ person, channel }), [person, channel]);
  const key = draftKey(place);
  const draft = useStore(drafts.store, (all) => draftIn(all, key));
  const pending = usePendingFiles(place);
  const { text, caret, puts, replyTo, files, isRestoring } = draft;
  const named = useConsoleState((state) =>
    replyTo === undefined ? undefined : state.logs.get(channel)?.messages.get(replyTo),
  );
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const followed = useRef(puts);
  const hasContent = text.trim() !== "" || files.length > 0;
  const canSend = hasContent && !isRestoring && text.length <= CONSOLE_MESSAGE_CHARACTERS;

  // When the page sets the text, the browser leaves the caret at the end. Move it.
  useLayoutEffect(() => {
    if (followed.current === puts) return;
    followed.current = puts;
    boxRef.current?.focus();
    boxRef.current?.setSelectionRange(caret, caret);
  }, [puts, caret]);

  const send = (): void => {
    if (!canSend) return;
    outbox.add({
      message: {
        id: crypto.randomUUID(),
        as: person,
        locale,
        channel,
        text: text.trim(),
        ...(replyTo === undefined ? {} : { replyTo }),
      },
      files: files.map(({ file }) => ({ name: file.name, blob: file })),
      writtenAt: Date.now(),
    });
    drafts.clear(place);
  };
  const takeKey = (event: KeyboardEvent): boolean => {
    const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : undefined;
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const messages = loadedMessages(client.store.get().logs.get(channel) ?? EMPTY_LOG);
    const texts = ownTexts(messages, unsent.get(), place);
    const found = recall(draft, step, texts);
    if (!found) return false;
    drafts.put(place, found.text, found);
    // The next key finds more.
    if (found.recalled?.index === texts.length - 1) void client.loadOlder(channel);
    return true;
  };

  return {
    draft,
    pending,
    target: named && !named.removed ? named : undefined,
    boxRef,
    canSend,
    replaced: replacedText(draft),
    type: (next, at) => drafts.change(place, { text: next, caret: at }),
    moveCaret: (at) => at !== caret && drafts.change(place, { caret: at }),
    put: (next, at) => drafts.put(place, next, { caret: at }),
    cancelReply: () => drafts.change(place, { replyTo: undefined }),
    send,
    takeKey,
  };
}
