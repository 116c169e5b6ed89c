import type { Browser } from '@playwright/test';
import { CARLA, JOAO, MARIA } from './phones.ts';
import { type Content, openShop } from './shop.ts';
import type { Stack } from './stack.ts';

const SABOR = '5541955550005';
const PEDRO = '5551944440006';
export const BEATRIZ = '5571933330007';
export const EMMA = '447700900123';
const OTAVIO = '5581922220008';
const HELENA = '5585911110009';

const VCARD = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:Nunes;Rafael;;;',
  'FN:Rafael Nunes (entregas)',
  'TEL;type=CELL;waid=5521988887777:+55 21 98888-7777',
  'TEL;type=WORK:+55 21 3333-4444',
  'END:VCARD',
].join('\n');

const LONG = `Bom dia! Comprei a cafeteira italiana com vocês no mês passado e gostei muito. Agora estou montando um cantinho do café no escritório e queria uma ideia do que levar.

Somos umas *12 pessoas*, todo mundo toma café de manhã e depois do almoço. Pensei em:
- uma máquina automática, que moa o grão na hora
- 2 kg de grãos por mês
- xícaras e um vaporizador de leite ☕

O que vocês acham? Dá para parcelar? Vi esta página: https://www.exemplo.com.br/maquinas/automaticas?linha=escritorio&pessoas=12`;

/** A morning at the counter: conversations in every state and messages of every kind. */
export async function playDemo(stack: Stack, browser: Browser): Promise<void> {
  const shop = await openShop(stack, {
    [MARIA]: 'Maria Souza',
    [JOAO]: 'João Pereira',
    [CARLA]: 'Carla Dias',
    [SABOR]: 'Restaurante Sabor da Terra – Compras e Fornecedores',
    [PEDRO]: 'Pedro Almeida',
    [BEATRIZ]: 'Beatriz Rocha 🌻',
    [EMMA]: 'Emma Clarke',
    [OTAVIO]: 'Otávio Lima',
    [HELENA]: 'Helena Prado',
  });
  const picture = await drawMachine(browser);

  await shop.receivesMessage(HELENA, 1500, 'A entrega chegou certinha, obrigada!');
  await shop.accepts('ana', HELENA);
  await shop.answers('ana', HELENA, 1497, 'Que bom, Helena! Qualquer coisa, é só chamar. 🧡');
  await shop.finishes('ana', HELENA);

  await shop.receivesMessage(MARIA, 1485, 'Olá! Vocês ainda têm a máquina de espresso da vitrine?');
  await shop.accepts('ana', MARIA);
  await shop.answers(
    'ana',
    MARIA,
    1482,
    'Boa tarde, Maria! Temos sim, em duas cores. Quer que eu separe uma?',
  );
  await shop.receivesMessage(MARIA, 1480, 'Vou pensar e respondo amanhã 😊');
  await shop.receivesMessage(MARIA, 21, 'Bom dia! Decidi: quero esta aqui');
  const photo = await shop.receivesMessage(MARIA, 20, {
    kind: 'image',
    ...picture,
    text: 'A laranja é linda demais',
  });
  await shop.answers(
    'ana',
    MARIA,
    17,
    'Ótima escolha! Ela sai por *R$ 899,00*, em até 10× sem juros.',
    photo,
  );
  await shop.answers('ana', MARIA, 16, 'Posso mandar o link de pagamento?');
  await shop.receivesMessage(MARIA, 9, 'Pode! Entrega ainda esta semana? 🙏');
  await stack.sandbox.read({ number: MARIA });

  await shop.receivesMessage(JOAO, 60, LONG);
  await shop.accepts('ana', JOAO);
  const offer = 'Claro, João! Para 12 pessoas eu iria de *Automática 500*. Mandei a tabela por e-mail.';
  await shop.answers('ana', JOAO, 52, offer);
  await shop.receivesMessage(JOAO, 48, {
    kind: 'document',
    fileBase64: Buffer.from(`%PDF-1.4\n${'orçamento\n'.repeat(9_000)}`).toString('base64'),
    fileName: 'Orçamento escritório – cantinho do café (versão final).pdf',
    mimetype: 'application/pdf',
  });
  await shop.receivesMessage(JOAO, 47, {
    kind: 'location',
    latitude: -22.9519,
    longitude: -43.2105,
    text: 'Escritório: Rua das Laranjeiras, 100',
  });
  await shop.receivesMessage(JOAO, 46, { kind: 'contact', name: 'Rafael Nunes (entregas)', vcard: VCARD });
  await shop.receivesMessage(JOAO, 45, { kind: 'voice', fileBase64: hum(14), seconds: 14 });
  await shop.receivesMessage(JOAO, 44, '👍');

  await shop.receivesMessage(SABOR, 34, 'Precisamos repor 6 kg do blend da casa até sexta-feira, por favor.');
  await shop.accepts('ana', SABOR);
  await shop.receivesMessage(SABOR, 33, 'E duas caixas de filtro.');

  await shop.receivesMessage(CARLA, 75, 'Recebi a cafeteira com a tampa solta');
  await shop.accepts('ana', CARLA);
  const sorry = 'Sinto muito, Carla! Pode me mandar uma foto?';
  await shop.answers('ana', CARLA, 71, sorry);
  await shop.receivesMessage(CARLA, 66, { kind: 'image', ...picture } as Content);
  await stack.sandbox.read({ number: CARLA });

  await shop.receivesMessage(PEDRO, 28, 'Quanto custa a manutenção do moedor?');
  await shop.accepts('bruno', PEDRO);
  await shop.answers('bruno', PEDRO, 26, 'Oi, Pedro! A revisão completa fica em R$ 120,00.');

  await shop.receivesMessage(EMMA, 14, 'Hi! Do you ship to Porto Alegre?');
  await shop.receivesMessage(OTAVIO, 6, { kind: 'voice', fileBase64: hum(37), seconds: 37 });
  for (const text of ['Oi, tudo bem?', 'Meu pedido 4821 ainda não saiu', 'Consegue ver para mim? 🙏'])
    await shop.receivesMessage(BEATRIZ, 3, text);

  await shop.makeOlder();
  await shop.end();
}

