/** The demo shop's number on Meta's Cloud API. It opens what the stand-in of Meta plays, and nobody's real number. */
export const OFFICIAL = {
  name: 'WhatsApp oficial',
  credentials: {
    phoneNumberId: '106540000000002',
    accessToken: 'EAAGplayed0for0the0demo0shop0000',
    appSecret: '5f1d8a27c3b94e6089a7d2c4e1f03b56',
  },
} as const;

/** Who writes to it, on the page of the simulated phones. */
export const HEITOR = { name: 'Heitor Reis', number: '5511987650007' } as const;

const approved = (name: string, category: string, body: string, more: readonly object[] = []) => ({
  name,
  category,
  language: 'pt_BR',
  status: 'APPROVED',
  components: [{ type: 'BODY', text: body }, ...more],
});

/** What Meta has approved for the shop. */
export const APPROVED_TEMPLATES = [
  approved(
    'pedido_a_caminho',
    'UTILITY',
    'Olá {{1}}, o seu pedido {{2}} saiu para entrega e chega em até {{3}} dias úteis. ☕',
  ),
  approved(
    'cafe_da_semana',
    'MARKETING',
    'Oi {{1}}! Esta semana o café {{2}} está com 15% de desconto na Loja Demo.',
    [
      { type: 'FOOTER', text: 'Para não receber mais, responda SAIR.' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Quero' }] },
    ],
  ),
];
