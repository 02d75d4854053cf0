import { escapeHtml, listOf, membersOf, pageOf, pictureUrl, type Look } from "./html.ts";

/** Draws blocks as Slack's client does, closely enough to judge a layout. */
export function slackScreen(blocks: unknown, look: Look): string {
  const [page, ink, quiet, line, code] = look.dark
    ? ["#1a1d21", "#d1d2d3", "#9a9b9e", "#4a4d52", "#e8912d"]
    : ["#ffffff", "#1d1c1d", "#616061", "#c9c9ca", "#c01343"];
  const style = `
body { background: ${page}; color: ${ink}; padding: 16px } .text { white-space: pre-wrap }
code { border: 1px solid ${line}; border-radius: 3px; padding: 1px 3px; color: ${code}; font: .8em "DejaVu Sans Mono", "Noto Sans SC Variable", monospace }
small { color: ${quiet}; font-size: .85em } hr { border: 0; border-top: 1px solid ${line}; margin: 12px 0 } a { color: #1d9bd1; text-decoration: none }
.row { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px }
button, select { background: none; color: ${ink}; border: 1px solid ${line}; border-radius: 8px; padding: 5px 12px; font-size: 14px; font-weight: 600 }
select { max-width: 100% } option { color: #000 } .primary { background: #007a5a; color: #fff; border-color: #007a5a } .danger { background: #e01e5a; color: #fff }
.section { display: flex; gap: 12px; justify-content: space-between } .small { width: 88px; height: 88px; border-radius: 8px; flex: none }
.large { display: block; width: 360px; max-width: 100%; border-radius: 8px; margin: 8px 0 } blockquote { border-inline-start: 4px solid ${line}; margin: 0; padding-inline-start: 12px }
label { display: grid; gap: 4px; margin: 12px 0 } .input { border: 1px solid ${line}; border-radius: 6px; padding: 7px 10px; min-height: 36px; white-space: pre-wrap } .high { min-height: 84px }`;
  return pageOf(style, listOf(blocks).map(draw).join(""), look);
}

function draw(block: unknown): string {
  const { type, elements } = membersOf(block);
  switch (type) {
    case "rich_text":
      return listOf(elements).map(richText).join("");
    case "context":
      return `<div><small>${listOf(elements)
        .map((one) => escapeHtml(textOf(one)))
        .join(" ")}</small></div>`;
    case "section":
      return section(membersOf(block));
    case "image":
      return picture(block, "large");
    case "divider":
      return "<hr>";
    case "input":
      return inputBlock(membersOf(block));
    case "actions":
      return `<div class="row">${listOf(elements).map(control).join("")}</div>`;
    default:
      throw new Error(`no drawing for a block of type ${String(type)}`);
  }
}

function section({ text, accessory }: Readonly<Record<string, unknown>>): string {
  const beside = accessory === undefined ? "" : picture(accessory, "small");
  return `<div class="section"><div class="text">${escapeHtml(textOf(text))}</div>${beside}</div>`;
}

function inputBlock({ label, hint, element: one }: Readonly<Record<string, unknown>>): string {
  const { type, initial_value: value, placeholder, multiline } = membersOf(one);
  const below = hint === undefined ? "" : `<small>${escapeHtml(textOf(hint))}</small>`;
  const isText = type === "plain_text_input" || type === "file_input";
  const shown = value === undefined ? `<small>${escapeHtml(textOf(placeholder))}</small>` : escapeHtml(wordOf(value));
  const box = isText ? `<div class="input${multiline === true ? " high" : ""}">${shown}</div>` : control(one);
  return `<label><b>${escapeHtml(textOf(label))}</b>${box}${below}</label>`;
}

function picture(image: unknown, size: "small" | "large"): string {
  const { slack_file: file, alt_text: alt } = membersOf(image);
  const name = wordOf(membersOf(file)["id"]);
  return `<img class="${size}" src="${pictureUrl(name)}" alt="${escapeHtml(wordOf(alt))}">`;
}

function richText(part: unknown): string {
  const { type, elements } = membersOf(part);
  const tag = type === "rich_text_quote" ? "blockquote" : "div";
  return `<${tag} class="text">${listOf(elements).map(element).join("")}</${tag}>`;
}

function element(one: unknown): string {
  const { type, text, url, style, fallback } = membersOf(one);
  if (type === "user") return "<b>@Max</b>";
  if (type === "date") return escapeHtml(wordOf(fallback));
  if (type === "link") return `<a href="${escapeHtml(String(url))}">${escapeHtml(String(text ?? url))}</a>`;
  const { bold, code } = membersOf(style);
  const words = escapeHtml(String(text));
  if (code === true) return `<code>${words}</code>`;
  return bold === true ? `<b>${words}</b>` : words;
}

function control(one: unknown): string {
  const { type, text, style, placeholder, initial_option: initial } = membersOf(one);
  if (type === "button") return `<button class="${wordOf(style)}">${escapeHtml(textOf(text))}</button>`;
  const shown = initial === undefined ? textOf(placeholder) : textOf(membersOf(initial)["text"]);
  return `<select><option>${escapeHtml(shown)}</option></select>`;
}

function textOf(object: unknown): string {
  return wordOf(membersOf(object)["text"]);
}

function wordOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
