import { decryptPollVote, jidNormalizedUser, proto, type WAMessage } from '@whiskeysockets/baileys';

/** A vote with its voter, as `readVote` needs it: a message with nothing but the vote in it. */
export function packVote(
  message: WAMessage,
  pollUpdateMessage: proto.Message.IPollUpdateMessage,
): Uint8Array {
  const { key } = message;
  return proto.WebMessageInfo.encode({
    key: {
      id: key.id ?? '',
      fromMe: key.fromMe === true,
      remoteJid: key.remoteJid ?? '',
      participant: key.participant ?? '',
    },
    participant: key.participantAlt || key.remoteJidAlt || '',
    message: { pollUpdateMessage },
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
  const update = message?.pollUpdateMessage;
  const poll = update?.pollCreationMessageKey;
  const { encPayload, encIv } = update?.vote ?? {};
  if (!key || !poll?.id || !encPayload || !encIv) return null;
  const voters = key.fromMe ? own : namesOf(key.participant || key.remoteJid, participant);
  const creators = poll.fromMe ? own : namesOf(poll.participant || key.remoteJid, participant);
  for (const voterJid of voters)
    for (const pollCreatorJid of creators) {
      const names = { pollMsgId: poll.id, pollEncKey: secret, pollCreatorJid, voterJid };
      const vote = attempt(() => decryptPollVote({ encPayload, encIv }, names as never));
      if (vote) return (vote.selectedOptions ?? []).map((hash) => Buffer.from(hash));
    }
  return null;
}

const namesOf = (...jids: (string | null | undefined)[]): string[] => [
  ...new Set(jids.flatMap((jid) => (jid ? jidNormalizedUser(jid) : []))),
];

/** A vote encrypted for other names cannot be opened, which is no error. */
function attempt<T>(open: () => T): T | null {
  try {
    return open();
  } catch {
    return null;
  }
}
