/** Who has bills to pay, in every billing system that is played. */
export interface Debtor {
  id: string;
  name: string;
  document: string;
  /** The document as it is written for people. */
  written: string;
  bills: PlayedBill[];
}

export interface PlayedBill {
  id: string;
  amount: string;
  dueDate: string;
  isOverdue: boolean;
  line: string;
  pix: string;
}

const PIX = '00020126360014br.gov.bcb.pix0114112223330001815204000053039865';

export const MARIA: Debtor = {
  id: '7',
  name: 'Maria da Silva',
  document: '52998224725',
  written: '529.982.247-25',
  bills: [
    {
      id: '71',
      amount: '99.90',
      dueDate: '2026-10-10',
      isOverdue: true,
      line: '34191790010104351004791020150008197850000009990',
      pix: `${PIX}40599.905802BR5913PROVEDOR DEMO6009SAO PAULO62100506MARIA16304E74B`,
    },
    {
      id: '72',
      amount: '99.90',
      dueDate: '2026-12-10',
      isOverdue: false,
      line: '34191790010104351004791020150008298460000009990',
      pix: `${PIX}40599.905802BR5913PROVEDOR DEMO6009SAO PAULO62100506MARIA263040999`,
    },
  ],
};

export const BAKERY: Debtor = {
  id: '8',
  name: 'Padaria Pão Quente Ltda',
  document: '11222333000181',
  written: '11.222.333/0001-81',
  bills: [
    {
      id: '81',
      amount: '1234.56',
      dueDate: '2026-11-05',
      isOverdue: true,
      line: '34191790010104351004791020150008398110000123456',
      pix: `${PIX}4071234.565802BR5913PROVEDOR DEMO6009SAO PAULO62120508PADARIA163045D85`,
    },
    {
      id: '82',
      amount: '1234.56',
      dueDate: '2026-12-05',
      isOverdue: false,
      line: '34191790010104351004791020150008498410000123456',
      pix: '',
    },
  ],
};

/** Has paid everything. */
export const JOAO: Debtor = {
  id: '9',
  name: 'João Pereira',
  document: '11144477735',
  written: '111.444.777-35',
  bills: [],
};

export const DEBTORS: readonly Debtor[] = [MARIA, BAKERY, JOAO];

/** A file that begins as a PDF does, and says of which bill it is. */
export const pdfOf = ({ id }: PlayedBill): Buffer => Buffer.from(`%PDF-1.4\n% boleto ${id}\n%%EOF\n`);
