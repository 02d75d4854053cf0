import { Button } from "@mantine/core";
import type { FileView, MessageView, NewAction } from "../../../platforms/console/api/api.ts";
import { useConsole, useConsoleState, useStore } from "../../state/console-context.ts";
import type { Enlarged } from "../../state/lightbox/enlarged.ts";
import { canPin } from "../../state/log/can-pin.ts";
import { pressKey } from "../../state/presses.ts";
import { MessageButtons } from "../message/message-buttons.tsx";
import styles from "./lightbox.module.css";

interface FileActionsProps {
  readonly file: FileView;
  readonly message: Enlarged["message"];
  /** Called when the answer is in the log. */
  readonly onAnswered: () => void;
  readonly onReply: () => void;
}

/** What can be done with this picture or clip alone, and with its whole message. */
export function FileActions({ file, message, onAnswered, onReply }: FileActionsProps) {
  const { texts, presses, person, locale } = useConsole();
  const states = useStore(presses.store, (all) => all);
  const isPicture = file.mimeType.startsWith("image/");
  const { id, channel, isEasel } = message;
  const choose = (action: NewAction["action"]): void => {
    const choice = { as: person, locale, channel, message: id, file: file.id, action };
    void presses.choose(choice, ({ form }) => {
      if (!form) onAnswered();
    });
  };
  const actions = [
    ...(isPicture ? [{ action: "edit", label: texts.editImage } as const] : []),
    { action: "animate", label: isPicture ? texts.animateImage : texts.useClip } as const,
    ...(isEasel ? [{ action: "recipe", label: texts.showRecipe } as const] : []),
  ];
  return (
    <div className={styles.actions}>
      {actions.map(({ action, label }) => {
        const state = states[pressKey(id, action)];
        return (
          <span key={action}>
            <Button variant="default" size="md" loading={state?.pending ?? false} onClick={() => choose(action)}>
              {label}
            </Button>
            {state && !state.pending && (
              <span role="alert" className={styles.problem}>
                {texts.pressFailed(state.reason)}
              </span>
            )}
          </span>
        );
      })}
      <MessageActions place={message} onAnswered={onAnswered} onReply={onReply} />
    </div>
  );
}

/** The actions of a result's buttons that the lightbox has for a single file. A button's id begins with its action. */
const FOR_ONE_FILE = new Set(["edit", "animate", "recipe", "picture"]);

interface MessageActionsProps extends Pick<FileActionsProps, "onAnswered" | "onReply"> {
  readonly place: Enlarged["message"];
}

/** Renders nothing while the message is not loaded, for example after a search. */
function MessageActions({ place, onAnswered, onReply }: MessageActionsProps) {
  const { texts } = useConsole();
  const message = useConsoleState(({ logs }) => logs.get(place.channel)?.messages.get(place.id));
  if (!message || message.removed) return undefined;
  const buttons = message.buttons.filter(({ id }) => !FOR_ONE_FILE.has(id.split(":", 1)[0] ?? ""));
  return (
    <>
      <Button variant="default" size="md" onClick={onReply}>
        {texts.reply}
      </Button>
      {canPin(message) && <PinButton message={message} />}
      <MessageButtons message={message} buttons={buttons} onAnswered={onAnswered} />
    </>
  );
}

function PinButton({ message }: { readonly message: MessageView }) {
  const { texts, presses, person, locale } = useConsole();
  const { id, channel, pinned = false } = message;
  const state = useStore(presses.store, (all) => all[pressKey(id, "pin")]);
  return (
    <Button
      variant="default"
      size="md"
      loading={state?.pending ?? false}
      onClick={() => void presses.pin({ message: id, pinned: !pinned, as: person, locale }, channel)}
    >
      {pinned ? texts.unpin : texts.pin}
    </Button>
  );
}
