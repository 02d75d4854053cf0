import { Button } from "@mantine/core";
import type { ButtonView, MessageView } from "../../../platforms/console/api/api.ts";
import { useConsole, useStore } from "../../state/context.ts";
import { pressKey } from "../../state/presses.ts";
import styles from "./message-buttons.module.css";

export function MessageButtons({ message }: { readonly message: MessageView }) {
  return (
    <div className={styles.row}>
      {message.buttons.map((button) => (
        <MessageButton key={button.id} message={message} button={button} />
      ))}
    </div>
  );
}

const LOOKS = {
  primary: { variant: "filled" },
  secondary: { variant: "default" },
  danger: { variant: "outline", color: "red" },
} as const;

function MessageButton({ message, button }: { readonly message: MessageView; readonly button: ButtonView }) {
  const { presses, person, locale, texts } = useConsole();
  const state = useStore(presses.store, (all) => all[pressKey(message.id, button.id)]);
  const press = (): void => {
    void presses.press({ as: person, locale, channel: message.channel, message: message.id, button: button.id });
  };
  return (
    <>
      <Button {...LOOKS[button.style]} size="xs" radius="md" loading={state?.pending ?? false} onClick={press}>
        {button.label}
      </Button>
      {state && !state.pending && (
        <span role="alert" className={styles.problem}>
          {texts.pressFailed(state.reason)}
        </span>
      )}
    </>
  );
}