/** A voice note: a low tone, 8000 samples of a byte a second. */
export function hum(seconds: number): string {
  const samples = Buffer.alloc(8_000 * seconds, 0);
  for (let n = 0; n < samples.length; n++) samples[n] = 128 + Math.round(20 * Math.sin(n / 6));
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]).toString('base64');
}

/** A new product photo. */
async function drawMachine(browser: Browser) {
  const width = 960;
  const height = 720;
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(MACHINE);
  const png = await page.screenshot();
  await page.close();
  return { fileBase64: png.toString('base64'), mimetype: 'image/png', width, height };
}

const MACHINE = `
<style>body { margin: 0 } svg { display: block }</style>
<svg width="960" height="720" viewBox="0 0 960 720">
  <defs>
    <linearGradient id="wall" x2="0" y2="1"><stop stop-color="#e9dcc9"/><stop offset="1" stop-color="#d8c4a8"/></linearGradient>
    <linearGradient id="body" x2="1"><stop stop-color="#f07a2b"/><stop offset=".5" stop-color="#e4601a"/><stop offset="1" stop-color="#b9450b"/></linearGradient>
    <linearGradient id="steel" x2="0" y2="1"><stop stop-color="#f4f4f2"/><stop offset="1" stop-color="#a9a8a4"/></linearGradient>
    <linearGradient id="table" x2="0" y2="1"><stop stop-color="#8d5f3c"/><stop offset="1" stop-color="#6b4428"/></linearGradient>
  </defs>
  <rect width="960" height="720" fill="url(#wall)"/>
  <circle cx="770" cy="150" r="210" fill="#fff" opacity=".28"/>
  <rect y="560" width="960" height="160" fill="url(#table)"/>
  <ellipse cx="470" cy="600" rx="330" ry="26" fill="#000" opacity=".22"/>
  <rect x="260" y="120" width="400" height="120" rx="34" fill="url(#body)"/>
  <rect x="260" y="200" width="130" height="390" rx="26" fill="url(#body)"/>
  <rect x="240" y="545" width="440" height="52" rx="20" fill="#2c2622"/>
  <rect x="390" y="528" width="270" height="20" rx="8" fill="url(#steel)"/>
  <rect x="300" y="84" width="320" height="42" rx="14" fill="url(#steel)"/>
  <circle cx="326" cy="180" r="30" fill="#fff7ee"/><path d="M326 180l16-14" stroke="#2c2622" stroke-width="5"/>
  <rect x="480" y="238" width="96" height="46" rx="12" fill="url(#steel)"/>
  <rect x="570" y="250" width="150" height="24" rx="12" fill="#2c2622"/>
  <path d="M516 284h24l-4 34h-16z" fill="#58504a"/>
  <path d="M524 320v96M532 320v96" stroke="#4a2c17" stroke-width="5"/>
  <path d="M462 410h132l-14 96a24 24 0 0 1-24 20h-56a24 24 0 0 1-24-20z" fill="#fffaf3"/>
  <path d="M590 430c44-8 56 58-8 60" fill="none" stroke="#fffaf3" stroke-width="14"/>
  <ellipse cx="528" cy="412" rx="64" ry="12" fill="#6a3b1c"/>
  <g fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" opacity=".55">
    <path d="M452 370c-18-26 16-40 0-66"/><path d="M612 372c-18-26 16-40 0-66"/>
  </g>
  <circle cx="420" cy="180" r="15" fill="#fff7ee"/><circle cx="470" cy="180" r="15" fill="#fff7ee"/>
  <rect x="520" y="166" width="104" height="28" rx="14" fill="#8f3407"/>
  <g fill="#5a3116"><ellipse cx="760" cy="604" rx="22" ry="13" transform="rotate(-20 760 604)"/><ellipse cx="806" cy="622" rx="22" ry="13" transform="rotate(14 806 622)"/><ellipse cx="172" cy="622" rx="22" ry="13" transform="rotate(24 172 622)"/></g>
</svg>`;
