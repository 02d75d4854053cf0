import { posix } from "node:path";
import { parseSync, Visitor } from "vite";

/** The parts of a source file that the architecture rules check. Paths are relative to the project, with slashes. */
export interface Module {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly hasDefaultExport: boolean;
  /** Whether it reads the environment: uses `process.env`, or imports or destructures `process`. */
  readonly readsEnvironment: boolean;
  /** What Node's type stripping can't run: enums, namespaces, parameter properties; each with its line. */
  readonly unstrippable: readonly string[];
  /** Its string literals, and those that it compares something with. */
  readonly strings: ReadonlySet<string>;
  readonly comparedWith: ReadonlySet<string>;
  /** Comments that switch a check off, each with its line. */
  readonly excuses: readonly string[];
}

const EXCUSE = /(?:eslint|oxlint)-disable|(?:oxfmt|prettier)-ignore|@ts-(?:ignore|expect-error|nocheck)/;

export interface Import {
  /** The file's path if it is ours, otherwise the specifier as written: `node:fs`, `drizzle-orm/pg-core`. */
  readonly target: string;
  readonly ours: boolean;
  /** Imports only types, so nothing is left of it at run time. */
  readonly typeOnly: boolean;
}

/**
 * Reads a module by its syntax tree, so that words in comments and strings don't count. Throws if `text` is not TypeScript.
 * @param path relative to the project; its extension says whether the text may contain JSX.
 */
export function readModule(path: string, text: string): Module {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const imports: Import[] = [];
  const unstrippable: string[] = [];
  const strings = new Set<string>();
  const comparedWith = new Set<string>();
  let hasDefaultExport = false;
  let readsEnvironment = false;

  const add = (specifier: string, typeOnly: boolean): void => {
    const ours = specifier.startsWith(".");
    imports.push({ target: ours ? posix.join(posix.dirname(path), specifier) : specifier, ours, typeOnly });
    readsEnvironment ||= specifier === "process" || specifier === "node:process";
  };
  const inLine = (what: string, start: number): string => `${what} in line ${text.slice(0, start).split("\n").length}`;
  const refuse = (what: string, start: number): void => void unstrippable.push(inLine(what, start));

  new Visitor({
    ImportDeclaration({ source, importKind, specifiers }) {
      const named = specifiers.every((one) => one.type === "ImportSpecifier" && one.importKind === "type");
      add(source.value, importKind === "type" || (specifiers.length > 0 && named));
    },
    ExportNamedDeclaration({ source, exportKind, specifiers }) {
      hasDefaultExport ||= specifiers.some(({ exported }) => nameOf(exported) === "default");
      if (source) add(source.value, exportKind === "type");
    },
    ExportAllDeclaration({ source, exportKind }) {
      add(source.value, exportKind === "type");
    },
    ExportDefaultDeclaration() {
      hasDefaultExport = true;
    },
    ImportExpression({ source }) {
      if (source.type === "Literal" && typeof source.value === "string") add(source.value, false);
    },
    TSImportType({ source }) {
      add(source.value, true);
    },
    MemberExpression({ object, property }) {
      readsEnvironment ||= nameOf(object) === "process" && nameOf(property) === "env";
    },
    VariableDeclarator({ init }) {
      readsEnvironment ||= nameOf(init) === "process";
    },
    Literal({ value }) {
      if (typeof value === "string") strings.add(value);
    },
    BinaryExpression({ left, right }) {
      for (const { value } of literals(left, right)) comparedWith.add(String(value));
    },
    SwitchCase({ test }) {
      for (const { value } of literals(test)) comparedWith.add(String(value));
    },
    TSEnumDeclaration({ start }) {
      refuse("an enum", start);
    },
    TSModuleDeclaration({ id, start }) {
      // `declare module "x"` adds to another package's types and leaves nothing to run.
      if (id.type !== "Literal") refuse("a namespace", start);
    },
    TSParameterProperty({ start }) {
      refuse("a parameter property", start);
    },
  }).visit(program);

  const excuses = comments.flatMap(({ value, start }) => {
    const found = EXCUSE.exec(value);
    return found ? [inLine(found[0], start)] : [];
  });
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  return { path, lines, imports, hasDefaultExport, readsEnvironment, unstrippable, strings, comparedWith, excuses };
}

/** The literals among the nodes. */
function literals(...nodes: readonly ({ type: string; value?: unknown } | null)[]): { value: unknown }[] {
  return nodes.flatMap((node) => (node?.type === "Literal" ? [{ value: node.value }] : []));
}

/** The name in a node of the syntax tree: an identifier, or a property name as a string. */
function nameOf(node: { type: string; name?: unknown; value?: unknown } | null): unknown {
  return node?.type === "Identifier" ? node.name : node?.type === "Literal" ? node.value : undefined;
}
