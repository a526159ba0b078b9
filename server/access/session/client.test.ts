import { forceLogin, login } from '@cuida/core/access/api.ts'
import { mySessions } from '@cuida/core/access/security/security-api.ts'
import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { newPatient, PASSWORD } from '../test-people.ts'

const context = await createTestContext()

const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const headers = { 'user-agent': CHROME }

test('a session opened by an app is listed as the app, distinct from the browser [A7.20] [A7.21]', async () => {
  const { phone: identifier } = await newPatient(context)
  const enter = (clientId?: string) =>
    context.sendCall(login, { identifier, password: PASSWORD, ...(clientId ? { clientId } : {}) }, { headers })
  const { body } = await enter('android')
  await enter('web')
  await enter()
  const token = String(body.accessToken)
  const devices = async (bearer: string) =>
    (await context.sendCall(mySessions, {}, { token: bearer })).body.items.map(({ device }) => device).sort()
  expect(await devices(token)).toEqual(['App, Android', 'Chrome, Android', 'Chrome, Android'])
  const full = await enter('android')
  expect([full.status, full.body.code]).toEqual([429, 'MAX_SESSIONS'])
  const forced = await context.sendCall(
    forceLogin,
    { clientId: 'android' },
    { token: String(full.body.maxSessionsToken), headers },
  )
  expect(await devices(String(forced.body.accessToken))).toEqual(['App, Android', 'Chrome, Android', 'Chrome, Android'])
})
