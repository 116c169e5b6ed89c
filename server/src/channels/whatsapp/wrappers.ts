import type { proto } from '@whiskeysockets/baileys';
import { ENVELOPES } from './message-kinds.ts';

/** Nobody packs deeper; whoever does wants to keep us busy. */
const MAX_WRAPPERS = 20;

interface Unwrapped {
  message: proto.IMessage;
  /** It may be opened once, on the phone. */
  viewOnce: boolean;
  /** What votes on it are read with; it stands beside the message, or beside what that is packed in. */
  secret: Uint8Array | null;
}

/** A message without what it is packed in, in whatever order. The library opens nine kinds and no more than five deep. */
export function unwrap(outer: proto.IMessage | null | undefined): Unwrapped {
  let message = outer ?? {};
  let viewOnce = false;
  let secret = message.messageContextInfo?.messageSecret;
  for (let depth = 0; depth < MAX_WRAPPERS; depth++) {
    const wrapper = ENVELOPES.find((name) => message[name]?.message);
    if (!wrapper) break;
    viewOnce ||= wrapper.startsWith('viewOnce');
    const { [wrapper]: packed, ...beside } = message;
    message = { ...beside, ...packed?.message };
    secret = message.messageContextInfo?.messageSecret ?? secret;
  }
  return { message, viewOnce, secret: secret?.length === 32 ? secret : null };
}
