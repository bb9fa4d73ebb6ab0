/**
 * The attacker of `attacks/connections.full.test.ts`, in its own process so that it does not delay what the test measures: it opens
 * connections that send some data and then stall. Reports what the server sent on each before closing it.
 */
import { connect } from 'node:net';

interface Attack {
  url: string;
  count: number;
  sends: string;
  /** The addresses of this machine from which it connects, in turn. */
  from?: readonly string[];
}

const STATUS_LINE = 40;

function openStalled({ url, sends, from = [] }: Attack, index: number): Promise<string> {
  const { port, hostname: host } = new URL(url);
  const localAddress = from[index % from.length];
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ port: Number(port), host, localAddress }, () => socket.write(sends));
    socket.setEncoding('latin1').on('data', (received: string) => {
      if (text.length < STATUS_LINE) text += received.slice(0, STATUS_LINE);
    });
    // The server may close the connection while data is still being sent.
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
}

process.on('message', (attack: Attack) => {
  void Promise.all(Array.from({ length: attack.count }, (_, index) => openStalled(attack, index))).then((texts) =>
    process.send?.(texts),
  );
});
