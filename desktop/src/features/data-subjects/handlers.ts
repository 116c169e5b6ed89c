import { AppError } from '@balcao/shared/errors.ts';
import { downloadExport } from '@balcao/shared/features/data-subjects/exports.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

export function dataSubjectHandlers({ host, workspace, syncStatus }: CoreServices) {
  return {
    'dataSubjects.download': async ({ exportId, part }) => {
      if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
      const { id, name } = await workspace().media.pass(downloadExport, {
        params: { exportId, partId: part },
      });
      return { url: host.mediaUrl(id), name };
    },
  } satisfies Partial<Handlers>;
}
