import type { Meter } from '@opentelemetry/api';
import { callAnswered } from '../moments.ts';

const SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5, 12];

/** How long calls take, for each route that there is. What leads to no route counts as one. @returns how to stop */
export function measureCalls(meter: Meter): () => void {
  const seconds = meter.createHistogram('balcao_http_request_seconds', {
    description: 'How long a call took, by route and by the kind of its answer',
    advice: { explicitBucketBoundaries: SECONDS },
  });
  return callAnswered.hear(({ method, route, status, ms }) =>
    seconds.record(ms / 1_000, { method, route: route ?? 'none', status: `${Math.floor(status / 100)}xx` }),
  );
}
