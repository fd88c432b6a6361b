import type { KeyOptions, Role } from "../domain/api-key.ts";

/** `"key"` was made by an operator, `"login"` is good for one exchange, `"session"` is what it was exchanged for. */
export type ApiKeyKind = "key" | "session" | "login";

/** What is known of a key. Its secret is not: it was shown once. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** `"key"` was made by an operator, `"login"` waits to be exchanged, `"session"` is what one was exchanged for. */
  readonly kind: ApiKeyKind;
  readonly status: "active" | "expired" | "revoked";
  readonly role: Role;
  readonly scopes: readonly string[] | null;
  readonly agent: string | null;
  readonly categories: readonly string[] | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** To the minute; `null` = never. */
  readonly lastUsedAt: Date | null;
}

/** A key with its text: the one time it is seen. */
export interface NewApiKey extends ApiKey {
  readonly key: string;
}

/** A login with its token: the one time it is seen. */
export interface NewLogin extends ApiKey {
  /** What `memoir.redeem()` takes, once. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** The keys of a tenant. They can be made and revoked while its writes are stopped. */
export interface KeysHandle {
  create(options: KeyOptions): Promise<NewApiKey>;
  /**
   * A token that can be exchanged for the key of a session once, within ten minutes: what a login link carries, so
   * that no key ever stands in an address. The session lasts seven days. Default role: `"operator"`.
   */
  login(options?: Partial<Omit<KeyOptions, "expiresAt">>): Promise<NewLogin>;
  /** Newest first, with those that no longer work. */
  list(): Promise<ApiKey[]>;
  /** By id, or by the name of one that works. Every process refuses it within two seconds. */
  revoke(idOrName: string): Promise<ApiKey>;
}
