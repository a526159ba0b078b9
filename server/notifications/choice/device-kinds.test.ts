import { expect, test } from 'vitest'
import { migrate } from '../../kit/migration/migrate.ts'
import { createEmptyDatabase } from '../../testing/test-empty-database.ts'

test('the database accepts a browser with keys or an app without, nothing in between, and each address once', async () => {
  const { url, db } = await createEmptyDatabase()
  await migrate(url)
  const [account] = await db`
    insert into account (phone, country, email, locale) values ('+34600000001', 'ES', 'ana@example.com', 'es') returning id`
  const owner = { account_id: account?.id }
  const [session] = await db`insert into session ${db(owner)} returning id`
  const add = (row: object) => db`insert into push_device ${db({ ...owner, session_id: session?.id, ...row })}`
  const keys = { p256dh: 'p', auth: 'a' }
  await add({ kind: 'web', address: 'https://push.example/1', ...keys })
  for (const kind of ['fcm', 'apns']) await add({ kind, address: `token-${kind}` })
  for (const wrong of [
    { kind: 'web', address: 'x' },
    { kind: 'web', address: 'x', p256dh: 'p' },
    { kind: 'fcm', address: 'x', ...keys },
    { kind: 'apns', address: 'x', auth: 'a' },
    { kind: 'fax', address: 'x' },
    { address: 'x', ...keys },
  ])
    await expect(add(wrong)).rejects.toMatchObject({ table_name: 'push_device' })
  await expect(add({ kind: 'apns', address: 'token-fcm' })).rejects.toMatchObject({ code: '23505' })
})
