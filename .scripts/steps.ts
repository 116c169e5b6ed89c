import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { TestCounts } from './test-counts.ts';

export interface Step {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** Shows what it prints when it has ended, so that steps that run at the same time do not mix their words. */
  atTheEnd?: boolean;
  /** Where the step's test runner writes its JSON report, and how to read it. */
  report?: { file: string; read(json: unknown): TestCounts };
}

export interface Result {
  name: string;
  ok: boolean;
  seconds: number;
  counts?: TestCounts;
  /** Why it failed, where its own output does not say so. */
  problem?: string;
}

const running = new Set<ChildProcess>();

export const heading = ({ name }: Pick<Step, 'name'>): string => `\n── ${name} ──\n`;

/**
 * Runs one step and shows what it prints. A test runner is believed only when its exit code and its report agree: a
 * library that ends the process with 0, or a run that found no tests, must not look like success.
 */
export function runStep(step: Step): Promise<Result> {
  const started = performance.now();
  const [command = '', ...args] = step.command;
  const child = spawn(command, args, {
    stdio: step.atTheEnd ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...step.env },
    // A group of its own: the tools in node_modules/.bin are shell wrappers, which pass no signal on.
    detached: process.platform !== 'win32',
  });
  running.add(child);
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  return new Promise((resolve) => {
    const finish = (exit: { ok: boolean; problem?: string }) => {
      running.delete(child);
      if (step.atTheEnd) process.stdout.write(`${heading(step)}${Buffer.concat(printed)}`);
      const seconds = (performance.now() - started) / 1000;
      resolve({ name: step.name, seconds, ...exit, ...(step.report ? judge(exit, step.report) : {}) });
    };
    child.on('error', (error) => finish({ ok: false, problem: error.message }));
    // Its last words come after its exit.
    child.on('close', (code) => finish({ ok: code === 0 }));
  });
}

function judge(
  exit: { ok: boolean; problem?: string },
  report: NonNullable<Step['report']>,
): Pick<Result, 'ok' | 'counts' | 'problem'> {
  if (!existsSync(report.file)) return { ok: false, problem: exit.problem ?? 'no report of the tests' };
  let counts: TestCounts;
  try {
    counts = report.read(JSON.parse(readFileSync(report.file, 'utf8')));
  } catch (error) {
    return { ok: false, problem: `unreadable report: ${error instanceof Error ? error.message : error}` };
  }
  if (counts.failed > 0) return { ok: false, counts };
  if (counts.passed === 0) return { ok: false, counts, problem: 'no test ran' };
  return exit.ok ? { ok: true, counts } : { ok: false, counts, problem: 'failed outside of the tests' };
}

/** Takes every running step along when this process is told to end. */
export function endStepsWithProcess(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.on(signal, () => {
      for (const child of running) signalGroup(child);
      process.exit(code);
    });
}

function signalGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGTERM');
  } catch {
    // It ended between the signal and here.
  }
}
