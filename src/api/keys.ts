import type { KeyOptions, Role } from "../domain/api-key.ts";

/** `"key"`: created by an operator. `"login"`: can be exchanged once. `"session"`: the result of that exchange. */
export type ApiKeyKind = "key" | "session" | "login";

/** An API key without its secret, which is shown only once, at creation. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** `"key"`: created by an operator. `"login"`: can be exchanged once. `"session"`: the result of that exchange. */
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

/** A new key with its secret. It cannot be shown again. */
export interface NewApiKey extends ApiKey {
  readonly key: string;
}

/** A new login with its token. It cannot be shown again. */
export interface NewLogin extends ApiKey {
  /** Pass it to `memoir.redeem()`; works once. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** The API keys of a tenant. They can be created and revoked while the tenant is read-only. */
export interface KeysHandle {
  create(options: KeyOptions): Promise<NewApiKey>;
  /**
   * Creates a token that can be exchanged for a session key once, within ten minutes. Login links carry it, so
   * that no key appears in a URL. The session lasts seven days. Default role: `"operator"`.
   */
  login(options?: Partial<Omit<KeyOptions, "expiresAt">>): Promise<NewLogin>;
  /** Newest first, including expired and revoked keys. */
  list(): Promise<ApiKey[]>;
  /** Revokes a key by id, or an active one by name. Every process rejects it within two seconds. */
  revoke(idOrName: string): Promise<ApiKey>;
}
