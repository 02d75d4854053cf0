import { useState } from "react";
import type { ModelView } from "../../../platforms/console/api/models.ts";
import { consoleModelTexts } from "../../../text/render/console/console-models.ts";
import { useConsole } from "../../state/console-context.ts";
import { useModels } from "../../state/use-models.ts";
import { RichText } from "../message/rich-text.tsx";
import { ModelTable } from "./model-table.tsx";
import { PageDialog } from "../page-dialog.tsx";
import styles from "./models-dialog.module.css";

/** How many models are compared side by side: more would not fit into a window. */
const COMPARED = 3;

interface ModelsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The models that the person may use in the open channel, with their limits, side by side. */
export function ModelsDialog({ opened, onClose }: ModelsDialogProps) {
  const { texts } = useConsole();
  return (
    <PageDialog opened={opened} onClose={onClose} title={texts.models} size="56rem" centered>
      {opened && <Models onClose={onClose} />}
    </PageDialog>
  );
}

function Models({ onClose }: Pick<ModelsDialogProps, "onClose">) {
  const { texts, locale } = useConsole();
  const say = consoleModelTexts(locale);
  const { models: view, failure } = useModels();
  const [chosen, setChosen] = useState<readonly string[]>();
  if (failure !== undefined) return <p role="alert">{texts.pressFailed(failure)}</p>;
  if (!view) return <output>{texts.loading}</output>;
  const { models, notes } = view;
  const names = chosen ?? models.filter(({ isUsual }) => isUsual).map(({ name }) => name);
  const compared = names.flatMap((name) => models.find((model) => model.name === name) ?? []);
  const choose = (name: string, isChosen: boolean): void => {
    const others = names.filter((one) => one !== name);
    // Drop the model that was chosen first.
    setChosen(isChosen ? [...others, name].slice(-COMPARED) : others);
  };
  return (
    <div className={styles.models}>
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          <RichText text={note} isPlain={false} />
        </p>
      ))}
      <p className={styles.note}>{say.chooseUpTo(COMPARED)}</p>
      {(["image", "video"] as const).map((kind) => (
        <Choices
          key={kind}
          legend={say.kinds[kind]}
          models={models.filter((model) => model.kind === kind)}
          chosen={names}
          onChoose={choose}
        />
      ))}
      {compared.length > 0 && <ModelTable models={compared} onOpened={onClose} />}
    </div>
  );
}

interface ChoicesProps {
  readonly legend: string;
  readonly models: readonly ModelView[];
  readonly chosen: readonly string[];
  readonly onChoose: (name: string, isChosen: boolean) => void;
}

function Choices({ legend, models, chosen, onChoose }: ChoicesProps) {
  if (models.length === 0) return undefined;
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {models.map(({ name }) => (
        <label key={name} className={styles.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ currentTarget: { checked } }) => onChoose(name, checked)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
