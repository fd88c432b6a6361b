import { lookup as lookUp } from "node:dns";
import { BlockList, isIP } from "node:net";

/** Which addresses hooks may reach. */
export interface Reach {
  /** Why nothing may be sent to a URL, before its name is looked up; `null` if something may. */
  refusal(url: URL): string | null;
  /** Looks a name up and fails where it leads to an address that may not be reached: a name can be pointed anywhere. */
  readonly lookup: Lookup;
}

/** As `node:net` asks for it. */
type Lookup = (
  hostname: string,
  options: { readonly all?: boolean | undefined },
  callback: (
    error: Error | null,
    address: string | { address: string; family: number }[],
    family?: number,
  ) => void,
) => void;

/** Networks of the public addresses' range that are nobody's on the internet, or lead on to addresses of others. */
const RESERVED = listOf(
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ...["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
);
/** Every other address of IPv6 is local, mapped or reserved. */
const PUBLIC_6 = listOf("2000::/3");

/** The code of the failure when a name leads where hooks may not go. */
const NOT_ALLOWED = "not_allowed";

/** `allow`: hosts and networks of the setting, which has checked them. */
export function createReach(allow: readonly string[]): Reach {
  const names = new Set<string>();
  const networks = new BlockList();
  for (const entry of allow) {
    if (isIP(entry.split("/")[0]!) === 0) names.add(entry.toLowerCase());
    else addNetwork(networks, entry);
  }
  const isAllowed = (address: string): boolean => networks.check(address, familyOf(address));
  const mayReach = (address: string): boolean => isAllowed(address) || isPublic(address);
  return {
    refusal({ protocol, hostname }) {
      const host = hostname.replace(/^\[|\]$/g, "");
      const isListed = isIP(host) === 0 ? names.has(host) : isAllowed(host);
      if (!isListed && protocol !== "https:") return "is not https";
      if (!isListed && isIP(host) !== 0 && !isPublic(host)) return "leads to a private address";
      return null;
    },
    lookup(hostname, options, callback) {
      lookUp(hostname, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return callback(error, "");
        const [first] = addresses;
        const isFine =
          first !== undefined && (names.has(hostname) || addresses.every(({ address }) => mayReach(address)));
        if (!isFine) {
          const message = `${hostname} leads to an address that hooks may not reach.`;
          return callback(Object.assign(new Error(message), { code: NOT_ALLOWED }), "");
        }
        if (options.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    },
  };
}

function isPublic(address: string): boolean {
  const family = familyOf(address);
  return !RESERVED.check(address, family) && (family === "ipv4" || PUBLIC_6.check(address, family));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

function listOf(...networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) addNetwork(list, network);
  return list;
}

/** `10.0.0.0/8`, or one address. */
function addNetwork(list: BlockList, network: string): void {
  const [address = "", bits] = network.split("/");
  const all = isIP(address) === 6 ? 128 : 32;
  list.addSubnet(address, bits === undefined ? all : Number(bits), familyOf(address));
}
