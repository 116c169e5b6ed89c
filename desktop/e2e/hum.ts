/** A voice note: a low tone, 8000 samples of a byte a second. */
export function hum(seconds: number): string {
  const samples = Buffer.alloc(8_000 * seconds, 0);
  for (let n = 0; n < samples.length; n++) samples[n] = 128 + Math.round(20 * Math.sin(n / 6));
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]).toString('base64');
}
