import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandboxClient } from '../server/sandbox/client.ts';
import { CAST } from '../server/src/demo/cast.ts';
import { openPool, type Sql } from '../server/src/platform/db/client.ts';
import { LINES, replyTo } from './play-words.ts';

const LOOK_EVERY_MS = 1_000;
/** An agent who has just written may have more to say. */
const SETTLES_MS = 2_500;
const READS_MS = 1_200;
const TYPES_MS_PER_LETTER = 45;
const MAX_TYPING_MS = 4_000;

/** How far the play has come; it never begins again. */
interface Played {
  /** The shop's phone was linked once; from then on people do it. */
  linked: boolean;
  /** How many lines were written. */
  lines: number;
  /** What each number has answered. */
  replies: Record<string, string[]>;
}

interface Play {
  sandbox: ReturnType<typeof createSandboxClient>;
  sql: Sql;
  played: Played;
  save(): void;
  /** Rejects when the play is stopped. */
  pause(ms: number): Promise<void>;
}

/**
 * Links the phone of a fresh demo shop. From then on its customers write, slowly and each line once, and answer what
 * agents write to them, a few times each. A folder that no fresh shop was made in has no `file`, and is left alone.
 *
 * @param file keeps how far the play has come
 * @returns the function that stops it
 */
export function playOn(
  addresses: { databaseUrl: string; control: string },
  file: string,
  isFresh: boolean,
): () => Promise<void> {
  if (!isFresh && !existsSync(file)) return async () => {};
  const played: Played = isFresh
    ? { linked: false, lines: 0, replies: {} }
    : JSON.parse(readFileSync(file, 'utf8'));
  const end = new AbortController();
  const play: Play = {
    sandbox: createSandboxClient(addresses.control),
    sql: openPool(addresses.databaseUrl, { max: 1, name: 'demo-play' }),
    played,
    save: () => writeFileSync(file, JSON.stringify(played)),
    pause: (ms) => sleep(ms, undefined, { signal: end.signal }),
  };
  play.save();
  const playing = link(play)
    .then((shop) => Promise.all([writeLines(play, shop), listen(play, shop)]))
    // It ends with the programs that it plays with.
    .catch(() => {});
  return async () => {
    end.abort();
    await playing;
    await play.sql.end({ timeout: 1 });
  };
}

/** @returns the number of the shop's phone */
async function link({ sandbox, played, save, pause }: Play): Promise<string> {
  for (const { number, name } of Object.values(CAST)) await sandbox.createPhone({ number, name });
  for (;;) {
    const shop = (await sandbox.phones()).find(({ company }) => company);
    if (!shop) throw new Error('The simulated WhatsApp has no phone of a company.');
    if (played.linked || shop.devices.length > 0) {
      played.linked = true;
      save();
      return shop.number;
    }
    // There is nothing to scan before the camera has shown a code.
    await sandbox.scan({ number: shop.number }).catch(() => pause(LOOK_EVERY_MS));
  }
}

async function writeLines(play: Play, shop: string): Promise<void> {
  for (const { after, who, text } of LINES.slice(play.played.lines)) {
    await play.pause(after * 1_000);
    // Counted before it is written: a restart repeats none.
    play.played.lines += 1;
    play.save();
    // Somebody may have taken this phone off the network: the others write on.
    await say(play, CAST[who].number, shop, text).catch(() => {});
  }
}

async function listen(play: Play, shop: string): Promise<void> {
  let since = new Date();
  const heard = new Map<string, { text: string; at: number }>();
  for (;;) {
    for (const { number, body, sentAt } of await saidByAgents(play.sql, since)) {
      since = sentAt;
      const before = heard.get(number)?.text;
      heard.set(number, { text: before ? `${before}\n${body}` : body, at: Date.now() });
    }
    for (const [number, { text, at }] of heard) {
      if (Date.now() - at < SETTLES_MS) continue;
      heard.delete(number);
      void reply(play, number, shop, text).catch(() => {});
    }
    await play.pause(LOOK_EVERY_MS);
  }
}

/** What people have written in conversations that go on, and nothing that the server says by itself. */
const saidByAgents = (sql: Sql, since: Date) => sql<{ number: string; body: string; sentAt: Date }[]>`
  select c.number, m.body, m.sent_at from contacts c
  join messages m on m.company_id = c.company_id and m.contact_id = c.id
  join tickets t on t.company_id = m.company_id and t.id = m.ticket_id and t.status = 'open'
  where c.number = any (${Object.values(CAST).map(({ number }) => number)})
    and m.from_me and m.user_id is not null and date_trunc('milliseconds', m.sent_at) > ${since}
  order by m.sent_at`;

async function reply(play: Play, from: string, shop: string, text: string): Promise<void> {
  await play.pause(READS_MS);
  await play.sandbox.read({ number: from, from: shop });
  const said = play.played.replies[from] ?? [];
  const answer = replyTo(from, text, said);
  if (!answer) return;
  play.played.replies[from] = [...said, answer];
  play.save();
  await say(play, from, shop, answer);
}

async function say({ sandbox, pause }: Play, from: string, to: string, text: string): Promise<void> {
  await sandbox.typing({ from, to });
  await pause(Math.min(text.length * TYPES_MS_PER_LETTER, MAX_TYPING_MS));
  await sandbox.send({ kind: 'text', from, to, text });
}
