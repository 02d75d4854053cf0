/** Decodes base64 in chunks, as it appears inside a JSON string. */
export interface Base64Decoder {
  /** Returns the bytes decoded so far. Throws a SyntaxError if the text is not base64. */
  push(piece: Buffer): Buffer;
  /** Returns the last bytes. Throws a SyntaxError if the text ends too early. */
  end(): Buffer;
}

/** A JSON escape sequence that is cut off at the end. */
const CUT_ESCAPE = /\\(?:u[\da-fA-F]{0,3})?$/;
const BASE64 = /^[A-Za-z\d+/]*(={0,2})$/;

/** Creates a decoder for one text: the standard alphabet, padding optional, white space ignored. */
export function createBase64Decoder(): Base64Decoder {
  let pending = "";
  let padded = false;

  function decode(text: string): Buffer {
    const match = BASE64.exec(text);
    if (!match || (padded && text !== "")) throw new SyntaxError("not base64");
    padded ||= match[1] !== "";
    return Buffer.from(text, "base64");
  }

  return {
    push(piece) {
      let text = pending + piece.toString("latin1");
      const cut = CUT_ESCAPE.exec(text)?.[0] ?? "";
      text = plain(text.slice(0, text.length - cut.length));
      const whole = text.length - (text.length % 4);
      pending = text.slice(whole) + cut;
      return decode(text.slice(0, whole));
    },
    end() {
      const text = pending;
      pending = "";
      if (text.replaceAll("=", "").length === 1) throw new SyntaxError("base64 ends too early");
      return decode(text);
    },
  };
}

/** Removes JSON's escapes (some encoders write `\/`) and white space. */
function plain(text: string): string {
  const unescaped = text.includes("\\") ? String(JSON.parse(`"${text}"`)) : text;
  return /\s/.test(unescaped) ? unescaped.replaceAll(/\s+/g, "") : unescaped;
}
