import "@mantine/core/styles/Tooltip.css";
import { Tooltip } from "@mantine/core";

/** What a control does, beside it. */
export function Hint({ control }: { readonly control: HTMLElement }) {
  const { lang, dataset } = control;
  // Outside of the page's main part, it would belong to none.
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
