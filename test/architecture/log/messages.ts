/** A message that the code logs at a level that needs attention. */
export interface LogMessage {
  readonly level: "warn" | "error" | "fatal";
  /** Undefined where the text is not in the call. */
  readonly text: string | undefined;
}

const CALL = /\blog(?:\.(warn|error|fatal)|\[([^\]]+)\])\(/g;

/** The messages that a file logs. A call's text consists of the string literals directly among its arguments. */
export function messagesIn(source: string): LogMessage[] {
  return [...source.matchAll(CALL)].flatMap((call) => {
    const texts = ownTexts(source.slice(call.index + call[0].length));
    return levelsOf(call).map((level) => ({ level, text: texts.length > 0 ? texts.join("") : undefined }));
  });
}

function levelsOf([, level, choice = ""]: RegExpExecArray): LogMessage["level"][] {
  return (["warn", "error", "fatal"] as const).filter((known) => level === known || choice.includes(`"${known}"`));
}

/** The string literals directly among a call's arguments, without those in objects and nested calls. */
function ownTexts(after: string): string[] {
  const texts: string[] = [];
  let depth = 0;
  for (const [token] of after.matchAll(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[()[\]{}]/g)) {
    if ("([{".includes(token)) depth++;
    else if (")]}".includes(token)) {
      if (depth-- === 0) break;
    } else if (depth === 0 && token.startsWith('"')) texts.push(JSON.parse(token));
  }
  return texts;
}

/** The messages of the page that explains them: table rows of a level and a text in backquotes. */
export function messagesOnPage(page: string): LogMessage[] {
  return [...page.matchAll(/^\| (warn|error|fatal) +\| `([^`]+)` +\|$/gm)].map(([, level, text]) => ({
    level: level === "warn" || level === "error" ? level : "fatal",
    text,
  }));
}
