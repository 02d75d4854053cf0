import { request, type IncomingHttpHeaders } from "node:http";

/** A response as a browser receives it, before it follows redirects. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface PlainRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** Sends a request as a browser or an attacker would. `fetch` can neither set the host nor show redirects. */
export function ask(url: string, { method = "GET", headers = {}, body }: PlainRequest = {}): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on("error", reject).end(body);
  });
}

/** Logs in at the Console with a password. */
export function logIn(url: string, password: string, headers: Record<string, string> = {}): Promise<PlainAnswer> {
  return ask(`${url}/login`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams({ password }).toString(),
  });
}

/** The cookies that a response sets, as the browser sends them back. */
export function cookiesOf({ headers }: PlainAnswer): string {
  return (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ");
}
