import { credentials } from '@cuida/simulators/credentials.ts'
import { outageFaults } from '@cuida/simulators/kit/faults.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memedPrescriptions, textOfHtml } from './memed.ts'
import { type Prescriber, PrescriptionRefused, ProviderDown } from './port.ts'

const SHORT_MS = 700
const prescriber = (licence = 'CRM-SP 123456'): Prescriber => ({
  id: crypto.randomUUID(),
  name: 'Dra. Helena Prado',
  licence,
  email: 'helena@example.com',
})

describe('memed', () => {
  let simulators: RunningSimulators
  beforeAll(async () => {
    simulators = await startSimulators()
  })
  beforeEach(() => simulators.clearFaults())
  afterAll(() => simulators.close())

  const adapter = (changes: { timeoutMs?: number; secretKey?: string } = {}) =>
    memedPrescriptions({
      baseUrl: `${simulators.url}/simulators/memed/v1`,
      scriptUrl: `${simulators.url}/simulators/memed/module.js`,
      apiKey: credentials.memed.apiKey,
      secretKey: credentials.memed.secretKey,
      ...changes,
    })
  /** Signs a prescription as the module in the clinician's browser does. */
  async function write(token: string, posologia = 'Tomar <b>1 comprimido</b>'): Promise<string> {
    const paciente = { idExterno: 'patient-1', nome: 'Juliana' }
    const answer = await fetch(`${simulators.url}/simulators/memed/module/prescricoes`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ token, paciente, medicamentos: [{ nome: 'Dipirona 500 mg', posologia, quantidade: 2 }] }),
    })
    return ((await answer.json()) as { prescriptionUuid: string }).prescriptionUuid
  }

  test('a prescriber is registered once, and gets another token each time', async () => {
    const doctor = prescriber()
    const first = await adapter().open(doctor)
    const second = await adapter().open(doctor)
    expect(first.token).not.toBe(second.token)
    expect(await (await fetch(adapter().scriptUrl)).text()).toContain('MdHub')
  })
  test('a prescriber unknown to the council is refused', async () => {
    const opening = adapter().open(prescriber('CRM-SP 000000'))
    await expect(opening).rejects.toEqual(new PrescriptionRefused('PRESCRIBER_UNKNOWN'))
  })
  test('a licence without a state is refused', async () => {
    await expect(adapter().open(prescriber('123456'))).rejects.toEqual(new PrescriptionRefused('PRESCRIBER_UNKNOWN'))
  })
  test('a signed prescription is read with its patient, and its HTML becomes text [B3.15]', async () => {
    const port = adapter()
    const doctor = prescriber()
    const id = await write((await port.open(doctor)).token)
    expect(await port.read(id, doctor)).toEqual({
      patientId: 'patient-1',
      items: [
        {
          medicine: 'Dipirona 500 mg',
          code: null,
          dosage: null,
          dose: '',
          route: 'S/D',
          frequency: '',
          durationDays: null,
          quantity: '2 embalagem',
          instructions: 'Tomar 1 comprimido',
        },
      ],
    })
    expect(await port.access(id)).toMatchObject({
      link: expect.stringContaining(id),
      unlockCode: expect.stringMatching(/^\d{4}$/),
    })
    expect(await port.read('nobody', doctor)).toBeUndefined()
    expect(await port.access('nobody')).toBeUndefined()
  })
  test('no error contains the keys of the URL', async () => {
    const error = await adapter({ secretKey: 'a-very-secret-key' })
      .open(prescriber())
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ProviderDown)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error)).not.toContain('secret-key')
  })
  test.each(outageFaults)('%s leaves the outcome unknown, and the next try succeeds', async (fault) => {
    const port = adapter({ timeoutMs: SHORT_MS })
    const doctor = prescriber()
    const id = await write((await port.open(doctor)).token)
    for (const path of ['/usuarios', `/prescricoes/${id}?`]) {
      await simulators.plan({ provider: 'memed', fault, path })
      await expect(port.read(id, doctor)).rejects.toBeInstanceOf(ProviderDown)
      await simulators.clearFaults()
    }
    expect((await port.read(id, doctor))?.items).toHaveLength(1)
  })
})

test.each([
  ['<p>Tomar 1<br>comprimido</p><p>&nbsp;a cada 8&nbsp;h</p>', 'Tomar 1 comprimido a cada 8 h'],
  ['<script>alert(1)</script>Sim', 'Sim'],
  ['<img src=x onerror=alert(1)>Ok', 'Ok'],
  ['menos de &lt;3&gt; dias', 'menos de <3> dias'],
  ['sem fim <img', 'sem fim'],
  ['&#65;&unknown;', 'A&unknown;'],
])('the HTML %s becomes the text "%s"', (html, text) => expect(textOfHtml(html)).toBe(text))
