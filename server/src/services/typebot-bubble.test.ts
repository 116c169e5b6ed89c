import { expect, it } from 'vitest';
import { saidBy } from './typebot-bubble.ts';

const text = (text: string) => ({ kind: 'text', text, delayMs: 0 });
const file = (as: string, url: string, fileName: string, caption = '') => ({
  kind: 'file',
  as,
  url,
  caption,
  fileName,
  delayMs: 0,
});

it.each([
  [
    'text',
    { type: 'richText', richText: [{ type: 'p', children: [{ text: 'Oi', bold: true }] }] },
    text('*Oi*'),
  ],
  ['text', { type: 'markdown', markdown: '**Oi**' }, text('*Oi*')],
  ['text', { richText: [{ type: 'p', children: [{ text: ' ' }] }] }, null],
  ['image', { url: 'https://x.com/a%20b.png?v=1' }, file('image', 'https://x.com/a%20b.png?v=1', 'a b.png')],
  [
    'image',
    { url: 'https://x.com/a.JPG', clickLink: { url: 'https://x.com', alt: 'x' } },
    file('image', 'https://x.com/a.JPG', 'a.JPG', 'https://x.com'),
  ],
  // WhatsApp shows neither as a picture.
  ['image', { url: 'https://x.com/a.gif' }, file('document', 'https://x.com/a.gif', 'a.gif')],
  ['image', { url: 'https://x.com/a.svg' }, file('document', 'https://x.com/a.svg', 'a.svg')],
  ['image', { url: 'data:image/png;base64,AA' }, null],
  ['image', {}, null],
  ['video', { type: 'url', url: 'https://x.com/a.mp4' }, file('video', 'https://x.com/a.mp4', 'a.mp4')],
  ['video', { url: 'https://x.com/' }, file('video', 'https://x.com/', '')],
  [
    'video',
    { type: 'youtube', id: 'dQw4', url: 'https://youtu.be/dQw4' },
    text('https://www.youtube.com/embed/dQw4'),
  ],
  ['video', { type: 'vimeo', id: '12' }, text('https://player.vimeo.com/video/12')],
  ['video', { type: 'tiktok', id: '34' }, text('https://www.tiktok.com/embed/v2/34')],
  ['video', { type: 'gumlet', id: 'a1' }, text('https://play.gumlet.io/embed/a1')],
  ['video', { type: 'youtube', url: 'https://youtu.be/dQw4' }, text('https://youtu.be/dQw4')],
  [
    'audio',
    { url: 'https://x.com/%E0%A4%A.mp3', isAutoplayEnabled: true },
    file('audio', 'https://x.com/%E0%A4%A.mp3', '%E0%A4%A.mp3'),
  ],
  [
    'embed',
    { url: 'https://x.com/contrato.pdf', height: 400 },
    file('document', 'https://x.com/contrato.pdf', 'contrato.pdf'),
  ],
  ['embed', { url: 'https://x.com/a.webp' }, file('image', 'https://x.com/a.webp', 'a.webp')],
  ['embed', { url: 'https://x.com/a.mp4' }, file('video', 'https://x.com/a.mp4', 'a.mp4')],
  ['embed', { url: 'https://x.com/a.ogg' }, file('audio', 'https://x.com/a.ogg', 'a.ogg')],
  ['embed', { url: 'https://maps.example.com/?q=loja' }, text('https://maps.example.com/?q=loja')],
  ['custom-embed', { url: 'https://x.com/w', initFunction: {} }, text('https://x.com/w')],
  ['custom-embed', {}, null],
  ['hologram', { url: 'https://x.com/a.png' }, null],
  ['image', null, null],
])('%s %j', (type, content, said) => {
  expect(saidBy({ id: 'b', type, content })).toEqual(said);
});
