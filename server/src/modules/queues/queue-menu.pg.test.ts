import * as optionContracts from '@balcao/shared/features/queues/options.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, api, company, form, PNG, prepare } from './testing/queues.ts';

prepare();

describe('the menu of a queue', () => {
  let queueId: number;
  beforeEach(() => {
    queueId = company.queues.sales;
  });
  const add = (title: string, more: object = {}) =>
    api.call(optionContracts.createQueueOption, { body: { queueId, title, ...more }, token: admin });
  const level = async (parentId: number | null = null) => {
    const query = { queueId: String(queueId), parentId: String(parentId ?? -1) };
    const options = await api.call(optionContracts.listQueueOptions, { query, token: admin });
    return options.map(({ option, title }) => `${option} ${title}`);
  };

  it('is a tree whose levels are numbered without a hole, whatever comes, moves and goes', async () => {
    const first = await add('Preços', { message: 'A partir de R$ 10' });
    await add('Horários', { parentId: -1 });
    const third = await add('Endereço');
    const child = await add('Atacado', { parentId: first.id });
    await add('Varejo', { parentId: first.id, option: 1 });
    expect(await level()).toEqual(['1 Preços', '2 Horários', '3 Endereço']);
    expect(await level(first.id)).toEqual(['1 Varejo', '2 Atacado']);

    const change = (optionId: number, body: object) =>
      api.call(optionContracts.updateQueueOption, { params: { optionId }, body, token: admin });
    expect(await change(third.id, { option: 1, title: 'Onde fica' })).toMatchObject({
      option: 1,
      title: 'Onde fica',
    });
    expect(await level()).toEqual(['1 Onde fica', '2 Preços', '3 Horários']);
    expect(await change(third.id, { option: 99 })).toMatchObject({ option: 3, message: '' });

    const whole = await api.call(optionContracts.listQueueOptions, {
      query: { queueId: String(queueId) },
      token: admin,
    });
    const described = whole.map(({ title, parentId, children }) => [
      title,
      parentId,
      children.map((below) => `${below.option} ${below.title}`),
    ]);
    expect(described).toEqual([
      ['Preços', null, ['1 Varejo', '2 Atacado']],
      ['Horários', null, []],
      ['Onde fica', null, []],
      ['Varejo', first.id, []],
      ['Atacado', first.id, []],
    ]);
    const query = { queueId: String(queueId), parentId: '-1' };
    expect(await api.call(optionContracts.listQueueOptions, { query, token: admin })).toEqual(
      whole.slice(0, 3),
    );
    expect(await change(first.id, {})).toEqual(whole[0]);
    await api.call(optionContracts.deleteQueueOption, { params: { optionId: first.id }, token: admin });
    expect(await level()).toEqual(['1 Horários', '2 Onde fica']);
    await api.refused('ERR_NO_QUEUE_OPTION_FOUND', optionContracts.deleteQueueOption, {
      params: { optionId: child.id },
      token: admin,
    });
  });

  it('grows without two options of one number when several people add to it', async () => {
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((title) => add(title)));
    expect((await level()).map((line) => line.split(' ')[0])).toEqual(['1', '2', '3', '4', '5']);
  });

  it('has no option below one of another queue, and ends somewhere', async () => {
    const other = await api.call(optionContracts.createQueueOption, {
      body: { queueId: company.queues.support, title: 'Ajuda' },
      token: admin,
    });
    await api.refused('ERR_NO_QUEUE_OPTION_FOUND', optionContracts.createQueueOption, {
      body: { queueId, title: 'x', parentId: other.id },
      token: admin,
    });
    await api.database.admin`
      insert into queue_options (company_id, queue_id, title, option)
      select ${company.companyId}, ${queueId}, 'x', n from generate_series(1, 300) n`;
    await api.refused('ERR_QUEUE_OPTIONS_FULL', optionContracts.createQueueOption, {
      body: { queueId, title: 'x' },
      token: admin,
    });
  });

  it('sends a file with an option', async () => {
    const option = await add('Cardápio');
    const params = { optionId: option.id };
    const sent = await api.call(optionContracts.uploadQueueOptionMedia, {
      params,
      ...form('menu.png', PNG),
      token: admin,
    });
    expect(sent).toMatchObject({ mediaName: 'menu.png', media: { mime: 'image/png' } });
    const gone = await api.call(optionContracts.removeQueueOptionMedia, { params, token: admin });
    expect(gone.media).toBeNull();
  });
});
