import "../mantine-menus.css";
import { Combobox, TextInput } from "@mantine/core";
import { IconCalendar, IconHash, IconMovie, IconPhoto, IconSlash } from "@tabler/icons-react";
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from "react";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useChannelName } from "../../state/channels/use-channel-name.ts";
import { useConsole, useConsoleState } from "../../state/console-context.ts";
import { useDraftControl } from "../../state/draft/draft-control.ts";
import { useChannelExists } from "../../state/history/use-channel-exists.ts";
import { quickFind, type Found } from "../../state/quick-find.ts";
import { useSearch } from "../../state/search/use-search.ts";
import { MESSAGE_INPUT } from "../compose/message-input.ts";
import { PageDialog } from "../page-dialog.tsx";
import styles from "./quick-find-dialog.module.css";

interface QuickFindDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Finds channels, commands, pictures, clips and the way to a date by a few letters. */
export function QuickFindDialog({ opened, onClose }: QuickFindDialogProps) {
  const { texts, go, dateDialog } = useConsole();
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
      title={texts.quickFind}
      returnFocus={!hasChosen}
      // The choice takes the focus immediately.
      transitionProps={{ duration: 0 }}
    >
      {opened && <Finder onChoose={choose} />}
    </PageDialog>
  );
}

const ICONS = { channel: IconHash, command: IconSlash, date: IconCalendar, picture: IconPhoto, clip: IconMovie };

/** A field and its results. The focus stays in the field, which tells screen readers the marked result. */
function Finder({ onChoose }: { readonly onChoose: (found: Found) => void }) {
  const { texts, locale, channel } = useConsole();
  const say = consoleDialogTexts(locale);
  const name = useChannelName(channel);
  const state = useConsoleState((everything) => everything);
  const [query, setQuery] = useState("");
  const [marked, setMarked] = useState(0);
  const id = useId();
  // Without a channel there is neither an input for commands nor a date to jump to.
  const isThere = useChannelExists();
  const words = query.trim();
  const isSearching = isThere && words !== "";
  // The page has loaded only a part of the channel's results.
  const { found, phase, isBegun } = useSearch({ words, isStarred: false }, "", !isSearching);
  const all = useMemo(
    () =>
      isThere
        ? quickFind(query, state, isSearching && isBegun ? found : [], { label: say.jumpToDate, channel: name })
        : quickFind(query, { ...state, commands: [] }),
    [query, state, isThere, isSearching, isBegun, found, say, name],
  );
  const active = Math.min(marked, all.length - 1);
  const optionId = (index: number): string => `${id}-${index}`;
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  const takeKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = all[active];
    // Ignore the Enter that confirms an input method's suggestion.
    if (event.nativeEvent.isComposing || !chosen) return;
    if (step !== 0) setMarked((active + step + all.length) % all.length);
    else if (event.key === "Enter") onChoose(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        label={say.quickFindHint}
        value={query}
        autoComplete="off"
        data-autofocus
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={id}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setMarked(0);
        }}
        onKeyDown={takeKey}
      />
      <Combobox
        onOptionSubmit={(value) => {
          const chosen = all[Number(value)];
          if (chosen) onChoose(chosen);
        }}
      >
        <Combobox.Options id={id} className={styles.list} aria-label={texts.quickFind}>
          {all.map((one, index) => {
            const Icon = ICONS[one.kind];
            return (
              <Combobox.Option
                key={`${one.kind} ${"message" in one ? one.message : one.label}`}
                id={optionId(index)}
                value={String(index)}
                className={styles.item}
                aria-selected={index === active}
                onMouseMove={() => index !== active && setMarked(index)}
              >
                <Icon size={16} stroke={1.7} aria-hidden="true" />
                <span className={styles.label}>{one.label}</span>
                <span className={styles.detail}>{one.detail}</span>
              </Combobox.Option>
            );
          })}
        </Combobox.Options>
      </Combobox>
      <output className={styles.none}>
        {isSearching && (!isBegun || phase === "running") ? say.searching : all.length === 0 && say.nothingFound}
      </output>
    </>
  );
}
