/** The settings with which a peer starts. */
export interface PeerGiven {
  readonly databaseUrl: string;
  readonly gatewayUrl: string;
  /** Where pictures are kept. */
  readonly dataDir: string;
  /** How many jobs it may have at the gateway at the same time. */
  readonly atOnce: number;
}
