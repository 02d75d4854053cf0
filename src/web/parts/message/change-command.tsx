import type { FileView } from "../../../platforms/console/api/api.ts";
import { useConsole, useConsoleState } from "../../state/context.ts";
import { useDraftControl } from "../../state/draft/draft-control.ts";

interface ChangeCommandProps {
  readonly channel: string;
  /** The person's message that was answered. */
  readonly id: string;
}

/** Puts the command that was answered back into the input, with its files. Nothing if the command is not loaded. */
export function ChangeCommand({ channel, id }: ChangeCommandProps) {
  const { texts } = useConsole();
  const { write } = useDraftControl();
  const command = useConsoleState((state) => state.logs[channel]?.messages.get(id));
  if (!command || command.removed) return undefined;
  const { text, files, replyTo } = command;
  const change = async (): Promise<void> => {
    const loaded = await Promise.allSettled(files.map(load));
    write(text, {
      files: loaded.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
      ...(replyTo === undefined ? {} : { replyTo }),
    });
  };
  return (
    <>
      <button type="button" onClick={() => void change()}>
        {texts.changeIt}
      </button>
      <span aria-hidden="true">·</span>
    </>
  );
}

async function load({ url, name, mimeType }: FileView): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return new File([await response.blob()], name, { type: mimeType });
}
