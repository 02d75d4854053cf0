import "@mantine/core/styles/Tooltip.css";
import { Tooltip } from "@mantine/core";

/** A tooltip that says what a control does. */
export function Hint({ control }: { readonly control: HTMLElement }) {
  const { lang, dataset } = control;
  // Rendered inside <main>, so that it belongs to a landmark.
  return (
    <Tooltip
      opened
      target={control}
      label={dataset["hint"]}
      lang={lang || undefined}
      multiline
      maw={320}
      portalProps={{ target: "main" }}
    />
  );
}
