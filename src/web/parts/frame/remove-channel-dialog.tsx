import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useChannelName } from "../../state/channels/use-channel-name.ts";
import { useConsole } from "../../state/console-context.ts";
import { PageDialog } from "../page-dialog.tsx";

/** Asks before a channel is removed. `channel` is undefined while none is selected. */
export function RemoveChannelDialog(props: { readonly channel: string | undefined; readonly onClose: () => void }) {
  const { channel, onClose } = props;
  const { texts, api, client, person, locale } = useConsole();
  const say = consoleDialogTexts(locale);
  const name = useChannelName(channel ?? "");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const close = (): void => {
    setProblem(undefined);
    onClose();
  };
  const remove = async (): Promise<void> => {
    if (channel === undefined) return;
    setBusy(true);
    try {
      client.know(await api.removeChannel(channel, { as: person, locale }));
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <PageDialog opened={channel !== undefined} onClose={close} title={say.removeChannel(name)} centered>
      <Text>{say.removeChannelText(name)}</Text>
      {[say.removeChannelGoes, say.removeChannelStays, say.removeChannelBusy].map((what) => (
        <Text key={what} mt="xs">
          {what}
        </Text>
      ))}
      {problem !== undefined && (
        <Text c="var(--bad)" role="alert" mt="sm">
          {problem}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {texts.cancel}
        </Button>
        <Button variant="outline" color="var(--bad)" loading={busy} onClick={() => void remove()}>
          {texts.remove}
        </Button>
      </Group>
    </PageDialog>
  );
}
