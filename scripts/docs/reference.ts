import { readFile } from "node:fs/promises";
import { commands } from "../../commands/index.ts";
import { METRICS, type Metric } from "../../src/app/metrics/metric-table.ts";
import { ATTRIBUTES, SPANS } from "../../src/app/traces/span-table.ts";
import type { CommandSpec, OptionSpec } from "../../src/command/parse/spec.ts";
import { PLATFORMS } from "../../src/platforms/registry.ts";
import { optionText } from "../../src/text/render/describe-option.ts";
import { textsFor } from "../../src/text/texts.ts";
import { pathOf, table } from "./page.ts";

const texts = textsFor("en");

/** Every command with its options, from the specs and the English texts. */
export function commandsReference(): string {
  return commands.map(({ spec }) => commandSection(spec)).join("\n\n");
}

function commandSection(spec: CommandSpec): string {
  const options = spec.options.filter(({ hidden }) => !hidden);
  const who = spec.adminOnly ? " For admins only." : "";
  const example = spec.example === undefined ? [] : [`Example: \`/${spec.name} ${spec.example}\``];
  return [
    `## /${spec.name}`,
    `${texts.commands[spec.name]}.${who}`,
    ...example,
    ...(options.length === 0 ? [] : [optionsTable(spec, options)]),
  ].join("\n\n");
}

function optionsTable(spec: CommandSpec, options: readonly OptionSpec[]): string {
  const rows = options.map((option) => {
    const required = option.required ? " (required)" : "";
    const free = option.name === spec.textOption ? "; also the words without an option" : "";
    return [
      `\`--${option.name}\`${required}`,
      `${optionText(spec.name, option.name, texts)}${free}`,
      valuesText(option),
    ];
  });
  return table(["Option", "Meaning", "Values"], rows);
}

function valuesText(option: OptionSpec): string {
  switch (option.type) {
    case "text":
      return option.json === undefined
        ? suggestionsText(option.name, option.suggestions)
        : `JSON such as \`${option.json}\``;
    case "number":
      return `${option.min} to ${option.max}`;
    case "flag":
      return "none: the option alone is enough";
    case "attachment":
      return `number or name of an attached file, or a link (${option.accept})`;
    case "attachments":
      return `a link, as often as needed (${option.accept})`;
    case "person":
    case "role":
    case "channel":
      return `a ${option.type}: a mention, a name or an id`;
  }
}

function suggestionsText(name: string, suggestions: readonly string[] | undefined): string {
  if (name === "model") return "a [model](../gateway.md) that `/models` lists";
  if (!suggestions || suggestions.length === 0) return "text";
  return suggestions.map((value) => `\`${value}\``).join(", ");
}

/** Every variable of `.env.example`, in its sections. A test compares the example with the configuration. */
export async function variablesReference(): Promise<string> {
  const example = await readFile(pathOf(".env.example"), "utf8");
  const [, ...sections] = example.split(/^# --- (.+) ---$/m);
  const parts: string[] = [];
  for (let at = 0; at < sections.length; at += 2) {
    parts.push(
      `## ${sections[at] ?? ""}`,
      table(["Variable", "Default", "Meaning"], variableRows(sections[at + 1] ?? "")),
    );
  }
  return parts.join("\n\n");
}

/** A comment and the variables right below it are one row. */
function variableRows(section: string): readonly (readonly string[])[] {
  const blocks = section.split(/\n\s*\n/).map((block) => block.trim().split("\n"));
  return blocks.flatMap((lines) => {
    const set = lines.flatMap((line) => {
      const [, name, value] = /^#([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, value: value ?? "" }];
    });
    if (set.length === 0) return [];
    const comments = lines.filter((line) => line.startsWith("# ")).map((line) => line.slice(2));
    return [
      [
        set.map(({ name }) => `\`${name}\``).join(", "),
        set.find(({ value }) => value !== "") ? set.map(({ value }) => `\`${value}\``).join(", ") : "none",
        comments
          .join(" ")
          .replaceAll("<", "&lt;")
          .replaceAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g, "`$&`"),
      ],
    ];
  });
}

/** Easel's own metrics: those of the table, and the platforms' counters. */
export function metricsReference(): string {
  const own = Object.entries<Metric>(METRICS).map(([name, { type, labels, help }]) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(", "),
    help,
  ]);
  const counters = PLATFORMS.flatMap((platform) => platform.counters);
  const ofPlatforms = counters.map(({ name, help }) => [`\`${name}\``, "counter", "", help]);
  return table(["Metric", "Type", "Labels", "Meaning"], [...own, ...ofPlatforms]);
}

/** Every kind of span. */
export function spansReference(): string {
  const rows = Object.entries(SPANS).map(([name, { kind, help }]) => [`\`${name}\``, kind, help]);
  return table(["Span", "Kind", "Meaning"], rows);
}

/** Every attribute of spans. */
export function attributesReference(): string {
  return table(
    ["Attribute", "Meaning"],
    Object.entries(ATTRIBUTES).map(([name, help]) => [`\`${name}\``, help]),
  );
}
