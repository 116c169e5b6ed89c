import { expect, it } from 'vitest';
import { campaignReply } from './rules.ts';

it.each([
  ['Sair, por favor', 'optOut'],
  ['quero SAIR', 'optOut'],
  ['STOP!', 'optOut'],
  ['dar de baja', 'optOut'],
  ['Unsubscribe me', 'optOut'],
  ['descadastrar', 'optOut'],
  ['PARAR', 'optOut'],
  ['Pare.', 'optOut'],
  ['Salir', 'optOut'],
  ['detener', 'optOut'],
  ['VOLTAR', 'comeBack'],
  ['Quero voltar!', 'comeBack'],
  ['start', 'comeBack'],
  ['volver', 'comeBack'],
  // These say something else.
  ['/start', null],
  ['posso voltar aí amanhã?', null],
  ['voy a salir', null],
  ['pode parar aí', null],
  ['cancelar', null],
  ['a que horas posso sair daí?', null],
  ['Sim', 'yes'],
  ['não', 'no'],
])('a campaign hears “%s” as %s', (text, reply) => {
  expect(campaignReply(text)).toBe(reply);
});
