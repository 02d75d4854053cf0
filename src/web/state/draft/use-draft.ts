import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { CONSOLE_MESSAGE_CHARACTERS } from "../../../lib/limits.ts";
import type { MessageView } from "../../../platforms/console/api/api.ts";
import { useConsole } from "../context.ts";
import type { DraftControl } from "./draft-control.ts";
import { usePendingFiles, type PendingFiles } from "./use-pending-files.ts";

export interface Draft {
  readonly text: string;
  readonly caret: number;
  readonly pending: PendingFiles;
  readonly target: MessageView | undefined;
  readonly boxRef: RefObject<HTMLTextAreaElement | null>;
  readonly canSend: boolean;
  /** Called when the person types. */
  readonly type: (text: string, caret: number) => void;
  readonly moveCaret: (caret: number) => void;
  /** Sets the text and the caret. */
  readonly put: (text: string, caret: number) => void;
  readonly cancelReply: () => void;
  readonly send: () => void;
  /** Lets the messages above change the draft. */
  readonly control: DraftControl;
}

/** The message being written in one channel. */
export function useDraft(): Draft {
  const { outbox, person, locale, channel } = useConsole();
  const [words, setWords] = useState({ text: "", caret: 0, isPut: false });
  const { text, caret } = words;
  const [target, setTarget] = useState<MessageView>();
  const pending = usePendingFiles();
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const canSend = (text.trim() !== "" || pending.files.length > 0) && text.length <= CONSOLE_MESSAGE_CHARACTERS;

  // When the page sets a text, this moves the caret along; the browser would leave it at the end.
  useLayoutEffect(() => {
    if (!words.isPut) return;
    boxRef.current?.focus();
    boxRef.current?.setSelectionRange(words.caret, words.caret);
  }, [words]);

  const put = (next: string, at: number): void => setWords({ text: next, caret: at, isPut: true });
  const control = useMemo<DraftControl>(
    () => ({
      target,
      write: (next) => setWords({ text: next, caret: next.length, isPut: true }),
      replyTo(message) {
        setTarget(message);
        boxRef.current?.focus();
      },
    }),
    [target],
  );

  const send = (): void => {
    if (!canSend) return;
    outbox.add({
      message: {
        id: crypto.randomUUID(),
        as: person,
        locale,
        channel,
        text: text.trim(),
        ...(target ? { replyTo: target.id } : {}),
      },
      files: pending.files.map(({ file }) => ({ name: file.name, blob: file })),
      writtenAt: Date.now(),
    });
    put("", 0);
    setTarget(undefined);
    pending.clear();
  };

  return {
    text,
    caret,
    pending,
    target,
    boxRef,
    canSend,
    type: (next, at) => setWords({ text: next, caret: at, isPut: false }),
    moveCaret: (at) => setWords((before) => (before.caret === at ? before : { ...before, caret: at, isPut: false })),
    put,
    cancelReply: () => setTarget(undefined),
    send,
    control,
  };
}
