import type net from 'node:net';

/** Listens on a free port of 127.0.0.1 and says which; a server that cannot listen is an error, not a wait. */
export async function listenOnLoopback(server: net.Server): Promise<number> {
  await listening(server, () => server.listen(0, '127.0.0.1'));
  return (server.address() as net.AddressInfo).port;
}

/** The same for a socket file. */
export async function listenOnSocket(server: net.Server, file: string): Promise<void> {
  await listening(server, () => server.listen(file));
}

function listening(server: net.Server, start: () => void): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.once('listening', () => {
      server.off('error', fail);
      done();
    });
    start();
  });
}
