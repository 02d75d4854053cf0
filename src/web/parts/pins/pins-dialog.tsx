import { Button } from "@mantine/core";
import { IconPinnedOff } from "@tabler/icons-react";
import { useState } from "react";
import type { FoundResult } from "../../../platforms/console/api/search.ts";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useChannelName } from "../../state/channels/use-channel-name.ts";
import { usePins } from "../../state/channels/use-pins.ts";
import { useConsole } from "../../state/console-context.ts";
import { useEnlargeFound } from "../../state/lightbox/use-enlarge-found.ts";
import { FoundItem } from "../search/found-item.tsx";
import { PageDialog } from "../page-dialog.tsx";
import styles from "../search/search-dialog.module.css";

interface PinsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The channel's pinned results, with their pictures and links to their messages. */
export function PinsDialog({ opened, onClose }: PinsDialogProps) {
  const { channel, locale } = useConsole();
  const name = useChannelName(channel);
  const say = consoleDialogTexts(locale);
  return (
    <PageDialog
      opened={opened}
      onClose={onClose}
      title={say.pinsOf(name)}
      size="lg"
      returnFocus={false}
      // The choice takes the focus immediately.
      transitionProps={{ duration: 0 }}
    >
      {opened && <Pins onLeave={onClose} />}
    </PageDialog>
  );
}

function Pins({ onLeave }: { readonly onLeave: () => void }) {
  const { api, channel, texts, locale, person } = useConsole();
  const name = useChannelName(channel);
  const say = consoleDialogTexts(locale);
  const { pins, failure, tryAgain } = usePins();
  const [problem, setProblem] = useState<string>();
  const enlarge = useEnlargeFound(onLeave);
  const unpin = ({ message }: FoundResult): void => {
    setProblem(undefined);
    api
      .pin({ message: message.id, pinned: false, as: person, locale })
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };
  return (
    <>
      {problem !== undefined && <p role="alert">{texts.pressFailed(problem)}</p>}
      {failure !== undefined && (
        <div role="alert">
          <p>{say.pinsFailed(failure)}</p>
          <Button variant="default" size="xs" mb="sm" onClick={tryAgain}>
            {texts.tryAgain}
          </Button>
        </div>
      )}
      <ul
        className={styles.found}
        aria-label={say.pinsOf(name)}
        aria-busy={pins === undefined && failure === undefined}
      >
        {pins?.map((result) => (
          <li key={result.message.id}>
            <FoundItem result={result} onEnlarge={(file) => enlarge(result, file)} onFollow={onLeave} />
            <Button
              variant="default"
              size="xs"
              mb="sm"
              leftSection={<IconPinnedOff size={16} stroke={1.7} />}
              onClick={() => unpin(result)}
            >
              {texts.unpin}
            </Button>
          </li>
        ))}
      </ul>
      <output className={styles.said}>
        {pins === undefined && failure === undefined && texts.loading}
        {pins?.length === 0 && say.noPins}
      </output>
    </>
  );
}
