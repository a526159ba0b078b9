import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'

const FOLDER = new URL('../migrations/', import.meta.url)
const LEDGER = '0061_consent_ledger.sql'

/** A database as it was the day before the ledger. */
async function before() {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).toString()
  const db = postgres(url, { max: 1, onnotice: () => {} })
  onTestFinished(async () => {
    await db.end()
    await admin.unsafe(`drop database ${name}`)
    await admin.end()
  })
  await runMigrations({ connectionString: url })
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql') && file < LEDGER).sort()
  for (const file of files) await db.unsafe(await readFile(new URL(file, FOLDER), 'utf8'))
  return db
}

test('what was agreed to before the ledger is in it: by the holder, also for a child, and its text known by its digest', async () => {
  const db = await before()
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
  await db.unsafe(await readFile(new URL(LEDGER, FOLDER), 'utf8'))
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
