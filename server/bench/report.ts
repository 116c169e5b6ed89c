import { cpus, loadavg, totalmem } from 'node:os';
import { type Figure, isMet, ratioOf, type Target } from './figure.ts';

export interface Measured {
  name: string;
  seconds: number;
  figures: Figure[];
}

const machine = () => ({
  node: process.version,
  cores: cpus().length,
  cpu: cpus()[0]?.model ?? '',
  memoryMb: Math.round(totalmem() / 1024 ** 2),
  /** Includes other programs: on a busy machine they distort the figures. */
  load: loadavg()[0] ?? 0,
});

export function printMachine(quick: boolean): void {
  const { node, cores, cpu, memoryMb, load } = machine();
  console.log(`${cores} cores (${cpu}), ${memoryMb} MB, Node ${node}, load ${load.toFixed(1)}`);
  if (quick) console.log('quick: small sets, not to be compared with a full run');
}

export function printResult({ name, seconds, figures }: Measured): void {
  console.log(`\n${name} (${seconds.toFixed(0)} s)`);
  const rows = figures.map((figure) => {
    const { floor, unit, target } = figure;
    const ratio = ratioOf(figure);
    return [
      figure.name,
      `${shown(figure.value)} ${unit}`,
      floor ? `${shown(floor.value)} ${unit}` : '',
      ratio === null ? '' : `×${ratio.toFixed(2)}`,
      target ? `${isMet(figure) ? 'yes' : 'NO '} ${described(target)}` : '',
      floor?.what ?? '',
    ];
  });
  const table = [['', 'measured', 'floor', 'ratio', 'target', 'the floor is'], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join('  ')}`.trimEnd());
}

export function toJson(results: Measured[], quick: boolean): string {
  const named = results.map(({ name, seconds, figures }) => ({
    name,
    seconds,
    figures: figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), met: isMet(figure) })),
  }));
  return `${JSON.stringify({ at: new Date().toISOString(), quick, machine: machine(), results: named }, null, 2)}\n`;
}

function described({ atMost, atLeast, ratioAtMost, ratioAtLeast }: Target): string {
  const parts = [];
  if (atMost !== undefined) parts.push(`≤ ${atMost}`);
  if (atLeast !== undefined) parts.push(`≥ ${atLeast}`);
  if (ratioAtMost !== undefined) parts.push(`≤ ×${ratioAtMost}`);
  if (ratioAtLeast !== undefined) parts.push(`≥ ×${ratioAtLeast}`);
  return parts.join(', ');
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
