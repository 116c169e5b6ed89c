import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import type { VisitorNotice } from '../../platform/realtime/visitor-notices.ts';
import type { ChannelEvent, ChatAddress, InboundContent } from '../channel.ts';
import { referralOfPage } from './page-referral.ts';

type VisitorMessage = Extract<VisitorNotice, { kind: 'message' }>;

/** What a visitor has done, in the words of the port. @param at when it came: a visitor's own clock may be wrong */
export function eventOf(notice: VisitorNotice, at: Date): ChannelEvent {
  const chat = chatOf(notice);
  switch (notice.kind) {
    case 'linked':
      return { kind: 'contact.identity_linked', chat };
    case 'tick': {
      const { ids, status } = notice;
      return { kind: 'message.status_changed', chat, ids, status, at, participant: '' };
    }
    case 'message': {
      const { id, name, otherName, quoted, page } = notice;
      const ref = { id, fromMe: false, participant: '' };
      const content = contentOf(notice);
      const quote = { quotedId: quoted, quotedText: '', forwarded: false };
      return {
        kind: 'message.received',
        message: {
          chat,
          ref,
          authorName: name,
          otherName,
          content,
          ...quote,
          referral: page && referralOfPage(page),
          at,
        },
      };
    }
  }
}

function chatOf({ people: [first = '', ...others] }: VisitorNotice): ChatAddress {
  const named = (value: string) => ({ kind: 'web', value }) as const;
  return { kind: 'direct', identities: [named(first), ...others.map(named)] };
}

function contentOf({ text, tap, file }: VisitorMessage): InboundContent {
  if (!file) return { kind: 'text', text, ...(tap === null ? {} : { tap }) };
  const { path, mime, name, size, width, height, seconds, voice } = file;
  const kind = mediaKind(mime);
  return {
    kind: kind === 'application' ? 'document' : kind,
    text,
    mime,
    fileName: name,
    size,
    sha256: null,
    width,
    height,
    seconds,
    voice: voice && kind === 'audio',
    waveform: null,
    source: Buffer.from(path),
  };
}
