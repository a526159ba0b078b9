import { createTokens } from '../server/kit/crypto/tokens.ts'
import type { Db } from '../server/kit/db/db.ts'
import type { BenchSystem } from './system.ts'

/** A patient with an account and an open session. */
export interface SignedIn {
  patientId: string
  accountId: string
  sessionId: string
}

/** Inserts patients by SQL, with phone numbers that no earlier run used. */
export const makePatients = (db: Db, count: number): Promise<SignedIn[]> => db<SignedIn[]>`
  with made as (
    insert into account (phone, country, email, password_hash)
    select '+3471' || lpad((random() * 9999999)::int::text, 7, '0') || n, 'ES', gen_random_uuid() || '@example.test', 'none'
    from generate_series(1, ${count}::int) n
    returning id
  ), people as (
    insert into patient (account_id, first_name, last_name, date_of_birth, sex)
    select id, 'Carmen', 'Prueba', date '1990-05-17', 'Female' from made returning id, account_id
  ), agreed as (
    insert into consent (patient_id, account_id, kind, subject, given, text_hash, language, version, at)
    select people.id, people.account_id, kind, subject, given, text_hash, language, version, now()
    from people, (
      select distinct on (subject) * from consent where kind = 'document' and given order by subject, seq) demo
  ), open as (
    insert into session (account_id) select id from made returning id, account_id
  )
  select people.account_id as "accountId", people.id as "patientId", open.id as "sessionId"
  from people join open using (account_id)`

/** Signs a patient's access token, valid for five minutes. */
export function tokensOf({ env }: Pick<BenchSystem, 'env'>): (person: SignedIn) => Promise<string> {
  const tokens = createTokens(String(env.TOKEN_KEY))
  return ({ accountId: subject, sessionId }) => tokens.sign('access', { subject, sessionId, mfa: 'DONE' })
}
