/**
 * Why a file is refused, as data: the file, its option if it has one, what it is, and what is allowed. Nothing of the file is
 * stored.
 */
export type FileProblem = Refusal & { readonly option?: string };

type Refusal =
  | { readonly rule: "file_empty"; readonly name: string }
  /** The link's target can't be used; `link` as given. */
  | { readonly rule: "link"; readonly link: string; readonly fault: LinkFault }
  /** The linked message can't be used; `fault` as in `Linked`, or `no_files` if it contains no usable file. */
  | { readonly rule: "message_link"; readonly link: string; readonly fault: MessageLinkFault }
  /** Too many links to messages in a minute; `max`: the limit for one member. */
  | { readonly rule: "too_many_message_links"; readonly max: number }
  /** It did not arrive completely. */
  | { readonly rule: "file_unavailable"; readonly name: string }
  /** The platform refuses to give us the file. */
  | { readonly rule: "file_refused"; readonly name: string; readonly fault: FileFault }
  /** A result of ours that has expired. */
  | { readonly rule: "file_not_kept"; readonly name: string }
  /** `max` in bytes. */
  | { readonly rule: "file_too_large"; readonly name: string; readonly max: number }
  /** Nothing is wrong with the file: the disk is full. */
  | { readonly rule: "store_full"; readonly name: string }
  /** All files of a request together; both numbers in bytes. */
  | { readonly rule: "files_too_large"; readonly bytes: number; readonly max: number }
  | {
      readonly rule: "file_type";
      readonly name: string;
      /** What the bytes are, e.g. `PDF`; undefined for an unknown type. */
      readonly found: string | undefined;
      readonly allowed: readonly string[];
      /** The accepted type to save it as, if that can help. */
      readonly saveAs: string | undefined;
    }
  /** Its type is accepted in general, but can't be decoded here. */
  | { readonly rule: "file_undecodable"; readonly name: string; readonly type: string; readonly saveAs: string }
  | {
      readonly rule: "file_damaged";
      readonly name: string;
      readonly type: string;
      /** `truncated`: its end is missing. */
      readonly damage: "truncated" | "unreadable";
    }
  /** A file of the accepted type `type` that is also something else; `other` if known, e.g. `ZIP`. */
  | { readonly rule: "file_disguise"; readonly name: string; readonly type: string; readonly other: string | undefined }
  /** `max` in pixels; the size is the file's claim. */
  | {
      readonly rule: "too_many_pixels";
      readonly name: string;
      readonly width: number;
      readonly height: number;
      readonly max: number;
    }
  /** A mask that is not a PNG. */
  | { readonly rule: "mask_type"; readonly name: string; readonly found: string }
  /** A mask without a transparent pixel, which would change nothing. */
  | { readonly rule: "mask_opaque"; readonly name: string }
  /** Both in bytes. */
  | { readonly rule: "mask_too_large"; readonly name: string; readonly bytes: number; readonly max: number }
  | { readonly rule: "mask_size"; readonly mask: SizedPicture; readonly image: SizedPicture };

/** `hidden`: the platform does not show us its contents. */
export type MessageLinkFault = "no_message" | "elsewhere" | "unseen" | "hidden" | "no_files";

/** Why a platform does not give us an attached file. */
export type FileFault =
  /** Our app lacks this permission; Slack calls it a scope. */
  | { readonly why: "scope"; readonly scope: string }
  /** A web page came instead of the file: Slack's way to say that a token may not read files. */
  | { readonly why: "page" }
  /** It belongs to another workspace that doesn't share it. */
  | { readonly why: "foreign" }
  /** It is kept outside the platform, which only shows a link to it. */
  | { readonly why: "external" }
  /** Its address leads outside the platform. */
  | { readonly why: "host"; readonly host: string }
  /** It was deleted, or its address has expired. */
  | { readonly why: "gone" };

/** Why a link's target is unavailable. */
export type LinkFault =
  /** `form`: not http or https; `host`: not an allowed host; `encoding`: it is sent compressed. */
  | {
      readonly why: "form" | "login" | "port" | "private" | "host" | "redirects" | "encoding" | "slow" | "unreachable";
    }
  | { readonly why: "status"; readonly status: number };

/** A picture's name, and its size in pixels, upright. */
export interface SizedPicture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}
