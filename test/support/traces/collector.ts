import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { bytesIn, messagesIn, numberIn, readFields, textIn, type Fields } from "./protobuf.ts";

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: it is the first of its trace. */
  readonly parentSpanId: string;
  readonly name: string;
  /** Nanoseconds since the Unix epoch. */
  readonly from: bigint;
  readonly to: bigint;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
  /** The attributes of the process. */
  readonly resource: Readonly<Record<string, string | number>>;
}

/** A collector that accepts OTLP over HTTP, as protobuf. */
export interface Collector {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Everything received, as it came. */
  readonly bodies: readonly Buffer[];
  readonly headers: readonly IncomingHttpHeaders[];
  close(): Promise<void>;
}

/** `status`: its answer to every export. */
export async function startCollector(status = 200): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const isExport = request.method === "POST" && request.url === "/v1/traces";
      const isProtobuf = request.headers["content-type"] === "application/x-protobuf";
      if (isExport && isProtobuf && status === 200) {
        const body = Buffer.concat(chunks);
        bodies.push(body);
        headers.push(request.headers);
        spans.push(...spansIn(readFields(body)));
      }
      response.writeHead(isExport && isProtobuf ? status : 404, { "content-type": "application/x-protobuf" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An `ExportTraceServiceRequest` (opentelemetry-proto, collector/trace/v1 and trace/v1). */
function spansIn(request: Fields): ReceivedSpan[] {
  return messagesIn(request, 1).flatMap((group) => {
    const [resource] = messagesIn(group, 1);
    const about = resource ? attributesIn(resource, 1) : {};
    return messagesIn(group, 2).flatMap((scope) => messagesIn(scope, 2).map((span) => spanOf(span, about)));
  });
}

function spanOf(span: Fields, resource: ReceivedSpan["resource"]): ReceivedSpan {
  const hex = (number: number): string => bytesIn(span, number)[0]?.toString("hex") ?? "";
  const [status] = messagesIn(span, 15);
  return {
    traceId: hex(1),
    spanId: hex(2),
    parentSpanId: hex(4),
    name: textIn(span, 5),
    from: numberIn(span, 7),
    to: numberIn(span, 8),
    attributes: attributesIn(span, 9),
    failed: status !== undefined && numberIn(status, 3) === 2n,
    resource,
  };
}

function attributesIn(fields: Fields, number: number): Record<string, string | number> {
  return Object.fromEntries(
    messagesIn(fields, number).map((pair) => {
      const [value] = messagesIn(pair, 2);
      if (!value) throw new Error(`${textIn(pair, 1)} has no value`);
      return [textIn(pair, 1), value.has(1) ? textIn(value, 1) : Number(numberIn(value, 3))];
    }),
  );
}
