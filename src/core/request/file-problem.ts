/**
 * Why a file is refused, as data: which file, the option that it was given to, where it has one, what it is, and what is allowed.
 * Nothing of it is kept.
 */
export type FileProblem = Refusal & { readonly option?: string };

type Refusal =
  | { readonly rule: "file_empty"; readonly name: string }
  /** A link that leads to nothing that may be taken; `link` as it was given. */
  | { readonly rule: "link"; readonly link: string; readonly fault: LinkFault }
  /** A link to a message that can't be gone by; `fault` as `Linked` has it, or `no_files`: there is nothing in it to go by. */
  | { readonly rule: "message_link"; readonly link: string; readonly fault: MessageLinkFault }
  /** It did not arrive whole from where it was attached. */
  | { readonly rule: "file_unavailable"; readonly name: string }
  /** The platform that it was attached to does not give it to us. */
  | { readonly rule: "file_refused"; readonly name: string; readonly fault: FileFault }
  /** A result of ours whose time is over. */
  | { readonly rule: "file_not_kept"; readonly name: string }
  /** `max` in bytes. */
  | { readonly rule: "file_too_large"; readonly name: string; readonly max: number }
  /** Nothing is wrong with the file: the disk that it would be kept on is full. */
  | { readonly rule: "store_full"; readonly name: string }
  /** All files of a request together; both in bytes. */
  | { readonly rule: "files_too_large"; readonly bytes: number; readonly max: number }
  | {
      readonly rule: "file_type";
      readonly name: string;
      /** What the bytes are, e.g. `PDF`; undefined where they are of no known type. */
      readonly found: string | undefined;
      readonly allowed: readonly string[];
      /** The accepted type, if saving the same content again in it can help. */
      readonly saveAs: string | undefined;
    }
  /** Of a type that is taken where it can be opened, which it can't here. */
  | { readonly rule: "file_undecodable"; readonly name: string; readonly type: string; readonly saveAs: string }
  | {
      readonly rule: "file_damaged";
      readonly name: string;
      readonly type: string;
      /** `truncated`: its end is missing. */
      readonly damage: "truncated" | "unreadable";
    }
  /** A file of the allowed type `type` that is something else as well: `other` where that is known, e.g. `ZIP`. */
  | { readonly rule: "file_disguise"; readonly name: string; readonly type: string; readonly other: string | undefined }
  /** `max` in pixels; the size is what the file claims. */
  | {
      readonly rule: "too_many_pixels";
      readonly name: string;
      readonly width: number;
      readonly height: number;
      readonly max: number;
    }
  /** A mask that isn't a PNG. */
  | { readonly rule: "mask_type"; readonly name: string; readonly found: string }
  /** A mask without a transparent pixel: it would change nothing. */
  | { readonly rule: "mask_opaque"; readonly name: string }
  /** Both in bytes. */
  | { readonly rule: "mask_too_large"; readonly name: string; readonly bytes: number; readonly max: number }
  | { readonly rule: "mask_size"; readonly mask: SizedPicture; readonly image: SizedPicture };

/** `hidden`: the platform does not show us what is in it. */
export type MessageLinkFault = "no_message" | "elsewhere" | "unseen" | "hidden" | "no_files";

/** Why a platform does not give us a file that was attached. */
export type FileFault =
  /** Our app lacks this permission; Slack calls it a scope. */
  | { readonly why: "scope"; readonly scope: string }
  /** A page came in place of the file: Slack's way to say that a token may not read files. */
  | { readonly why: "page" }
  /** It belongs to another workspace, which keeps it to itself. */
  | { readonly why: "foreign" }
  /** It is kept elsewhere than the platform keeps files. */
  | { readonly why: "host"; readonly host: string }
  /** It was deleted, or its address has expired. */
  | { readonly why: "gone" };

/** Why a link's target is unavailable. */
export type LinkFault =
  /** `form`: no http or https; `host`: not one of the few that are asked; `encoding`: it comes packed. */
  | {
      readonly why: "form" | "login" | "port" | "private" | "host" | "redirects" | "encoding" | "slow" | "unreachable";
    }
  | { readonly why: "status"; readonly status: number };

/** A picture by its name, and its pixels the right way up. */
export interface SizedPicture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}
