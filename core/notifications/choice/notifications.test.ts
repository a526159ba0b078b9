import { describe, expect, test } from 'vitest'
import { NotificationTemplate } from '../../brand/whatsapp-templates.ts'
import {
  channelsFor,
  DEFAULT_QUIET_HOURS,
  type DeliveryProgress,
  deliveryRules,
  isQuietTime,
  type NotificationChoice,
  type NotificationKind,
  NotificationTopic,
  nextChannel,
  templateName,
} from './notifications.ts'

const ALL: NotificationChoice = { channels: ['email', 'sms', 'whatsapp'], topics: NotificationTopic.options }
const offered = ['email', 'sms', 'whatsapp', 'push'] as const
const channelsOf = (
  kind: NotificationKind,
  choice: Partial<NotificationChoice> = {},
  more: { devices?: number } = {},
) => channelsFor(kind, { ...ALL, ...choice }, { offered, devices: 0, ...more })

describe('the channels of a notification', () => {
  test.each<[string, NotificationKind, Partial<NotificationChoice>, number, string[]]>([
    ['a booking is sent by e-mail and SMS', 'booked', { channels: ['email', 'sms'] }, 1, ['email', 'sms']],
    ['a chosen WhatsApp replaces the SMS', 'booked', {}, 0, ['email', 'whatsapp']],
    ['a move is pushed to the devices too', 'moved', { channels: ['sms'] }, 2, ['email', 'sms', 'push']],
    ['the last reminder is pushed to a device', 'reminder-soon', { channels: ['sms'] }, 1, ['push']],
    ['the last reminder is an SMS without a device', 'reminder-soon', { channels: ['sms'] }, 0, ['sms']],
    ['notes are never an SMS', 'notes', { channels: ['email', 'sms'] }, 0, ['email']],
    ['a prescription is never an SMS', 'prescription', { channels: ['email', 'sms'] }, 1, ['email', 'push']],
    ['a paused plan is an e-mail, and a text message without a device', 'plan-paused', {}, 0, ['email', 'whatsapp']],
    [
      'a paused plan is pushed to a device instead of a text message',
      'plan-paused',
      { channels: ['sms'] },
      1,
      ['email', 'push'],
    ],
    ['a call-back uses the chosen channel', 'turn', { channels: ['whatsapp', 'sms'] }, 0, ['whatsapp']],
    ['a call-back is pushed to a device too', 'turn', { channels: ['sms'] }, 1, ['sms', 'push']],
    [
      'a call-back that the patient requested is sent even when all channels are off',
      'turn',
      { channels: [], topics: [] },
      0,
      ['sms'],
    ],
    ['a call-back needs no text message with a device', 'turn', { channels: ['email'], topics: [] }, 1, ['push']],
    ['notes are no e-mail when the patient turned e-mail off', 'notes', { channels: ['sms'] }, 1, ['push']],
    ['a topic that is turned off is not sent', 'reminder-day', { topics: ['bookings'] }, 1, []],
    ['a cancelled booking is always an e-mail', 'cancelled', { channels: [], topics: [] }, 1, ['email']],
  ])('%s', (_, kind, choice, devices, expected) => expect(channelsOf(kind, choice, { devices })).toEqual(expected))

  test('a channel that the partner does not offer is never used', () => {
    expect(channelsFor('moved', ALL, { offered: ['email'], devices: 1 })).toEqual(['email'])
    expect(channelsFor('notes', ALL, { offered: ['sms', 'push'], devices: 1 })).toEqual(['push'])
  })

  test('changes, cancellations and refunds of a booking or plan always reach the patient', () => {
    const kinds = [
      'booked',
      'moved',
      'cancelled',
      'refunded',
      'too-late',
      'plan-paused',
      'plan-resumed',
      'plan-released',
    ] as const
    for (const kind of kinds) expect(channelsOf(kind, { channels: [], topics: [] })).toEqual(['email'])
  })

  // A patient who chose e-mail and SMS: without a device, and with one.
  test.each<[NotificationKind, string[], string[]]>([
    ['booked', ['email', 'sms'], ['email', 'sms']],
    ['moved', ['email', 'sms'], ['email', 'sms', 'push']],
    ['cancelled', ['email', 'sms'], ['email', 'sms', 'push']],
    ['refunded', ['email'], ['email', 'push']],
    ['reminder-day', ['email', 'sms'], ['email', 'sms', 'push']],
    ['reminder-hour', ['sms'], ['push']],
    ['reminder-soon', ['sms'], ['push']],
    ['called', ['sms'], ['sms', 'push']],
    ['missed', ['sms'], ['push']],
    ['reassigned', ['sms'], ['push']],
    ['notes', ['email'], ['email', 'push']],
    ['prescription', ['email'], ['email', 'push']],
    ['turn', ['sms'], ['sms', 'push']],
    ['plan-paused', ['email', 'sms'], ['email', 'push']],
    ['plan-resumed', ['email', 'sms'], ['email', 'push']],
    ['plan-released', ['email', 'sms'], ['email', 'push']],
  ])('%s is sent via %j without a device, and via %j with one', (kind, without, withOne) => {
    const choice: Partial<NotificationChoice> = { channels: ['email', 'sms'] }
    expect(channelsOf(kind, choice)).toEqual(without)
    expect(channelsOf(kind, choice, { devices: 1 })).toEqual(withOne)
  })

  test('only imminent or just-happened events interrupt the quiet hours', () => {
    const urgent = (Object.keys(deliveryRules) as NotificationKind[]).filter((kind) => deliveryRules[kind].urgent)
    expect(urgent).toEqual([
      'too-late',
      'reminder-soon',
      'called',
      'missed',
      'reassigned',
      'late',
      'late-choice',
      'after-hours',
      'requeued',
      'turn',
      'offer-asked',
      'follow-up',
    ])
  })

  test('no number gets two messages for one notification', () => {
    for (const kind of Object.keys(deliveryRules) as NotificationKind[])
      expect(
        channelsOf(kind).filter((channel) => channel === 'sms' || channel === 'whatsapp').length,
      ).toBeLessThanOrEqual(1)
  })
})

