import { z } from 'zod';
import { beginningOf, jsonOf, withoutSecret } from '../platform/outgoing/answers.ts';
import type { OutsideAnswer } from '../platform/outgoing/http-client.ts';

/** Efí's own form, that of the central bank, and that of OAuth. */
const SAID = z.union([
  z.object({ nome: z.string(), mensagem: z.string() }).transform((one) => `${one.nome} ${one.mensagem}`),
  z
    .object({ title: z.string(), detail: z.string().default('') })
    .transform((one) => `${one.title} ${one.detail}`),
  z
    .object({ error: z.string(), error_description: z.string().default('') })
    .transform((one) => `${one.error} ${one.error_description}`),
]);

/** What Efí says of its refusal, without what it was told in confidence. */
export const explainEfi = (answer: OutsideAnswer, secrets: readonly string[]): string =>
  secrets.reduce(withoutSecret, (SAID.safeParse(jsonOf(answer)).data ?? beginningOf(answer)).slice(0, 300));
