import { Busboy } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";
import { bodyOf } from "../recorder.ts";

/** A file of a form. */
export interface FormFile {
  /** As the sender declares it. */
  readonly mimeType: string;
  readonly bytes: Buffer;
}

/** One part of a multipart body; several may have the same name. */
export interface FormPart {
  readonly name: string;
  readonly value: FormFile | string;
}

/** Parses a multipart body. Throws `service_error` for another content type, `invalid_multipart` for a broken one. */
export async function readForm(request: FastifyRequest): Promise<readonly FormPart[]> {
  const type = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new GatewayRefusal("service_error", { message: "edits need multipart/form-data" });
  }
  try {
    return await partsOf(bodyOf(request) ?? Buffer.alloc(0), type);
  } catch {
    throw new GatewayRefusal("invalid_multipart");
  }
}

/** The texts of a form as a JSON-like object: numbers and booleans are converted. */
export function fieldsOf(form: readonly FormPart[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const { name, value } of form) if (typeof value === "string") fields[name] = typed(name, value);
  return fields;
}

/** Fields of a form that are not text. */
const NUMBERS = new Set(["n", "output_compression"]);
const BOOLEANS = new Set(["stream"]);

function partsOf(bytes: Buffer, type: string): Promise<FormPart[]> {
  return new Promise((resolve, reject) => {
    const parts: FormPart[] = [];
    const parser = new Busboy({ headers: { "content-type": type } });
    parser.on("field", (name, value) => {
      parts.push({ name, value });
    });
    parser.on("file", (name, file, _fileName, _encoding, mimeType) => {
      const chunks: Buffer[] = [];
      file.on("data", (chunk: Buffer) => chunks.push(chunk));
      file.on("error", reject);
      file.on("end", () => parts.push({ name, value: { mimeType, bytes: Buffer.concat(chunks) } }));
    });
    parser.on("error", reject);
    parser.on("finish", () => resolve(parts));
    parser.end(bytes);
  });
}

function typed(name: string, text: string): unknown {
  if (NUMBERS.has(name) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (BOOLEANS.has(name) && /^(?:true|false)$/.test(text)) return text === "true";
  return text;
}
