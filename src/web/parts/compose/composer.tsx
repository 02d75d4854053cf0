import { ActionIcon } from "@mantine/core";
import { IconArrowUp, IconCamera, IconPaperclip, IconX } from "@tabler/icons-react";
import { Suspense, useId, useRef, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from "react";
import { CONSOLE_MESSAGE_CHARACTERS, REQUEST_FILES } from "../../../lib/limits.ts";
import { useChannelName } from "../../state/channels/use-channel-name.ts";
import { useConsole } from "../../state/console-context.ts";
import { useDraft } from "../../state/draft/use-draft.ts";
import { FILE_TYPE_NAMES, USABLE_MIB } from "../../state/draft/file-types.ts";
import { useFileDrop } from "../../state/draft/use-file-drop.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";
import { useShortcut } from "../../state/use-shortcut.ts";
import { suggestionId, useSuggestions } from "../../state/use-suggestions.ts";
import { MESSAGE_INPUT } from "./message-input.ts";
import styles from "./composer.module.css";

const SuggestionList = lazyPart(async () => (await import("./suggestion-list.tsx")).SuggestionList);

const PendingFiles = lazyPart(async () => (await import("./pending-files.tsx")).PendingFiles);

const ReplacedDraft = lazyPart(async () => (await import("./replaced-draft.tsx")).ReplacedDraft);

const DraftCost = lazyPart(async () => (await import("./draft-cost.tsx")).DraftCost);

/** The message input. Enter sends; Shift+Enter starts a new line. */
export function Composer() {
  const { texts, channel } = useConsole();
  const name = useChannelName(channel);
  const input = useDraft();
  const { draft, pending, target, boxRef, replaced } = input;
  const { text, caret, files, replyTo } = draft;
  const chooserRef = useRef<HTMLInputElement>(null);
  const cameraRef = useRef<HTMLInputElement>(null);
  const listId = useId();
  const attached = files.map(({ file }) => file.name);
  const suggestions = useSuggestions({ text, caret, files: attached, isRecalled: replaced !== undefined }, input.put);
  const isDropping = useFileDrop(pending.add);
  const { completion, command, active } = suggestions;
  useShortcut("/", (event) => {
    // A slash begins a command in an empty input, but must not be added to a text.
    if (text !== "") event.preventDefault();
    boxRef.current?.focus();
  });
  const picture = target?.files.find((file) => file.mimeType.startsWith("image/"));
  const maxFiles = command?.maxFiles ?? REQUEST_FILES;
  const limits = texts.attachLimits(maxFiles, USABLE_MIB, FILE_TYPE_NAMES, command?.onlyPictures);
  const tooLong = text.length > CONSOLE_MESSAGE_CHARACTERS;
  const problem = tooLong ? texts.tooLong(CONSOLE_MESSAGE_CHARACTERS) : draft.problem;

  const onKeyDown = (event: KeyboardEvent): void => {
    // Ignore the Enter that confirms an input method's suggestion.
    if (event.nativeEvent.isComposing) return;
    if (input.takeKey(event) || suggestions.takeKey(event)) event.preventDefault();
    else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      input.send();
    } else if (event.key === "Escape" && replyTo !== undefined) input.cancelReply();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    pending.add(pasted);
  };

  const choose = ({ currentTarget: chooser }: ChangeEvent<HTMLInputElement>): void => {
    pending.add([...(chooser.files ?? [])]);
    // Without this, choosing the same file again would not fire `change`.
    chooser.value = "";
  };

  return (
    <div className={styles.frame}>
      <form
        className={styles.card}
        data-dropping={isDropping}
        onSubmit={(event) => {
          event.preventDefault();
          input.send();
        }}
      >
        {completion && (
          <Suspense>
            <SuggestionList
              id={listId}
              completion={completion}
              active={active}
              onChoose={suggestions.choose}
              onPoint={suggestions.point}
            />
          </Suspense>
        )}
        {replyTo !== undefined && (
          <p className={styles.reply}>
            {picture && <img src={picture.url} alt="" />}
            <span>{texts.replyingTo(target?.author.name ?? texts.earlierMessage)}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={texts.cancelReply}
              onClick={input.cancelReply}
            >
              <IconX size={15} />
            </ActionIcon>
          </p>
        )}
        {replaced && (
          <Suspense>
            <ReplacedDraft text={replaced} onRestore={() => input.put(replaced, replaced.length)} />
          </Suspense>
        )}
        {files.length > 0 && (
          <Suspense>
            <PendingFiles />
          </Suspense>
        )}
        <p className={styles.limits} data-attached={files.length > 0}>
          {/* On a phone, the whole sentence would take three lines. */}
          {files.length > 0 ? limits : texts.attachLimitsShort(maxFiles, USABLE_MIB, command?.onlyPictures)}
        </p>
        <div className={styles.row}>
          {/* The first stop of the keyboard, though not the first on the screen. */}
          <textarea
            ref={boxRef}
            id={MESSAGE_INPUT}
            className={styles.box}
            rows={1}
            value={text}
            aria-label={texts.message}
            placeholder={texts.placeholder(name)}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={completion ? listId : undefined}
            aria-activedescendant={completion && active >= 0 ? suggestionId(listId, active) : undefined}
            aria-invalid={tooLong}
            onChange={({ currentTarget: box }) => input.type(box.value, box.selectionStart)}
            onSelect={({ currentTarget: box }) => input.moveCaret(box.selectionStart)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          <ActionIcon
            data-hint={completion === undefined ? limits : undefined}
            variant="subtle"
            color="gray"
            size={36}
            radius="md"
            aria-label={texts.attachFiles}
            aria-description={limits}
            onClick={() => chooserRef.current?.click()}
          >
            <IconPaperclip size={19} stroke={1.7} />
          </ActionIcon>
          <ActionIcon
            className={styles.camera}
            variant="subtle"
            color="gray"
            size={36}
            radius="md"
            aria-label={texts.takePicture}
            onClick={() => cameraRef.current?.click()}
          >
            <IconCamera size={19} stroke={1.7} />
          </ActionIcon>
          <ActionIcon
            className={styles.send}
            type="submit"
            variant="filled"
            size={36}
            radius="md"
            aria-label={texts.send}
            disabled={tooLong || !input.canSend}
          >
            <IconArrowUp size={19} stroke={2} />
          </ActionIcon>
        </div>
        {/* A reply may use files that are not here. */}
        {text.startsWith("/") && replyTo === undefined && (
          <Suspense>
            <DraftCost />
          </Suspense>
        )}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {isDropping && <div className={styles.drop}>{texts.dropHere}</div>}
        <input ref={chooserRef} type="file" multiple hidden onChange={choose} />
        <input ref={cameraRef} type="file" accept="image/*" capture="environment" hidden onChange={choose} />
      </form>
    </div>
  );
}
