import type { MethodInput, MethodName, MethodOutput } from '@balcao/shared/bridge/methods.ts';
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import type { BridgeClient } from '../../bridge/client.ts';
import { useBridge } from './bridge-context.tsx';
import { useErrorToast } from './toasts.tsx';
import { untilAnswered } from './until-answered.ts';

/** The cache key of a call, so that live-queries.ts can tell which answers a change makes stale. */
export const bridgeKey = <M extends MethodName>(name: M, input: MethodInput<M>) => [name, input] as const;

/** `invoke` lets calls without input leave it out, which a generic caller cannot make use of. */
const call = <M extends MethodName>(bridge: BridgeClient, name: M, input: MethodInput<M>) =>
  (bridge.invoke as (name: M, input: MethodInput<M>) => Promise<MethodOutput<M>>)(name, input);

/** Reads through the bridge; the answer is kept until an event marks it stale. */
export function useBridgeQuery<M extends MethodName>(
  name: M,
  input: MethodInput<M>,
  options: {
    enabled?: boolean;
    /** For values without events: loaded at once, then again at this interval. */
    everyMs?: number;
  } = {},
): UseQueryResult<MethodOutput<M>> {
  const bridge = useBridge();
  return useQuery<MethodOutput<M>>({
    queryKey: bridgeKey(name, input),
    queryFn: () => call(bridge, name, input),
    enabled: options.enabled ?? true,
    ...(options.everyMs ? { refetchInterval: options.everyMs, refetchOnMount: 'always' } : {}),
  });
}

/** A command through the bridge. A failure shows a toast unless the caller shows it itself (`quiet`). */
export function useBridgeCommand<M extends MethodName>(
  name: M,
  options: { quiet?: boolean } = {},
): UseMutationResult<MethodOutput<M>, Error, MethodInput<M>> {
  const bridge = useBridge();
  const toastError = useErrorToast();
  return useMutation<MethodOutput<M>, Error, MethodInput<M>>({
    mutationFn: (input) => call(bridge, name, input),
    onError: (error) => {
      if (!options.quiet) toastError(error);
    },
  });
}

/** Commands that create rows under the screen's ids, in the name of the signed-in user. */
type MakingMethod =
  | 'notes.add'
  | 'messages.forward'
  | 'messages.sendTemplate'
  | 'schedules.create'
  | 'todos.add';

/** Like `useBridgeCommand`; it happens once, also when the core has died over its answer. */
export function useMakingCommand<M extends MakingMethod>(
  name: M,
  options: { quiet?: boolean } = {},
): UseMutationResult<MethodOutput<M>, Error, Omit<MethodInput<M>, 'userId'>> {
  const bridge = useBridge();
  const toastError = useErrorToast();
  const { data: session } = useBridgeQuery('session.get', null);
  const userId = session?.user?.id ?? 0;
  return useMutation<MethodOutput<M>, Error, Omit<MethodInput<M>, 'userId'>>({
    mutationFn: (input) =>
      untilAnswered(() => call(bridge, name, { ...input, userId } as unknown as MethodInput<M>)),
    onError: (error) => {
      if (!options.quiet) toastError(error);
    },
  });
}
