import { chatPaths } from '@balcao/shared/features/web-chat/line.ts';
import type { ServerFrame } from '@balcao/shared/features/web-chat/protocol.ts';
import type { Connection, ConnectionParts } from './connection.ts';

/** @throws where the page's policy does not let it */
export function openSocket({ server, key, hello, heard, ended }: ConnectionParts): Connection {
  const socket = new WebSocket(server.replace(/^http/, 'ws') + chatPaths(key).line);
  const say: Connection['say'] = (frame) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  };
  socket.onopen = () => say(hello());
  socket.onmessage = ({ data }) => heard(JSON.parse(data as string) as ServerFrame);
  socket.onclose = ({ code }) => ended(code);
  return {
    say,
    // What is new comes by itself.
    hurry() {},
    close() {
      socket.onclose = null;
      socket.onmessage = null;
      socket.close();
    },
  };
}
