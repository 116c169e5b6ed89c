import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBeginning, writeBeginning } from './beginning.ts';
import { createDialogue, type Dialogue, hear, isAwaited, open, probe, say } from './dialogue.ts';

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
/** A statement without rows. */
const steps = (text: string) =>
  all(message('P', `\0${text}\0\0\0`), message('B', '\0'.repeat(8)), message('E', '\0'.repeat(5)));
const stepped = (text: string) => all(message('1'), message('2'), complete(text));
const BACKEND = message('K', '\0\0\0\x07\0\0\0\x09');

function started(): Dialogue {
  const dialogue = createDialogue();
  say(dialogue, Buffer.from('who I am'));
  hear(dialogue, all(message('R'), BACKEND, ready()));
  return dialogue;
}

describe('the beginning of a transaction', () => {
  it('is answered at once, and travels with the first statement; its answer is not heard twice', () => {
    const dialogue = started();
    expect(say(dialogue, query(`begin ${writeBeginning('read write', 1_072)}`))).toEqual({
      sent: Buffer.alloc(0),
      answer: all(complete('BEGIN'), ready('T')),
    });
    expect(isAwaited(dialogue)).toBe(false);
    const statement = all(describing, executing);
    expect(say(dialogue, statement)).toEqual({
      sent: all(steps('begin read write'), steps("set local app.company_id = '1072'"), statement),
      answer: Buffer.alloc(0),
    });
    expect(isAwaited(dialogue)).toBe(true);
    const answers = [stepped('BEGIN'), stepped('SET'), row('1'), complete('SELECT 1'), ready('T')];
    expect(hear(dialogue, all(...answers))).toEqual(all(...answers.slice(2)));
    expect([isAwaited(dialogue), dialogue.isInTransaction]).toEqual([false, true]);
  });

  it.each([
    'begin; drop table users',
    'begin',
    "begin read write company b';",
    'begin read write company 12',
    'select 1',
  ])('is nothing else: %s', (text) => {
    expect(say(started(), query(text))).toEqual({ sent: query(text), answer: Buffer.alloc(0) });
  });

  it('is not answered before what was asked earlier, nor in the middle of what PostgreSQL says by itself', () => {
    const written = query(`begin ${writeBeginning('read write', 7)}`);
    const sent = query("begin read write;set local app.company_id = '7'");
    const dialogue = started();
    expect(say(dialogue, all(describing, executing, written)).sent).toEqual(all(describing, executing, sent));
    const other = started();
    const notification = message('A', 'to whom it may concern');
    hear(other, notification.subarray(0, 12));
    expect(say(other, written)).toEqual({ sent, answer: Buffer.alloc(0) });
    const rest = all(notification.subarray(12), complete('BEGIN'), complete('SET'), ready('T'));
    expect(hear(other, rest)).toEqual(rest);
    expect(isAwaited(other)).toBe(false);
  });

  it('ends the connection when PostgreSQL refuses it', () => {
    const dialogue = started();
    say(dialogue, query('begin read write'));
    say(dialogue, describing);
    expect(hear(dialogue, all(message('E', 'SERROR\0\0'), ready()))).toBeNull();
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
  expect(isAwaited(dialogue)).toBe(false);
  say(dialogue, Buffer.from('who I am'));
  say(dialogue, message('p', 'word'));
  expect(isAwaited(dialogue)).toBe(true);
  hear(dialogue, all(message('R'), BACKEND, ready()));
  expect([isAwaited(dialogue), dialogue.backend]).toEqual([false, '7 9']);
  say(dialogue, describing);
  hear(dialogue, all(message('1'), message('t'), message('n')));
  expect(isAwaited(dialogue)).toBe(true);
  say(dialogue, all(executing, describing));
  hear(dialogue, all(complete('SELECT 0'), ready()));
  expect(isAwaited(dialogue)).toBe(true);
  say(dialogue, executing);
  hear(dialogue, all(complete('SELECT 0'), ready()));
  expect(isAwaited(dialogue)).toBe(false);
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
        say(dialogue, query('begin '));
        say(dialogue, all(describing, executing));
        say(dialogue, query('select 1'));
        const notices = before.filter((one) => one[0] === 'N'.charCodeAt(0));
        const theirs = [
          ...after,
          complete('SELECT 1'),
          ready('T'),
          ...before,
          complete('SELECT 2'),
          ready('T'),
        ];
        const bytes = all(...notices, stepped('BEGIN'), ...theirs);
        const heard: Buffer[] = [];
        for (let at = 0, n = 0; at < bytes.length; n += 1) {
          const size = 1 + (sizes[n % sizes.length] ?? 0);
          heard.push(hear(dialogue, bytes.subarray(at, at + size)) ?? Buffer.from('refused'));
          at += size;
        }
        expect(all(...heard)).toEqual(all(...notices, ...theirs));
        expect([isAwaited(dialogue), dialogue.isInTransaction]).toEqual([false, true]);
      },
    ),
  );
});

