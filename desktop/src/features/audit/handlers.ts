import { exportAudit } from '@balcao/shared/audit-log.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

export function auditHandlers({ host, workspace, preferences, syncStatus }: CoreServices) {
  return {
    'audit.export': async (filter) => {
      if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
      const query = { ...filter, language: preferences.get().language };
      const { id, name } = await workspace().media.pass(exportAudit, { query: query as object });
      return { url: host.mediaUrl(id), name };
    },
  } satisfies Partial<Handlers>;
}
