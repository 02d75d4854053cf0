/** What a peer needs to start. */
export interface PeerGiven {
  readonly databaseUrl: string;
  readonly gatewayUrl: string;
  /** Where pictures are kept. */
  readonly dataDir: string;
  /** How many jobs it may have at the gateway at once. */
  readonly atOnce: number;
}
