import { lazy, Suspense } from 'react';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { useLayoutDialogs } from '../../../renderer/kit/dialogs-store.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

const ProfileTabs = lazy(async () => ({ default: (await import('./profile-tabs.tsx')).ProfileTabs }));

/** What a person sets for themselves; loaded when it is wanted. */
export function ProfileDialog({ user }: ForUser) {
  const { t } = useTexts();
  const { open, close } = useLayoutDialogs();
  return (
    <FormDialog
      value={open === 'profile' ? user : null}
      title={() => t('auth:profile.title')}
      size="md"
      onClose={close}
    >
      {(shown) => (
        <Suspense fallback={null}>
          <ProfileTabs user={shown} onClose={close} />
        </Suspense>
      )}
    </FormDialog>
  );
}
