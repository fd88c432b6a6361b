import { useEffect, useState } from "preact/hooks";

/** Where the page is: `#/memories?scope=user%3Aalice`. The part behind `#` never reaches the server or its log. */
export interface Place {
  /** `["memory", "3f2a91"]` */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

type Query = Readonly<Record<string, string | undefined>>;

export function placeOf(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return {
    path: path.split("/").filter(Boolean).map(decoded),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** A hand-typed address may hold what cannot be decoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a place; empty values are left out. */
export function href(path: readonly string[], query: Query = {}): string {
  const given = Object.entries(query).filter(
    (one): one is [string, string] => one[1] !== undefined && one[1] !== "",
  );
  const search = new URLSearchParams(given).toString();
  return `#/${path.map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`;
}

export function goTo(path: readonly string[], query?: Query): void {
  location.hash = href(path, query);
}

/** Changes the query of the present place without a new entry in the browser's history. */
export function amend(query: Query): void {
  const place = placeOf(location.hash);
  history.replaceState(history.state, "", href(place.path, { ...place.query, ...query }));
  dispatchEvent(new HashChangeEvent("hashchange"));
}

export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const moved = (): void => setHash(location.hash);
    addEventListener("hashchange", moved);
    // It may have moved between the first drawing and now.
    moved();
    return () => removeEventListener("hashchange", moved);
  }, []);
  return placeOf(hash);
}
