/** The order of the samples: a message has its token, and the server its lines. */
export const SAMPLE_ORDER = {
  id: '1202',
  token: Buffer.from('sandbox order').toString('base64'),
  currency: 'BRL',
  lines: [
    { name: 'Bolo de cenoura', quantity: 1, price: '24000' },
    { name: 'Pão de queijo', quantity: 3, price: '7300' },
  ],
};
