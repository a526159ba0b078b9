import { expect, test } from 'vitest'
import { databaseBefore } from '../../testing/test-before.ts'

test('devices of before are browsers, woken as they were; what is half of each is none', async () => {
  const { db, migrate } = await databaseBefore('0065_devices_of_apps.sql')
  const [account] = await db`
    insert into account (phone, country, email, locale) values ('+34600000001', 'ES', 'ana@example.com', 'es') returning id`
  const owner = { account_id: account?.id }
  const [session] = await db`insert into session ${db(owner)} returning id`
  const of = { ...owner, session_id: session?.id }
  await db`insert into push_device ${db({ ...of, endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' })}`
  await migrate()
  expect(await db`select kind, address, p256dh, auth from push_device`).toEqual([
    { kind: 'web', address: 'https://push.example/1', p256dh: 'p', auth: 'a' },
  ])
  const add = (row: object) => db`insert into push_device ${db({ ...of, ...row })}`
  for (const kind of ['fcm', 'apns']) await add({ kind, address: `token-${kind}` })
  const keys = { p256dh: 'p', auth: 'a' }
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
