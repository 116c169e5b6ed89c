import type { Meter } from '@opentelemetry/api';
import { messageSent, messageStored, newsShown } from '../moments.ts';

const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120];

/** How long messages take on their way through this process. @returns how to stop */
export function measureMessages(meter: Meter): () => void {
  const histogram = (name: string, description: string) =>
    meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: SECONDS } });
  const intake = histogram(
    'balcao_intake_seconds',
    'From the arrival of a message at this process until it is stored',
  );
  const sending = histogram(
    'balcao_send_seconds',
    'How long an attempt took to bring a message out, by its outcome',
  );
  const feed = histogram(
    'balcao_feed_lag_seconds',
    'From the word that there is something new until a console was sent it',
  );
  const stops = [
    messageStored.hear(({ arrivedAt, storedAt }) => intake.record((storedAt - arrivedAt) / 1_000)),
    messageSent.hear(({ begunAt, endedAt, outcome }) =>
      sending.record((endedAt - begunAt) / 1_000, { outcome }),
    ),
    newsShown.hear(({ heardAt, sentAt }) => feed.record((sentAt - heardAt) / 1_000)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
