import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SPOKEN } from '../../test/services/azure-speech.ts';
import { type StandIns, startStandIns } from '../../test/services/stand-ins.ts';
import { speak, speakable } from './azure-speech.ts';
import type { Outside } from './outside.ts';
import { openOutside } from './testing/open-outside.ts';

let standIns: StandIns;
let outside: Outside;
beforeAll(async () => {
  standIns = await startStandIns();
  outside = openOutside(standIns.url);
});
beforeEach(() => standIns.reset());
afterAll(() => Promise.all([outside.http.close(), standIns.close()]));

const ACCOUNT = { key: 'azure-1', region: 'brazilsouth', voice: 'pt-BR-FranciscaNeural' };
const read = (text: string, account = ACCOUNT) => speak(outside, account, text, { timeoutMs: 5_000 });

it('reads what people write aloud, whatever signs are in it', async () => {
  const hostile = `Tom & Jerry <b>"x"</b> 'y' ]]> </voice></speak> a\0b\u0007c \ud800 \uffff 5 > 3 & fim`;
  expect(await read(hostile)).toEqual(SPOKEN);
  const asked = standIns.asked('azure').at(-1)!;
  expect(asked.headers).toMatchObject({
    'x-microsoft-outputformat': 'ogg-24khz-16bit-mono-opus',
    'user-agent': 'Balcao',
  });
  expect(asked.body).toContain("xml:lang='pt-BR'");
  expect(asked.body).toContain('Tom &#38; Jerry &#60;b&#62;');
});

it.each([
  ['*Olá*, _Ana_! **Tudo** ~bem~? `ok`', 'Olá, Ana! Tudo bem? ok'],
  ['Abre às *7h*.\n\n- Vendas\n* Suporte\n> citado\n## Fim', 'Abre às 7h.\n\nVendas\nSuporte\ncitado\nFim'],
  ['2 * 3 = 6, 5*3, nota_fiscal.pdf', '2 * 3 = 6, 5*3, nota_fiscal.pdf'],
  ['Veja https://loja.example/a?b=1 ou www.loja.example agora', 'Veja ou agora'],
  ['Veja [o site](https://loja.example)!', 'Veja o site!'],
  ['Oi 😊👍🏽 família 👨‍👩‍👧 🇧🇷 ❤️ 1️⃣', 'Oi família 1'],
  ['a\u0000b\tc', 'a b c'],
  ['👍 https://loja.example', ''],
])('reads %j as %j', (text, words) => {
  expect(speakable(text)).toBe(words);
});

it('asks nobody when there is nothing to read, or no region that can be a name', async () => {
  await expect(read('👍')).rejects.toMatchObject({ problem: 'refused' });
  for (const region of ['', 'evil.example/', 'brazilsouth.evil', 'Brazil South', '../x', '127.0.0.1:1#'])
    await expect(read('Oi', { ...ACCOUNT, region })).rejects.toMatchObject({ problem: 'refused' });
  expect(standIns.asked('azure')).toEqual([]);
});

it('takes no other file for a voice note, and no voice that the service does not know', async () => {
  standIns.fail('azure', { kind: 'status', status: 200, body: 'RIFF....WAVE' });
  await expect(read('Oi')).rejects.toMatchObject({ problem: 'nonsense' });
  await expect(read('Oi', { ...ACCOUNT, voice: "pt-BR-X'/><break/>" })).rejects.toMatchObject({
    problem: 'refused',
    status: 400,
  });
  await expect(read('Oi', { ...ACCOUNT, key: 'wrong' })).rejects.toMatchObject({
    status: 401,
    message: '401',
  });
});
