import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  isShared: true,
  ids: { helpId: 'number' },
  async seed({ admin, unique }) {
    const helpId = await insertedId(
      admin`insert into helps (title, video) values (${unique}, 'dQw4w9WgXcQ') returning id`,
    );
    return { helpId };
  },
});
