import "../mantine-dialogs.css";
import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { NewChannel } from "../../../platforms/console/api/api.ts";
import { useConsole } from "../../state/context.ts";

export function NewChannelDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { texts, api, client, go, person, locale } = useConsole();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const close = (): void => {
    setName("");
    setProblem(undefined);
    onClose();
  };
  const create = async (): Promise<void> => {
    const wanted = NewChannel.safeParse({ id: name.trim().toLowerCase().replace(/\s+/g, "-") });
    if (!wanted.success) {
      setProblem(texts.newChannelBad);
      return;
    }
    setBusy(true);
    try {
      const made = await api.addChannel(wanted.data.id, { as: person, locale });
      client.know(made);
      go(made.id);
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void create();
  };

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={texts.newChannel}
      centered
      closeButtonProps={{ "aria-label": texts.close }}
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label={texts.newChannelName}
          description={texts.newChannelHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problem}
          data-autofocus
          autoComplete="off"
        />
        <Group justify="flex-end" mt="lg">
          <Button type="submit" loading={busy}>
            {texts.create}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
