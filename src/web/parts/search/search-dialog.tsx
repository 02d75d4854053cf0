import { Button, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useChannelName } from "../../state/channels/use-channel-name.ts";
import { useConsole } from "../../state/console-context.ts";
import { useEnlargeFound } from "../../state/lightbox/use-enlarge-found.ts";
import { dateLabel } from "../../state/moments.ts";
import { useSearch } from "../../state/search/use-search.ts";
import { FoundItem } from "./found-item.tsx";
import { PageDialog } from "../page-dialog.tsx";
import styles from "./search-dialog.module.css";

interface SearchDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Finds the channel's results by words of their prompt, model or person, by date, and by their stars. */
export function SearchDialog({ opened, onClose }: SearchDialogProps) {
  const { channel, texts } = useConsole();
  const name = useChannelName(channel);
  /** The choice takes the focus. Without one, the focus returns to the button. */
  const [hasChosen, setChosen] = useState(false);
  if (opened && hasChosen) setChosen(false);
  const leave = (): void => {
    setChosen(true);
    onClose();
  };
  return (
    <PageDialog
      opened={opened}
      onClose={onClose}
      title={texts.search(name)}
      size="lg"
      returnFocus={!hasChosen}
      // The choice takes the focus immediately.
      transitionProps={{ duration: 0 }}
    >
      {opened && <Searcher onLeave={leave} />}
    </PageDialog>
  );
}

function Searcher({ onLeave }: { readonly onLeave: () => void }) {
  const { texts, locale } = useConsole();
  const say = consoleDialogTexts(locale);
  const [words, setWords] = useState("");
  const [until, setUntil] = useState("");
  const [isStarred, setStarred] = useState(false);
  const { found, phase, reached, goOn } = useSearch({ words, isStarred }, until);
  const enlarge = useEnlargeFound(onLeave);
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          label={say.searchWords}
          value={words}
          maxLength={200}
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <TextInput
          type="date"
          label={say.searchUntil}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </div>
      <Switch
        className={styles.starred}
        label={say.searchStarred}
        checked={isStarred}
        onChange={({ currentTarget }) => setStarred(currentTarget.checked)}
      />
      <ul className={styles.found} aria-label={say.searchResults} aria-busy={phase === "running"}>
        {found.map((result) => (
          <li key={result.message.id}>
            <FoundItem result={result} onEnlarge={(file) => enlarge(result, file)} onFollow={onLeave} />
          </li>
        ))}
      </ul>
      <output className={styles.said}>
        {phase === "running" && say.searching}
        {phase === "failed" && say.searchFailed}
        {phase === "paused" && reached !== undefined && say.searchedTo(dateLabel(reached, locale))}
        {phase === "over" && (found.length === 0 ? say.nothingFound : say.searchOver)}
      </output>
      {(phase === "paused" || phase === "failed") && (
        <Button variant="default" fullWidth size="md" onClick={goOn}>
          {phase === "failed" ? texts.tryAgain : say.searchFurther}
        </Button>
      )}
    </>
  );
}
