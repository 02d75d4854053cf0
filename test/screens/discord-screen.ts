import { escapeHtml, listOf, membersOf, pageOf, type Look } from "./html.ts";

/** The parts of a message that Discord shows. `pictures`: the addresses of the attached pictures. */
interface DiscordScreen {
  readonly content?: string | undefined;
  readonly components: unknown;
  readonly pictures?: readonly string[];
}

/** Draws a message as Discord's client does, closely enough to judge a layout. */
export function discordScreen({ content = "", components, pictures = [] }: DiscordScreen, look: Look): string {
  const text = content === "" ? "" : `<div class="text">${content.split("\n").map(markdown).join("")}</div>`;
  const gallery = pictures.map((url) => `<img class="large" src="${escapeHtml(url)}" alt="">`).join("");
  const files = gallery === "" ? "" : `<div class="gallery">${gallery}</div>`;
  return pageOf(
    styleOf(look),
    `<div class="message">${text}${files}${listOf(components).map(draw).join("")}</div>`,
    look,
  );
}

/** Draws a form as Discord's client does. */
export function discordForm(modal: { readonly title: string; readonly components: unknown }, look: Look): string {
  const buttons = `<div class="row end"><button>Cancel</button><button class="b1">Submit</button></div>`;
  const fields = listOf(modal.components).map(draw).join("");
  return pageOf(
    styleOf(look),
    `<div class="card form"><h2>${escapeHtml(modal.title)}</h2>${fields}${buttons}</div>`,
    look,
  );
}

function styleOf(look: Look): string {
  const [page, card, ink, quiet, control, line] = look.dark
    ? ["#323339", "#393a41", "#dfe0e2", "#94959c", "#4b4c54", "#46474e"]
    : ["#fbfbfb", "#ffffff", "#2f3035", "#6c6d76", "#e6e6ea", "#e0e0e4"];
  return `
body { background: ${page}; color: ${ink}; padding: 16px }
.card { background: ${card}; border: 1px solid ${line}; border-inline-start: 4px solid; border-radius: 8px; padding: 14px; display: grid; gap: 8px; max-width: 600px }
.text { white-space: normal } .text h3 { font-size: 1.1em; margin: 0 } .text small { color: ${quiet}; font-size: .8em }
code { background: ${page}; border: 1px solid ${line}; border-radius: 4px; padding: 0 3px; font: .87em "DejaVu Sans Mono", "Noto Sans SC Variable", monospace }
hr { border: 0; border-top: 1px solid ${line}; width: 100%; margin: 2px 0 } a { color: #5e9bff; text-decoration: none }
.row { display: flex; flex-wrap: wrap; gap: 8px } .section { display: flex; gap: 12px; justify-content: space-between; align-items: start }
button, select { background: ${control}; color: ${ink}; border: 0; border-radius: 8px; padding: 7px 14px }
.small { width: 85px; height: 85px; border-radius: 8px; flex: none } button { white-space: nowrap } select { width: 100%; max-width: 400px } .b1 { background: #5865f2; color: #fff } .b4 { background: #da373c; color: #fff }
.message { display: grid; gap: 8px } .gallery { display: flex; flex-wrap: wrap; gap: 4px; max-width: 560px } .large { width: 49%; max-width: 270px; border-radius: 8px; flex: auto }
blockquote { border-inline-start: 4px solid ${line}; margin: 0; padding-inline-start: 10px } time { background: ${control}; border-radius: 3px; padding: 0 2px }
.form { border-inline-start-width: 1px } .form h2 { font-size: 1.25em; margin: 0 } .form label { display: grid; gap: 4px } .form label span { color: ${quiet}; font-size: .87em }
.input { background: ${page}; border: 1px solid ${line}; border-radius: 8px; padding: 8px 12px; min-height: 38px; white-space: pre-wrap } .high { min-height: 88px } .hint { color: ${quiet} } .end { justify-content: flex-end } .form select { max-width: none }`;
}

