import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from './log.ts';
import { messageSent, messageStored, newsShown } from './moments.ts';
import type { ProcessInfo } from './processes.ts';

/**
 * One trace for each message, from the phone's stanza to the frames of consoles, across processes: the id of a message is
 * also that of its trace, and the second half of it that of the span under which all others are. So nobody hands anything
 * on, and what is told is told afterwards, from moments that are known anyway. Nothing of what is said is in it.
 */

const FLUSH_MS = 2_000;
/** A frame may hold a whole conversation. */
const MAX_MESSAGES = 20;

/** @param part of all messages, the same in each process */
export function startTraces(
  { part }: { part: number },
  own: Pick<ProcessInfo, 'id' | 'kind' | 'version'>,
  log: Log,
): { stop(): Promise<void> } {
  logTroubles(log);
  const ids = createIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'balcao',
      'service.version': own.version,
      'service.instance.id': own.id,
    }).merge(detectResources({ detectors: [envDetector] })),
    idGenerator: ids,
    sampler: new TraceIdRatioBasedSampler(part),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer(own.kind);

  function span(name: string, [from, to]: readonly [number, number], under: Context): Span {
    const made = tracer.startSpan(name, { startTime: from }, under);
    made.end(to);
    return made;
  }

  /** The span under which all others of a message are. */
  const root = (messageId: string, name: string, times: readonly [number, number]): Context => {
    const { traceId, spanId } = traceOf(messageId);
    ids.next(traceId, spanId);
    return trace.setSpan(ROOT_CONTEXT, span(name, times, ROOT_CONTEXT));
  };

  const stops = [
    messageStored.hear(({ messageId, arrivedAt, heardAt, begunAt, storedAt }) => {
      const received = root(messageId, 'receive', [arrivedAt, storedAt]);
      span('open', [arrivedAt, heardAt], received);
      span('queue', [heardAt, begunAt], received);
      span('store', [begunAt, storedAt], received);
    }),
    messageSent.hear(({ messageId, begunAt, endedAt, outcome }) => {
      if (outcome === 'later') span('try to send', [begunAt, endedAt], within(messageId));
      else root(messageId, outcome === 'accepted' ? 'send' : 'fail to send', [begunAt, endedAt]);
    }),
    newsShown.hear(({ messageIds, heardAt, begunAt, sentAt }) => {
      for (const messageId of messageIds.slice(0, MAX_MESSAGES)) {
        const shown = span('show', [heardAt, sentAt], within(messageId));
        span('read', [begunAt, sentAt], trace.setSpan(ROOT_CONTEXT, shown));
      }
    }),
  ];
  return {
    async stop() {
      for (const stop of stops) stop();
      // What a collector that is away has not taken is lost: the end does not wait for it.
      await Promise.race([provider.shutdown(), sleep(FLUSH_MS, undefined, { ref: false })]);
    },
  };
}

/** A collector that is away or refuses is said in the log; nobody waits for it. */
function logTroubles(log: Log): void {
  const say = (reason: string) => log.warn({ reason }, 'traces are not taken');
  const ignore = () => {};
  diag.setLogger(
    { error: say, warn: say, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** UUIDs have as many digits as the ids of traces. */
function traceOf(messageId: string): { traceId: string; spanId: string } {
  const traceId = messageId.replaceAll('-', '');
  return { traceId, spanId: traceId.slice(16) };
}

const within = (messageId: string): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    ...traceOf(messageId),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });

/** Random ids, but for the next span when they are given. */
function createIds() {
  const random = new RandomIdGenerator();
  let given: { traceId: string; spanId: string } | null = null;
  return {
    next(traceId: string, spanId: string): void {
      given = { traceId, spanId };
    },
    generateSpanId: () => given?.spanId ?? random.generateSpanId(),
    /** The library asks for it after the span's, and only for a root. */
    generateTraceId(): string {
      const traceId = given?.traceId ?? random.generateTraceId();
      given = null;
      return traceId;
    },
  };
}
