import type { Identity } from "../api/operator.ts";
import type { Reader, Tx } from "./tx.ts";

export async function putIdentity(tx: Tx, tenant: string, identity: Identity, at: number): Promise<void> {
  await tx.run(
    `insert into identity (tenant, account, person, name, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant, account) do update
     set person = excluded.person, name = excluded.name, updated_at = excluded.updated_at`,
    [tenant, identity.account, identity.person, identity.name, at],
  );
}

export async function removeIdentity(tx: Tx, tenant: string, account: string): Promise<boolean> {
  return (await tx.run("delete from identity where tenant = $1 and account = $2", [tenant, account])) > 0;
}

export function findIdentity(reader: Reader, tenant: string, account: string): Promise<Identity | undefined> {
  return reader.one<Identity>(
    "select account, person, name from identity where tenant = $1 and account = $2",
    [tenant, account],
  );
}

export function listIdentities(reader: Reader, tenant: string): Promise<Identity[]> {
  return reader.all<Identity>(
    "select account, person, name from identity where tenant = $1 order by person, account",
    [tenant],
  );
}
