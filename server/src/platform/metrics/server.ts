import type { Meter } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';

export interface MetricsServer {
  meter: Meter;
  stop(): Promise<void>;
}

/**
 * Answers `/metrics` in the words of Prometheus on a port of its own. Labels are few and of few values: never a company,
 * a number or a person.
 *
 * @throws Error when the port is taken
 */
export async function startMetricsServer(address: { host: string; port: number }): Promise<MetricsServer> {
  const exporter = new PrometheusExporter({
    ...address,
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  });
  const provider = new MeterProvider({ readers: [exporter] });
  await exporter.startServer().catch((cause: Error) => {
    const { host, port } = address;
    throw new Error(
      `Metrics cannot be served at ${host}:${port}: ${cause.message}. Choose another METRICS_PORT.`,
      {
        cause,
      },
    );
  });
  return { meter: provider.getMeter('balcao'), stop: () => provider.shutdown() };
}
