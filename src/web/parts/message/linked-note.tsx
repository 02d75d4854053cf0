import { useConsole } from "../../state/context.ts";
import type { LinkedMessage } from "../../state/log/use-linked-message.ts";
import { TextButton } from "../text-button.tsx";
import styles from "./message-log.module.css";

/** Says so when a linked message is not there, or not yet. */
export function LinkedNote({ search }: { readonly search: LinkedMessage["search"] }) {
  const { texts, channel, go } = useConsole();
  const words = { running: texts.loadingOlder, gone: texts.linkGone, too_far: texts.linkTooFar };
  return (
    <div className={search && styles.note}>
      <output>{search && words[search]}</output>
      {search && search !== "running" && <TextButton onClick={() => go(channel)}>{texts.dismiss}</TextButton>}
    </div>
  );
}
