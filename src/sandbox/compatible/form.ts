import type { FastifyRequest } from "fastify";
import { GatewayRefusal } from "../errors.ts";
import { bodyOf } from "../recorder.ts";

/** What a multipart body holds; files and texts may come several times under one name. */
export interface Form {
  /** The last text of each name, as JSON would have it: numbers and booleans are what they look like. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly parts: readonly (readonly [name: string, value: File | string])[];
}

/** Fields of a form that are no text. */
const NUMBERS = new Set(["n", "output_compression"]);
const BOOLEANS = new Set(["stream"]);

/** Parses a multipart body. Throws `service_error` for another content type, `invalid_multipart` for a broken one. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  const type = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new GatewayRefusal("service_error", { message: "edits need multipart/form-data" });
  }
  const parts = await partsOf(bodyOf(request) ?? Buffer.alloc(0), type);
  const texts = parts.flatMap(([name, value]) => (typeof value === "string" ? [[name, typed(name, value)]] : []));
  return { fields: Object.fromEntries(texts), parts };
}

async function partsOf(bytes: Buffer, type: string): Promise<[string, File | string][]> {
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
    return [...form.entries()];
  } catch {
    throw new GatewayRefusal("invalid_multipart");
  }
}

function typed(name: string, text: string): unknown {
  if (NUMBERS.has(name) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (BOOLEANS.has(name) && /^(?:true|false)$/.test(text)) return text === "true";
  return text;
}
