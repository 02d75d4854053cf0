/** A label's condition in a selector. A missing label counts as empty, as in Prometheus. */
export interface Matcher {
  readonly label: string;
  readonly holds: (value: string) => boolean;
  /** The value if the condition is equality. */
  readonly equals: string | undefined;
}

export interface Selector {
  readonly kind: "select";
  readonly name: string;
  readonly matchers: readonly Matcher[];
}

const COMPARISONS = ["==", ">", "<"] as const;
type Comparison = (typeof COMPARISONS)[number];

/** An expression of the forms that the alert rules use. */
export type Expression =
  | { readonly kind: "number"; readonly value: number }
  | Selector
  | { readonly kind: "over_time"; readonly what: "rate" | "increase"; readonly of: Selector; readonly rangeMs: number }
  | {
      readonly kind: "aggregate";
      readonly how: "sum" | "min" | "max";
      readonly by: readonly string[];
      readonly of: Expression;
    }
  | { readonly kind: "quantile"; readonly q: number; readonly of: Expression }
  | { readonly kind: "abs"; readonly of: Expression }
  | { readonly kind: "absent"; readonly of: Selector }
  | {
      readonly kind: "binary";
      readonly operator: Comparison | "*" | "and" | "or";
      readonly left: Expression;
      readonly right: Expression;
    };

const TOKEN = /\s*(?:([a-z_]\w*)|(\d+(?:\.\d+)?)(?![\w.])|("[^"\\]*")|(\[\d+[smhd]\])|(==|=~|!=|!~|[(){},=<>*]))/giy;
const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A duration of Prometheus with one unit, such as `15m`, in milliseconds. Throws on any other form. */
export function durationMs(text: string): number {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) throw new SyntaxError(`not a duration that is known here: ${text}`);
  return Number(count) * UNITS[unit as keyof typeof UNITS];
}

/**
 * Parses a PromQL expression with Prometheus's precedences. Knows only the forms that our rules use, and throws a `SyntaxError`
 * on any other, so that none is evaluated wrongly.
 */
export function parsePromql(text: string): Expression {
  const tokens = tokensOf(text);
  let at = 0;
  const peek = (): string | undefined => tokens[at];
  const refuse = (): never => {
    throw new SyntaxError(`a form that is not known here, at “${tokens.slice(at).join(" ")}” of: ${text}`);
  };
  const next = (): string => tokens[at++] ?? refuse();
  const expect = (token: string): void => {
    if (peek() !== token) refuse();
    at += 1;
  };

  /** Precedences, the lowest first: `or`, `and`, comparisons, `*`. */
  function disjunction(): Expression {
    let left = conjunction();
    while (peek() === "or") {
      at += 1;
      left = { kind: "binary", operator: "or", left, right: conjunction() };
    }
    return left;
  }

  function conjunction(): Expression {
    let left = comparison();
    while (peek() === "and") {
      at += 1;
      left = { kind: "binary", operator: "and", left, right: comparison() };
    }
    return left;
  }

  function comparison(): Expression {
    const left = product();
    const operator = COMPARISONS.find((one) => one === peek());
    if (operator === undefined) return left;
    at += 1;
    return { kind: "binary", operator, left, right: product() };
  }

  function product(): Expression {
    let left = term();
    while (peek() === "*") {
      at += 1;
      left = { kind: "binary", operator: "*", left, right: term() };
    }
    return left;
  }

  function inParentheses<T>(read: () => T): T {
    expect("(");
    const inner = read();
    expect(")");
    return inner;
  }

  function number(): number {
    const token = next();
    if (!/^\d/.test(token)) refuse();
    return Number(token);
  }

  function term(): Expression {
    const token = peek() ?? refuse();
    if (/^\d/.test(token)) return { kind: "number", value: number() };
    switch (token) {
      case "(":
        return inParentheses(disjunction);
      case "sum":
      case "min":
      case "max":
        at += 1;
        return { kind: "aggregate", how: token, by: grouping(), of: inParentheses(disjunction) };
      case "rate":
      case "increase":
        at += 1;
        return inParentheses(() => ({ kind: "over_time", what: token, of: selector(), rangeMs: range() }));
      case "abs":
        at += 1;
        return { kind: "abs", of: inParentheses(disjunction) };
      case "absent":
        at += 1;
        return { kind: "absent", of: inParentheses(selector) };
      case "histogram_quantile":
        at += 1;
        return inParentheses(() => {
          const q = number();
          expect(",");
          return { kind: "quantile", q, of: disjunction() };
        });
      default:
        return selector();
    }
  }

  /** Without `by`, there is one group. */
  function grouping(): readonly string[] {
    if (peek() !== "by") return [];
    at += 1;
    return inParentheses(() => {
      const labels = [label()];
      while (peek() === ",") {
        at += 1;
        labels.push(label());
      }
      return labels;
    });
  }

  function label(): string {
    const token = next();
    return /^[a-z_]\w*$/i.test(token) ? token : refuse();
  }

  function range(): number {
    const [, text_ = ""] = /^\[(.+)\]$/.exec(next()) ?? refuse();
    return durationMs(text_);
  }

  /** Our metrics have a prefix, so any other name is an unknown function. */
  function selector(): Selector {
    const name = label();
    if (!/^(?:easel|nodejs|process)_/.test(name)) refuse();
    const matchers: Matcher[] = [];
    if (peek() === "{") {
      at += 1;
      while (peek() !== "}") {
        if (matchers.length > 0) expect(",");
        matchers.push(matcher());
      }
      at += 1;
    }
    return { kind: "select", name, matchers };
  }

  function matcher(): Matcher {
    const name = label();
    const operator = next();
    const quoted = next();
    if (!quoted.startsWith('"')) refuse();
    const value = quoted.slice(1, -1);
    // Prometheus anchors regular expressions.
    const whole = new RegExp(`^(?:${value})$`);
    switch (operator) {
      case "=":
        return { label: name, holds: (one) => one === value, equals: value };
      case "!=":
        return { label: name, holds: (one) => one !== value, equals: undefined };
      case "=~":
        return { label: name, holds: (one) => whole.test(one), equals: undefined };
      case "!~":
        return { label: name, holds: (one) => !whole.test(one), equals: undefined };
      default:
        return refuse();
    }
  }

  const parsed = disjunction();
  return at === tokens.length ? parsed : refuse();
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  const pattern = new RegExp(TOKEN);
  const whole = text.trimEnd();
  while (pattern.lastIndex < whole.length) {
    const from = pattern.lastIndex;
    const found = pattern.exec(whole);
    if (!found) throw new SyntaxError(`a sign that is not known here, at “${whole.slice(from)}”`);
    tokens.push(found[0].trim());
  }
  return tokens;
}
