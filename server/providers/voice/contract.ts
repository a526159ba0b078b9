import { randomInt } from 'node:crypto'
import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import { type RunningTwins, sending, startTwins } from '@cuida/twins/test-twins.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import type { RawNote } from '../twilio-signature.ts'
import { type Bridge, type Voice, VoiceRefused } from './port.ts'

export interface Subject {
  provider: Vendor<'voice'>
  adapter(twins: RunningTwins, changes?: { timeoutMs?: number; key?: string }): Voice
  /** Numbers that the vendor never rings. */
  refused: string[]
  /** The partner's number. */
  from: string
  /** A notification, as a test's receiver kept it. */
  noteOf(arrived: { body: Buffer; headers: Record<string, string | undefined> }, url: string): RawNote
}

const faults = ['timeout', '5xx', 'redirect', 'reset', 'truncated', 'malformed', 'wrong-type', 'huge'] as const
const newNumber = (): string => `+346${randomInt(1e7, 1e8)}`
type Parts = () => { twins: RunningTwins; voice: Voice }

/** What every adapter of Voice must show, over real HTTP, against the twin of its vendor. */
export function voiceContract(subject: Subject): void {
  describe(`${subject.provider} voice`, () => {
    let twins: RunningTwins
    const parts = () => ({ twins, voice: subject.adapter(twins) })
    beforeAll(async () => {
      twins = await startTwins()
    })
    beforeEach(() => twins.clearFaults())
    afterAll(() => twins.close())
    bridging(subject, parts)
    misbehaving(subject, parts)
    hearing(subject, parts)
  })
}

const wantedOf = (twins: RunningTwins, name = 'somewhere'): Bridge => ({
  desk: newNumber(),
  patient: newNumber(),
  words: 'Llamamos a <Ana> & "Leo"',
  locale: 'es',
  callbackUrl: `${twins.callbackUrl(name)}?call=1&side=2`,
})

export const plays = (twins: Pick<RunningTwins, 'url'>, number: string, how: object) =>
  fetch(`${twins.url}/twins/phones`, sending('PUT', { number, rings: 0, ...how }))

function bridging({ refused, from }: Subject, parts: Parts): void {
  test.each([
    ['the clinician does not answer', { plays: 'no-answer' }, {}, { desk: 'no-answer', patient: undefined }],
    ['the clinician is on the phone', { plays: 'busy' }, {}, { desk: 'busy', patient: undefined }],
    ['the clinician’s number does not work', { plays: 'fails' }, {}, { desk: 'failed', patient: undefined }],
    ['the patient does not answer', {}, { plays: 'no-answer' }, { desk: 'completed', patient: 'no-answer' }],
    ['the patient is on the phone', {}, { plays: 'busy' }, { desk: 'completed', patient: 'busy' }],
    ['the patient’s number does not work', {}, { plays: 'fails' }, { desk: 'completed', patient: 'failed' }],
    ['they talk', {}, {}, { desk: 'in-progress', patient: 'in-progress' }],
    ['they talked', {}, { talks: 0 }, { desk: 'completed', patient: 'completed' }],
  ])('%s', async (_, desk, patient, legs) => {
    const { twins, voice } = parts()
    const wanted = wantedOf(twins)
    await plays(twins, wanted.desk, { plays: 'answers', ...desk })
    await plays(twins, wanted.patient, { plays: 'answers', ...patient })
    const { reference } = await voice.bridge(wanted)
    await expect.poll(() => voice.legs(reference)).toEqual(legs)
  })

  test('neither phone shows the other’s number, and only the first hears our words', async () => {
    const { twins, voice } = parts()
    const wanted = wantedOf(twins)
    await voice.bridge(wanted)
    expect(await twins.outbox(wanted.desk)).toMatchObject([{ channel: 'voice', text: 'Llamamos a <Ana> & "Leo"' }])
    expect(await twins.outbox(wanted.patient)).toMatchObject([{ channel: 'voice', text: `Call from ${from}` }])
  })

  test('hanging up ends both lines, however often, and a phone that rings stops', async () => {
    const { twins, voice } = parts()
    const wanted = wantedOf(twins)
    await plays(twins, wanted.desk, { plays: 'answers' })
    await plays(twins, wanted.patient, { plays: 'answers', rings: 60_000 })
    const { reference } = await voice.bridge(wanted)
    await expect.poll(() => voice.legs(reference)).toEqual({ desk: 'in-progress', patient: 'ringing' })
    await voice.hangUp(reference)
    await voice.hangUp(reference)
    expect(await voice.legs(reference)).toEqual({ desk: 'completed', patient: 'canceled' })
  })

  test.each(refused)('a call to %s is refused', async (desk) => {
    const { twins, voice } = parts()
    await expect(voice.bridge({ ...wantedOf(twins), desk })).rejects.toBeInstanceOf(VoiceRefused)
  })

  test('a call that was made is found again, and none that was made before', async () => {
    const { twins, voice } = parts()
    const wanted = wantedOf(twins)
    expect(await voice.find(wanted.desk, new Date(0))).toBeUndefined()
    const { reference } = await voice.bridge(wanted)
    expect(await voice.find(wanted.desk, new Date())).toBe(reference)
    expect(await voice.find(wanted.desk, new Date(Date.now() + 2_000))).toBeUndefined()
  })
}

