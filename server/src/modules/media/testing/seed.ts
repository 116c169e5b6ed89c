import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  madeByCaller: ['PUT /media/:mediaId mediaId', 'GET /media/:mediaId/upload mediaId'],
  ids: { mediaId: 'uuid' },
  seed: async ({ mediaId }) => ({ mediaId }),
});