function draw(component: unknown): string {
  const {
    type,
    components,
    accessory,
    content,
    label,
    style,
    options,
    placeholder,
    media,
    items,
    file,
    value,
    description,
    component: field,
    accent_color: accent,
  } = membersOf(component);
  const inner = listOf(components).map(draw).join("");
  switch (type) {
    case 1:
      return `<div class="row">${inner}</div>`;
    case 2:
      return `<button class="b${String(style)}">${escapeHtml(String(label))}</button>`;
    case 3:
      return `<select><option>${escapeHtml(chosenOf(options) ?? wordOf(placeholder))}</option></select>`;
    case 4:
      return `<div class="input${style === 2 ? " high" : ""}${value === undefined ? " hint" : ""}">${escapeHtml(wordOf(value ?? placeholder))}</div>`;
    case 5:
    case 6:
    case 7:
    case 8:
      return `<select><option>${escapeHtml(wordOf(placeholder))}</option></select>`;
    case 9:
      return `<div class="section"><div>${inner}</div>${draw(accessory)}</div>`;
    case 10:
      return `<div class="text">${String(content).split("\n").map(markdown).join("")}</div>`;
    case 11:
      return `<img class="small" src="${escapeHtml(String(membersOf(media)["url"]))}" alt="">`;
    case 12: {
      const addresses = listOf(items).map((item) => wordOf(membersOf(membersOf(item)["media"])["url"]));
      return addresses.map((url) => `<img class="large" src="${escapeHtml(url)}" alt="">`).join("");
    }
    case 13:
      return `<div class="input">${escapeHtml(wordOf(membersOf(file)["url"]).replace("attachment://", ""))}</div>`;
    case 14:
      return "<hr>";
    case 18: {
      const hint = description === undefined ? "" : `<span>${escapeHtml(wordOf(description))}</span>`;
      return `<label><b>${escapeHtml(wordOf(label))}</b>${hint}${draw(field)}</label>`;
    }
    case 19:
      return '<div class="input hint">Drop files here or browse</div>';
    case 23:
      return `<input type="checkbox"${membersOf(component)["default"] === true ? " checked" : ""}>`;
    case 17:
      return `<div class="card" style="border-inline-start-color: #${Number(accent).toString(16)}">${inner}</div>`;
    default:
      throw new Error(`no drawing for a component of type ${String(type)}`);
  }
}

function wordOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function chosenOf(options: unknown): string | undefined {
  const chosen = listOf(options)
    .map(membersOf)
    .find((option) => option["default"] === true);
  return chosen && String(chosen["label"]);
}

/** Draws a line of Discord's Markdown. Knows only the syntax that views use. */
function markdown(line: string): string {
  const [, mark = "", rest = ""] = /^(### |-# |> )?(.*)$/s.exec(line) ?? [];
  let html = "";
  for (let left = rest; left !== "";) {
    const [found, escaped, code, bold, label, url] =
      /^(?:\\([^\sA-Za-z0-9])|`([^`]+)`|(\*\*)|\[([^\]]+)\]\(([^)]+)\)|<t:\d+:R>|<@[^>]+>)/.exec(left) ?? [];
    if (escaped !== undefined) html += escapeHtml(escaped);
    else if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else if (bold !== undefined) html += html.lastIndexOf("<b>") > html.lastIndexOf("</b>") ? "</b>" : "<b>";
    else if (label !== undefined) html += `<a href="${escapeHtml(url ?? "")}">${escapeHtml(label)}</a>`;
    else if (found?.startsWith("<t:")) html += "<time>2 minutes ago</time>";
    else if (found?.startsWith("<@")) html += "<time>@Max</time>";
    else html += escapeHtml(left[0] ?? "");
    left = left.slice(found?.length ?? 1);
  }
  if (mark === "> ") return `<blockquote>${html}</blockquote>`;
  if (mark === "### ") return `<h3>${html}</h3>`;
  return mark === "-# " ? `<div><small>${html}</small></div>` : `<div>${html === "" ? "&nbsp;" : html}</div>`;
}
