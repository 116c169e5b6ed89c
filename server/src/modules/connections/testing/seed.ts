import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { whatsappId: 'number', connectionId: 'number', connectionIds: 'numbers' },
  seed: async ({ company }) => ({
    whatsappId: company.connectionId,
    connectionId: company.connectionId,
    connectionIds: [company.connectionId],
  }),
});
