/** What is ordered from catalogues: a message has the token, and the company's devices ask the server for the lines. */
import type { Connection, Order } from '../model.ts';
import { bytes, kids, type Node, n } from '../wire/nodes.ts';
import { failure, result } from './answers.ts';

/** A late answer keeps nothing else back. */
export async function tellOrder(conn: Connection, iq: Node, asked?: Node): Promise<void> {
  const { world } = conn;
  world.orderQuestions++;
  const order = world.orders.get(asked?.attrs.id ?? '');
  const token = bytes(kids(asked).find(({ tag }) => tag === 'token')).toString();
  if (order?.token !== token) return conn.send(failure(iq, 404, 'item-not-found'));
  if (world.orderDelayMs === null) return;
  setTimeout(() => void conn.send(result(iq, [orderNode(order)])), world.orderDelayMs);
}

function orderNode({ currency, lines }: Order): Node {
  const text = (tag: string, content: unknown) => n(tag, {}, Buffer.from(String(content)));
  const products = lines.map(({ name, quantity, price }, place) =>
    n('product', {}, [
      text('id', place),
      text('name', name),
      text('price', price),
      text('currency', currency),
      text('quantity', quantity),
    ]),
  );
  const total = lines.reduce((sum, { quantity, price }) => sum + quantity * Number(price), 0);
  return n('order', {}, [n('price', {}, [text('total', total), text('currency', currency)]), ...products]);
}
