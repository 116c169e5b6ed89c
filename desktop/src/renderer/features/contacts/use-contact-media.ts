import type { MethodInput } from '@balcao/shared/bridge/methods.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useBridge } from '../../kit/bridge-context.tsx';

/** The files of a contact, page by page. */
export function useContactMedia(contactId: number, kind: MethodInput<'contacts.media'>['kind']) {
  const bridge = useBridge();
  const pages = useInfiniteQuery({
    queryKey: ['contacts.media', { contactId, kind }],
    queryFn: ({ pageParam }) => bridge.invoke('contacts.media', { contactId, kind, after: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
  const files = (pages.data?.pages ?? []).flatMap(({ items }) => items);
  return { ...pages, files: [...new Map(files.map((file) => [file.id, file])).values()] };
}
