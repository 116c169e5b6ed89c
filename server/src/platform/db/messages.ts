/** The messages between the driver and PostgreSQL: a letter, a length in four bytes, a text. */

export const code = (letter: string) => letter.charCodeAt(0);

export const [QUERY, SYNC] = [code('Q'), code('S')];
export const [READY, COMPLETE, BACKEND] = [code('Z'), code('C'), code('K')];
export const [ERROR, NOTICE] = [code('E'), code('N')];

/** The letter and the length. */
export const HEAD = 5;
export const NOTHING: Buffer = Buffer.alloc(0);
export const SYNC_MESSAGE = message(SYNC, '');
/** What PostgreSQL says of a transaction that has begun. */
export const BEGUN = Buffer.concat([message(COMPLETE, 'BEGIN\0'), message(READY, 'T')]);

export const endOf = (bytes: Buffer, at: number) => at + 1 + bytes.readUInt32BE(at + 1);

export const query = (statement: string) => message(QUERY, `${statement}\0`);

const BIND_AND_EXECUTE = Buffer.concat([
  message(code('B'), '\0'.repeat(8)),
  message(code('E'), '\0'.repeat(5)),
]);
/** The letters of what PostgreSQL answers to the steps of a statement without rows. */
export const ANSWERS_TO_STEPS = '12C';
/** … and to a query of one row. */
export const ANSWERS_TO_ROW = 'TDC';

/** A statement as steps. Of those behind one that fails PostgreSQL takes none, up to the next SYNC. */
export const steps = (statement: string) =>
  Buffer.concat([message(code('P'), `\0${statement}\0\0\0`), BIND_AND_EXECUTE]);

function message(letter: number, text: string): Buffer {
  const bytes = Buffer.alloc(HEAD + text.length);
  bytes[0] = letter;
  bytes.writeUInt32BE(4 + text.length, 1);
  bytes.write(text, HEAD, 'latin1');
  return bytes;
}

/** Nothing is copied when there is nothing before it. */
export const joined = (before: Buffer, bytes: Buffer) =>
  before.length === 0 ? bytes : Buffer.concat([before, bytes]);
