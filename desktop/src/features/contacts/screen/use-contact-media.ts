import type { MethodInput } from '@balcao/shared/bridge/methods.ts';
import type { ContactRow } from '@balcao/shared/features/contacts/row.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { useSamePerson } from './use-same-person.ts';

/** The files of a contact, and of those linked to it, page by page. */
export function useContactMedia(
  { id: contactId, personId }: ContactRow,
  kind: MethodInput<'contacts.media'>['kind'],
) {
  const bridge = useBridge();
  const pages = useInfiniteQuery({
    // Of another person are other files, from the moment that the link is made or gone.
    queryKey: ['contacts.media', { contactId, personId, kind }],
    queryFn: ({ pageParam }) => bridge.invoke('contacts.media', { contactId, kind, after: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
  const isSamePerson = useSamePerson(contactId);
  const files = (pages.data?.pages ?? []).flatMap(({ items }) => items).filter(isSamePerson);
  return { ...pages, files: [...new Map(files.map((file) => [file.id, file])).values()] };
}
