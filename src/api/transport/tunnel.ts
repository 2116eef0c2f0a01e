import { isIP } from "node:net";
import { type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { ProxyFailure } from "./network-failure.js";

/** The connections through a proxy, except to hosts that `NO_PROXY` names. */
export function proxyAgent({ address, except }: { address: string; except: string }): EnvHttpProxyAgent {
  return new EnvHttpProxyAgent({
    httpProxy: address,
    httpsProxy: address,
    noProxy: except,
    clientFactory: (origin, options) => new TunnelPool(origin, options),
  });
}

type Tunnel = Promise<Dispatcher.ConnectData>;

/**
 * The connections to a proxy. Every failure of a tunnel ends as one of the proxy: after a connection that the proxy
 * closes, undici 7 would otherwise connect again without pause or end (nodejs/undici#3897).
 */
class TunnelPool extends Pool {
  // The agent calls the form that returns a promise.
  override connect(options: Dispatcher.ConnectOptions): Tunnel;
  override connect(options: Dispatcher.ConnectOptions, callback: (error: Error | null) => void): void;
  override connect(options: Dispatcher.ConnectOptions): Tunnel {
    return this.openTunnel(options);
  }

  private async openTunnel(options: Dispatcher.ConnectOptions & { servername?: string }): Tunnel {
    // TLS gives no names to addresses (RFC 6066, section 3).
    const servername = isIP(options.servername ?? "") === 0 ? options.servername : "";
    const opened = await super.connect({ ...options, servername } as Dispatcher.ConnectOptions).catch(failed);
    if (opened.statusCode === 200) return opened;
    opened.socket.on("error", () => {}).destroy();
    throw new ProxyFailure({ status: opened.statusCode });
  }
}

function failed(cause: unknown): never {
  throw new ProxyFailure({ cause });
}
