import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import { beginOfDay, dayInput, daysBefore } from "../../state/dates/days.ts";
import { PageDialog } from "../page-dialog.tsx";
import styles from "./date-dialog.module.css";

interface DateDialogProps {
  readonly opened: boolean;
  /** Called when the dialog closes. `hasChosen`: the page goes to a day. */
  readonly onClose: (hasChosen: boolean) => void;
}

/** Asks for the day at which to show the open channel. */
export function DateDialog({ opened, onClose }: DateDialogProps) {
  const { locale } = useConsole();
  return (
    <PageDialog
      opened={opened}
      onClose={() => onClose(false)}
      title={consoleDialogTexts(locale).jumpToDate}
      centered
      returnFocus={false}
      // The choice takes the focus immediately.
      transitionProps={{ duration: 0 }}
    >
      {opened && <DateForm onLeave={() => onClose(true)} />}
    </PageDialog>
  );
}

/** Before every message. */
const BEGINNING = 0;

function DateForm({ onLeave }: { readonly onLeave: () => void }) {
  const { texts, locale, client, channel, go } = useConsole();
  const say = consoleDialogTexts(locale);
  const [day, setDay] = useState("");
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [today] = useState(() => daysBefore(Date.now(), 0));

  const jump = async (since: number): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const first = await client.firstSince(channel, since);
      onLeave();
      go(channel, { message: first?.id, ...(since === BEGINNING ? {} : { day: since }) });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  const submit = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    const since = beginOfDay(day);
    const wrong = since === undefined ? say.dayMissing : since > today ? say.dayToCome : undefined;
    setProblem(wrong);
    if (wrong === undefined && since !== undefined) void jump(since);
  };
  return (
    // The browser's own messages would be in the browser's language.
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.day}>
        <TextInput
          type="date"
          label={say.day}
          value={day}
          max={dayInput(today)}
          error={problem}
          data-autofocus
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Button type="submit" disabled={isBusy}>
          {say.jump}
        </Button>
      </div>
      <div className={styles.choices}>
        {[
          [say.weekAgo, daysBefore(today, 7)] as const,
          [say.monthAgo, daysBefore(today, 30)] as const,
          [say.toBeginning, BEGINNING] as const,
        ].map(([label, since]) => (
          <Button key={label} variant="default" disabled={isBusy} onClick={() => void jump(since)}>
            {label}
          </Button>
        ))}
      </div>
      <output className={styles.said}>{isBusy && texts.loading}</output>
      {failure !== undefined && <p role="alert">{texts.pressFailed(failure)}</p>}
    </form>
  );
}
