import { AppError } from '@balcao/shared/errors.ts';
import { createRateBucket } from '../realtime/rate-bucket.ts';
import { networkOf } from './network.ts';

const MAX_ADDRESSES = 10_000;

/**
 * For public routes that are costly, ask the database or write rows: each address may do `burst` at once, then one more each
 * `everySeconds`. A whole office may share an address, so the numbers are generous.
 *
 * Throws ERR_TOO_MANY_REQUESTS {seconds}.
 */
export function createAddressLimit(options: { burst: number; everySeconds: number; clock: () => Date }) {
  const buckets = new Map<string, ReturnType<typeof createRateBucket>>();
  return (address: string): void => {
    const network = networkOf(address);
    const bucket =
      buckets.get(network) ??
      createRateBucket({
        capacity: options.burst,
        perSecond: 1 / options.everySeconds,
        now: () => options.clock().getTime(),
      });
    // The address seen last is the last key, so the first key is the one to forget.
    buckets.delete(network);
    buckets.set(network, bucket);
    const oldest = buckets.keys().next();
    if (buckets.size > MAX_ADDRESSES && !oldest.done) buckets.delete(oldest.value);
    if (!bucket.take())
      throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: Math.ceil(options.everySeconds) });
  };
}
