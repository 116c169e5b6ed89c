import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { listSettings } from '@balcao/shared/features/settings/calls.ts';
import { FormStart } from '../../../renderer/components/form-start.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { PrivacyForm } from './privacy-form.tsx';

/** What the company tells its customers of their data: on a page, and in its automatic messages. */
export function PrivacyTab({ user }: { user: SessionUser }) {
  const { data: session } = useBridgeQuery('session.get', null);
  const address = `${session?.serverUrl ?? ''}/privacy/${user.companyId}`;
  return (
    <FormStart contract={listSettings} input={{}}>
      {(start) => <PrivacyForm start={start} address={address} />}
    </FormStart>
  );
}
