/** Commands of people on other messengers, which other programs of this machine play. */
import {
  MESSENGERS,
  type Messenger,
  type MessengerSample,
  messengerSample,
  samplesOf,
} from '../messenger-samples.ts';
import type { SandboxWhatsApp } from '../sandbox.ts';
import type { MessengerView, SaidThere } from './api.ts';
import type { Handlers } from './handlers.ts';

const ANSWERS_WITHIN_MS = 10_000;

interface Person {
  name: string;
  /** Theirs at the messenger. */
  id: string;
}

const PEOPLE: Record<Messenger, Person> = {
  telegram: { name: 'Maria S.', id: '990000002' },
  instagram: { name: 'Lia Prado', id: '990000005' },
  whatsapp_cloud: { name: 'Heitor Reis', id: '5511987650007' },
  telegram_hub: { name: 'Nina Couto', id: '990000006' },
  facebook: { name: 'Otto Lemos', id: '990000008' },
};

/** What a company wrote to somebody. */
interface Heard {
  id: string;
  text: string;
  hasFile: boolean;
  choices: string[];
}
type Ask = (path: string, body?: object) => Promise<unknown>;

/** What somebody sends: words and a picture, or something else. */
interface Said {
  text: string;
  fileBase64: string | undefined;
  sample: MessengerSample | undefined;
}

/** How one writes and hears there. */
interface Side {
  write(ask: Ask, person: Person, said: Said): Promise<void>;
  heard(ask: Ask, person: Person): Promise<Heard[]>;
  /** Taps below a message of the company's; nobody can where it shows nothing to tap. */
  tap?(ask: Ask, person: Person, tapped: { id: string; label: string }): Promise<void>;
  /** Says that this person writes under another name now; nobody can where names stay. */
  move?(ask: Ask, person: Person, to: string): Promise<void>;
}

