import type { Locale } from "../../../lib/locale.ts";
import { type ConsoleLoginTexts, consoleLoginTexts } from "../../../text/render/console/console-login.ts";

/** Why a log-in failed. */
export type LoginProblem = { readonly kind: "wrong" | "away" } | { readonly kind: "wait"; readonly seconds: number };

/**
 * The complete log-in page in one response, because the page's own files can't be fetched before the log-in. `next` is the
 * Console's path to open afterwards; it comes from `pathOf`, so it needs no escaping.
 */
export function loginPage(locale: Locale, next: string, problem?: LoginProblem): string {
  const texts = consoleLoginTexts(locale);
  const notice = problem ? `<p role="alert">${problemText(problem, texts)}</p>` : "";
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Easel</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif;
  background: light-dark(#f7f5f2, #191817); color: light-dark(#26231f, #eceae6) }
form { width: min(20rem, calc(100vw - 3rem)); display: grid; gap: .75rem }
h1 { margin: 0; font-size: 1.5rem; letter-spacing: -.01em }
label { font-size: .875rem }
input, button { font: inherit; padding: .6rem .75rem; border-radius: .6rem; border: 1px solid light-dark(#d5d0c8, #45423e) }
input { background: light-dark(#fff, #23211f); color: inherit }
button { background: #b4421d; border-color: transparent; color: #fff; font-weight: 600; cursor: pointer }
:focus-visible { outline: 2px solid #d9703f; outline-offset: 2px }
p { margin: 0; color: light-dark(#b42318, #ff9c8a) }
</style>
</head>
<body>
<form method="post" action="/login">
<input type="hidden" name="locale" value="${locale}">
<input type="hidden" name="next" value="${next}">
<h1>Easel</h1>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus>
${notice}
<button>${texts.enter}</button>
</form>
</body>
</html>
`;
}

function problemText(problem: LoginProblem, texts: ConsoleLoginTexts): string {
  switch (problem.kind) {
    case "wrong":
      return texts.wrong;
    case "away":
      return texts.away;
    case "wait":
      return texts.wait(problem.seconds);
  }
}
