import { readVcards } from '@balcao/shared/features/contacts/vcard/read-vcards.ts';
import type { proto } from '@whiskeysockets/baileys';
import { contentOf } from '../../src/channels/whatsapp/content.ts';
import type { Benchmark, Figure } from '../figure.ts';
import { measureInTurns } from '../measure.ts';

/** How much longer the longer input is. */
const TIMES = 4;
const AT_MOST = TIMES * 1.5;

const personOf = (number: number) =>
  `BEGIN:VCARD\nVERSION:3.0\nFN:Ana ${number}\nTEL:+5511988880000\nEND:VCARD\n`;
const rowOf = (number: number) => ({
  title: `Bolo ${number}`,
  description: 'Com cobertura',
  rowId: `${number}`,
});

const shown = (message: proto.IMessage) => () =>
  contentOf({ key: { id: 'A', remoteJid: '1@s.whatsapp.net' }, message });
const people = (cards: string) => {
  const bytes = Buffer.from(cards);
  return () => Array.from(readVcards(bytes)).length;
};

/** What strangers send, the work for one of this size. */
const INPUTS: { what: string; size: number; work: (size: number) => () => unknown }[] = [
  {
    what: 'a vCard in one line, MB',
    size: 5,
    work: (mb) => people(`BEGIN:VCARD\nFN:${'Ana '.repeat(mb * 250_000)}`),
  },
  {
    what: 'people in one file',
    size: 10_000,
    work: (count) => people(Array.from({ length: count }, (_, n) => personOf(n)).join('')),
  },
  {
    what: 'lines of a list',
    size: 5_000,
    work: (count) =>
      shown({
        listMessage: {
          title: 'Doces',
          sections: [{ title: 'Bolos', rows: Array.from({ length: count }, (_, n) => rowOf(n)) }],
        },
      }),
  },
  {
    what: 'characters of an answer',
    size: 100_000,
    work: (count) =>
      shown({
        listResponseMessage: { title: 'sim '.repeat(count / 4), singleSelectReply: { selectedRowId: '1' } },
      }),
  },
  {
    what: 'levels of a form’s answer',
    size: 20_000,
    work: (count) =>
      shown({
        interactiveResponseMessage: {
          nativeFlowResponseMessage: {
            name: 'flow',
            paramsJson: `{"Cidade":${'['.repeat(count)}${']'.repeat(count)}}`,
          },
        },
      }),
  },
];

/** Whatever strangers send takes time in proportion to its length, at most. */
export const badInput: Benchmark = {
  name: 'bad-input',
  async run({ quick }) {
    const figures: Figure[] = [];
    for (const { what, size, work } of INPUTS) {
      const works = [work(size), work(size / TIMES)].map((read) => async () => read());
      const [whole, part] = await measureInTurns(quick ? 20 : 100, works, 20_000);
      figures.push({
        name: `${what}, ${size}`,
        value: whole?.p50 ?? 0,
        unit: 'ms',
        floor: { what: `a ${TIMES}th of them`, value: part?.p50 ?? 0 },
        target: { ratioAtMost: AT_MOST },
      });
    }
    return figures;
  },
};
