import { createCipheriv, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { findAuthenticator, replaceRecoveryCodes, takeRecoveryCode } from './access/security/authenticator-store.ts'
import { hashesOfRecoveryCode } from './access/security/recovery-codes.ts'
import { encryptSecret, newSecret, secretText } from './access/security/totp.ts'
import { newPatient } from './access/test-people.ts'
import { insertClinician } from './care/test-people.ts'
import { keyCheck } from './doctor/key-check.ts'
import { rotateKeys } from './key-rotation.ts'
import { audit, findTampering } from './kit/audit.ts'
import { decryptText, encryptText, openKeyring } from './kit/crypto/encrypted-text.ts'
import { keyIdOf } from './kit/crypto/encryption.ts'
import { loadSecrets } from './kit/crypto/key-store.ts'
import { createSecrets, type Secrets } from './kit/crypto/secrets.ts'
import { connect } from './kit/db/db.ts'
import { diskFiles } from './providers/files/disk.ts'
import { encryptedFiles } from './providers/files/encrypted.ts'
import { createTestContext } from './testing/test-contexts.ts'

const context = await createTestContext({ demo: false })
const { db } = context
const before = String(context.env.APP_SECRET)
// Each test rotates to keys of its own.
beforeEach(() => db`delete from data_key`)

const ofKeys = (secrets: Secrets) => (name: string) => secrets.encryptionKeys('file', name)
const withNewKey = () => `b${randomInt(1e6)}:${randomBytes(32).toString('base64url')}`

async function newDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'cuida-keys-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return diskFiles(folder)
}

/** The stored forms from before keys had ids. */
function unnamed(secrets: Secrets, purpose: 'file' | 'totp', name: string, content: string): Buffer {
  const [{ key }] = secrets.encryptionKeys(purpose, purpose === 'totp' ? 'encryption' : name)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  if (purpose === 'file') cipher.setAAD(Buffer.from(name))
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()])
  const tag = cipher.getAuthTag()
  return Buffer.concat(purpose === 'file' ? [nonce, tag, encrypted] : [nonce, encrypted, tag])
}

