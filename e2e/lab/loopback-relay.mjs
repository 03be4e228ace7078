// Runs inside a network namespace that has only loopback: each line `PORT SOCKET` on standard input
// opens 127.0.0.1:PORT there and carries its connections to the socket file, which the file system
// shares with the outside. Says `open PORT` when it listens; ends with its standard input.
import net from 'node:net';
import readline from 'node:readline';

const lines = readline.createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const [port, socket] = line.split(' ');
  net
    .createServer({ allowHalfOpen: true }, (inner) => {
      const outer = net.connect({ path: socket, allowHalfOpen: true });
      inner.pipe(outer);
      outer.pipe(inner);
      inner.on('error', () => outer.destroy());
      outer.on('error', () => inner.destroy());
    })
    .listen(Number(port), '127.0.0.1', () => process.stdout.write(`open ${port}\n`));
});
lines.on('close', () => process.exit(0));
process.stdout.write('ready\n');
