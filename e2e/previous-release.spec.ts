import { realpathSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import * as OTPAuth from 'otpauth'
import { startWholeSystem } from '../bench/whole.ts'
import { type BookedHour, bookSlot, fetchWithRetry, type Remote, remote } from './book-slot.ts'
import { moveStartsToNow } from './clock.ts'
import { HOLDER } from './patient-browser.ts'
import { PEOPLE } from './people.ts'
import { layOutPreviousRelease } from './previous-release.ts'

const [{ partner, video, clinician }] = PEOPLE as [(typeof PEOPLE)[number]]

test('API and worker of the previous release work on the tables of this one', async () => {
  const release = layOutPreviousRelease()
  if (typeof release === 'string') return test.skip(true, release)
  const system = await startWholeSystem(partner, { programs: release.folder })
  try {
    expect(realpathSync(`/proc/${system.api.pid}/cwd`)).toBe(realpathSync(release.folder))
    const patient = await remote(system.api.url, HOLDER.phone)
    const booked = await bookSlot(patient, video, 'Dra. Marta Vidal Costa')
    await moveStartsToNow(system.databaseUrl)
    await attend(await signInClinician(system.api.url), booked)
    console.log(`${release.name}: sign-in, a booking and a consultation at the desk`)
  } finally {
    await system.stop()
    release.remove()
  }
})

async function signInClinician(url: string): Promise<Remote['ask']> {
  let token = ''
  const ask: Remote['ask'] = async (method, path, body) => {
    const headers = { 'content-type': 'application/json', 'x-app': 'desk', authorization: `Bearer ${token}` }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const reply = await fetchWithRetry(`${url}/v1${path}`, init)
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.status === 204 ? null : reply.json().catch(() => null)
  }
  const { email, password, totpSecret } = clinician
  const first = await ask<{ accessToken: string }>('POST', '/desk/auth/login', { email, password })
  token = first.accessToken
  const code = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(totpSecret) }).generate()
  token = (await ask<{ accessToken: string }>('POST', '/desk/auth/totp', { code })).accessToken
  return ask
}

async function attend(ask: Remote['ask'], { consultationId: id }: BookedHour): Promise<void> {
  const { items } = await ask<{ items: { id: string }[] }>('GET', '/desk/queue')
  expect(items.map((item) => item.id)).toContain(id)
  await ask('POST', `/desk/consultations/${id}/take`)
  await ask('PUT', `/desk/consultations/${id}/notes`, { text: 'Duerme mal.', version: 0 })
  await ask('POST', `/desk/consultations/${id}/close`, { text: 'Duerme mal. Control en un mes.', outcome: 'in-person' })
  expect(await ask('GET', `/desk/consultations/${id}`)).toMatchObject({ id, closedFor: 'in-person' })
}
