import type { Button } from "../../../core/chat/message.ts";
import type { Job } from "../../../core/job/job-store.ts";
import type { Texts } from "../../../text/texts.ts";
import type { BatchView } from "../../../core/delivery/delivery-store.ts";
import { artifactOf, isFetchable } from "../batch-status.ts";
import { deleteButton } from "./delete-button.ts";
import { canUndo } from "./undo.ts";

/**
 * The buttons of a result. `carried` holds the jobs whose pictures or clips it shows. `canAnimate` means that the video
 * service can load files that Easel stores.
 */
export function resultButtons(
  view: BatchView,
  carried: readonly Job[],
  texts: Texts,
  canAnimate: boolean,
): readonly Button[] {
  const { id, service } = view.batch;
  const say = texts.result;
  const quiet = (act: string, label: string): Button => ({ id: `${act}:${id}`, label, style: "secondary" });
  const last = [quiet("recipe", say.recipe), deleteButton(id, texts)];
  const missing = view.jobs.filter((job) => !carried.includes(job));
  const fetch = fetchButtons(view, missing, texts);
  // A job with an uncertain outcome may be made twice, and the button must say so.
  if (carried.length === 0 && view.jobs.some(isUncertain)) {
    const change = service === "image" ? [quiet("change", say.changeRequest)] : [];
    return [...fetch, { id: `twice:${id}`, label: say.againUnknown, style: "danger" }, ...change, ...last];
  }
  if (carried.length === 0) {
    return [...fetch, quiet("again", say.tryAgain), quiet("change", say.changeRequest), ...last];
  }
  return [
    ...numberButtons(view, carried, texts),
    ...fetch,
    quiet("again", say.again),
    quiet("change", say.changeRequest),
    ...pictureButtons(view, carried, texts, canAnimate),
    ...(canUndo(view.batch) ? [quiet("undo", say.undo)] : []),
    quiet("star", say.star),
    ...last,
  ];
}

/** Whether the gateway may have made it although Easel received no answer. */
function isUncertain({ state, failure }: Job): boolean {
  return state === "unknown" || (state === "failed" && failure?.reason === "unknown_outcome");
}

/** The button that fetches artifacts that were made but did not arrive, if the gateway may still have them. */
export function fetchButtons(view: BatchView, missing: readonly Job[], texts: Texts): readonly Button[] {
  if (!missing.some((job) => isFetchable(artifactOf(view, job)))) return [];
  return [{ id: `fetch:${view.batch.id}`, label: texts.result.fetch, style: "primary" }];
}

/**
 * The numbered buttons that open one of several pictures. Not a menu: Discord's does not report the choice that it already shows
 * (https://github.com/discord/discord-api-docs/issues/4801).
 */
function numberButtons({ batch }: BatchView, carried: readonly Job[], { forms }: Texts): readonly Button[] {
  if (batch.service !== "image" || carried.length < 2) return [];
  return carried.map(({ ordinal }) => ({
    id: `picture:${batch.id}:${ordinal}`,
    label: forms.pictureNumber(ordinal),
    style: "secondary",
  }));
}

/** The buttons that work from a picture. With several pictures, the form asks which one. */
export function pictureButtons(
  view: BatchView,
  carried: readonly Job[],
  texts: Texts,
  canAnimate: boolean,
): readonly Button[] {
  if (view.batch.service !== "image") return [];
  const [only, ...others] = carried;
  const which = only && others.length === 0 ? `${view.batch.id}:${only.ordinal}` : view.batch.id;
  return [
    { id: `edit:${which}`, label: texts.result.edit, style: "secondary" },
    ...(canAnimate ? [{ id: `animate:${which}`, label: texts.result.animate, style: "secondary" } as const] : []),
  ];
}
