/**
 * The attacker of `attacks/connections.test.ts`, in its own process so that it does not delay what the test measures: it opens
 * connections that send some data and then stall. Reports what the server sent on each before closing it.
 */
import { connect } from 'node:net';

interface Attack {
  url: string;
  count: number;
  sends: string;
}

const STATUS_LINE = 40;

function openStalled({ url, sends }: Attack): Promise<string> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(sends));
    socket.setEncoding('latin1').on('data', (received: string) => {
      if (text.length < STATUS_LINE) text += received.slice(0, STATUS_LINE);
    });
    // The server may close the connection while data is still being sent.
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
}

process.on('message', (attack: Attack) => {
  void Promise.all(Array.from({ length: attack.count }, () => openStalled(attack))).then((texts) =>
    process.send?.(texts),
  );
});
