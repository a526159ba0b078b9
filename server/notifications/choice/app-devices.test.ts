import {
  addAppDevice,
  addPushDevice,
  getNotifications,
  removeAppDevice,
} from '@cuida/core/notifications/choice/notifications-api.ts'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { newPatient, type TestPatient } from '../../booking/test-people.ts'
import { startTestContext } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { findDevices } from './push-store.ts'
import { findReach } from './reach-store.ts'

let ana: TestPatient
let leo: TestPatient
const context = await createTestContext()
beforeEach(async () => {
  ana = await newPatient(context)
  leo = await newPatient(context)
})

const as = ({ token }: TestPatient) => ({ token })
const android = (name = 'one') => ({ kind: 'fcm' as const, token: `${name}:${'A'.repeat(40)}` })
const iphone = { kind: 'apns' as const, token: 'ab'.repeat(32) }
const browser = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
const add = (patient: TestPatient, device: typeof iphone | ReturnType<typeof android>, testContext = context) =>
  testContext.sendCall(addAppDevice, device, as(patient))
const of = async (patient: TestPatient) =>
  (await findDevices(context.db, patient.accountId)).map(({ kind, address }) => [kind, address])

test('a phone and a browser are separate devices, and each finds itself in the list', async () => {
  await context.sendCall(addPushDevice, browser, as(ana))
  for (const device of [android(), iphone]) expect((await add(ana, device)).status).toBe(204)
  expect(await of(ana)).toEqual([
    ['web', browser.endpoint],
    ['fcm', android().token],
    ['apns', iphone.token],
  ])
  const { devices } = (await context.sendCall(getNotifications, {}, as(ana))).body
  expect(devices).toEqual([browser.endpoint, android().token, iphone.token])
})

test('a phone is stored once and belongs to the account that allowed it last', async () => {
  for (const patient of [ana, ana, leo]) await add(patient, iphone)
  expect([await of(ana), await of(leo)]).toEqual([[], [['apns', iphone.token]]])
})

test('only its own account can remove a device', async () => {
  await add(ana, android('mine'))
  const { token } = android('mine')
  await context.sendCall(removeAppDevice, { token }, as(leo))
  expect(await of(ana)).toHaveLength(1)
  expect((await context.sendCall(removeAppDevice, { token }, as(ana))).status).toBe(204)
  expect(await of(ana)).toEqual([])
})

test('the oldest devices beyond the limit are removed, whatever their kind', async () => {
  await context.sendCall(addPushDevice, { ...browser, endpoint: `${browser.endpoint}-old` }, as(ana))
  for (let each = 0; each < 10; each++) await add(ana, android(`many-${each}`))
  const devices = await of(ana)
  expect(devices).toHaveLength(10)
  expect(devices.every(([kind]) => kind === 'fcm')).toBe(true)
})

test.each([
  ['an Apple token that is not hexadecimal', { kind: 'apns' as const, token: 'g'.repeat(64) }],
  ['a path traversal', { kind: 'apns' as const, token: `${'a'.repeat(40)}/../x` }],
  ['a token that is too short', { kind: 'fcm' as const, token: 'short' }],
  ['an unknown kind', { kind: 'fax' as never, token: 'a'.repeat(64) }],
])('INVALID: %s', async (_, device) => {
  const result = await context.sendCall(addAppDevice, device, as(ana))
  expect(result).toMatchObject({ status: 400, body: { code: 'INVALID' } })
})

test('PUSH_SERVICE_UNKNOWN: without Apple’s service an iPhone is refused, and earlier iPhones select no channel', async () => {
  const secondContext = await startTestContext({ demo: false, env: { DISABLED_PROVIDERS: 'apns' } })
  onTestFinished(() => secondContext.close())
  const eva = await newPatient(secondContext)
  expect(await add(eva, iphone, secondContext)).toMatchObject({ status: 400, body: { code: 'PUSH_SERVICE_UNKNOWN' } })
  expect((await add(eva, android(), secondContext)).status).toBe(204)
  await secondContext.db`update push_device set kind = 'apns'`
  expect((await findReach(secondContext.services, eva.accountId)).devices).toEqual([])
  await secondContext.db`update push_device set kind = 'fcm'`
  expect((await findReach(secondContext.services, eva.accountId)).devices).toHaveLength(1)
})
