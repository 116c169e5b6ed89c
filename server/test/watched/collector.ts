import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as OTLP over HTTP with JSON writes it. Times are nanoseconds since 1970. */
interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

interface ExportedTraces {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { scope: { name: string }; spans: CollectedSpan[] }[];
  }[];
}

/** A collector of traces with as much of OTLP as a receiver must have. */
export interface Collector {
  url: string;
  /** Each span, with the name of the service and what its process does. */
  spans: (CollectedSpan & { service: string | undefined; kind: string })[];
  /** What was no request of the protocol. */
  wrong: string[];
  stop(): Promise<void>;
}

/** Ids are hexadecimal in OTLP's JSON, of 16 and 8 bytes, and never zero; a span ends after its beginning. */
const isSpan = ({ traceId, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano }: CollectedSpan) =>
  /^(?!0+$)[0-9a-f]{32}$/.test(traceId) &&
  [spanId, parentSpanId ?? spanId].every((id) => /^(?!0+$)[0-9a-f]{16}$/.test(id)) &&
  BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano);

export async function startCollector(): Promise<Collector> {
  const spans: Collector['spans'] = [];
  const wrong: string[] = [];
  const server = createServer(async (request, response) => {
    const isExport = request.method === 'POST' && request.url === '/v1/traces';
    if (!isExport || request.headers['content-type'] !== 'application/json') {
      wrong.push(`${request.method} ${request.url} ${request.headers['content-type']}`);
      response.writeHead(415).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    const { resourceSpans } = JSON.parse(text.toString()) as ExportedTraces;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
      for (const { scope, spans: told } of scopeSpans)
        for (const span of told) {
          if (!isSpan(span)) wrong.push(JSON.stringify(span));
          spans.push({ ...span, service, kind: scope.name });
        }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    wrong,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
