import { codeText, type Button, type Menu, type Message } from "../../core/chat/message.ts";
import { modelLine } from "../../text/render/models.ts";
import type { Texts } from "../../text/texts.ts";
import { filtered, MODEL_FILTERS } from "./filters.ts";
import { digestOf, type KnownModels } from "./known.ts";
import { modelsPressId, type ListPlace } from "./view-id.ts";

/** Models on a page: what fits a phone's screen, and every platform's limits with the longest names. */
const PAGE = 10;

/** A page of the list: a line per model, a menu to open one, and a menu of filters. A page beyond the end shows the last one. */
export function modelList({ models, notes }: KnownModels, asked: ListPlace, texts: Texts): Message {
  const say = texts.models;
  const all = filtered(models, asked.filter);
  const pages = Math.max(1, Math.ceil(all.length / PAGE));
  const at = { ...asked, page: Math.min(asked.page, pages - 1) };
  const from = at.page * PAGE;
  const shown = all.slice(from, from + PAGE);
  const lines = shown.map((model, index) => `${from + index + 1}. ${modelLine(model, texts)}`);
  const openMenu: Menu = {
    id: "open",
    label: say.open,
    choices: shown.map(({ name }, index) => ({
      id: modelsPressId({ kind: "show", model: digestOf(name), at }),
      label: `${from + index + 1}. ${codeText(name)}`,
    })),
  };
  return {
    text: [shown.length === 0 ? say.none : say.title(from + 1, from + shown.length, all.length), ...notes].join("\n"),
    sections: lines.length === 0 ? [] : [{ text: lines.join("\n") }],
    menus: [...(shown.length === 0 ? [] : [openMenu]), filterMenu(models, at, texts)],
    buttons: pageButtons(at, pages, texts),
  };
}

/** Only filters that match some model, and the current one. */
function filterMenu(models: KnownModels["models"], { filter }: ListPlace, texts: Texts): Menu {
  const { counted, filter: label, filters } = texts.models;
  const choices = MODEL_FILTERS.flatMap((one) => {
    const count = filtered(models, one).length;
    if (count === 0 && one !== filter && one !== "all") return [];
    const id = modelsPressId({ kind: "list", at: { filter: one, page: 0 } });
    return [{ id, label: counted(filters[one], count), ...(one === filter ? { isChosen: true as const } : {}) }];
  });
  return { id: "filter", label, choices };
}

function pageButtons({ filter, page }: ListPlace, pages: number, texts: Texts): readonly Button[] {
  const { previous, next } = texts.models;
  const button = (label: string, to: number): Button => ({
    id: modelsPressId({ kind: "list", at: { filter, page: to } }),
    label,
    style: "secondary",
  });
  return [...(page > 0 ? [button(previous, page - 1)] : []), ...(page < pages - 1 ? [button(next, page + 1)] : [])];
}
