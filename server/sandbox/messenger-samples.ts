/** One message of each kind that people send on other messengers besides text and pictures, as those tell of it. */
import { AD_PICTURE } from './phones/ad-picture.ts';
import { FILM } from './sample-film.ts';

/** A file that the message names by its id. */
interface SampleFile {
  id: string;
  base64: string;
}
export interface MessengerSample {
  content: Record<string, unknown>;
  file?: SampleFile;
}

const pictureNamed = (id: string): SampleFile => ({ id, base64: AD_PICTURE.toString('base64') });

const VCARD = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia\nTEL;TYPE=CELL:+55 11 98888-0001\nEND:VCARD';
const PLACE = { latitude: -23.5614, longitude: -46.6559 };
const TASKS = ['Caixas', 'Caminhão', 'Chaves'].map((text, index) => ({ id: index + 1, text }));

const telegram = {
  start: () => ({ content: { text: '/start natal-2026' } }),
  contact: () => ({
    content: { contact: { phone_number: '+5511988880001', first_name: 'Bia', vcard: VCARD } },
  }),
  place: () => ({ content: { venue: { location: PLACE, title: 'Loja', address: 'Rua das Palmeiras, 20' } } }),
  paidPictures: () => {
    const picture = { type: 'photo', photo: [{ file_id: 'files/cake', width: 112, height: 112 }] };
    return {
      content: { caption: 'veja', paid_media: { star_count: 5, paid_media: [picture, picture] } },
      file: pictureNamed('files/cake'),
    };
  },
  paidVideo: () => {
    const video = { file_id: 'files/film', width: 96, height: 96, duration: 1, mime_type: 'video/mp4' };
    return {
      content: { caption: 'o bolo', paid_media: { star_count: 5, paid_media: [{ type: 'video', video }] } },
      file: { id: 'files/film', base64: FILM.toString('base64') },
    };
  },
  story: () => ({
    content: { story: { id: 3, chat: { id: 99, type: 'private', first_name: 'Ana', username: 'ana' } } },
  }),
  checklist: () => ({
    content: { checklist: { title: 'Mudança', tasks: TASKS } },
  }),
  tasksAdded: () => ({ content: { checklist_tasks_added: { tasks: [{ id: 4, text: 'Fita' }] } } }),
  tasksDone: () => ({
    content: {
      checklist_tasks_done: {
        checklist_message: { checklist: { title: 'Mudança', tasks: TASKS } },
        marked_as_done_task_ids: [1],
      },
    },
  }),
  bill: () => ({
    content: {
      invoice: { title: 'Bolo', description: 'De cenoura', currency: 'BRL', total_amount: 3_990 },
    },
  }),
  gift: () => ({ content: { gift: { gift: { id: '1', star_count: 15 }, text: 'Parabéns pela loja!' } } }),
} satisfies Record<string, () => MessengerSample>;

const buttonOfHub = () => ({
  content: { type: 'postback', text: 'Falar com alguém', payload: 'PEOPLE' },
});
const placeOfHub = () => ({
  content: { type: 'location', ...PLACE, name: 'Loja', address: 'Rua das Palmeiras, 20' },
});

const telegramThroughHub = {
  start: () => ({ content: { type: 'text', text: '/start natal-2026' } }),
  buttonAnswer: buttonOfHub,
  place: placeOfHub,
} satisfies Record<string, () => MessengerSample>;

const facebook = {
  buttonAnswer: buttonOfHub,
  place: placeOfHub,
} satisfies Record<string, () => MessengerSample>;

const instagram = {
  buttonAnswer: buttonOfHub,
  place: placeOfHub,
  storyMention: () => ({ content: { type: 'story_mention', story: { caption: 'Olha a loja!' } } }),
} satisfies Record<string, () => MessengerSample>;

const CAKE = 'BOLO-CENOURA';
const aboutCake = { context: { referred_product: { catalog_id: '71', product_retailer_id: CAKE } } };

const whatsappCloud = {
  order: () => {
    const line = { product_retailer_id: CAKE, quantity: 2, item_price: 39.9, currency: 'BRL' };
    const order = { catalog_id: '71', text: 'Para sábado', product_items: [line] };
    return { content: { type: 'order', order } };
  },
  product: () => ({ content: { type: 'text', text: { body: 'Ainda tem esse?' }, ...aboutCake } }),
  productPicture: () => ({
    content: {
      type: 'image',
      image: { id: 'cake', mime_type: 'image/jpeg', caption: 'Tem com esta cobertura?' },
      ...aboutCake,
    },
    file: pictureNamed('cake'),
  }),
  flowAnswer: () => ({
    content: {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: {
          name: 'flow',
          body: 'Sent',
          response_json: JSON.stringify({ Cidade: 'Recife', Pessoas: 2 }),
        },
      },
    },
  }),
  templateAnswer: () => ({
    content: { type: 'button', button: { text: 'Falar com alguém', payload: 'PEOPLE' } },
  }),
  place: () => ({
    content: { type: 'location', location: { ...PLACE, name: 'Loja', address: 'Rua das Palmeiras, 20' } },
  }),
  contact: () => ({
    content: {
      type: 'contacts',
      contacts: [{ name: { formatted_name: 'Bia' }, phones: [{ phone: '+55 11 98888-0001' }] }],
    },
  }),
  ad: () => ({
    content: {
      type: 'text',
      text: { body: 'Olá! Quero encomendar o bolo de festa.' },
      referral: {
        source_type: 'ad',
        source_id: '120226305854810726',
        source_url: 'https://www.instagram.com/p/exemplo/',
        headline: 'Bolo de festa',
        body: 'Encomende com dois dias de antecedência.',
        ctwa_clid: 'ARAkLkA8rmlFeiCktEJQ',
      },
    },
  }),
  post: () => ({
    content: {
      type: 'text',
      text: { body: 'Vi a foto do bolo de fubá' },
      referral: {
        source_type: 'post',
        source_id: '17900000000000001',
        source_url: 'https://www.facebook.com/padaria/posts/1',
        headline: 'Bolo de fubá',
      },
    },
  }),
  opened: () => ({ content: { type: 'request_welcome' } }),
  unsupported: () => ({
    content: {
      type: 'unsupported',
      errors: [
        { code: 131_051, title: 'Message type unknown', error_data: { details: 'Enquetes não chegam aqui' } },
      ],
    },
  }),
} satisfies Record<string, () => MessengerSample>;

export const MESSENGERS = ['telegram', 'instagram', 'whatsapp_cloud', 'telegram_hub', 'facebook'] as const;
export type Messenger = (typeof MESSENGERS)[number];

const SAMPLES: Record<Messenger, Record<string, () => MessengerSample>> = {
  telegram,
  instagram,
  whatsapp_cloud: whatsappCloud,
  telegram_hub: telegramThroughHub,
  facebook,
};

export const samplesOf = (messenger: Messenger): string[] => Object.keys(SAMPLES[messenger]);

export function messengerSample(messenger: Messenger, name: string): MessengerSample {
  const make = SAMPLES[messenger][name];
  if (!make) throw new Error(`Nobody sends ${name} there.`);
  return make();
}
