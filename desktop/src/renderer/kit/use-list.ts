import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { fold, foldQuery } from '@balcao/shared/text/fold.ts';
import { useState } from 'react';
import { type PagedContract, type Pages, type Read, useApiPages } from './api-query.ts';

interface Records<T> extends Read<unknown> {
  rows: readonly T[];
  /** Something was searched for: that nothing was found does not mean that there is nothing. */
  isNarrowed?: boolean;
}

/** Records and the state in which they are: read at once, or page by page. */
export type List<T> = Records<T> | (Records<T> & Pages);

/** One that a search field narrows. */
export type SearchedList<T> = List<T> & { onSearch: (text: string) => void };

/** A list that is here as a whole: the search looks through the texts of its records as they are typed. */
export function useSearchedList<T>(
  { data, error, isPending, refetch }: Omit<Read<T[]>, 'refetch'> & Pick<Read<unknown>, 'refetch'>,
  textsOf: (row: T) => readonly string[],
): SearchedList<T> {
  const [search, onSearch] = useState('');
  const wanted = foldQuery(search);
  const rows = (data ?? []).filter((row) => textsOf(row).some((text) => fold(text).includes(wanted)));
  return { data, error, isPending, refetch, rows, isNarrowed: search !== '', onSearch };
}

/** The server's list page by page; what is searched for the server finds. `rowsOf` picks the rows from an answer. */
export function useApiList<C extends PagedContract, T extends { id: number | string }>(
  contract: C,
  rowsOf: (page: RouteOutput<C>) => T[],
  query: Record<string, unknown> = {},
) {
  const [search, onSearch] = useState('');
  const asked = search ? { ...query, searchParam: search } : query;
  const pages = useApiPages(contract, asked, rowsOf);
  return { ...pages, isNarrowed: search !== '', onSearch };
}
