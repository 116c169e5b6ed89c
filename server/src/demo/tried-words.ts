import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { EvaluatedAnswer } from '@balcao/shared/features/evaluations/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../platform/db/client.ts';
import type { Shop } from './enacted.ts';

/** What the shop wants its assistant to do besides. */
const OTHER_WORDS =
  'Responda em no máximo duas frases e termine com uma pergunta que ajude a fechar a venda.';

interface Tried {
  question: string;
  written: string;
  answers: (Pick<EvaluatedAnswer, 'variant' | 'text'> & Partial<Pick<EvaluatedAnswer, 'outcome' | 'good'>>)[];
}

/** Questions of this week, as the team, the assistant and the assistant by other words answer them. */
const TRIED: readonly Tried[] = [
  {
    question: 'Vocês moem o café na hora? Queria para coador.',
    written: 'Moemos sim! Para coador usamos a moagem média. Quer o de 250 g ou o de 1 kg?',
    answers: [
      {
        variant: 'today',
        text: 'Sim, moemos na hora do envio. Temos moagem fina, média e grossa, e a média é a indicada para coador. Também vendemos em grãos, se você tiver moedor em casa.',
        good: true,
      },
      {
        variant: 'changed',
        text: 'Moemos na hora, e para coador a moagem certa é a média. Prefere o pacote de 250 g ou o de 1 kg?',
        good: true,
      },
    ],
  },
  {
    question: 'Chega em Salvador até sexta?',
    written: 'Chega sim, se fechar hoje até as 15h. Mando o link?',
    answers: [
      {
        variant: 'today',
        text: 'Entregamos em todo o Brasil, em 3 a 5 dias úteis. Acima de R$ 150,00 o frete é grátis.',
        good: false,
      },
      {
        variant: 'changed',
        text: 'Para Salvador são de 3 a 5 dias úteis, então sexta fica apertado. Quer que eu veja a entrega expressa?',
        good: true,
      },
    ],
  },
  {
    question: 'A cafeteira que comprei está vazando pela tampa',
    written: 'Poxa, sinto muito! Me manda uma foto e o número do pedido que já abro a troca.',
    answers: [
      { variant: 'today', outcome: 'handedOver', text: 'Sinto muito! Já chamo uma pessoa da equipe.' },
      {
        variant: 'changed',
        text: 'Sinto muito por isso: a garantia é de um ano e buscamos na sua casa. Qual é o número do pedido?',
      },
    ],
  },
  {
    question: 'Tem desconto para comprar 10 kg por mês para um escritório?',
    written: 'Tem! A partir de 5 kg por mês são 12% no plano de empresas. Posso te mandar a proposta?',
    answers: [
      {
        variant: 'today',
        text: 'No Pix há 5% de desconto. Para compras maiores, posso chamar uma pessoa da equipe.',
      },
      {
        variant: 'changed',
        outcome: 'handedOver',
        text: 'Para empresas a equipe monta uma proposta. Já chamo alguém!',
      },
    ],
  },
];

/** The admin has tried other words this morning, and judged half of the answers. */
export async function tryOtherWords(
  tx: Tx,
  { companyId, userId }: Actor,
  { now }: Shop,
  promptId: number,
): Promise<void> {
  const id = uuidv7();
  await tx`
    insert into evaluations (company_id, id, prompt_id, user_id, at, today, changed)
    select ${companyId}, ${id}, p.id, ${userId}, ${new Date(now.getTime() - 60 * 60 * 1_000)}, p.prompt,
      p.prompt || ${`\n${OTHER_WORDS}`}
    from prompts p where p.company_id = ${companyId} and p.id = ${promptId}`;
  for (const { question, written, answers } of TRIED) {
    const questionId = uuidv7();
    await tx`
      insert into evaluation_questions (company_id, id, evaluation_id, question, written)
      values (${companyId}, ${questionId}, ${id}, ${question}, ${written})`;
    for (const { variant, outcome = 'answered', text, good = null } of answers)
      await tx`
        insert into evaluation_answers (company_id, id, question_id, variant, outcome, text, good)
        values (${companyId}, ${uuidv7()}, ${questionId}, ${variant}, ${outcome}, ${text}, ${good})`;
  }
}
