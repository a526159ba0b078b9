import { afterEach, expect, test, vi } from 'vitest'
import { newDependant, newPatient, productForChildren } from '../../booking/test-people.ts'
import { agreeToDocuments } from '../../brand/consent/test-consents.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { createCheckout, orderWithCard } from './test-orders.ts'

const { context, product } = await createCheckoutContext()
afterEach(() => vi.restoreAllMocks())

const consentsOf = (patientId: string) => context.db`
  select kind, subject, given, account_id from consent where patient_id = ${patientId} and kind = 'telemedicine' order by seq`

test('booking consents to telehealth: one row with the current text, however often the patient books', async () => {
  const at = await createCheckout(context, product)
  expect((await orderWithCard(context, at, 'good')).status).toBe(202)
  const yes = {
    kind: 'telemedicine',
    subject: 'terms-of-service',
    given: true,
    account_id: at.patient.accountId,
  }
  expect(await consentsOf(at.patient.patientId)).toEqual([yes])
  const again = await createCheckout(context, product, { patient: at.patient })
  expect((await orderWithCard(context, again, 'good')).status).toBe(202)
  expect(await consentsOf(at.patient.patientId)).toEqual([yes])
})

test('for a child the holder consents, in the child’s name', async () => {
  const patient = await newPatient(context)
  const child = await newDependant(context, patient, '2015-03-01')
  const at = await createCheckout(context, await productForChildren(context), {
    patient: { ...patient, patientId: child },
  })
  const result = await orderWithCard(context, at, 'good', { patientId: child })
  expect(result.status).toBe(202)
  expect(await consentsOf(child)).toMatchObject([{ kind: 'telemedicine', account_id: patient.accountId }])
  expect(await consentsOf(patient.patientId)).toEqual([])
})

test('an account that was registered without consent cannot book until it agrees', async () => {
  const at = await createCheckout(context, product, { patient: await newPatient(context, { agrees: false }) })
  expect(statusAndCodeOf(await orderWithCard(context, at, 'good'))).toEqual([409, 'AGREEMENT_DUE'])
  await agreeToDocuments(context, at.patient)
  expect((await orderWithCard(context, at, 'good')).status).toBe(202)
})

test('a holder who has not agreed to the current documents cannot book until they do; existing bookings stay', async () => {
  const at = await createCheckout(context, product)
  const { patient } = at
  const real = context.services.content.policyDocument
  vi.spyOn(context.services.content, 'policyDocument').mockImplementation((slug, locale) => {
    const document = real(slug, locale)
    return slug === 'terms-and-conditions' && document ? { ...document, title: `New ${document.title}` } : document
  })
  const refused = await orderWithCard(context, at, 'good')
  expect([refused.status, refused.body.code]).toEqual([409, 'AGREEMENT_DUE'])
  expect(await context.db`select 1 from care_order where account_id = ${patient.accountId}`).toHaveLength(0)
  await agreeToDocuments(context, patient)
  const reply = await orderWithCard(context, at, 'good')
  expect(reply.status).toBe(202)
  // A repeated order request gets its order, whatever has changed since.
  vi.mocked(context.services.content.policyDocument).mockImplementation((slug, locale) => {
    const document = real(slug, locale)
    return document && { ...document, title: 'Newer still' }
  })
  expect((await orderWithCard(context, at, 'good')).body).toEqual(reply.body)
})
