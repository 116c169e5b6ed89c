import { z } from 'zod';
import { askJson, beginningOf, isSuccess, refusalOf, withoutSecret } from '../platform/outgoing/answers.ts';
import { OutsideError } from '../platform/outgoing/outside-error.ts';
import type { Limits, Outside } from './outside.ts';

export interface SpeechAccount {
  key: string;
  /** The region as Azure names it, for example `brazilsouth`. */
  region: string;
}

/** What WhatsApp plays as a voice note. */
const FORMAT = 'ogg-24khz-16bit-mono-opus';
/** How every file of that format begins. */
const BEGINNING = 'OggS';
/** The service ends after ten minutes. */
const MAX_AUDIO_BYTES = 8 * 1024 * 1024;
const MAX_LIST_BYTES = 4 * 1024 * 1024;
const CHECK_MS = 15_000;
const NAME = 'Balcao';

/** Reads a text aloud; see `speakable` for what of it. @returns a file of Opus in Ogg */
export async function speak(
  { http, addresses }: Outside,
  { key, region, voice }: SpeechAccount & { voice: string },
  text: string,
  limits: Limits,
): Promise<Buffer> {
  const answer = await http.send({
    method: 'POST',
    url: `${addresses.speech(checked(region))}/cognitiveservices/v1`,
    headers: {
      'ocp-apim-subscription-key': key,
      'content-type': 'application/ssml+xml',
      'x-microsoft-outputformat': FORMAT,
      'user-agent': NAME,
    },
    body: ssmlOf(voice, speakable(text)),
    maxBytes: MAX_AUDIO_BYTES,
    ...limits,
  });
  const said = withoutSecret(beginningOf(answer), key);
  if (!isSuccess(answer)) throw refusalOf(answer, () => said);
  if (answer.bytes.toString('latin1', 0, BEGINNING.length) !== BEGINNING)
    throw new OutsideError('nonsense', said, { status: answer.status });
  return answer.bytes;
}

/** The voices of a region: whether region and key are right. */
export async function listVoices(
  { http, addresses }: Outside,
  { key, region }: SpeechAccount,
  { timeoutMs = CHECK_MS, ...limits }: Partial<Limits> = {},
): Promise<string[]> {
  const voices = await askJson(
    http,
    {
      method: 'GET',
      url: `${addresses.speech(checked(region))}/cognitiveservices/voices/list`,
      headers: { 'ocp-apim-subscription-key': key, 'user-agent': NAME },
      timeoutMs,
      maxBytes: MAX_LIST_BYTES,
      ...limits,
    },
    z.array(z.object({ ShortName: z.string() })),
    (answer) => withoutSecret(beginningOf(answer), key),
  );
  return voices.map(({ ShortName }) => ShortName);
}

/** Becomes a part of a host's name. */
function checked(region: string): string {
  if (!/^[a-z0-9]+$/.test(region)) throw new OutsideError('refused', 'no region of Azure');
  return region;
}

const ADDRESSES = /(?:https?:\/\/|www\.)\S+/gi;
const MARKDOWN_LINK = /\[([^\]]+)\]\([^)]*\)/g;
/** Headings, quotes and items of lists. */
const LINE_MARKS = /^[ \t]*(?:#{1,6}|>|[-*•])[ \t]+/gm;
/** Marks at the edge of a word: what is between digits is a sign, and between letters a part of a name. */
const MARKS = /(?<![\p{L}\p{N}])[*_~`]+(?=\S)|(?<=\S)[*_~`]+(?![\p{L}\p{N}])/gu;
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]|\u200d|\u20e3|\ufe0f/gu;
/** XML knows no way to write them. */
const UNWRITABLE = /(?!\n)\p{Cc}|[\ufffd-\uffff]/gu;

/** What of a text can be read aloud: its words, without marks, emoji and addresses; empty: nothing. */
export const speakable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(MARKDOWN_LINK, '$1')
    .replaceAll(ADDRESSES, '')
    .replaceAll(LINE_MARKS, '')
    .replaceAll(MARKS, '')
    .replaceAll(EMOJI, '')
    .replaceAll(UNWRITABLE, ' ')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();

/** @param voice `pt-BR-FranciscaNeural`: its language stands at its beginning */
function ssmlOf(voice: string, text: string): string {
  if (text === '') throw new OutsideError('refused', 'nothing to read aloud');
  const language = escapeXml(voice.split('-', 2).join('-'));
  return (
    `<speak version='1.0' xmlns='http://www.w3.org/2001/10/synthesis' xml:lang='${language}'>` +
    `<voice name='${escapeXml(voice)}'>${escapeXml(text)}</voice></speak>`
  );
}

const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
