import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { defineStandIn, readText } from './stand-in.ts';

/** One second of speech, as the service gives it. */
export const SPOKEN = readFileSync(new URL('files/voice.ogg', import.meta.url));

const KEYS = 'azure-';
const REGIONS = ['brazilsouth', 'eastus'];
const OGG = /^ogg-(16|24|48)khz-16bit-mono-opus$/;
const VOICES = ['pt-BR-FranciscaNeural', 'pt-BR-AntonioNeural', 'pt-BR-ThalitaNeural', 'en-US-AvaNeural'];

/** Text to speech. The service says nothing of its refusals but the status. */
export const azureSpeech = defineStandIn(
  'azure',
  () => null,
  (app) => {
    app.addHook('preHandler', async (request, reply) => {
      const key = String(request.headers['ocp-apim-subscription-key'] ?? '');
      const [, , region = ''] = request.url.split('/');
      if (!key.startsWith(KEYS) || !REGIONS.includes(region)) return reply.code(401).send();
    });
    app.get('/:region/cognitiveservices/voices/list', async () =>
      VOICES.map((name) => ({
        Name: `Microsoft Server Speech Text to Speech Voice (${name})`,
        ShortName: name,
        Locale: name.slice(0, 5),
        Status: 'GA',
      })),
    );
    app.post('/:region/cognitiveservices/v1', async (request, reply): Promise<FastifyReply> => {
      const { headers } = request;
      if (headers['content-type'] !== 'application/ssml+xml') return reply.code(415).send();
      const isNamed = Boolean(headers['user-agent']) && String(headers['user-agent']).length < 255;
      if (!isNamed || !OGG.test(String(headers['x-microsoft-outputformat']))) return reply.code(400).send();
      return isSpoken(readText(request)) ? reply.type('audio/ogg').send(SPOKEN) : reply.code(400).send();
    });
  },
);

const TAG = /<(\/?)([a-z]+)((?:\s[a-z:]+=(?:'[^'<]*'|"[^"<]*"))*)\s*(\/?)>/g;
const UNESCAPED = /[<>]|&(?!(?:amp|lt|gt|quot|apos|#\d+);)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these.
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/u;

/** Whether it is well-formed, and spoken by a voice that there is. */
function isSpoken(ssml: string): boolean {
  const open: string[] = [];
  const path: string[] = [];
  for (const [, closes, name = '', attributes, alone] of ssml.matchAll(TAG)) {
    if (closes && open.pop() !== name) return false;
    if (closes || alone) continue;
    open.push(name);
    path.push(`${open.join('/')}${attributes}`);
  }
  const text = ssml.replaceAll(TAG, '');
  const [speak = '', voice = ''] = path;
  return (
    open.length === 0 &&
    text.trim() !== '' &&
    !UNESCAPED.test(text) &&
    !FORBIDDEN.test(ssml) &&
    /^speak .*xml:lang=/.test(speak) &&
    VOICES.includes(/^speak\/voice.* name=['"]([^'"]+)/.exec(voice)?.[1] ?? '')
  );
}
