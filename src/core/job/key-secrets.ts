/** The port to the gateway keys. */
export interface Keys {
  /** The secret of a credential, or undefined when it no longer exists. */
  secretOf(credentialId: string): Promise<string | undefined>;
}
