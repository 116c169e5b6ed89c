import { AppError } from '@balcao/shared/errors.ts';

/**
 * For reads that the cache can answer without the server: no connection is no error then. What the server itself
 * refuses still is.
 * @returns whether the work was done
 */
export async function ignoringOffline(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.retryable) return false;
    throw error;
  }
}
