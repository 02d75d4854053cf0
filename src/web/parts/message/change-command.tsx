import { useState } from "react";
import type { FileView } from "../../../platforms/console/api/api.ts";
import { useConsole, useConsoleState } from "../../state/console-context.ts";
import { useDraftControl } from "../../state/draft/draft-control.ts";
import { FocusableButton } from "../focusable-button.tsx";

/** Time limit for loading a file of the command. */
const LOAD_MS = 60_000;

interface ChangeCommandProps {
  readonly channel: string;
  /** The person's message that was answered. */
  readonly id: string;
}

/** Puts the answered command back into the input, with its files. Renders nothing if the command is not loaded. */
export function ChangeCommand({ channel, id }: ChangeCommandProps) {
  const { texts } = useConsole();
  const { write } = useDraftControl();
  const [isLoading, setLoading] = useState(false);
  const command = useConsoleState((state) => state.logs.get(channel)?.messages.get(id));
  if (!command || command.removed) return undefined;
  const { text, files, replyTo } = command;
  const change = async (): Promise<void> => {
    setLoading(true);
    const loaded = await Promise.allSettled(files.map(load));
    write(text, {
      files: loaded.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
      lost: files.flatMap(({ name }, index) => (loaded[index]?.status === "rejected" ? [name] : [])),
      ...(replyTo === undefined ? {} : { replyTo }),
    });
    setLoading(false);
  };
  return (
    <>
      <FocusableButton disabled={isLoading} onClick={() => void change()}>
        {texts.changeIt}
      </FocusableButton>
      <span aria-hidden="true">·</span>
    </>
  );
}

async function load({ url, name, mimeType }: FileView): Promise<File> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LOAD_MS) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return new File([await response.blob()], name, { type: mimeType });
}
