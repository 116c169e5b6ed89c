import type { MethodInput } from '@balcao/shared/bridge/methods.ts';
import { type RouteContract, type RouteOutput, routeKey } from '@balcao/shared/contract/call.ts';
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import type { BridgeClient } from '../../bridge/client.ts';
import { useBridge } from './bridge-context.tsx';
import { useErrorToast } from './toasts.tsx';

/** The options of a query. */
export type Read<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'refetch'>;

/** The state of the next page of what is read page by page. */
export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

type Fields<S> = S extends z.ZodType ? Partial<z.output<S>> : never;

/** The input from a screen: parameters as the handler reads them, the body as its schema accepts it. */
export type ApiInput<C extends RouteContract> = (C['params'] extends z.ZodType
  ? { params: Fields<C['params']> }
  : unknown) &
  (C['query'] extends z.ZodType ? { query?: Fields<C['query']> } : unknown) &
  (C['body'] extends z.ZodType ? { body: z.input<C['body']> } : unknown);

/** TypeScript cannot see through a generic contract that its fields are these. */
type BridgeInput = MethodInput<'api.call'>['input'];

/** The cache key of a call of the server; the path's first word groups what one change makes stale. */
const apiKey = (contract: RouteContract, input: unknown) =>
  ['api', contract.path.split('/')[1], routeKey(contract), input] as const;

const callApi = <C extends RouteContract>(bridge: BridgeClient, contract: C, input: ApiInput<C>) =>
  bridge.invoke('api.call', { route: routeKey(contract), input: input as BridgeInput }) as Promise<
    RouteOutput<C>
  >;

/** The server's changes are not pushed to the screen, so it reloads whenever it is viewed again. */
const ALWAYS_FRESH = { staleTime: 0, refetchOnWindowFocus: true, placeholderData: keepPreviousData } as const;

/** Reads from the server through the core; the earlier answer stays on the screen while another loads. */
export function useApiQuery<C extends RouteContract>(
  contract: C,
  input: ApiInput<C>,
  options: {
    enabled?: boolean;
    /** Serves what goes on without an event: it is read again at this interval, as long as somebody looks. */
    everyMs?: number | undefined;
  } = {},
): UseQueryResult<RouteOutput<C>> {
  const bridge = useBridge();
  return useQuery<RouteOutput<C>>({
    queryKey: apiKey(contract, input),
    queryFn: () => callApi(bridge, contract, input),
    enabled: options.enabled ?? true,
    ...ALWAYS_FRESH,
    ...(options.everyMs ? { refetchInterval: options.everyMs } : {}),
  });
}

/** An answer of the server; `keptAt`: it cannot be reached, and this is what it answered then. */
export interface Kept<T> {
  answer: T;
  keptAt: string | null;
}

/** Reads what is `kept` from the server, or what this computer was shown last while that cannot be reached. */
export function useKeptQuery<C extends RouteContract & { kept: true }>(
  contract: C,
  input: ApiInput<C>,
  options: { everyMs?: number } = {},
): UseQueryResult<Kept<RouteOutput<C>>> {
  const bridge = useBridge();
  return useQuery<Kept<RouteOutput<C>>>({
    queryKey: apiKey(contract, input),
    queryFn: () =>
      bridge.invoke('api.kept', { route: routeKey(contract), input: input as BridgeInput }) as Promise<
        Kept<RouteOutput<C>>
      >,
    ...ALWAYS_FRESH,
    ...(options.everyMs ? { refetchInterval: options.everyMs } : {}),
  });
}

/** A contract whose answer is one page of a list, counted from 1, or followed by the one behind `next`. */
export type PagedContract = RouteContract & {
  response: z.ZodType<{ hasMore: boolean; next?: string | null }>;
};

/**
 * A list page by page, for a screen that loads more near its end. `rowsOf` picks the rows from an answer; one that
 * moved to another page while it was read is shown once.
 */
export function useApiPages<C extends PagedContract, T extends { id: number | string }>(
  contract: C,
  query: Record<string, unknown>,
  rowsOf: (page: RouteOutput<C>) => T[],
  params: Record<string, unknown> = {},
) {
  const bridge = useBridge();
  const result = useInfiniteQuery({
    queryKey: apiKey(contract, { pages: query, params }),
    queryFn: ({ pageParam }) =>
      callApi(bridge, contract, {
        params,
        query: { ...query, ...pageParam },
      } as unknown as ApiInput<C>),
    initialPageParam: {} as { after?: string; pageNumber?: number },
    getNextPageParam: (page: RouteOutput<C>, pages) => {
      const { hasMore, next } = page as { hasMore: boolean; next?: string | null };
      if (!hasMore) return undefined;
      return next ? { after: next } : { pageNumber: pages.length + 1 };
    },
    ...ALWAYS_FRESH,
  });
  const rows = (result.data?.pages ?? []).flatMap(rowsOf);
  return { ...result, rows: [...new Map(rows.map((row) => [row.id, row])).values()] };
}

/** One answer, for callers that act on it instead of showing it. */
export function useApiRead() {
  const bridge = useBridge();
  return useCallback(
    <C extends RouteContract>(contract: C, input: ApiInput<C>) => callApi(bridge, contract, input),
    [bridge],
  );
}

/**
 * A write on the server. Afterwards everything read from the same group of paths, and what `also` names, is read again.
 * A failure shows a toast unless the caller shows it itself (`quiet`).
 */
export function useApiCommand<C extends RouteContract>(
  contract: C,
  options: { quiet?: boolean; also?: readonly string[] } = {},
): UseMutationResult<RouteOutput<C>, Error, ApiInput<C>> {
  const bridge = useBridge();
  const client = useQueryClient();
  const toastError = useErrorToast();
  return useMutation<RouteOutput<C>, Error, ApiInput<C>>({
    mutationFn: (input) => callApi(bridge, contract, input),
    onSuccess: async () => {
      const groups = [contract.path.split('/')[1] ?? '', ...(options.also ?? [])];
      await Promise.all(groups.map((group) => client.invalidateQueries({ queryKey: ['api', group] })));
    },
    onError: (error) => {
      if (!options.quiet) toastError(error);
    },
  });
}