function misbehaving({ provider, adapter }: Subject, parts: Parts): void {
  test.each(faults)('%s is an outage, whatever is asked', async (fault) => {
    const { twins, voice } = parts()
    const { reference } = await voice.bridge(wantedOf(twins))
    const hasty = adapter(twins, { timeoutMs: 400 })
    await twins.plan({ provider, fault, times: 4 })
    await expect(hasty.bridge(wantedOf(twins))).rejects.toBeInstanceOf(ProviderDown)
    await expect(hasty.legs(reference)).rejects.toBeInstanceOf(ProviderDown)
  })

  test('an answer that is lost leaves a call that is found', async () => {
    const { twins, voice } = parts()
    const wanted = wantedOf(twins)
    await twins.plan({ provider, fault: 'did-it-then-5xx' })
    await expect(voice.bridge(wanted)).rejects.toBeInstanceOf(ProviderDown)
    expect(await voice.find(wanted.desk, new Date(Date.now() - 1_000))).toMatch(/^CA/)
  })

  test('a key that the vendor refuses is an outage of ours', async () => {
    const { twins } = parts()
    const voice = adapter(twins, { key: 'wrong' })
    await expect(voice.bridge(wantedOf(twins))).rejects.toBeInstanceOf(ProviderDown)
  })
}

function hearing({ provider, noteOf }: Subject, parts: Parts): void {
  test('every turn is told, signed; a forged one and a changed one are known', async () => {
    const { twins, voice } = parts()
    const wanted = wantedOf(twins, 'turns')
    await plays(twins, wanted.desk, { plays: 'answers' })
    await plays(twins, wanted.patient, { plays: 'no-answer' })
    await twins.plan({ provider, fault: 'forged-webhook' })
    await voice.bridge(wanted)
    const notes = (await twins.arrived('turns', 7)).map((arrived) => noteOf(arrived, wanted.callbackUrl))
    expect(notes.map((note) => voice.isGenuine(note)).filter((isGenuine) => !isGenuine)).toHaveLength(1)
    const genuine = notes.find((note) => voice.isGenuine(note)) ?? { url: '', body: '', signature: '' }
    for (const changed of [
      { ...genuine, url: `${genuine.url}3` },
      { ...genuine, body: genuine.body.replace('CallStatus=', 'CallStatus=x') },
      { ...genuine, signature: undefined },
    ])
      expect(voice.isGenuine(changed)).toBe(false)
  })
}
