import { expect, test } from 'vitest'
import { databaseBefore } from '../../testing/test-before.ts'

test('what was agreed to before the ledger is in it: by the holder, also for a child, and its text known by its digest', async () => {
  const { db, migrate } = await databaseBefore('0061_consent_ledger.sql')
  const [account] = await db`
    insert into account (phone, country, email, locale) values ('+34600000001', 'ES', 'ana@example.com', 'es') returning id`
  const [holder] = await db`
    insert into patient (account_id, first_name, last_name, date_of_birth, sex)
    values (${account?.id}, 'Ana', 'Sanz', '1990-01-01', 'Female') returning id`
  const [child] = await db`
    insert into patient (holder_id, first_name, last_name, date_of_birth, sex)
    values (${holder?.id}, 'Leo', 'Sanz', '2016-01-01', 'Male') returning id`
  for (const patient of [holder, child])
    await db`
      insert into consent (patient_id, document, text_hash, given_at)
      values (${patient?.id}, 'privacy-policy', 'digest', '2026-01-01')`
  await migrate()
  const said = {
    kind: 'document',
    subject: 'privacy-policy',
    given: true,
    account_id: account?.id,
    text_hash: 'digest',
  }
  expect(await db`select kind, subject, given, account_id, text_hash from consent`).toEqual([said, said])
  expect(await db`select hash, body from consent_text`).toEqual([{ hash: 'digest', body: null }])
})
