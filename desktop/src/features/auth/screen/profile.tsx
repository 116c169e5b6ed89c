import { lazy, Suspense, useState } from 'react';
import { useLayoutDialogs } from '../../../renderer/kit/dialogs-store.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';

const ProfileDialog = lazy(async () => ({ default: (await import('./profile-dialog.tsx')).ProfileDialog }));

/** What a person sets for themselves: nobody opens it often, so it is loaded when it is wanted. */
export function Profile({ user }: ForUser) {
  const isOpen = useLayoutDialogs(({ open }) => open === 'profile');
  const [isWanted, setIsWanted] = useState(false);
  if (isOpen && !isWanted) setIsWanted(true);
  return <Suspense fallback={null}>{isWanted ? <ProfileDialog user={user} /> : null}</Suspense>;
}
