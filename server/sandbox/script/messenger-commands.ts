/** Commands of people on other messengers, which other programs of this machine play. */
import { type MessengerSample, messengerSample, samplesOf } from '../messenger-samples.ts';
import type { SandboxWhatsApp } from '../sandbox.ts';
import type { MessengerView, SaidThere } from './api.ts';
import type { Handlers } from './handlers.ts';

const ANSWERS_WITHIN_MS = 10_000;

type Messenger = MessengerView['messenger'];
interface Person {
  name: string;
  /** Theirs at the messenger. */
  id: number;
  messenger: Messenger;
}

const PEOPLE: readonly Person[] = [
  { messenger: 'telegram', name: 'Maria S.', id: 990000002 },
  { messenger: 'instagram', name: 'Lia Prado', id: 990000005 },
  { messenger: 'whatsapp_cloud', name: 'Heitor Reis', id: 5511987650007 },
];

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
}

export function messengerCommands({ messengers }: Pick<SandboxWhatsApp, 'messengers'>) {
  const logs = new Map<Messenger, SaidThere[]>(PEOPLE.map(({ messenger }) => [messenger, []]));
  const logOf = (messenger: Messenger) => logs.get(messenger) ?? [];

  const ask: Ask = async (path, body) => {
    const answer = await fetch(`${messengers}/${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    if (!answer.ok) throw new Error(`The messenger answered ${answer.status}.`);
    return answer.json();
  };

  const listen = async (person: Person): Promise<MessengerView> => {
    const log = logOf(person.messenger);
    const known = new Set(log.map(({ id }) => id));
    for (const heard of await SIDES[person.messenger].heard(ask, person))
      if (!known.has(heard.id)) log.push({ ...heard, sample: null, mine: false, at: Date.now() });
    const { id, messenger, name } = person;
    return { messenger, id: String(id), name, samples: samplesOf(messenger), said: log };
  };

  /** What the person said. */
  const note = (messenger: Messenger, text: string, hasFile: boolean, sample: string | null = null) => {
    const said = { id: crypto.randomUUID(), text, hasFile, sample, choices: [] };
    logOf(messenger).push({ ...said, mine: true, at: Date.now() });
  };

  const handlers: Handlers<'messengers' | 'writeThere' | 'tapThere'> = {
    messengers: () => (messengers === undefined ? [] : Promise.all(PEOPLE.map(listen))),
    writeThere: async ({ messenger, text, fileBase64, sample: name }) => {
      const person = PEOPLE.find((one) => one.messenger === messenger);
      if (messengers === undefined || !person) throw new Error('No other messenger is played.');
      const sample = name === undefined ? undefined : messengerSample(messenger, name);
      await SIDES[messenger].write(ask, person, { text, fileBase64, sample });
      note(messenger, text, fileBase64 !== undefined, name);
    },
    tapThere: async ({ messenger, label, id }) => {
      const person = PEOPLE.find((one) => one.messenger === messenger);
      const { tap } = SIDES[messenger];
      if (messengers === undefined || !person || !tap) throw new Error('Nothing can be tapped there.');
      const { said } = await listen(person);
      const menu = said.findLast((one) => one.choices.includes(label) && (id === undefined || one.id === id));
      if (!menu) throw new Error(`Nothing reads ${label}.`);
      await tap(ask, person, { id: menu.id, label });
      note(messenger, label, false);
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
    const chat = { id, type: 'private' };
    const from = { id, is_bot: false, first_name: name };
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
      .filter(({ method, params }) => method.startsWith('send') && Number(params.chat_id) === id)
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

const instagram: Side = {
  async write(ask, { id, name }, { text, fileBase64, sample }) {
    const what = sample ? { content: sample.content } : { text, fileBase64 };
    const said = { channel: 'instagram', from: String(id), name, ...what };
    const { answers } = (await ask('hub/customers', said)) as { answers: number[] };
    if (!answers.includes(200)) throw new Error('Nobody listens to Instagram.');
  },
  async heard(ask, { id }) {
    const all = (await ask('hub/customers')) as {
      id: string;
      to: string;
      contents: Record<string, string>[];
      fileBytes: number | null;
    }[];
    return all
      .filter(({ to }) => to === String(id))
      .map(({ id, contents: [content], fileBytes }) => ({
        id,
        text: content?.text ?? content?.fileCaption ?? '',
        hasFile: fileBytes !== null,
        choices: [],
      }));
  },
};

interface CloudCall {
  id: string | null;
  to: string;
  shown: string;
  fileBytes: number | null;
  choices: string[];
}

/** A number of a company on Meta's Cloud API: the first whose owner has said where Meta tells of it. */
const whatsappCloud: Side = {
  async write(ask, { id, name }, { text, fileBase64, sample }) {
    const [number] = (await ask('whatsapp-cloud/numbers')) as string[];
    if (number === undefined) throw new Error('No number is linked.');
    const fileId = `sandbox${Date.now()}`;
    const image = { id: fileId, mime_type: 'image/png', caption: text };
    const written =
      fileBase64 === undefined
        ? { message: { type: 'text', text: { body: text } } }
        : { message: { type: 'image', image }, file: { id: fileId, base64: fileBase64 } };
    const said = sample ? { message: sample.content, file: sample.file } : written;
    await ask(`whatsapp-cloud/customers/${number}`, { from: String(id), name, ...said });
  },
  async heard(ask, { id }) {
    const numbers = (await ask('whatsapp-cloud/numbers')) as string[];
    const calls = await Promise.all(numbers.map((number) => ask(`whatsapp-cloud/customers/${number}`)));
    return (calls.flat() as CloudCall[])
      .filter((call) => call.id !== null && call.to === String(id))
      .map(({ id, shown, fileBytes, choices }) => ({
        id: String(id),
        text: shown,
        hasFile: fileBytes !== null,
        choices,
      }));
  },
  async tap(ask, { name }, tapped) {
    const [number] = (await ask('whatsapp-cloud/numbers')) as string[];
    await ask(`whatsapp-cloud/taps/${number}`, { ...tapped, name });
  },
};

const SIDES: Record<Messenger, Side> = { telegram, instagram, whatsapp_cloud: whatsappCloud };
