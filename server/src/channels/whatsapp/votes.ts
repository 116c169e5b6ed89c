import { createHash } from 'node:crypto';
import { APPOINTMENT_ANSWERS } from '@balcao/shared/features/messages/row.ts';
import {
  decryptEventResponse,
  decryptPollVote,
  jidNormalizedUser,
  proto,
  type WAMessage,
} from '@whiskeysockets/baileys';

/**
 * A vote, or an answer to an appointment, with its voter, as `readVote` needs it: a message with nothing but that in it.
 * Null for a message that is none.
 */
export function packVote(
  message: WAMessage,
  { pollUpdateMessage, encEventResponseMessage }: proto.IMessage,
): Uint8Array | null {
  const { key } = message;
  const { encPayload, encIv } = pollUpdateMessage?.vote ?? encEventResponseMessage ?? {};
  if (!encPayload || !encIv) return null;
  return proto.WebMessageInfo.encode({
    key: {
      id: key.id ?? '',
      fromMe: key.fromMe === true,
      remoteJid: key.remoteJid ?? '',
      participant: key.participant ?? '',
    },
    participant: key.participantAlt || key.remoteJidAlt || '',
    message: {
      pollUpdateMessage: pollUpdateMessage ?? null,
      encEventResponseMessage: encEventResponseMessage ?? null,
    },
  }).finish();
}

/**
 * SHA-256 of the options that were chosen; null when the secret does not decrypt it. The key is made of the names of
 * both sides, and whether those are numbers or LIDs only the voter's phone knows: each pair is tried.
 *
 * @param own our own jids
 */
export function readVote(packed: Uint8Array, secret: Uint8Array, own: readonly string[]): Buffer[] | null {
  const { key, participant, message } = proto.WebMessageInfo.decode(packed);
  if (!key) return null;
  const voters = key.fromMe ? own : namesOf(key.participant || key.remoteJid, participant);
  for (const voter of voters)
    for (const creator of creatorsOf(message, key, participant, own)) {
      const chosen = attempt(() => open(message ?? {}, { secret, voter, creator }));
      if (chosen) return chosen;
    }
  return null;
}

interface Names {
  secret: Uint8Array;
  voter: string;
  creator: string;
}

function open(message: proto.IMessage, { secret, voter, creator }: Names): Buffer[] | null {
  const { pollUpdateMessage: update, encEventResponseMessage: answer } = message;
  const poll = update?.pollCreationMessageKey?.id;
  const { encPayload, encIv } = update?.vote ?? answer ?? {};
  if (!encPayload || !encIv) return null;
  if (poll) {
    const names = { pollMsgId: poll, pollEncKey: secret, pollCreatorJid: creator, voterJid: voter };
    const vote = decryptPollVote({ encPayload, encIv }, names);
    return (vote.selectedOptions ?? []).map((hash) => Buffer.from(hash));
  }
  const eventMsgId = answer?.eventCreationMessageKey?.id;
  if (!eventMsgId) return null;
  const names = { eventMsgId, eventEncKey: secret, eventCreatorJid: creator, responderJid: voter };
  const { response } = decryptEventResponse({ encPayload, encIv }, names);
  const chosen = APPOINTMENT_ANSWERS[(response ?? 0) - 1];
  return chosen ? [createHash('sha256').update(chosen).digest()] : [];
}

/** Who has made the poll; of an appointment the answer does not say it in our words, so that both sides are tried. */
function creatorsOf(
  message: proto.IMessage | null | undefined,
  { remoteJid }: proto.IMessageKey,
  participant: string | null | undefined,
  own: readonly string[],
): readonly string[] {
  const poll = message?.pollUpdateMessage?.pollCreationMessageKey;
  if (poll?.fromMe) return own;
  const event = message?.encEventResponseMessage?.eventCreationMessageKey;
  const others = namesOf((poll ?? event)?.participant || remoteJid, participant);
  return poll ? others : [...own, ...others];
}

const namesOf = (...jids: (string | null | undefined)[]): string[] => [
  ...new Set(jids.flatMap((jid) => (jid ? jidNormalizedUser(jid) : []))),
];

/** A vote encrypted for other names cannot be opened, which is no error. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
