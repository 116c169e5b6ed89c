import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBeginning, writeBeginning } from './beginning.ts';
import { createDialogue, type Dialogue } from './dialogue.ts';

function message(letter: string, text = ''): Buffer {
  const bytes = Buffer.from(`${letter}----${text}`, 'latin1');
  bytes.writeUInt32BE(4 + text.length, 1);
  return bytes;
}

const all = (...messages: Buffer[]) => Buffer.concat(messages);
const query = (text: string) => message('Q', `${text}\0`);
const complete = (text: string) => message('C', `${text}\0`);
const ready = (status = 'I') => message('Z', status);
const row = (text: string) => message('D', text);
/** A statement's steps; the first time the driver waits for what they are before it goes on. */
const [describing, executing] = [
  all(message('P'), message('D'), message('H')),
  all(message('B'), message('E'), message('S')),
];
const BACKEND = message('K', '\0\0\0\x07\0\0\0\x09');

function started(): Dialogue {
  const dialogue = createDialogue();
  dialogue.say(Buffer.from('who I am'));
  dialogue.hear(all(message('R'), BACKEND, ready()));
  return dialogue;
}

describe('the beginning of a transaction', () => {
  it('is answered at once, and travels with the first statement; its answer is not heard twice', () => {
    const dialogue = started();
    expect(dialogue.say(query(`begin ${writeBeginning('read write', 1_072)}`))).toEqual({
      sent: Buffer.alloc(0),
      answer: all(complete('BEGIN'), ready('T')),
    });
    expect(dialogue.isAwaited).toBe(false);
    const statement = all(describing, executing);
    expect(dialogue.say(statement)).toEqual({
      sent: all(query("begin read write;set local app.company_id = '1072'"), statement),
      answer: Buffer.alloc(0),
    });
    expect(dialogue.isAwaited).toBe(true);
    const answers = [
      complete('BEGIN'),
      complete('SET'),
      ready('T'),
      row('1'),
      complete('SELECT 1'),
      ready('T'),
    ];
    expect(dialogue.hear(all(...answers))).toEqual(all(...answers.slice(3)));
    expect([dialogue.isAwaited, dialogue.isInTransaction]).toEqual([false, true]);
  });

  it.each([
    'begin; drop table users',
    'begin',
    "begin read write company b';",
    'begin read write company 12',
    'select 1',
  ])('is nothing else: %s', (text) => {
    expect(started().say(query(text))).toEqual({ sent: query(text), answer: Buffer.alloc(0) });
  });

  it('is not answered before what was asked earlier, nor in the middle of what PostgreSQL says by itself', () => {
    const written = query(`begin ${writeBeginning('read write', 7)}`);
    const sent = query("begin read write;set local app.company_id = '7'");
    const dialogue = started();
    expect(dialogue.say(all(describing, executing, written)).sent).toEqual(all(describing, executing, sent));
    const other = started();
    const notification = message('A', 'to whom it may concern');
    other.hear(notification.subarray(0, 12));
    expect(other.say(written)).toEqual({ sent, answer: Buffer.alloc(0) });
    const rest = all(notification.subarray(12), complete('BEGIN'), complete('SET'), ready('T'));
    expect(other.hear(rest)).toEqual(rest);
    expect(other.isAwaited).toBe(false);
  });

  it('ends the connection when PostgreSQL refuses it', () => {
    const dialogue = started();
    dialogue.say(query('begin read write'));
    dialogue.say(describing);
    expect(dialogue.hear(all(message('E', 'SERROR\0\0'), ready()))).toBeNull();
  });
});

it('names every company, and nothing that is none', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (companyId) => {
      expect(readBeginning(`begin ${writeBeginning('read write', companyId)}`)).toEqual([
        'begin read write',
        `set local app.company_id = '${companyId}'`,
      ]);
    }),
  );
  for (const companyId of [Number.NaN, -1, 0.5, 2 ** 53, '7' as unknown as number])
    expect(() => writeBeginning('read write', companyId)).toThrow('not the number of a company');
});

it('awaits an answer from the first step of a statement to the last word about it', () => {
  const dialogue = createDialogue();
  expect(dialogue.isAwaited).toBe(false);
  dialogue.say(Buffer.from('who I am'));
  dialogue.say(message('p', 'word'));
  expect(dialogue.isAwaited).toBe(true);
  dialogue.hear(all(message('R'), BACKEND, ready()));
  expect([dialogue.isAwaited, dialogue.backend]).toEqual([false, '7 9']);
  dialogue.say(describing);
  dialogue.hear(all(message('1'), message('t'), message('n')));
  expect(dialogue.isAwaited).toBe(true);
  dialogue.say(all(executing, describing));
  dialogue.hear(all(complete('SELECT 0'), ready()));
  expect(dialogue.isAwaited).toBe(true);
  dialogue.say(executing);
  dialogue.hear(all(complete('SELECT 0'), ready()));
  expect(dialogue.isAwaited).toBe(false);
});

it('hears everything but the answers that are not for the driver, in whatever pieces they come', () => {
  const text = fc.string({ unit: 'binary-ascii', maxLength: 40 });
  const said = fc.oneof(
    text.map((words) => message('D', words)),
    text.map((words) => message('N', words)),
    fc.constantFrom(message('1'), message('n'), message('s')),
  );
  fc.assert(
    fc.property(
      fc.array(said),
      fc.array(said),
      fc.array(fc.nat(20), { minLength: 1 }),
      (before, after, sizes) => {
        const dialogue = started();
        dialogue.say(query('begin '));
        dialogue.say(all(describing, executing));
        dialogue.say(query('select 1'));
        const notices = before.filter((one) => one[0] === 'N'.charCodeAt(0));
        const theirs = [
          ...after,
          complete('SELECT 1'),
          ready('T'),
          ...before,
          complete('SELECT 2'),
          ready('T'),
        ];
        const bytes = all(...notices, complete('BEGIN'), ready('T'), ...theirs);
        const heard: Buffer[] = [];
        for (let at = 0, n = 0; at < bytes.length; n += 1) {
          const size = 1 + (sizes[n % sizes.length] ?? 0);
          heard.push(dialogue.hear(bytes.subarray(at, at + size)) ?? Buffer.from('refused'));
          at += size;
        }
        expect(all(...heard)).toEqual(all(...notices, ...theirs));
        expect([dialogue.isAwaited, dialogue.isInTransaction]).toEqual([false, true]);
      },
    ),
  );
});

it('asks whether PostgreSQL is there without the driver hearing of it, also when the driver speaks meanwhile', () => {
  const dialogue = started();
  expect(dialogue.probe()).toEqual(message('S'));
  expect(dialogue.isAwaited).toBe(true);
  dialogue.say(query('select 1'));
  const answer = all(row('1'), complete('SELECT 1'), ready());
  expect(dialogue.hear(all(ready(), answer))).toEqual(answer);
  expect(dialogue.isAwaited).toBe(false);
});
