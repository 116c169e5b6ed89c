import { staticPixCode } from '@balcao/shared/features/invoices/pix-code.ts';
import jsQR from 'jsqr';
import { expect, it } from 'vitest';
import { drawQr } from './qr-code.tsx';

const PIXELS = 4;

/** What a camera sees of the drawn path: black squares on white. */
function photograph({ path, size }: ReturnType<typeof drawQr>) {
  const side = size * PIXELS;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, column, row] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let pixel = 0; pixel < PIXELS * PIXELS; pixel += 1) {
      const x = Number(column) * PIXELS + (pixel % PIXELS);
      const y = Number(row) * PIXELS + Math.floor(pixel / PIXELS);
      const at = 4 * (y * side + x);
      data.fill(0, at, at + 3);
    }
  return { data, side };
}

it('shows a Pix code that a reader of others reads', () => {
  const code = staticPixCode({
    key: '123e4567-e12b-12d1-a456-426655440000',
    receiverName: 'Operadora Balcão de Pernambuco',
    receiverCity: 'São José dos Campos',
    amountCents: 1_234_567,
    reference: 'FATURA123',
  });
  const { data, side } = photograph(drawQr(code));
  expect(jsQR(data, side, side)?.data).toBe(code);
});