describe('the next channel', () => {
  const offered = ['email', 'sms', 'whatsapp', 'push'] as const
  const next = (channels: readonly ('email' | 'sms' | 'whatsapp')[], tried: DeliveryProgress, more: object = {}) =>
    nextChannel({ channels, textsStopped: false, ...more }, { offered, ...tried })

  test.each([
    [['whatsapp', 'sms'], ['push:1'], 'whatsapp'],
    [['sms'], ['push:1'], 'sms'],
    [['whatsapp', 'sms'], ['whatsapp'], 'sms'],
    [['sms'], ['sms'], 'email'],
    [[], ['push:1'], 'email'],
    [['sms'], ['email'], 'sms'],
    [['sms'], ['sms', 'email'], undefined],
  ] as const)('for the choice %j, after refusals by %j it is %s', (channels, refused, channel) =>
    expect(next(channels, { sent: [], refused })).toBe(channel),
  )
  test('there is none once any channel has accepted it', () =>
    expect(next(['sms'], { sent: ['email'], refused: ['sms'] })).toBeUndefined())
  test('after a WhatsApp refusal it is SMS, whatever else was sent', () => {
    expect(next(['whatsapp'], { sent: ['email'], refused: ['whatsapp'] })).toBe('sms')
    expect(next(['whatsapp'], { sent: ['email', 'sms'], refused: ['whatsapp'] })).toBeUndefined()
  })
  test('it is not SMS for a number that answered STOP', () =>
    expect(next(['whatsapp'], { sent: ['email'], refused: ['whatsapp'] }, { textsStopped: true })).toBeUndefined())
  test('it is never one that the partner does not offer', () =>
    expect(
      nextChannel({ channels: ['sms'], textsStopped: false }, { offered: ['push'], sent: [], refused: ['push:1'] }),
    ).toBeUndefined())
})

describe('the template of a notification', () => {
  test('it is a name that content may use, and the three reminders share one', () => {
    const kinds = [...NotificationTemplate.options.filter((kind) => kind !== 'reminder'), 'prescription'] as const
    expect(new Set(kinds.map(templateName))).toEqual(
      new Set(NotificationTemplate.options.filter((kind) => kind !== 'reminder')),
    )
    expect((['reminder-day', 'reminder-hour', 'reminder-soon'] as const).map(templateName)).toEqual(
      Array(3).fill('reminder'),
    )
  })
})

describe('quiet hours', () => {
  const night = { from: '21:30', until: '08:00' }
  test.each([
    ['21:29', false],
    ['21:30', true],
    ['00:00', true],
    ['07:59', true],
    ['08:00', false],
  ])('quiet hours over midnight at %s: %s', (time, quiet) => expect(isQuietTime(night, time)).toBe(quiet))
  test.each([
    ['12:59', false],
    ['13:00', true],
    ['15:59', true],
    ['16:00', false],
  ])('quiet hours within a day at %s: %s', (time, quiet) =>
    expect(isQuietTime({ from: '13:00', until: '16:00' }, time)).toBe(quiet),
  )
  test.each([
    ['21:29', false],
    ['21:30', true],
    ['07:59', true],
    ['08:00', false],
  ])('default quiet hours at %s: %s', (time, quiet) => expect(isQuietTime(DEFAULT_QUIET_HOURS, time)).toBe(quiet))
  test('quiet hours with equal start and end are off', () => {
    const none = { from: '13:00', until: '13:00' }
    expect(['00:00', '12:59', '13:00', '23:59'].filter((time) => isQuietTime(none, time))).toEqual([])
  })
})
