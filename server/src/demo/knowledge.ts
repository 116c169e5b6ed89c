import type { Actor } from '@balcao/shared/contract/roles.ts';
import * as knowledge from '../modules/knowledge/knowledge.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { FileKey } from './files.ts';

/** What the people of the shop look up, and a draft that is not done. */
export async function writeKnowledge(tx: Tx, actor: Actor, files: ListedFiles): Promise<void> {
  for (const article of articlesWith(files))
    await knowledge.create(tx, actor, { language: 'pt', published: true, audience: 'customers', ...article });
  await tx`insert into settings ${tx(
    Object.entries(OPTIONS).map(([key, value]) => ({ companyId: actor.companyId, key, value })),
  )}`;
}

const SYNONYMS = `entrega, frete, envio
troca, devolução, reembolso
máquina, cafeteira, máquina de café
descalcificar, limpar, calcário
pagamento, pagar, parcela`;

const OPTIONS = { synonyms: SYNONYMS, helpPage: 'enabled', helpColour: '#b45309' };

type ListedFiles = readonly { key: FileKey; mediaId: string }[];

const articlesWith = (files: ListedFiles): readonly Article[] => {
  const addressOf = (key: FileKey) => `/media/${files.find((file) => file.key === key)?.mediaId}`;
  return [
    ...ARTICLES,
    {
      category: 'Café',
      title: 'Como guardar o café',
      body: `Fechado, na embalagem, por até **três meses**. A válvula deixa o gás sair e não deixa o ar entrar.

![A embalagem do blend da casa](${addressOf('coffee')})

Depois de aberto:

1. Tire o ar da embalagem e feche bem
2. Guarde longe da luz e do calor, e nunca na geladeira
3. Use em até 30 dias

Para a equipe inteira: [Café para o escritório](${addressOf('leaflet')})`,
    },
  ];
};

type Article = Partial<Parameters<typeof knowledge.create>[2]> & { title: string };

const ARTICLES: readonly Article[] = [
  {
    category: 'Pedidos e entrega',
    title: 'Prazo e valor da entrega',
    body: `Na cidade, pedidos feitos **até as 14h** saem no mesmo dia.

## Quanto custa

- Até 5 km: grátis acima de R$ 80
- Até 15 km: R$ 12
- Outras cidades: pelos Correios, de 3 a 7 dias úteis

> Choveu forte? As entregas de moto podem atrasar até uma hora.`,
  },
  {
    category: 'Pedidos e entrega',
    title: 'Trocas e devoluções',
    body: `O cliente tem **7 dias** depois de receber para desistir, sem explicar por quê.

1. Peça o número do pedido e uma foto da embalagem
2. Combine o dia da coleta
3. O dinheiro volta pelo mesmo meio, em até 5 dias úteis

Café aberto só é trocado se veio errado ou com defeito.`,
  },
  {
    category: 'Máquinas',
    title: 'Garantia das máquinas de café',
    body: `Todas têm **12 meses** de garantia, contados da nota fiscal.

Para abrir o chamado: foto da etiqueta (fica embaixo da máquina), nota fiscal e um vídeo curto do defeito.`,
  },
  {
    category: 'Máquinas',
    title: 'Como descalcificar a máquina',
    body: `Uma vez por mês, ou quando a luz laranja pisca.

1. Encha o reservatório com água e uma dose do descalcificante
2. Ligue sem cápsula e deixe passar a metade
3. Espere dez minutos e passe o resto
4. Enxágue com dois reservatórios de água limpa`,
  },
  {
    category: 'Pagamento',
    title: 'Formas de pagamento',
    body: `Pix (5% de desconto), cartão em até 3 vezes sem juros a partir de R$ 150, e dinheiro na entrega.

Empresas com cadastro pagam por boleto, em 14 dias.`,
  },
  {
    audience: 'team',
    category: 'Pagamento',
    title: 'Quando o Pix não aparece',
    body: `1. Peça o comprovante e confira **valor, data e chave**
2. Procure no extrato pelo nome de quem pagou, que pode não ser o do cliente
3. Depois de 30 minutos, chame o financeiro com o comprovante na nota interna`,
  },
  {
    audience: 'team',
    published: false,
    category: 'Equipe',
    title: 'Assinatura do clube do café',
    body: 'Falta combinar os preços do ano que vem.',
  },
];