export function messengerCommands({ messengers }: Pick<SandboxWhatsApp, 'messengers'>) {
  const people = structuredClone(PEOPLE);
  const logs = new Map<Messenger, SaidThere[]>(MESSENGERS.map((messenger) => [messenger, []]));
  const logOf = (messenger: Messenger) => logs.get(messenger) ?? [];

  const ask: Ask = async (path, body) => {
    const answer = await fetch(`${messengers}/${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    if (!answer.ok) throw new Error(`The messenger answered ${answer.status}.`);
    return answer.json();
  };

  const listen = async (messenger: Messenger): Promise<MessengerView> => {
    const log = logOf(messenger);
    const known = new Set(log.map(({ id }) => id));
    const { heard, move } = SIDES[messenger];
    for (const one of await heard(ask, people[messenger]))
      if (!known.has(one.id)) log.push({ ...one, sample: null, mine: false, at: Date.now() });
    const samples = samplesOf(messenger);
    return { messenger, ...people[messenger], samples, canMove: move !== undefined, said: log };
  };

  /** What the person said. */
  const note = (messenger: Messenger, text: string, hasFile: boolean, sample: string | null = null) => {
    const said = { id: crypto.randomUUID(), text, hasFile, sample, choices: [] };
    logOf(messenger).push({ ...said, mine: true, at: Date.now() });
  };

  const handlers: Handlers<'messengers' | 'writeThere' | 'tapThere' | 'moveThere'> = {
    messengers: () => (messengers === undefined ? [] : Promise.all(MESSENGERS.map(listen))),
    writeThere: async ({ messenger, text, fileBase64, sample: name }) => {
      if (messengers === undefined) throw new Error('No other messenger is played.');
      const sample = name === undefined ? undefined : messengerSample(messenger, name);
      await SIDES[messenger].write(ask, people[messenger], { text, fileBase64, sample });
      note(messenger, text, fileBase64 !== undefined, name);
    },
    tapThere: async ({ messenger, label, id }) => {
      const { tap } = SIDES[messenger];
      if (messengers === undefined || !tap) throw new Error('Nothing can be tapped there.');
      const { said } = await listen(messenger);
      const menu = said.findLast((one) => one.choices.includes(label) && (id === undefined || one.id === id));
      if (!menu) throw new Error(`Nothing reads ${label}.`);
      await tap(ask, people[messenger], { id: menu.id, label });
      note(messenger, label, false);
    },
    moveThere: async ({ messenger, to }) => {
      const { move } = SIDES[messenger];
      if (messengers === undefined || !move) throw new Error('Nobody has another number there.');
      await move(ask, people[messenger], to);
      people[messenger].id = to;
      note(messenger, to, false, 'moved');
    },
  };
  return handlers;
}

interface BotCall {
  method: string;
  params: Record<string, unknown>;
  fileBytes: number | null;
  choices: string[];
}

const telegram: Side = {
  async write(ask, { id, name }, { text, fileBase64, sample }) {
    const [bot] = (await ask('telegram/bots')) as string[];
    if (bot === undefined) throw new Error('No bot is linked.');
    const chat = { id: Number(id), type: 'private' };
    const from = { id: Number(id), is_bot: false, first_name: name };
    // Its ids rise over a restart of the stand-in too, which forgets them: the desk remembers.
    const message_id = Math.floor(Date.now() / 100);
    const file = fileBase64 === undefined ? undefined : { id: `files/${message_id}`, base64: fileBase64 };
    const photo = file && [{ file_id: file.id, width: 90, height: 60 }];
    const said = sample ?? { content: photo ? { caption: text, photo } : { text }, file };
    const message = { chat, from, message_id, ...said.content };
    await ask(`telegram/customers/${bot}`, { message, ...(said.file ? { file: said.file } : {}) });
  },
  async heard(ask, { id }) {
    const bots = (await ask('telegram/bots')) as string[];
    const calls = await Promise.all(bots.map((bot) => ask(`telegram/customers/${bot}`)));
    return (calls.flat() as BotCall[])
      .filter(({ method, params }) => method.startsWith('send') && String(params.chat_id) === id)
      .map(({ params, fileBytes, choices }) => ({
        id: String(params.message_id),
        text: String(params.text ?? params.caption ?? ''),
        hasFile: fileBytes !== null,
        choices,
      }));
  },
  async tap(ask, { name }, { id, label }) {
    const [bot] = (await ask('telegram/bots')) as string[];
    await ask(`telegram/taps/${bot}`, { messageId: Number(id), name, label });
  },
};

/** Somebody who writes to a channel of the hub's. */
const throughHub = (channel: 'telegram' | 'facebook' | 'instagram', listener: string): Side => ({
  async write(ask, { id, name }, { text, fileBase64, sample }) {
    const what = sample ? { content: sample.content } : { text, fileBase64 };
    const { answers } = (await ask('hub/customers', { channel, from: id, name, ...what })) as {
      answers: number[];
    };
    if (!answers.includes(200)) throw new Error(`Nobody listens to ${listener}.`);
  },
  async heard(ask, person) {
    const all = (await ask('hub/customers')) as {
      id: string;
      to: string;
      contents: Record<string, string>[];
      fileBytes: number | null;
    }[];
    return all
      .filter(({ to }) => to === person.id)
      .map(({ id, contents: [content], fileBytes }) => ({
        id,
        text: content?.text ?? content?.fileCaption ?? '',
        hasFile: fileBytes !== null,
        choices: [],
      }));
  },
});

interface CloudCall {
  id: string | null;
  to: string;
  shown: string;
  fileBytes: number | null;
  choices: string[];
}

/** Who hides the number is known by Meta's name alone. */
const namedAtMeta = (id: string) => (isNumber(id) ? {} : { from: null, from_user_id: id });
const isNumber = (id: string): boolean => /^\d+$/.test(id);

/** A number of a company on Meta's Cloud API: the first whose owner has said where Meta tells of it. */
async function numberOfCompany(ask: Ask): Promise<string> {
  const [number] = (await ask('whatsapp-cloud/numbers')) as string[];
  if (number === undefined) throw new Error('No number is linked.');
  return number;
}

const whatsappCloud: Side = {
  async write(ask, { id, name }, { text, fileBase64, sample }) {
    const number = await numberOfCompany(ask);
    const fileId = `sandbox${Date.now()}`;
    const image = { id: fileId, mime_type: 'image/png', caption: text };
    const written =
      fileBase64 === undefined
        ? { message: { type: 'text', text: { body: text } } }
        : { message: { type: 'image', image }, file: { id: fileId, base64: fileBase64 } };
    const said = sample ? { message: sample.content, file: sample.file } : written;
    const message = { ...said.message, ...namedAtMeta(id) };
    await ask(`whatsapp-cloud/customers/${number}`, { from: id, name, ...said, message });
  },
  async heard(ask, person) {
    const numbers = (await ask('whatsapp-cloud/numbers')) as string[];
    const calls = await Promise.all(numbers.map((number) => ask(`whatsapp-cloud/customers/${number}`)));
    return (calls.flat() as CloudCall[])
      .filter((call) => call.id !== null && call.to === person.id)
      .map(({ id, shown, fileBytes, choices }) => ({
        id: String(id),
        text: shown,
        hasFile: fileBytes !== null,
        choices,
      }));
  },
  async tap(ask, { name }, tapped) {
    await ask(`whatsapp-cloud/taps/${await numberOfCompany(ask)}`, { ...tapped, name });
  },
  async move(ask, { id, name }, to) {
    const number = await numberOfCompany(ask);
    if (isNumber(id) !== isNumber(to)) return;
    const system = isNumber(to)
      ? { type: 'user_changed_number', wa_id: to, body: `${name} changed` }
      : { type: 'user_changed_user_id', previous_user_id: id, user_id: to };
    const message = { type: 'system', system, ...namedAtMeta(to) };
    await ask(`whatsapp-cloud/customers/${number}`, { from: id, name, message });
  },
};

const SIDES: Record<Messenger, Side> = {
  telegram,
  instagram: throughHub('instagram', 'Instagram'),
  whatsapp_cloud: whatsappCloud,
  telegram_hub: throughHub('telegram', 'Telegram at the hub'),
  facebook: throughHub('facebook', 'Facebook'),
};
