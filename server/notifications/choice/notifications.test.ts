import {
  addPushDevice,
  getNotifications,
  putNotifications,
  removePushDevice,
} from '@cuida/core/notifications/choice/notifications-api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newPatient, type TestPatient } from '../../booking/test-people.ts'
import { closeAccount } from '../../profile/deletion/deletion-store.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { findDevices } from './push-store.ts'

let ana: TestPatient
let leo: TestPatient

const context = await createTestContext()
beforeEach(async () => {
  ana = await newPatient(context)
  leo = await newPatient(context)
})

const as = ({ token }: TestPatient) => ({ token })
const read = (patient: TestPatient) => context.sendCall(getNotifications, {}, as(patient))
const choice = {
  channels: ['whatsapp'],
  topics: ['reminders'],
  quiet: { from: '23:00', until: '07:00' },
  timeZone: 'America/Manaus',
} as const
const save = (patient: TestPatient, more: object = {}) =>
  context.sendCall(putNotifications, { ...structuredClone(choice), ...more } as never, as(patient))
const device = (name = 'one') => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  p256dh: 'B'.repeat(87),
  auth: 'a'.repeat(22),
})

describe('a patient’s notification settings', () => {
  test('the default is all topics by SMS and e-mail, with quiet hours at night', async () => {
    const { body } = await read(ana)
    expect(body).toMatchObject({
      channels: ['email', 'sms'],
      topics: ['bookings', 'reminders', 'calls', 'records', 'offers'],
      quiet: { from: '21:30', until: '08:00' },
      timeZone: context.services.config.timeZone,
      offered: ['email', 'sms', 'whatsapp', 'push'],
      textsStopped: false,
      devices: [],
    })
  })

  test('a patient changes their own settings, and nobody else’s', async () => {
    expect((await save(ana)).status).toBe(200)
    expect((await read(ana)).body).toMatchObject(choice)
    expect((await read(leo)).body.channels).toEqual(['email', 'sms'])
  })

  test('quiet hours can be turned off', async () => {
    expect((await save(ana, { quiet: null })).body.quiet).toBeNull()
  })

  test.each([
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'timeZone'],
    ['an unknown channel', { channels: ['fax'] }, 'channels.0'],
    ['an invalid time', { quiet: { from: '25:00', until: '07:00' } }, 'quiet'],
    ['quiet hours of zero length', { quiet: { from: '07:00', until: '07:00' } }, 'quiet'],
  ])('INVALID: %s', async (_, more, field) => {
    const { status, body } = await save(ana, more)
    expect([status, body.code]).toEqual([400, 'INVALID'])
    expect(Object.keys(body.fields ?? {}).join()).toContain(field)
  })

  test('choosing SMS again after STOP resumes it', async () => {
    await save(ana, { channels: ['email'] })
    await context.db`update notification_settings set texts_stopped_at = now() where account_id = ${ana.accountId}`
    expect((await read(ana)).body.textsStopped).toBe(true)
    expect((await save(ana, { channels: ['email', 'sms'] })).body.textsStopped).toBe(false)
  })
})

describe('a push device', () => {
  const add = (patient: TestPatient, name?: string) => context.sendCall(addPushDevice, device(name), as(patient))
  const endpoints = async (patient: TestPatient) =>
    (await findDevices(context.db, patient.accountId)).map(({ address }) => address)

  test('a device is stored once and belongs to the account that allowed it last', async () => {
    for (const patient of [ana, ana, leo]) expect((await add(patient)).status).toBe(204)
    expect([await endpoints(ana), await endpoints(leo)]).toEqual([[], [device().endpoint]])
  })

  test('PUSH_SERVICE_UNKNOWN: an address inside our network', async () => {
    const input = { ...device(), endpoint: 'https://10.0.0.1/admin' }
    const result = await context.sendCall(addPushDevice, input, as(ana))
    expect(result).toMatchObject({ status: 400, body: { code: 'PUSH_SERVICE_UNKNOWN' } })
  })

  test('only its own account can remove a device', async () => {
    await add(ana, 'mine')
    const removal = { endpoint: device('mine').endpoint }
    await context.sendCall(removePushDevice, removal, as(leo))
    expect(await endpoints(ana)).toHaveLength(1)
    expect((await read(ana)).body.devices).toEqual([removal.endpoint])
    expect((await context.sendCall(removePushDevice, removal, as(ana))).status).toBe(204)
    expect(await endpoints(ana)).toEqual([])
  })

  test('the oldest devices beyond the limit are removed', async () => {
    for (let each = 0; each < 12; each++) await add(ana, `many-${each}`)
    expect(await endpoints(ana)).toHaveLength(10)
  })
})

test('a patient who leaves loses settings, devices and waiting notifications', async () => {
  await save(ana)
  await context.sendCall(addPushDevice, device('gone'), as(ana))
  await context.db.begin((tx) => closeAccount(tx, ana.accountId, new Date()))
  const [row] = await context.db`
    select (select count(*) from notification_settings where account_id = ${ana.accountId})::int as choices,
      (select count(*) from push_device where account_id = ${ana.accountId})::int as devices`
  expect(row).toEqual({ choices: 0, devices: 0 })
})
