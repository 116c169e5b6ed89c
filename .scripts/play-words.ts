import { CAST } from '../server/src/demo/cast.ts';

/** What a customer writes by themselves, so many seconds after the line before. */
interface Line {
  after: number;
  who: keyof typeof CAST;
  text: string;
}

/** How the morning goes on. */
export const LINES: readonly Line[] = [
  { after: 20, who: 'beatriz', text: 'Ah, e mudei de endereço: agora é Rua das Flores, 210, apto 32' },
  { after: 40, who: 'maria', text: 'Vocês abrem no sábado? Posso buscar também' },
  { after: 35, who: 'emma', text: 'And how long would it take? I am here until Friday 🙂' },
  { after: 50, who: 'helena', text: 'Oi! Dá para trocar a torra do clube por uma mais clara?' },
  { after: 30, who: 'sabor', text: 'Consegue entregar até as 10h?' },
  { after: 45, who: 'otavio', text: 'Conseguiram ouvir o áudio? O moedor travou de vez' },
  { after: 60, who: 'joao', text: 'Minha sócia aprovou! Só falta escolher as xícaras ☕' },
  { after: 40, who: 'pedro', text: 'Então levo o moedor hoje à tarde. Até que horas vocês ficam?' },
  { after: 55, who: 'sofia', text: 'Chegou a cafeteira nova, está perfeita 🧡 Onde posso avaliar vocês?' },
  { after: 45, who: 'carla', text: 'A tampa nova já saiu?' },
  { after: 60, who: 'lucas', text: 'Uma última coisa: serve borracha de outra marca?' },
];

/** More than this nobody answers: the shop has other customers. */
export const MAX_REPLIES = 4;

interface Rule {
  /** What the agent has written about. */
  about: RegExp;
  replies: readonly string[];
}

const PORTUGUESE: readonly Rule[] = [
  {
    about: /pix|pagamento|boleto|cart[aã]o|link/i,
    replies: ['Pode ser no Pix. Me manda a chave?', 'Pago! Chegou aí?'],
  },
  { about: /endere[cç]o|cep\b|rua\b/i, replies: ['O de sempre: pode deixar na portaria 🙏'] },
  { about: /foto|imagem|v[ií]deo/i, replies: ['Já mando, um minutinho'] },
  {
    about: /R\$|pre[cç]o|valor|desconto|custa/i,
    replies: ['Fechado! Dá para parcelar em 3×?', 'Por esse preço eu levo dois 😄'],
  },
  {
    about: /entreg|prazo|frete|chega|envi|transportadora/i,
    replies: ['Ótimo! Alguém precisa estar em casa para receber?', 'Combinado, fico no aguardo'],
  },
  { about: /hor[aá]rio|abr(e|imos)|\d+ ?h\b/i, replies: ['Perfeito, passo aí antes das seis'] },
  { about: /\?\s*$/, replies: ['Sim, por favor!', 'Isso mesmo 👍'] },
  {
    about: /./s,
    replies: ['Entendi. E agora, como fazemos?', 'Perfeito, valeu pela atenção!', 'Show 🙌', '👍'],
  },
];

const ENGLISH: readonly Rule[] = [
  {
    about: /€|\$|price|cost|pay|card|link/i,
    replies: ['Sounds fair. Can I pay by card?', 'Paid! Did it arrive?'],
  },
  { about: /address|zip|street|hotel/i, replies: ['Rua da Praia, 45, the hotel next to the market'] },
  { about: /ship|deliver|days|arrive/i, replies: ['Great, Thursday would be perfect', 'Lovely, thank you!'] },
  { about: /\?\s*$/, replies: ['Yes please!', 'Exactly 👍'] },
  { about: /./s, replies: ['I see. What happens next?', 'Thank you so much!', 'Perfect 🙌', '👍'] },
];

/**
 * What fits best to what an agent has written and was not said before; null when there is nothing left to say.
 *
 * @param said what this customer has answered so far
 */
export function replyTo(number: string, text: string, said: readonly string[]): string | null {
  if (said.length >= MAX_REPLIES) return null;
  const rules = number === CAST.emma.number ? ENGLISH : PORTUGUESE;
  const fitting = rules.filter(({ about }) => about.test(text || '…')).flatMap(({ replies }) => replies);
  return fitting.find((reply) => !said.includes(reply)) ?? null;
}