describe('the opening of a connection', () => {
  const introduced = () => {
    const dialogue = createDialogue('select as()');
    say(dialogue, Buffer.from('who I am'));
    return dialogue;
  };
  const greeting = all(message('R'), BACKEND);
  const nothing = Buffer.alloc(0);

  it('comes before anything else, and the driver hears nothing of it', () => {
    const dialogue = introduced();
    expect([hear(dialogue, all(greeting, ready())), open(dialogue)]).toEqual([
      greeting,
      query('select as()'),
    ]);
    expect([isAwaited(dialogue), open(dialogue)]).toEqual([true, nothing]);
    const answer = all(message('T'), row('1'), complete('SELECT 1'), ready());
    expect(hear(dialogue, answer.subarray(0, 9))).toEqual(nothing);
    expect(hear(dialogue, answer.subarray(9))).toEqual(ready());
    expect([isAwaited(dialogue), open(dialogue), dialogue.isRefused]).toEqual([false, nothing, false]);
  });

  it.each(['the driver', 'the opening'])(
    'tells why, and that nothing is ready, when %s is refused',
    (who) => {
      const dialogue = introduced();
      if (who === 'the opening') {
        hear(dialogue, all(greeting, ready()));
        open(dialogue);
      }
      const error = message('E', 'C28000\0Mno such role\0\0');
      expect(hear(dialogue, error.subarray(0, 12))).toEqual(nothing);
      expect(dialogue.isRefused).toBe(false);
      expect(hear(dialogue, all(error.subarray(12), ready()))).toEqual(error);
      expect(dialogue.isRefused).toBe(true);
    },
  );
});

it('believes no commit of which PostgreSQL warns that no standby has it', () => {
  const warning = (routine: string) => message('N', `SWARNING\0C01000\0Mespera cancelada\0R${routine}\0\0`);
  const dialogue = started();
  say(dialogue, all(describing, executing));
  const other = warning('RemoveRoleFromObjectPolicy');
  expect(hear(dialogue, other)).toEqual(other);
  const bytes = all(warning('SyncRepWaitForLSN'), complete('COMMIT'), ready());
  expect(hear(dialogue, bytes.subarray(0, 30))).toEqual(Buffer.alloc(0));
  expect(hear(dialogue, bytes.subarray(30))).toBeNull();
});

it('asks whether PostgreSQL is there without the driver hearing of it, also when the driver speaks meanwhile', () => {
  const dialogue = started();
  expect(probe(dialogue)).toEqual(message('S'));
  expect(isAwaited(dialogue)).toBe(true);
  say(dialogue, query('select 1'));
  const answer = all(row('1'), complete('SELECT 1'), ready());
  expect(hear(dialogue, all(ready(), answer))).toEqual(answer);
  expect(isAwaited(dialogue)).toBe(false);
});
