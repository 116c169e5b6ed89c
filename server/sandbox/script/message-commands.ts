/** Commands with which a person writes, calls and reads on a simulated phone. */
import type { SimulatedAccount } from '../phones/account.ts';
import { AD_PICTURE } from '../phones/ad-picture.ts';
import {
  audioContent,
  type Content,
  contactContent,
  documentContent,
  editContent,
  eventAnswerContent,
  forwarded,
  imageContent,
  liveLocationContent,
  locationContent,
  pollContent,
  reactionContent,
  replyContent,
  revokeContent,
  stickerContent,
  textContent,
  videoContent,
  videoNoteContent,
  viewOnce,
  voiceContent,
  voteContent,
} from '../phones/content.ts';
import { readMessages } from '../phones/reading.ts';
import { ENVELOPES, packed, SAMPLES, sampleContent } from '../phones/samples.ts';
import type { SandboxWhatsApp } from '../sandbox.ts';
import type { MediaKind } from '../wire/media-crypto.ts';
import type { Handlers, Parsed } from './handlers.ts';
import { viewEntry } from './views.ts';

export function messageCommands(world: SandboxWhatsApp) {
  const handlers: Handlers<'send' | 'samples' | 'typing' | 'call' | 'endCall' | 'read' | 'ledger'> = {
    send: async (message) => {
      const from = world.numbered(message.from);
      const to = world.numbered(message.to);
      const { id, group } = message;
      const corrupt = message.kind === 'text' ? message.corrupt : undefined;
      let content = contentOf(from, to, message);
      if (message.forwarded) content = forwarded(content);
      if (message.viewOnce) content = viewOnce(content);
      if (message.inside) content = packed(content, message.inside);
      return { id: await from.send(to, content, { id, group, corrupt }) };
    },
    samples: () => ({ samples: SAMPLES, envelopes: ENVELOPES }),
    typing: ({ from, to, state }) => world.numbered(from).typingTo(world.numbered(to), state),
    call: async ({ from, to, video }) => ({
      callId: await world.numbered(from).call(world.numbered(to), { video }),
    }),
    endCall: ({ from, to, callId, missed }) =>
      world.numbered(from).endCall(world.numbered(to), callId, missed ? 'timeout' : undefined),
    read: async ({ number, ...which }) => ({ ids: await readMessages(world.numbered(number), which) }),
    ledger: ({ number }) => world.ledger.of(number).map((entry) => viewEntry(world, entry)),
  };
  return handlers;
}

type Message = Parsed<'send'>;

function contentOf(from: SimulatedAccount, to: SimulatedAccount, message: Message): Content {
  const file = (kind: MediaKind, base64: string) => from.upload(Buffer.from(base64, 'base64'), kind);
  switch (message.kind) {
    case 'text':
      return message.quote ? quoting(from, to, message.text, message.quote) : textContent(message.text);
    case 'image':
      return imageContent(file('image', message.fileBase64), { ...message, caption: message.text });
    case 'video':
      if (message.note) return videoNoteContent(file('video', message.fileBase64), message.seconds);
      return videoContent(file('video', message.fileBase64), { ...message, caption: message.text });
    case 'voice':
      return voiceContent(file('audio', message.fileBase64), message.seconds);
    case 'audio':
      return audioContent(file('audio', message.fileBase64), message.mimetype, message.seconds);
    case 'document':
      return documentContent(file('document', message.fileBase64), { ...message, caption: message.text });
    case 'location':
      return (message.live ? liveLocationContent : locationContent)(
        message.latitude,
        message.longitude,
        message.text,
      );
    case 'contact':
      return contactContent(message.name, message.vcard);
    case 'poll':
      return pollContent(message.text, message.options);
    case 'sticker':
      return stickerContent(file('sticker', message.fileBase64));
    case 'sample':
      return sampleContent(message.name, () => from.upload(AD_PICTURE, 'image'));
    case 'vote':
      return voting(from, to, message.target, message.options);
    case 'reaction':
      return reactionContent(keyOf(from, to, message.target), message.text);
    case 'edit':
      return editContent({ remoteJid: to.pnJid, fromMe: true, id: message.target }, message.text);
    case 'revoke':
      return revokeContent({ remoteJid: to.pnJid, fromMe: true, id: message.target });
  }
}

/** Any member of the chat may have sent the poll or the appointment; each side names the other by LID. */
function voting(from: SimulatedAccount, to: SimulatedAccount, id: string, options: string[]): Content {
  const creator = [from, to].find((account) => account.sent.has(id));
  const message = creator?.sent.get(id)?.content.message;
  const secret = message?.messageContextInfo?.messageSecret;
  if (!creator || !secret) throw new Error(`no poll ${id} of a phone of this chat`);
  const poll = { key: keyOf(from, to, id), id, secret, creator: creator.jid(from.addressing) };
  const voter = from.jid(from.addressing);
  return message?.eventMessage
    ? eventAnswerContent(poll, voter, options[0])
    : voteContent(poll, voter, options);
}

function keyOf(from: SimulatedAccount, to: SimulatedAccount, id: string) {
  const fromMe = from.world.ledger.get(from.number, id) !== undefined;
  return { remoteJid: to.jid(from.addressing), fromMe, id };
}

function quoting(from: SimulatedAccount, to: SimulatedAccount, text: string, id: string): Content {
  const { ledger } = from.world;
  const own = ledger.get(from.number, id);
  const quoted = own ?? ledger.get(to.number, id);
  if (!quoted) throw new Error(`no message ${id} in this chat`);
  const participant = (own ? from : to).jid(from.addressing);
  return replyContent(text, { id, participant, message: { conversation: quoted.text ?? '' } });
}
