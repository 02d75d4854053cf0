/** The doctor's report about Easel's machine and its addresses. In English. */
export const machineEn = {
  machine: {
    needsNoAddress: "No public address: the Console needs none.",
    /** What answers at the public address, as seen from Easel's machine. */
    addressAnswers: {
      other: (status: number) =>
        `It answers ${status}, but not as this Easel: it must lead to \`PUBLIC_PORT\`, and all processes need the same \`SECRET_KEY\` and version.`,
      failing: (status: number) => `It answers ${status}: the proxy there doesn't reach \`PUBLIC_PORT\`.`,
      silent: (code: string | undefined) =>
        `It does not answer${code === undefined ? "" : ` (\`${code}\`)`}: check its name, the proxy and the firewall.`,
    },
    plainHttp: {
      console:
        "The Console can be reached from other machines without TLS, so others on the network can read its password. Put a reverse proxy with TLS in front of it and set `TRUST_PROXY`, or set `HOST=127.0.0.1`.",
      public: "`PUBLIC_URL` is not https, so others on the network can read the pictures and clips behind it.",
    },
    folder: {
      missing:
        "The folder `media` in `DATA_DIR` is missing, so no file can be kept. Start Easel again: it creates the folder.",
      denied: "The folder `media` in `DATA_DIR` can't be written: change its permissions.",
      unreliable: "The folder `media` in `DATA_DIR` does not return what was written: check the disk.",
    },
    diskLow: (free: string) =>
      `Only ${free} is left on the disk of \`DATA_DIR\`: free some space, lower \`MEDIA_DAYS\`, or use a larger disk.`,
    backup: (at: string) => `The last backup was made on ${at}.`,
    backupOld: (at: string) =>
      `The last backup was made on ${at}: see whether \`npm run backup\` still runs regularly, and what it says.`,
    /** The note to admins after a copy was restored. */
    restored: (from: string, to: string) =>
      `**Easel was restored from a backup.** It knows nothing about what happened between ${from} and ${to}. Requests from that time must be sent again: buttons under their messages no longer work, and what they made may have been charged. Changes of admins from that time must be repeated.`,
    bloat: (tables: string) =>
      `PostgreSQL's autovacuum does not keep up with \`${tables}\`: look for old transactions in \`pg_stat_activity\`, then run \`VACUUM\` on them.`,
    uploads: (size: string) => `Results of up to ${size} each can be posted here.`,
    certificate: {
      unreadable: "Its certificate can't be read: check the TLS settings of the proxy.",
      expired: "Its certificate has expired: renew it.",
      expires: (days: number) => `Its certificate expires in ${days === 1 ? "one day" : `${days} days`}: renew it.`,
    },
  },
};
