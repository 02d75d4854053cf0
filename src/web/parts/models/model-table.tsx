import { Button, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import type { ModelView } from "../../../platforms/console/api/models.ts";
import { consoleModelTexts } from "../../../text/render/console/console-models.ts";
import { useConsole } from "../../state/console-context.ts";
import styles from "./models-dialog.module.css";

interface ModelTableProps {
  readonly models: readonly ModelView[];
  /** Called when a form has opened. */
  readonly onOpened: () => void;
}

/** Compares models side by side, with a row for each limit. */
export function ModelTable({ models, onOpened }: ModelTableProps) {
  const { locale } = useConsole();
  const say = consoleModelTexts(locale);
  const labels = new Map(models.flatMap(({ facts }) => facts.map(({ id, label }) => [id, label] as const)));
  return (
    // It scrolls sideways on narrow screens.
    <div className={styles.frame}>
      <table className={styles.table} aria-label={say.comparison}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{say.limit}</VisuallyHidden>
            </th>
            {models.map((model) => (
              <th key={model.name} scope="col">
                <span className={styles.name}>{model.name}</span>
                {model.isUsual && <span className={styles.usual}>{say.usual[model.kind]}</span>}
                <TryIt model={model} onOpened={onOpened} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...labels].map(([id, label]) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              {models.map(({ name, facts }) => (
                <td key={name}>{facts.find((fact) => fact.id === id)?.text ?? "–"}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Opens the form with the model and a prompt. Nothing is made until the person submits it. */
function TryIt({ model, onOpened }: { readonly model: ModelView; readonly onOpened: () => void }) {
  const { forms, texts, person, locale, channel } = useConsole();
  const say = consoleModelTexts(locale);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const open = async (): Promise<void> => {
    setLoading(true);
    setFailure(undefined);
    const { form, name, example } = model;
    const place = { as: person, locale, channel };
    const problem = await forms.fill(form, { model: name, prompt: example }, place);
    setLoading(false);
    if (problem === undefined) onOpened();
    else setFailure(problem);
  };
  return (
    <>
      <Button
        size="xs"
        radius="md"
        className={styles.try}
        loading={isLoading}
        aria-label={say.tryModel(model.name)}
        onClick={() => void open()}
      >
        {say.tryIt}
      </Button>
      {failure !== undefined && <p role="alert">{texts.pressFailed(failure)}</p>}
    </>
  );
}
