/** One field of a protobuf message: a number, or the bytes of a string or of another message. */
export type Value = bigint | Buffer;

/** A protobuf message: by field number, every value in order (https://protobuf.dev/programming-guides/encoding/). */
export type Fields = ReadonlyMap<number, readonly Value[]>;

/** Reads a message. Throws on wire types that OTLP does not use. */
export function readFields(bytes: Buffer): Fields {
  const fields = new Map<number, Value[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const read = (wireType: number): Value => {
    if (wireType === 0) return varint();
    if (wireType === 1) return take(8).readBigUInt64LE();
    if (wireType === 2) return take(Number(varint()));
    if (wireType === 5) return BigInt(take(4).readUInt32LE());
    throw new Error(`unknown wire type ${wireType}`);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const known = fields.get(tag >> 3) ?? [];
    fields.set(tag >> 3, [...known, read(tag & 7)]);
  }
  return fields;
}

/** The messages in a repeated field. */
export function messagesIn(fields: Fields, number: number): Fields[] {
  return bytesIn(fields, number).map((bytes) => readFields(bytes));
}

export function bytesIn(fields: Fields, number: number): Buffer[] {
  return (fields.get(number) ?? []).filter((value) => typeof value !== "bigint");
}

export function textIn(fields: Fields, number: number): string {
  return bytesIn(fields, number)[0]?.toString("utf8") ?? "";
}

export function numberIn(fields: Fields, number: number): bigint {
  return (fields.get(number) ?? []).find((value) => typeof value === "bigint") ?? 0n;
}
