import { posix } from "node:path";
import { parseSync, Visitor } from "vite";

/** A source file. The path is relative to the project, with slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

const CORE = "src/core/";
const LIB = "src/lib/";

/** Globals that wait, run something later, write to a log or read the time. */
const ACTIVE_GLOBALS: ReadonlySet<string> = new Set([
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "requestAnimationFrame",
  "console",
  "process",
  "performance",
  "globalThis",
  "global",
  "Atomics",
  "Worker",
  "MessageChannel",
]);
const ACTIVE_MEMBERS: ReadonlySet<string> = new Set(["AbortSignal.timeout", "Date.now"]);

/** The names that the core would give to a clock or logger that it declares itself. */
const ACTIVE_PARTS: ReadonlySet<string> = new Set(["clock", "sleep", "log", "logger", "timer", "timers", "elapsed"]);

/** Modules that wait, run something later or write to a log. */
const ACTIVE_MODULES =
  /^(?:node:)?(?:timers|events|worker_threads|child_process|perf_hooks|process|console|async_hooks)(?:\/|$)|^pino$/;

/**
 * The core only decides: it runs nothing. It has no timers, loggers, clocks or loops that wait. It may neither contain them,
 * nor declare them as parameters, nor import them from `src/lib/`, directly or through another file.
 */
export function coreIsPassive(sources: readonly Source[]): readonly string[] {
  const read = new Map(sources.map(({ path, text }) => [path, readActivity(path, text)]));
  const active = activeFiles(read);
  return [...read]
    .filter(([path]) => path.startsWith(CORE))
    .flatMap(([path, { uses, waits, parts, imports }]) => [
      ...[...uses, ...waits, ...parts].map((what) => `${path} has ${what}`),
      ...imports.filter((target) => active.has(target)).map((target) => `${path} imports ${target}, which is active`),
    ]);
}

/** The files of `src/lib/` that wait, log or read the time, directly or through an import. */
function activeFiles(read: ReadonlyMap<string, Activity>): ReadonlySet<string> {
  const active = new Set<string>();
  for (let before = -1; before !== active.size;) {
    before = active.size;
    for (const [path, { uses, parts, imports }] of read) {
      const isActive = uses.length > 0 || parts.length > 0 || imports.some((target) => active.has(target));
      if (path.startsWith(LIB) && isActive) active.add(path);
    }
  }
  return active;
}

interface Activity {
  /** Globals and modules, each with its line. */
  readonly uses: readonly string[];
  /** Loops without a fixed end that wait. */
  readonly waits: readonly string[];
  /** Parts with the name of a clock or a logger. */
  readonly parts: readonly string[];
  readonly imports: readonly string[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function readActivity(path: string, text: string): Activity {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const uses: string[] = [];
  const parts: string[] = [];
  const imports: string[] = [];
  const loops: (Range & { readonly what: string })[] = [];
  const awaits: number[] = [];
  const calls: { readonly name: string; readonly start: number }[] = [];

  const inLine = (what: string, start: number): string => `${what} in line ${text.slice(0, start).split("\n").length}`;
  const add = (specifier: string, start: number): void => {
    if (specifier.startsWith(".")) imports.push(posix.join(posix.dirname(path), specifier));
    else if (ACTIVE_MODULES.test(specifier)) uses.push(inLine(specifier, start));
  };
  const addLoop = (what: string, { start, end }: Range): void => void loops.push({ what, start, end });
  /** A function that calls itself is a loop too. */
  const addFunction = (name: unknown, { start, end }: Range): void => {
    if (typeof name === "string") loops.push({ what: `${name}, which calls itself,`, start, end });
  };

  new Visitor({
    ImportDeclaration: ({ source, start }) => add(source.value, start),
    ExportNamedDeclaration: ({ source, start }) => void (source && add(source.value, start)),
    ExportAllDeclaration: ({ source, start }) => add(source.value, start),
    ImportExpression: ({ source, start }) => {
      if (source.type === "Literal" && typeof source.value === "string") add(source.value, start);
      else uses.push(inLine("an import by a computed name", start));
    },
    TSImportType: ({ source, start }) => add(source.value, start),
    Identifier({ name, start }) {
      if (ACTIVE_GLOBALS.has(name)) uses.push(inLine(name, start));
      if (ACTIVE_PARTS.has(name)) parts.push(inLine(`a part called ${name}`, start));
    },
    MemberExpression({ object, property, start }) {
      const name = `${String(nameOf(object))}.${String(nameOf(property))}`;
      if (ACTIVE_MEMBERS.has(name)) uses.push(inLine(name, start));
    },
    VariableDeclarator({ id, init, start, end }) {
      // `const { timeout } = AbortSignal`
      if (init && ["AbortSignal", "Date"].includes(String(nameOf(init))))
        uses.push(inLine(String(nameOf(init)), start));
      if (init?.type === "ArrowFunctionExpression") addFunction(nameOf(id), { start, end });
    },
    NewExpression({ callee, arguments: given, start }) {
      if (nameOf(callee) === "Date" && given.length === 0) uses.push(inLine("new Date()", start));
    },
    CallExpression({ callee, start }) {
      const name = nameOf(callee);
      if (typeof name === "string") calls.push({ name, start });
      if (name === "Date") uses.push(inLine("Date()", start));
    },
    AwaitExpression: ({ start }) => void awaits.push(start),
    WhileStatement: (loop) => addLoop("a while loop", loop),
    DoWhileStatement: (loop) => addLoop("a do loop", loop),
    ForStatement: (loop) => addLoop("a for loop", loop),
    ForOfStatement(loop) {
      if (loop.await) uses.push(inLine("for await", loop.start));
    },
    FunctionDeclaration: ({ id, start, end }) => addFunction(id?.name, { start, end }),
  }).visit(program);

  const waits = loops
    .filter(({ what, start, end }) => {
      const isWithin = (at: number): boolean => at > start && at < end;
      const name = what.split(",")[0];
      const again = !what.includes(",") || calls.some((call) => call.name === name && isWithin(call.start));
      return again && awaits.some(isWithin);
    })
    .map(({ what, start }) => inLine(`${what} that waits`.replace(", that", " that"), start));
  return { uses, waits, parts, imports };
}

/** The name in a node of the syntax tree: an identifier, or a property name as a string. */
function nameOf(node: { type: string; name?: unknown; value?: unknown }): unknown {
  return node.type === "Identifier" ? node.name : node.type === "Literal" ? node.value : undefined;
}
