import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { consoleLink } from '@balcao/shared/features/tickets/link.ts';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { showToast } from '../../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';

/** The link names the page's company, so that on any computer the right account opens it. */
export function useCopyLink({ companyId }: SessionUser): (place: string) => void {
  const { t } = useTexts();
  const { data: session } = useBridgeQuery('session.get', null);
  return (place) => {
    const serverUrl = session?.serverUrl ?? null;
    navigator.clipboard.writeText(consoleLink({ place, serverUrl, companyId })).then(
      () => showToast(t('common:copied')),
      () => showToast(t('tickets:linkNotCopied'), { color: 'red' }),
    );
  };
}
