import { QueryClient } from '@tanstack/react-query';

/**
 * Answers stay fresh until an event of the core makes them stale, whatever the network does: the core reads from its
 * own disk and knows better than the browser whether there is a connection.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
