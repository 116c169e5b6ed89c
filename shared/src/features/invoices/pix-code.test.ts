import { expect, it } from 'vitest';
import { checksum, decimalOf, readPixKey, staticPixCode } from './pix-code.ts';

/** Published codes: the central bank's manual and interface, and generators of others. */
const CODES = [
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4',
  '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9',
  '00020126510014br.gov.bcb.pix0115thalesog@me.com0210Pedido 123520400005303986540510.005802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***63040DC6',
  '00020126360014BR.GOV.BCB.PIX0114+5511943214321520400005303986540566.665802BR5907EMPRESA6008BRASILIA62070503***630404ED',
];

it('ends in the checksum that published codes have', () => {
  expect(checksum('123456789')).toBe('29B1');
  for (const code of CODES) expect(checksum(code.slice(0, -4))).toBe(code.slice(-4));
});

it('is the code that other generators make', () => {
  const pix = { key: 'thalesog@me.com', receiverName: 'THALES OGLIARI', receiverCity: 'SÃO MIGUÉL DO OESTE' };
  const code = staticPixCode({ ...pix, amountCents: 1_000, reference: '***' });
  const known = (CODES[3] ?? '').replace('2651', '2637').replace('0210Pedido 123', '').slice(0, -4);
  expect(code).toBe(known + checksum(known));
  expect([1, 100, 123_450, 9].map(decimalOf)).toEqual(['0.01', '1.00', '1234.50', '0.09']);
});

it('takes a key in every way in which people write it, and nothing else', () => {
  expect(
    [
      ' 529.982.247-25 ',
      '11.222.333/0001-81',
      '+55 (11) 98888-7777',
      'Caixa@Loja.com',
      '123E4567-E12B-12D1-A456-426655440000',
    ].map(readPixKey),
  ).toEqual([
    '52998224725',
    '11222333000181',
    '+5511988887777',
    'caixa@loja.com',
    '123e4567-e12b-12d1-a456-426655440000',
  ]);
  for (const wrong of ['', '529.982.247-24', '11988887777', '+55119', 'meu cpf é 529.982.247-25', 'a@b'])
    expect(readPixKey(wrong)).toBeNull();
});
