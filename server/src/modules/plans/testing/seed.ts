import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  isShared: true,
  ids: { planId: 'number' },
  async seed({ admin, unique }) {
    return { planId: await insertedId(admin`insert into plans (name) values (${unique}) returning id`) };
  },
});
