import { Button } from "@mantine/core";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { MessageView } from "../../../platforms/console/api/api.ts";
import type { ButtonView } from "../../../platforms/console/api/message-parts.ts";
import { useConsole, useStore } from "../../state/console-context.ts";
import { pressKey } from "../../state/presses.ts";
import styles from "./message-buttons.module.css";

interface MessageButtonsProps {
  readonly message: MessageView;
  /** Some or all of its buttons. */
  readonly buttons: readonly ButtonView[];
  /** Called when a press has been answered in the log. */
  readonly onAnswered?: () => void;
}

export function MessageButtons({ message, buttons, onAnswered }: MessageButtonsProps) {
  return (
    <div className={styles.row}>
      {buttons.map((button) => (
        <MessageButton key={button.id} message={message} button={button} onAnswered={onAnswered} />
      ))}
    </div>
  );
}

const LOOKS = {
  primary: { variant: "filled" },
  secondary: { variant: "default" },
  danger: { variant: "outline", color: "var(--bad)" },
} as const;

interface MessageButtonProps extends Pick<MessageButtonsProps, "message"> {
  readonly button: ButtonView;
  readonly onAnswered: (() => void) | undefined;
}

function MessageButton({ message, button, onAnswered }: MessageButtonProps) {
  const { presses, person, locale, texts } = useConsole();
  const state = useStore(presses.store, (all) => all[pressKey(message.id, button.id)]);
  const [isAsking, setAsking] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const hasAsked = useRef(false);
  useEffect(() => {
    // The button replaces the question, and must get the focus back.
    if (hasAsked.current && !isAsking) ref.current?.focus();
    hasAsked.current = isAsking;
  }, [isAsking]);
  const send = (): void => {
    setAsking(false);
    const press = { as: person, locale, channel: message.channel, message: message.id, button: button.id };
    void presses.press(press, ({ form }) => {
      if (!form) onAnswered?.();
    });
  };
  const { confirm } = button;
  if (confirm && isAsking) return <Question {...confirm} onYes={send} onNo={() => setAsking(false)} />;
  return (
    <>
      <Button
        {...LOOKS[button.style]}
        ref={ref}
        size="xs"
        radius="md"
        loading={state?.pending ?? false}
        onClick={confirm ? () => setAsking(true) : send}
      >
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

interface QuestionProps extends NonNullable<ButtonView["confirm"]> {
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Replaces the button with a question. Enter and Escape both answer no. */
function Question({ question, yes, no, onYes, onNo }: QuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") onNo();
  };
  return (
    <fieldset className={styles.question} aria-label={question}>
      <span>{question}</span>
      <Button {...LOOKS.danger} size="xs" radius="md" onKeyDown={onKeyDown} onClick={onYes}>
        {yes}
      </Button>
      <Button {...LOOKS.secondary} size="xs" radius="md" ref={keep} onKeyDown={onKeyDown} onClick={onNo}>
        {no}
      </Button>
    </fieldset>
  );
}