async function insertAuthenticators(count: number, secretOf: (at: number) => Buffer): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    insert into account (phone, country, email, password_hash)
    select '+34' || (600000000 + n), 'ES', 'key' || n || '@example.com', 'x' from generate_series(1, ${count}::int) n
    returning id`
  const ids = rows.map(({ id }) => id)
  await db`
    insert into authenticator (account_id, secret, confirmed_at)
    select id, decode(secret, 'hex'), now()
    from unnest(${ids}::uuid[], ${ids.map((_, at) => secretOf(at).toString('hex'))}::text[]) as t (id, secret)`
  return ids
}

test('10,000 authenticators and 200 documents are encrypted again while every read succeeds', async () => {
  const old = createSecrets(before)
  const store = await newDisk()
  const secret = newSecret()
  const accounts = await insertAuthenticators(10_000, (at) =>
    at % 2 ? encryptSecret(old, secret) : unnamed(old, 'totp', '', secret),
  )
  const names = Array.from({ length: 200 }, () => randomUUID())
  for (const [at, name] of names.entries())
    await (at % 2
      ? encryptedFiles(store, ofKeys(old)).put(name, Buffer.from(name))
      : store.put(name, unnamed(old, 'file', name, name)))

  const both = `${withNewKey()},0:${before}`
  const secrets = await loadSecrets(db, both)
  // A process in the step before, and one that has restarted.
  const readers = [createSecrets(`0:${before},${both.split(',')[0]}`), secrets]
  let isRotating = true
  let reads = 0
  const read = async (reader: Secrets) => {
    while (isRotating) {
      const account = accounts[randomInt(accounts.length)] ?? ''
      const found = await findAuthenticator(db, account)
      expect(found && secretText(reader, found.secret)).toBe(secret)
      const name = names[randomInt(names.length)] ?? ''
      expect(String(await encryptedFiles(store, ofKeys(reader)).get(name))).toBe(name)
      reads++
    }
  }
  const rotation = rotate(secrets, store).finally(() => (isRotating = false))
  await Promise.all([rotation, ...readers.map(read)])
  expect(await rotation).toMatchObject({ isDone: true })
  expect(reads).toBeGreaterThan(0)

  const alone = createSecrets(String(both.split(',')[0]))
  for (const account of [accounts[0], accounts[9_999]])
    expect(secretText(alone, (await findAuthenticator(db, String(account)))?.secret as Buffer)).toBe(secret)
  for (const name of names) expect(keyIdOf((await store.get(name)) as Buffer)).toBe(secrets.keyId)
  expect((await rotate(secrets, store)).report).toContain('0 authenticators and 0 documents')
})

/** As the command does, without the removal of files that no document refers to. */
const rotate = (secrets: Secrets, store: Awaited<ReturnType<typeof newDisk>>) =>
  rotateKeys({ db, secrets, stores: [{ ...store, remove: async () => {} }] })

/** The connections of another process. */
async function newProcess(secrets: Secrets) {
  const other = connect(String(context.env.DATABASE_URL), { max: 1 })
  onTestFinished(() => other.end())
  await openKeyring(other, secrets)
  return other
}

test('after the earlier key is gone the audit verifies, texts open and recovery codes are accepted', async () => {
  const { staffId } = await insertClinician(context)
  const { accountId } = await newPatient(context)
  const old = createSecrets(before)
  const store = await newDisk()
  await db.begin((tx) => audit(tx, old, { staffId, act: 'search' }))
  await db`insert into authenticator (account_id, secret, confirmed_at) values
    (${accountId}, ${encryptSecret(old, newSecret())}, now())`
  const codes = ['k7m2p-9xw4t', 'k7m2p-9xw4u', 'k7m2p-9xw4v']
  await db.begin((tx) =>
    replaceRecoveryCodes(
      tx,
      accountId,
      codes.map((code) => hashesOfRecoveryCode(old, accountId, code)[0]),
    ),
  )
  const encrypted = encryptText(await newProcess(old), 'note.text', 'Rest.')
  const second = withNewKey()
  await rotate(await loadSecrets(db, `${second},0:${before}`), store)
  // A second rotation keeps what the first one retained.
  const third = withNewKey()
  await rotate(await loadSecrets(db, `${third},${second}`), store)
  for (const [at, remaining] of [`${third},${second}`, third].entries()) {
    const secrets = await loadSecrets(db, remaining)
    await db.begin((tx) => audit(tx, secrets, { staffId, act: 'search' }))
    expect(await findTampering(db, secrets)).toBeUndefined()
    expect(await takeRecoveryCode(db, accountId, hashesOfRecoveryCode(secrets, accountId, codes[at] ?? ''))).toBe(true)
  }
  expect(secretText(createSecrets(third), (await findAuthenticator(db, accountId))?.secret as Buffer)).toBeTruthy()
  expect(await decryptText(await newProcess(createSecrets(third)), 'note.text', encrypted)).toBe('Rest.')
  // Without the retained keys neither would be true.
  expect(await findTampering(db, createSecrets(third))).toBe(1)
})

test('a document whose key is missing is reported, and the rotation is not finished', async () => {
  const store = await newDisk()
  const name = randomUUID()
  await encryptedFiles(store, ofKeys(createSecrets(withNewKey()))).put(name, Buffer.from('one'))
  const { isDone, report } = await rotate(createSecrets(`${withNewKey()},0:${before}`), store)
  expect(isDone).toBe(false)
  expect(report).toContain('no known key decrypts')
})

test('the doctor names what needs an earlier key, and when none is needed', async () => {
  const both = `${withNewKey()},0:${before}`
  const { accountId } = await newPatient(context)
  await db`insert into authenticator (account_id, secret, confirmed_at) values
    (${accountId}, ${encryptSecret(createSecrets(before), newSecret())}, now())`
  const outcome = () => keyCheck(both, context.env.DATABASE_URL).run()
  expect(await outcome()).toMatchObject({ status: 'warning', message: expect.stringMatching(/authenticators need/) })
  await db`delete from authenticator`
  // Members of staff of other tests, whose secret is no encrypted one.
  await db`update staff set totp_secret = ${encryptSecret(createSecrets(before), newSecret())}`
  await rotate(await loadSecrets(db, both), await newDisk())
  expect(await outcome()).toMatchObject({ status: 'ok', message: expect.stringContaining('can be removed') })
  expect(await keyCheck(before, context.env.DATABASE_URL).run()).toMatchObject({ status: 'ok' })
})
