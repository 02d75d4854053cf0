import "../mantine-menus.css";
import { Combobox, TextInput } from "@mantine/core";
import { IconCalendar, IconHash, IconHistory, IconMovie, IconPhoto, IconSlash } from "@tabler/icons-react";
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useChannelName } from "../../state/channels/use-channel-name.ts";
import { useConsole, useConsoleState } from "../../state/console-context.ts";
import { useDraftControl } from "../../state/draft/draft-control.ts";
import { useChannelExists } from "../../state/history/use-channel-exists.ts";
import { dateLabel } from "../../state/moments.ts";
import { usePrompts } from "../../state/prompts/use-prompts.ts";
import { findPrompts, quickFind, type Found } from "../../state/quick-find.ts";
import { useSearch } from "../../state/search/use-search.ts";
import { MESSAGE_INPUT } from "../compose/message-input.ts";
import { PageDialog } from "../page-dialog.tsx";
import styles from "./quick-find-dialog.module.css";

interface QuickFindDialogProps {
  readonly opened: boolean;
  /** Whether it finds only the person's own prompts. */
  readonly isForPrompts?: boolean;
  /** The query to begin with. */
  readonly begun?: string;
  readonly onClose: () => void;
}

/** Finds channels, commands, pictures, clips, the way to a date, and the person's own prompts by a few letters. */
export function QuickFindDialog({ opened, isForPrompts = false, begun = "", onClose }: QuickFindDialogProps) {
  const { texts, locale, go, dateDialog } = useConsole();
  const { write } = useDraftControl();
  /** The choice takes the focus. Without one, the focus returns to where it was. */
  const [hasChosen, setChosen] = useState(false);
  if (opened && hasChosen) setChosen(false);
  const choose = (found: Found): void => {
    setChosen(true);
    onClose();
    switch (found.kind) {
      case "channel":
        go(found.channel);
        // Showing the channel replaces the input, so focus the new one.
        requestAnimationFrame(() => document.getElementById(MESSAGE_INPUT)?.focus());
        return;
      case "command":
        write(found.text);
        return;
      case "prompt":
        write(found.text, { lost: found.files });
        return;
      case "date":
        dateDialog.update(() => ({ back: () => document.getElementById(MESSAGE_INPUT)?.focus() }));
        return;
      case "picture":
      case "clip":
        go(found.channel, { message: found.message });
    }
  };
  return (
    <PageDialog
      opened={opened}
      onClose={onClose}
      title={isForPrompts ? consoleDialogTexts(locale).yourPrompts : texts.quickFind}
      returnFocus={!hasChosen}
      // The choice takes the focus immediately.
      transitionProps={{ duration: 0 }}
    >
      {opened && <Finder isForPrompts={isForPrompts} begun={begun} onChoose={choose} />}
    </PageDialog>
  );
}

const ICONS = {
  channel: IconHash,
  command: IconSlash,
  prompt: IconHistory,
  date: IconCalendar,
  picture: IconPhoto,
  clip: IconMovie,
};

/** The field keeps the focus and controls the list. */
const LIST_CONTROL = { role: "combobox", "aria-autocomplete": "list", "aria-haspopup": "listbox" } as const;

interface FinderProps {
  readonly isForPrompts: boolean;
  readonly begun: string;
  readonly onChoose: (found: Found) => void;
}

