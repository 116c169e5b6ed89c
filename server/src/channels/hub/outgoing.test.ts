import type { HubChannel } from '@balcao/shared/features/connections/credentials.ts';
import { expect, it } from 'vitest';
import { ChannelError, type OutgoingFile, type OutgoingMessage } from '../channel.ts';
import { prepareMessage } from './outgoing.ts';

const MB = 1024 * 1024;

function fileOf(kind: OutgoingFile['kind'], mime: string, size: number, text = ''): OutgoingFile {
  const shown = { width: null, height: null, seconds: null, voice: false, waveform: null };
  const open = () => Promise.reject(new Error('nobody opens it'));
  return { kind, mime, size, text, fileName: 'arquivo', open, link: null, known: null, ...shown };
}

/** What the hub is told, or why it is told nothing. */
function prepared(channel: HubChannel, content: OutgoingMessage['content']): unknown {
  const chat = { kind: 'direct', identities: [{ kind: channel, value: 'c1/7' }] } as const;
  try {
    const line = { channel, channelId: 'c1' };
    const bytes = prepareMessage({ chat, content, quoted: null, forwarded: false }, line);
    return JSON.parse(Buffer.from(bytes).toString());
  } catch (error) {
    return error instanceof ChannelError ? error.code : error;
  }
}

it.each<[HubChannel, OutgoingFile, object | string]>([
  ['instagram', fileOf('image', 'image/png', 8 * MB), { fileMimeType: 'image' }],
  ['instagram', fileOf('image', 'image/png', 8 * MB + 1), 'too_large'],
  ['instagram', fileOf('image', 'image/webp', MB), 'file_not_taken'],
  ['instagram', fileOf('audio', 'audio/mpeg', MB), 'file_not_taken'],
  ['instagram', fileOf('audio', 'audio/mp4; codecs=aac', MB), { fileMimeType: 'audio' }],
  ['instagram', fileOf('document', 'application/pdf', MB), { fileMimeType: 'file' }],
  ['instagram', fileOf('document', 'text/csv', MB), 'file_not_taken'],
  // It is not shown as a picture, and taken all the same.
  ['facebook', fileOf('sticker', 'image/webp', MB), { fileMimeType: 'file' }],
  ['facebook', fileOf('video', 'video/mp4', 26 * MB), 'too_large'],
  ['telegram', fileOf('image', 'image/webp', MB), { fileMimeType: 'photo' }],
  ['telegram', fileOf('document', 'text/csv', 21 * MB), 'too_large'],
  ['facebook', fileOf('image', 'image/png', MB, '*Tabela* de _hoje_'), { fileCaption: 'Tabela de hoje' }],
  ['facebook', fileOf('image', 'image/png', MB, 'x'.repeat(1_001)), 'too_large'],
])('to %s goes what it takes, as what it takes it', (channel, file, expected) => {
  const told = prepared(channel, file);
  if (typeof expected === 'string') expect(told).toBe(expected);
  else expect(told).toMatchObject(expected);
});

it('words go without their marks, and no longer than the messenger takes them', () => {
  const said = (text: string) => prepared('instagram', { kind: 'text', text });
  expect(said('*Ana:*\n```12``` pães')).toEqual({ type: 'text', text: 'Ana:\n12 pães' });
  expect(said(`*${'x'.repeat(1_000)}*`)).toMatchObject({ type: 'text' });
  expect(said('x'.repeat(1_001))).toBe('too_large');
});
