import { mentions } from './mentions.ts';

/** What the model of the stand-in says: a shop assistant who knows little, and is friendly. */

/** Whoever says one of these words wants a person. */
export const WANTS_A_PERSON = ['atendente', 'pessoa', 'humano', 'alguem da equipe', 'vendedor'];
export const HAND_OVER = 'transferir_atendimento';
/** How it says that none of the articles that it was given answers. */
export const NO_SOURCE = 'sem_resposta';
/** How models without tools are told to hand over. */
export const HAND_OVER_SENTENCE = 'Ação: Transferir para o setor de atendimento';

/** The first one of which a word was said. Words are without accents, in small letters. */
export const ANSWERS: readonly { words: readonly string[]; text: string }[] = [
  {
    words: ['horario', 'abre', 'aberto', 'fecha', 'funcionamento', 'que horas'],
    text: 'Vendemos todos os dias, das *7h às 23h*. O suporte atende de segunda a sexta, das 8h às 18h, e aos sábados até o meio-dia. 😊',
  },
  {
    words: ['troca', 'trocar', 'devolver', 'devolucao', 'defeito', 'garantia', 'nao serviu', 'tamanho'],
    text: 'Pode ficar tranquilo: a troca é grátis em até *30 dias*, com a nota e o produto sem uso. Se veio com defeito, a garantia é de um ano e nós buscamos na sua casa. Qual é o número do pedido?',
  },
  {
    words: ['rastreio', 'rastrear', 'codigo', 'meu pedido', 'cade'],
    text: 'O código de rastreio chega por aqui assim que o pedido sai, em até 24 horas. Me passa o número do pedido?',
  },
  {
    words: ['entrega', 'entregam', 'frete', 'prazo', 'chega', 'enviam'],
    text: 'Entregamos em todo o Brasil, em *3 a 5 dias úteis*. Acima de R$ 150,00 o frete é grátis. Para qual cidade seria?',
  },
  {
    words: ['preco', 'quanto custa', 'valor', 'quanto e', 'quanto sai', 'desconto', 'promocao'],
    text: 'Os preços estão no nosso site, e no Pix há *5% de desconto*. De qual produto você gostou?',
  },
  {
    words: ['pagar', 'pagamento', 'parcela', 'parcelar', 'cartao', 'pix', 'boleto'],
    text: 'Aceitamos Pix, boleto e cartão em até *10× sem juros*. No Pix há 5% de desconto. Qual você prefere?',
  },
  {
    words: ['endereco', 'onde fica', 'loja fisica', 'retirar'],
    text: 'Você pode retirar na loja sem pagar frete, das 7h às 23h. Quer que eu separe algum produto?',
  },
  {
    words: ['obrigado', 'obrigada', 'valeu', 'tchau'],
    text: 'Eu que agradeço! Se precisar de mais alguma coisa, é só chamar. 🧡',
  },
  {
    words: ['oi', 'ola', 'bom dia', 'boa tarde', 'boa noite'],
    text: 'Olá! Sou o assistente da loja. Posso falar de horários, trocas, entregas e preços, ou chamar uma pessoa da equipe. O que você procura?',
  },
];

export const OTHERWISE =
  'Boa pergunta! Isso eu não sei dizer com certeza. Quer que eu chame uma pessoa da equipe? Sobre horários, trocas, entregas e preços, eu mesmo ajudo.';

/** What is heard in every voice note. */
export const HEARD = 'Oi, bom dia! Vocês ainda têm a máquina laranja? Qual é o prazo de entrega?';

/** What becomes of words that it is given to work on; undefined: it is asked something else. It also cites what is not there. */
export function workOnWords(instruction: string, words: string): string | undefined {
  const first = words.replace(/(?<=[.!?]) .*/s, '');
  if (/three lines/.test(instruction)) return summaryOf(words);
  if (/sort the conversation/.test(instruction)) return labelsFor(instruction, words);
  if (/Articles of the company/.test(instruction)) {
    const said = answerFrom(instruction, words);
    return said && `${said} Até logo. [99]`;
  }
  const [, wanted] = /^Translate what was written in a chat into ([^.]*)\./.exec(instruction) ?? [];
  if (wanted) return `${guessOf(words)}(${wanted}) ${words}`;
  const [, language] = /^Translate the message into ([^.]*)\./.exec(instruction) ?? [];
  if (language) return `(${language}) ${words}`;
  if (!instruction.startsWith('Rewrite a message')) return undefined;
  if (/shorter/.test(instruction)) return first;
  if (/warmer/.test(instruction)) return `Que bom falar com você! ${words}`;
  if (/formal/.test(instruction)) return `Prezado cliente, ${words}`;
  return words.replaceAll(/\bvc\b/g, 'você').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** Those that were said, and one that is not there. */
function labelsFor(instruction: string, words: string): string {
  const labels = [...instruction.matchAll(/^([TQ]\d+) (.+)$/gm)];
  const said = labels.filter(([, , name = '']) =>
    plainWords(name).every((word) => plainWords(words).includes(word)),
  );
  return [...said.map(([, mark]) => mark), 'T999'].join(' ');
}

/** It knows German from the rest, and does not say what it does not know. */
const guessOf = (words: string): string => (mentions(words, ['der', 'die', 'das']) ? 'de\n' : '');

function summaryOf(words: string): string {
  const lines = words.split('\n').map((line) => /^\[(\d+)\] (\w+): (.*)/.exec(line) ?? []);
  const newest = (who: string) => lines.findLast(([, , speaker]) => speaker === who);
  const [, wish = '1', , wished = ''] = newest('Customer') ?? [];
  const [, said, , saying = ''] = newest('Agent') ?? [];
  return [
    `Quer: ${wished} [${wish}]`,
    said ? `Dissemos: ${saying} [${said}]` : 'Ainda ninguém respondeu. [99]',
    `Falta responder. [${wish}]`,
  ].join('\n');
}

const GREETS = ['oi', 'ola', 'bom dia', 'boa tarde', 'boa noite', 'obrigado', 'obrigada', 'valeu'];

/** From the articles in its instruction; undefined: none of them has a long word of the question in its title. */
export function answerFrom(instruction: string, words: string): string | undefined {
  const asked = plainWords(words).filter((word) => word.length > 4);
  const articles = instruction.matchAll(/^\[(\d+)\] (.+)\n([^[]*)/gm);
  for (const [, mark, title = '', body = ''] of articles)
    if (plainWords(title).some((word) => asked.includes(word)))
      return `${body.split('\n')[0]?.trim()} [${mark}]`;
  return mentions(words, GREETS) ? 'Olá! Em que posso ajudar? [0]' : undefined;
}

const plainWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? [];
