/** The services that a key's group has. */
export type SandboxService = "image" | "video";
