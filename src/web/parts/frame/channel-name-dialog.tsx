import { Button, Group, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { CONSOLE_CHANNEL_CHARACTERS } from "../../../lib/limits.ts";
import { isChannelName } from "../../../platforms/console/api/written-names.ts";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import { MESSAGE_INPUT } from "../compose/message-input.ts";
import { PageDialog } from "../page-dialog.tsx";

interface ChannelNameDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The current name, if the channel exists. */
  readonly name?: string;
  /** Receives a valid name. The dialog closes when the promise resolves, and shows the reason when it rejects. */
  readonly save: (name: string) => Promise<void>;
}

/** Asks for the name of a new channel, or for the new name of a channel. */
export function ChannelNameDialog({ opened, onClose, name, save }: ChannelNameDialogProps) {
  const { texts, locale } = useConsole();
  const say = consoleDialogTexts(locale);
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** The input of a new channel takes the focus. Otherwise, the focus returns to where it was. */
  const [isMade, setMade] = useState(false);

  // Forget what was typed the last time.
  const [wasOpened, setWasOpened] = useState(opened);
  if (wasOpened !== opened) {
    setWasOpened(opened);
    if (opened) setMade(false);
    setTyped(undefined);
    setProblem(undefined);
  }
  const take = async (): Promise<void> => {
    const wanted = (typed ?? name ?? "").trim().toLowerCase().replace(/\s+/g, "-");
    if (!isChannelName(wanted)) {
      setProblem(say.newChannelBad(CONSOLE_CHANNEL_CHARACTERS));
      return;
    }
    setBusy(true);
    try {
      await save(wanted);
      setMade(name === undefined);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void take();
  };

  return (
    <PageDialog
      opened={opened}
      onClose={onClose}
      title={name === undefined ? texts.newChannel : say.renameChannel(name)}
      centered
      returnFocus={!isMade}
      onExitTransitionEnd={() => {
        if (isMade) document.getElementById(MESSAGE_INPUT)?.focus();
      }}
    >
      <form onSubmit={onSubmit} noValidate>
        <TextInput
          label={say.newChannelName}
          description={name === undefined ? say.newChannelHint : say.renameChannelHint}
          value={typed ?? name ?? ""}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problem}
          data-autofocus
          autoComplete="off"
        />
        <Group justify="flex-end" mt="lg">
          <Button type="submit" loading={busy}>
            {name === undefined ? say.create : say.rename}
          </Button>
        </Group>
      </form>
    </PageDialog>
  );
}
