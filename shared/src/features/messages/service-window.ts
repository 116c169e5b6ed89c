import type { ChannelFeatures } from '../connections/channel.ts';

const HOUR_MS = 3_600_000;

/**
 * Until when the messenger takes free words of ours; null: always. Who has never written there may not be written to: for
 * them it has ended long ago.
 *
 * @param customerWroteAt the customer's last message on that connection; null: none
 */
export function answerableUntil(
  { serviceHours }: Pick<ChannelFeatures, 'serviceHours'>,
  customerWroteAt: Date | null,
): Date | null {
  if (serviceHours === null) return null;
  return new Date((customerWroteAt?.getTime() ?? 0) + serviceHours * HOUR_MS);
}

/** Whether we may write now. */
export function isAnswerable(
  features: Pick<ChannelFeatures, 'serviceHours'>,
  customerWroteAt: Date | null,
  now: Date,
): boolean {
  const until = answerableUntil(features, customerWroteAt);
  return until === null || now < until;
}
