import { isOptionalText, isRecord } from "../kept-value.ts";

/** What the page keeps in an entry of the browser's history. */
interface Entry {
  /** The place was left by a link: the message with that link. */
  readonly from?: string | undefined;
  /** What lies over the page. */
  readonly over?: string | undefined;
}

function isEntry(value: unknown): value is Entry {
  return isRecord(value) && isOptionalText(value["from"]) && isOptionalText(value["over"]);
}

/** What the page has kept in the history's current entry. */
export function currentEntry(): Entry {
  const state: unknown = history.state;
  return isEntry(state) ? state : {};
}
