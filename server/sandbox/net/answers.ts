/** The two shapes of an answer to an `<iq>`. */
import { type Node, n, SERVER } from '../wire/nodes.ts';

export function result(request: Node, content?: Node[]): Node {
  const { id, to } = request.attrs;
  return n('iq', { type: 'result', id, from: to ?? SERVER }, content);
}

export function failure(request: Node, code: number, text: string): Node {
  const { id, to } = request.attrs;
  return n('iq', { type: 'error', id, from: to ?? SERVER }, [n('error', { code, text })]);
}
