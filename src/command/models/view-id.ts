import { MODEL_FILTERS, type ModelFilter } from "./filters.ts";

/** A page of the list, counted from 0. */
export interface ListPlace {
  readonly filter: ModelFilter;
  readonly page: number;
}

/** What a button or a choice of `/models` leads to, encoded in its id, so that it never expires. */
export type ModelsPress =
  | { readonly kind: "list"; readonly at: ListPlace }
  /** A model's page, and the part of the list that it was opened from. `model`: the digest of its name. */
  | { readonly kind: "show"; readonly model: string; readonly at: ListPlace }
  /** Opens the form with the model. */
  | { readonly kind: "use"; readonly model: string };

const AT = `(${MODEL_FILTERS.join("|")}):(\\d{1,4})`;
const LIST = new RegExp(`^models:list:${AT}$`);
const SHOW = new RegExp(`^models:show:([\\w-]{16}):${AT}$`);
const USE = /^models:use:([\w-]{16})$/;

/** Undefined if it is not an id of `/models`. */
export function readModelsPress(id: string): ModelsPress | undefined {
  const [, filter, page] = LIST.exec(id) ?? [];
  if (filter !== undefined) return { kind: "list", at: placeOf(filter, page) };
  const [, shown, from, fromPage] = SHOW.exec(id) ?? [];
  if (shown !== undefined) return { kind: "show", model: shown, at: placeOf(from, fromPage) };
  const used = USE.exec(id)?.[1];
  return used === undefined ? undefined : { kind: "use", model: used };
}

/** The reverse of `readModelsPress`; at most 100 characters. */
export function modelsPressId(press: ModelsPress): string {
  switch (press.kind) {
    case "list":
      return `models:list:${press.at.filter}:${press.at.page}`;
    case "show":
      return `models:show:${press.model}:${press.at.filter}:${press.at.page}`;
    case "use":
      return `models:use:${press.model}`;
  }
}

function placeOf(filter: string | undefined, page: string | undefined): ListPlace {
  return { filter: MODEL_FILTERS.find((known) => known === filter) ?? "all", page: Number(page) };
}
