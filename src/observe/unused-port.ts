import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/** A port of this host that nothing listens on now. */
export async function unusedPort(hostname: string): Promise<number> {
  const server = createServer();
  server.listen(0, hostname);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
