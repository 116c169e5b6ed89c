import { createHash } from 'node:crypto';

/** A token is as good as a password, but long and random: a plain hash hides it. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
