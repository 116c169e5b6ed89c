import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { companyId: 'number' },
  seed: async ({ company }) => ({ companyId: company.companyId }),
});
