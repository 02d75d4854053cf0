import { EaselError } from "../../lib/errors.ts";
import { codeEntry } from "./codes.ts";
import { typeForStatus } from "./error-type.ts";
import { isVideoPath, videoErrorBody, type VideoErrorBody } from "../video/video-error.ts";

/**
 * A refused call, answered as the gateway does: `{ error: { status, message, type, code, param } }`
 * (`docs/gateway.md#images-error-body`). Status, type and default message are from the table of codes.
 */
export class GatewayRefusal extends EaselError {
  readonly status: number;
  readonly type: string;
  readonly param: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: string,
    options: { message?: string; param?: string; status?: number; headers?: Record<string, string> } = {},
  ) {
    const entry = codeEntry(code);
    super(code, options.message ?? entry?.meaning ?? code);
    this.status = options.status ?? entry?.status ?? 500;
    this.type = entry?.type ?? typeForStatus(this.status);
    this.param = options.param;
    this.headers = options.headers ?? {};
  }
}

/** The wire shape of a refusal; an absent `param` is null, as a compatible service sends it. */
export interface ErrorBody {
  readonly error: {
    readonly status: number;
    readonly message: string;
    readonly type: string;
    readonly code: string;
    readonly param: string | null;
  };
}

/** The body of a refused call, as the service at its address writes it. */
export function errorBody(refusal: GatewayRefusal, url: string): ErrorBody | VideoErrorBody {
  if (isVideoPath(url)) return videoErrorBody(refusal);
  const { status, message, type, code, param } = refusal;
  return { error: { status, message, type, code, param: param ?? null } };
}
