import * as contracts from '@balcao/shared/features/helps/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany } from '../../../test/fixtures.ts';

let api: TestApi;
let operator: string;
let agent: string;

beforeAll(async () => {
  api = await startApi();
  const company = await createCompany(api.database.admin, 'Operadora');
  await api.database.admin`update users set super = true where id = ${company.admin.id}`;
  operator = await api.signIn(company.admin);
  agent = await api.signIn((await createCompany(api.database.admin, 'Padaria')).ana);
});
afterAll(() => api.stop());

const video = (title: string) => ({ title, description: 'Passo a passo', video: 'dQw4w9WgXcQ' });

it('are written by operators and watched by the people of every company', async () => {
  const made = await api.call(contracts.createHelp, { body: video('Primeiros passos'), token: operator });
  for (const contract of [contracts.listHelps, contracts.getHelps])
    expect(await api.call(contract, { token: agent })).toEqual([made]);
  await api.refused('ERR_NO_PERMISSION', contracts.createHelp, { body: video('Meu'), token: agent });

  const target = { params: { helpId: made.id }, token: operator };
  expect(await api.call(contracts.updateHelp, { ...target, body: { title: 'Começo' } })).toEqual({
    ...made,
    title: 'Começo',
  });
  await api.refused('ERR_HELP_TITLE_TAKEN', contracts.createHelp, {
    body: video('COMEÇO'),
    token: operator,
  });
  await api.call(contracts.deleteHelp, target);
  await api.refused('ERR_NO_HELP_FOUND', contracts.updateHelp, { ...target, body: { title: 'Outro' } });
});

it('take the code of a video and nothing that could become an address', async () => {
  for (const code of ['https://example.com/x', '../x', '"><script>', 'a b', ''])
    await api.refused('ERR_VALIDATION', contracts.createHelp, {
      body: { ...video('Novo'), video: code },
      token: operator,
    });
});
