import { afterEach, expect, test, vi } from 'vitest'
import { newDependant, newPatient, productForChildren } from '../../booking/test-people.ts'
import { agreeToDocuments } from '../../brand/consent/test-consents.ts'
import { codeOf } from '../../testing/test-code-of.ts'
import { checkoutWorld } from '../test-checkout.ts'
import { atCheckout, order } from './test-orders.ts'

const { world, product } = await checkoutWorld()
afterEach(() => vi.restoreAllMocks())

const consentsOf = (patientId: string) => world.db`
  select kind, subject, given, account_id from consent where patient_id = ${patientId} and kind = 'telemedicine' order by seq`

test('booking is a yes to care from afar: one row, in the words of the day, however often somebody books', async () => {
  const at = await atCheckout(world, product)
  expect((await order(world, at, 'good')).status).toBe(202)
  const yes = {
    kind: 'telemedicine',
    subject: 'terms-of-service',
    given: true,
    account_id: at.patient.accountId,
  }
  expect(await consentsOf(at.patient.patientId)).toEqual([yes])
  const again = await atCheckout(world, product, { patient: at.patient })
  expect((await order(world, again, 'good')).status).toBe(202)
  expect(await consentsOf(at.patient.patientId)).toEqual([yes])
})

test('for a child it is the holder’s yes, in the child’s name', async () => {
  const patient = await newPatient(world)
  const child = await newDependant(world, patient, '2015-03-01')
  const at = await atCheckout(world, await productForChildren(world), { patient: { ...patient, patientId: child } })
  const told = await order(world, at, 'good', { patientId: child })
  expect(told.status).toBe(202)
  expect(await consentsOf(child)).toMatchObject([{ kind: 'telemedicine', account_id: patient.accountId }])
  expect(await consentsOf(patient.patientId)).toEqual([])
})

test('an account that was registered without acceptance books nothing until it has agreed', async () => {
  const at = await atCheckout(world, product, { patient: await newPatient(world, { agrees: false }) })
  expect(codeOf(await order(world, at, 'good'))).toEqual([409, 'AGREEMENT_DUE'])
  await agreeToDocuments(world, at.patient)
  expect((await order(world, at, 'good')).status).toBe(202)
})

test('who has not agreed to what the documents say now books nothing until they have; what is booked stays', async () => {
  const at = await atCheckout(world, product)
  const { patient } = at
  const real = world.services.content.policyDocument
  vi.spyOn(world.services.content, 'policyDocument').mockImplementation((slug, locale) => {
    const document = real(slug, locale)
    return slug === 'terms-and-conditions' && document ? { ...document, title: `New ${document.title}` } : document
  })
  const refused = await order(world, at, 'good')
  expect([refused.status, refused.body.code]).toEqual([409, 'AGREEMENT_DUE'])
  expect(await world.db`select 1 from care_order where account_id = ${patient.accountId}`).toHaveLength(0)
  await agreeToDocuments(world, patient)
  const made = await order(world, at, 'good')
  expect(made.status).toBe(202)
  // Who asks again for what they have ordered hears which it is, whatever has changed since.
  vi.mocked(world.services.content.policyDocument).mockImplementation((slug, locale) => {
    const document = real(slug, locale)
    return document && { ...document, title: 'Newer still' }
  })
  expect((await order(world, at, 'good')).body).toEqual(made.body)
})
