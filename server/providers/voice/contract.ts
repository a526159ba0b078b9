import { randomInt } from 'node:crypto'
import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import { outageFaults } from '@cuida/simulators/kit/faults.ts'
import { jsonRequest, type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import type { RawNote } from '../twilio-signature.ts'
import { type Bridge, type Voice, VoiceRefused } from './port.ts'

export interface VoiceUnderTest {
  provider: Vendor<'voice'>
  adapter(simulators: RunningSimulators, changes?: { timeoutMs?: number; key?: string }): Voice
  refused: string[]
  from: string
  /** A callback as a test's server received it. */
  noteOf(arrived: { body: Buffer; headers: Record<string, string | undefined> }, url: string): RawNote
}

const newNumber = (): string => `+346${randomInt(1e7, 1e8)}`
type Parts = () => { simulators: RunningSimulators; voice: Voice }

/** Contract tests of every `Voice` adapter, over HTTP against the vendor's simulator. */
export function voiceContract(subject: VoiceUnderTest): void {
  describe(`${subject.provider} voice`, () => {
    let simulators: RunningSimulators
    const setUp = () => ({ simulators, voice: subject.adapter(simulators) })
    beforeAll(async () => {
      simulators = await startSimulators()
    })
    beforeEach(() => simulators.clearFaults())
    afterAll(() => simulators.close())
    bridging(subject, setUp)
    misbehaving(subject, setUp)
    hearing(subject, setUp)
  })
}

const wantedOf = (simulators: RunningSimulators, name = 'somewhere'): Bridge => ({
  desk: newNumber(),
  patient: newNumber(),
  announcement: 'Llamamos a <Ana> & "Leo"',
  locale: 'es',
  callbackUrl: `${simulators.callbackUrl(name)}?call=1&side=2`,
})

export const setPhoneBehaviour = (simulators: Pick<RunningSimulators, 'url'>, number: string, how: object) =>
  fetch(`${simulators.url}/simulators/phones`, jsonRequest('PUT', { number, rings: 0, ...how }))

function bridging({ refused, from }: VoiceUnderTest, setUp: Parts): void {
  test.each([
    ['the clinician does not answer', { plays: 'no-answer' }, {}, { desk: 'no-answer', patient: undefined }],
    ['the clinician is on the phone', { plays: 'busy' }, {}, { desk: 'busy', patient: undefined }],
    ['the clinician’s number does not work', { plays: 'fails' }, {}, { desk: 'failed', patient: undefined }],
    ['the patient does not answer', {}, { plays: 'no-answer' }, { desk: 'completed', patient: 'no-answer' }],
    ['the patient is on the phone', {}, { plays: 'busy' }, { desk: 'completed', patient: 'busy' }],
    ['the patient’s number does not work', {}, { plays: 'fails' }, { desk: 'completed', patient: 'failed' }],
    ['both are talking', {}, {}, { desk: 'in-progress', patient: 'in-progress' }],
    ['the call has ended', {}, { talks: 0 }, { desk: 'completed', patient: 'completed' }],
  ])('the status of both lines when %s', async (_, desk, patient, legs) => {
    const { simulators, voice } = setUp()
    const bridgeInput = wantedOf(simulators)
    await setPhoneBehaviour(simulators, bridgeInput.desk, { plays: 'answers', ...desk })
    await setPhoneBehaviour(simulators, bridgeInput.patient, { plays: 'answers', ...patient })
    const { reference } = await voice.bridge(bridgeInput)
    await expect.poll(() => voice.legs(reference)).toEqual(legs)
  })

  test('neither phone shows the other’s number, and only the clinician hears the announcement', async () => {
    const { simulators, voice } = setUp()
    const bridgeInput = wantedOf(simulators)
    await voice.bridge(bridgeInput)
    expect(await simulators.outbox(bridgeInput.desk)).toMatchObject([
      { channel: 'voice', text: 'Llamamos a <Ana> & "Leo"' },
    ])
    expect(await simulators.outbox(bridgeInput.patient)).toMatchObject([
      { channel: 'voice', text: `Call from ${from}` },
    ])
  })

  test('hanging up ends both lines, may be repeated, and stops a ringing phone', async () => {
    const { simulators, voice } = setUp()
    const bridgeInput = wantedOf(simulators)
    await setPhoneBehaviour(simulators, bridgeInput.desk, { plays: 'answers' })
    await setPhoneBehaviour(simulators, bridgeInput.patient, { plays: 'answers', rings: 60_000 })
    const { reference } = await voice.bridge(bridgeInput)
    await expect.poll(() => voice.legs(reference)).toEqual({ desk: 'in-progress', patient: 'ringing' })
    await voice.hangUp(reference)
    await voice.hangUp(reference)
    expect(await voice.legs(reference)).toEqual({ desk: 'completed', patient: 'canceled' })
  })

  test.each(refused)('a call to %s is refused', async (desk) => {
    const { simulators, voice } = setUp()
    await expect(voice.bridge({ ...wantedOf(simulators), desk })).rejects.toBeInstanceOf(VoiceRefused)
  })

  test('find returns a call begun since a moment, and none begun before', async () => {
    const { simulators, voice } = setUp()
    const bridgeInput = wantedOf(simulators)
    expect(await voice.find(bridgeInput.desk, new Date(0))).toBeUndefined()
    const { reference } = await voice.bridge(bridgeInput)
    expect(await voice.find(bridgeInput.desk, new Date())).toBe(reference)
    expect(await voice.find(bridgeInput.desk, new Date(Date.now() + 2_000))).toBeUndefined()
  })
}

function misbehaving({ provider, adapter }: VoiceUnderTest, setUp: Parts): void {
  test.each(outageFaults)('%s is an outage for every method', async (fault) => {
    const { simulators, voice } = setUp()
    const { reference } = await voice.bridge(wantedOf(simulators))
    const hasty = adapter(simulators, { timeoutMs: 400 })
    await simulators.plan({ provider, fault, times: 4 })
    await expect(hasty.bridge(wantedOf(simulators))).rejects.toBeInstanceOf(ProviderDown)
    await expect(hasty.legs(reference)).rejects.toBeInstanceOf(ProviderDown)
  })

  test('a call whose response was lost is found', async () => {
    const { simulators, voice } = setUp()
    const bridgeInput = wantedOf(simulators)
    await simulators.plan({ provider, fault: 'did-it-then-5xx' })
    await expect(voice.bridge(bridgeInput)).rejects.toBeInstanceOf(ProviderDown)
    expect(await voice.find(bridgeInput.desk, new Date(Date.now() - 1_000))).toMatch(/^CA/)
  })

  test('refused credentials are an outage', async () => {
    const { simulators } = setUp()
    const voice = adapter(simulators, { key: 'wrong' })
    await expect(voice.bridge(wantedOf(simulators))).rejects.toBeInstanceOf(ProviderDown)
  })
}

function hearing({ provider, noteOf }: VoiceUnderTest, setUp: Parts): void {
  test('every status change is reported and signed; forged and altered callbacks are rejected', async () => {
    const { simulators, voice } = setUp()
    const bridgeInput = wantedOf(simulators, 'turns')
    await setPhoneBehaviour(simulators, bridgeInput.desk, { plays: 'answers' })
    await setPhoneBehaviour(simulators, bridgeInput.patient, { plays: 'no-answer' })
    await simulators.plan({ provider, fault: 'forged-webhook' })
    await voice.bridge(bridgeInput)
    const notes = (await simulators.arrived('turns', 7)).map((arrived) => noteOf(arrived, bridgeInput.callbackUrl))
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
