import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { whatsappId: 'number', connectionIds: 'numbers' },
  seed: async ({ company }) => ({
    whatsappId: company.connectionId,
    connectionIds: [company.connectionId],
  }),
});
