import type { GroupMetadata, WASocket } from '@whiskeysockets/baileys';

/** A cache of groups, so that not every message to one queries its members from the server first. */
export interface Groups {
  /** The metadata for the library; undefined: it queries the server itself. */
  cached(jid: string): Promise<GroupMetadata | undefined>;
  /** The number of members besides ourselves. */
  others(jid: string): Promise<number>;
  /** Drops a group whose members changed. */
  forget(jid: string): void;
}

const MAX_KNOWN = 500;

export function createGroups(sock: () => WASocket): Groups {
  const known = new Map<string, GroupMetadata>();

  async function load(jid: string): Promise<GroupMetadata> {
    const here = known.get(jid);
    if (here) return here;
    const group = await sock().groupMetadata(jid);
    known.set(jid, group);
    if (known.size > MAX_KNOWN) for (const oldest of known.keys()) if (known.delete(oldest)) break;
    return group;
  }

  return {
    cached: (jid) => load(jid).catch(() => undefined),
    others: async (jid) => Math.max(0, (await load(jid)).participants.length - 1),
    forget: (jid) => void known.delete(jid),
  };
}
