import { isOptionalText, isRecord } from "../kept-value.ts";

/** The page's data in an entry of the browser's history. */
interface Entry {
  /** The message whose link was followed from here. */
  readonly from?: string | undefined;
  /** The id of the overlay that this entry belongs to. */
  readonly over?: string | undefined;
}

function isEntry(value: unknown): value is Entry {
  return isRecord(value) && isOptionalText(value["from"]) && isOptionalText(value["over"]);
}

/** The page's data in the current entry of the browser's history. */
export function currentEntry(): Entry {
  const state: unknown = history.state;
  return isEntry(state) ? state : {};
}
