/** A customer of the shop, by the number that the simulated phone of the same name has. */
export interface Customer {
  number: string;
  name: string;
  email?: string;
  notes?: string;
  extraInfo?: { name: string; value: string }[];
}

/** Who writes to the shop this morning. */
export const CAST = {
  maria: {
    number: '5511988880002',
    name: 'Maria Souza',
    email: 'maria.souza@exemplo.com.br',
    notes: 'Prefere entrega à tarde. Aniversário em março.',
    extraInfo: [
      { name: 'Cidade', value: 'São Paulo' },
      { name: 'Máquina', value: 'Espresso Laranja' },
    ],
  },
  joao: {
    number: '5521977770003',
    name: 'João Pereira',
    email: 'joao@pereira-arquitetura.exemplo.com.br',
    notes: 'Monta um cantinho do café para o escritório. Decide com a sócia, Lúcia.',
    extraInfo: [
      { name: 'Empresa', value: 'Pereira Arquitetura' },
      { name: 'CPF', value: '529.982.247-25' },
      { name: 'Cidade', value: 'Rio de Janeiro' },
    ],
  },
  carla: { number: '5531966660004', name: 'Carla Dias', extraInfo: [{ name: 'Pedido', value: '4798' }] },
  sabor: {
    number: '5541955550005',
    name: 'Restaurante Sabor da Terra – Compras e Fornecedores',
    email: 'compras@sabordaterra.exemplo.com.br',
    notes: 'Boleto para 28 dias. Entregar pela porta dos fundos, das 8 às 10.',
    extraInfo: [
      { name: 'Contato', value: 'Dona Célia' },
      { name: 'Tabela', value: 'Atacado' },
    ],
  },
  pedro: { number: '5551944440006', name: 'Pedro Almeida' },
  beatriz: {
    number: '5571933330007',
    name: 'Beatriz Rocha 🌻',
    extraInfo: [{ name: 'Pedido', value: '4821' }],
  },
  emma: { number: '447700900123', name: 'Emma Clarke', email: 'emma.clarke@example.com' },
  otavio: { number: '5581922220008', name: 'Otávio Lima' },
  helena: { number: '5585911110009', name: 'Helena Prado', notes: 'Assina o clube do café.' },
  lucas: { number: '5561900000010', name: 'Lucas Ferraz' },
  sofia: { number: '5548900000011', name: 'Sofia Nakamura' },
  livia: { number: '5562900000012', name: 'Lívia Campos' },
} as const satisfies Record<string, Customer>;

const FIRST_NAMES =
  'Adriana Bianca Camila Daniel Eduardo Fernanda Gabriel Heitor Isabela Jorge Karina Leonardo Mariana Nelson Olívia Paulo Renata Sérgio Tatiane Ulisses Vanessa William Yara Zélia André Bruna Caio Débora Elias Flávia Gustavo Hugo Ingrid Júlia'.split(
    ' ',
  );
const LAST_NAMES =
  'Andrade Barbosa Cardoso Duarte Esteves Freitas Gomes Henrique Inácio Jardim Klein Lopes Machado Nogueira'.split(
    ' ',
  );
const AREAS = ['11', '21', '31', '41', '51', '61', '71', '81', '85', '48'];

/** Those who wrote in the last weeks. No mobile number of Brazil has a zero behind its nine: nobody is written to. */
export const REGULARS: readonly Customer[] = Array.from({ length: 72 }, (_, index) => {
  const first = FIRST_NAMES[index % FIRST_NAMES.length];
  const last = LAST_NAMES[(index * 5) % LAST_NAMES.length];
  return {
    number: `55${AREAS[index % AREAS.length]}90${String(1_000_100 + index * 137)}`,
    name: `${first} ${last}`,
  };
});

/** Whom the shop's people have noted and who have never written. */
export const NOTED: readonly Customer[] = [
  {
    number: '5535900000020',
    name: 'Torrefação Serra Azul',
    email: 'vendas@serraazul.exemplo.com.br',
    notes: 'Fornece o blend da casa. Pedidos até quarta-feira.',
    extraInfo: [{ name: 'Contato', value: 'Seu Antônio' }],
  },
  { number: '5511900000021', name: 'Entregas Rápidas – Rafael', notes: 'Motoboy da zona sul.' },
  { number: '5511900000022', name: 'Assistência Técnica Moka', email: 'oficina@moka.exemplo.com.br' },
];
