import {
  isHostedLidUser,
  isHostedPnUser,
  isJidGroup,
  isJidMetaAI,
  isLidUser,
  isPnUser,
  jidDecode,
  jidEncode,
  META_AI_JID,
  type WAMessageKey,
} from '@whiskeysockets/baileys';
import { ChannelError, type ChatAddress, type Identity } from '../channel.ts';

/** Our own account, as the user parts of our jids. */
export interface Self {
  phone: string | undefined;
  lid: string | undefined;
}

/**
 * The name behind a jid, without device; null for jids that are neither person nor group (status, newsletters,
 * servers).
 */
function identityOf(jid: string | null | undefined): Identity | null {
  if (!jid) return null;
  const value = jidDecode(jid)?.user;
  if (!value) return null;
  if (isJidGroup(jid)) return { kind: 'group', value };
  if (!/^\d{1,20}$/.test(value)) return null;
  if (isLidUser(jid) || isHostedLidUser(jid)) return { kind: 'lid', value };
  if (isPnUser(jid) || isHostedPnUser(jid)) return { kind: 'phone', value };
  return null;
}

/**
 * The chat that jids name, LID first: numbers and LIDs of one person have separate Signal sessions, and only sends to
 * the LID are always accepted (hazards H12 and H20). Null when all names are our own, and for WhatsApp's own assistant,
 * which the phone's owner talks to: it is no customer.
 */
export function addressOf(jids: readonly (string | null | undefined)[], self: Self): ChatAddress | null {
  if (jids.some(isAssistant)) return null;
  const found = jids.flatMap((jid) => identityOf(jid) ?? []);
  const group = found.find((identity) => identity.kind === 'group');
  if (group) return { kind: 'group', identities: [group] };
  const others = found.filter((identity) => !isSelf(identity, self));
  const lid = others.find((identity) => identity.kind === 'lid');
  const phone = others.find((identity) => identity.kind === 'phone');
  if (lid) return { kind: 'direct', identities: phone ? [lid, phone] : [lid] };
  return phone ? { kind: 'direct', identities: [phone] } : null;
}

const ASSISTANT = jidDecode(META_AI_JID)?.user;

const isAssistant = (jid: string | null | undefined): boolean =>
  typeof jid === 'string' && (isJidMetaAI(jid) === true || jidDecode(jid)?.user === ASSISTANT);

function isSelf(identity: Identity, self: Self): boolean {
  return identity.value === (identity.kind === 'lid' ? self.lid : self.phone);
}

/** The author inside a group under one name; empty in a chat of two. */
export function participantOf(key: Pick<WAMessageKey, 'participant' | 'participantAlt'>): string {
  const names = [key.participant, key.participantAlt].flatMap((jid) => identityOf(jid) ?? []);
  const name = names.find(({ kind }) => kind === 'lid') ?? names[0];
  return name ? jidOfIdentity(name) : '';
}

export function jidOf(chat: ChatAddress): string {
  return jidOfIdentity(chat.identities[0]);
}

export function jidOfIdentity({ kind, value }: Identity): string {
  if (!isServed(kind)) throw new ChannelError('recipient_not_found', `a ${kind} identity`);
  return jidEncode(value, SERVERS[kind]);
}

const SERVERS = { lid: 'lid', phone: 's.whatsapp.net', group: 'g.us' } as const;
const isServed = (kind: Identity['kind']): kind is keyof typeof SERVERS => Object.hasOwn(SERVERS, kind);