/** A field and its results. The focus stays in the field, which tells screen readers the marked result. */
function Finder({ isForPrompts, begun, onChoose }: FinderProps) {
  const { texts, locale, channel } = useConsole();
  const say = consoleDialogTexts(locale);
  const name = useChannelName(channel);
  const state = useConsoleState((everything) => everything);
  const [query, setQuery] = useState(begun);
  const [marked, setMarked] = useState<string>();
  const id = useId();
  // Without a channel there is neither an input for commands nor a date to jump to.
  const isThere = useChannelExists();
  const words = query.trim();
  const isSearching = isThere && !isForPrompts && words !== "";
  // The page has loaded only a part of the channel's results.
  const { found, phase, isBegun } = useSearch({ words, isStarred: false }, "", !isSearching);
  const own = usePrompts(words);
  const places = useMemo(() => {
    if (isForPrompts) return [];
    return isThere
      ? quickFind(query, state, isSearching && isBegun ? found : [], { label: say.jumpToDate, channel: name })
      : quickFind(query, { ...state, commands: [] });
  }, [query, state, isForPrompts, isThere, isSearching, isBegun, found, say, name]);
  const prompts = useMemo(
    () =>
      isThere
        ? findPrompts(
            query,
            own.prompts,
            (ms) => dateLabel(ms, locale),
            isForPrompts ? Number.POSITIVE_INFINITY : undefined,
          )
        : [],
    [query, own.prompts, isThere, isForPrompts, locale],
  );
  const all = [...places, ...prompts];
  const hasFailed = isThere && own.phase === "failed";
  const isFinding = (isSearching && (!isBegun || phase === "running")) || (isThere && own.phase === "running");
  // Results may arrive before the marked one.
  const kept = all.findIndex((one) => keyOf(one) === marked);
  const active = kept >= 0 ? kept : Math.min(0, all.length - 1);
  const mark = (index: number): void => setMarked(all[index] && keyOf(all[index]));
  const optionId = (index: number): string => `${id}-${index}`;
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  const field = useRef<HTMLInputElement>(null);
  // Mantine focuses the field only after a timer, and earlier keys would go elsewhere. It must first note where the focus was.
  useEffect(() => queueMicrotask(() => field.current?.focus()), []);

  const takeKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = all[active];
    // Ignore the Enter that confirms an input method's suggestion.
    if (event.nativeEvent.isComposing || !chosen) return;
    if (step !== 0) mark((active + step + all.length) % all.length);
    else if (event.key === "Enter") onChoose(chosen);
    else return;
    event.preventDefault();
  };
  const option = (one: Found, index: number) => {
    const Icon = ICONS[one.kind];
    return (
      <Combobox.Option
        key={keyOf(one)}
        id={optionId(index)}
        value={String(index)}
        className={styles.item}
        data-kind={one.kind}
        aria-selected={index === active}
        onMouseMove={() => index !== active && mark(index)}
      >
        <Icon size={16} stroke={1.7} aria-hidden="true" />
        <span className={styles.label}>{one.label}</span>
        <span className={styles.detail}>{one.detail}</span>
      </Combobox.Option>
    );
  };
  return (
    <>
      <TextInput
        ref={field}
        label={isForPrompts ? say.promptWords : say.quickFindHint}
        value={query}
        autoComplete="off"
        data-autofocus
        {...LIST_CONTROL}
        aria-expanded={all.length > 0}
        aria-controls={id}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setMarked(undefined);
        }}
        onKeyDown={takeKey}
      />
      <Combobox
        onOptionSubmit={(value) => {
          const chosen = all[Number(value)];
          if (chosen) onChoose(chosen);
        }}
      >
        <Combobox.Options id={id} className={styles.list} aria-label={isForPrompts ? say.yourPrompts : texts.quickFind}>
          {places.map(option)}
          {isForPrompts
            ? prompts.map(option)
            : prompts.length > 0 && (
                <fieldset className={styles.group}>
                  <legend>{say.yourPrompts}</legend>
                  {prompts.map((one, index) => option(one, places.length + index))}
                </fieldset>
              )}
        </Combobox.Options>
      </Combobox>
      <output className={styles.none}>
        {isFinding ? say.searching : all.length === 0 && !hasFailed && say.nothingFound}
        {hasFailed && say.promptsFailed}
      </output>
    </>
  );
}

function keyOf(found: Found): string {
  return `${found.kind} ${"message" in found ? found.message : found.label}`;
}
