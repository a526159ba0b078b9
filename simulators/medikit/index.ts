import { randomInt, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { credentials } from '../credentials.ts'
import { applyFaults } from '../kit/apply-faults.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { type Fields, fieldsOf, isFields, textOf } from '../kit/fields.ts'
import { patientPages } from './patient-page.ts'
import type { StoredPrescription } from './stored-prescription.ts'

type WithId = { Params: { id: string } }
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** Simulator-only: a licence that the register does not have. */
const UNKNOWN_LICENCE = '00000'

/** Medikit, with the wire format that we invented for it (server/providers/prescription/medikit.ts). */
export const medikitSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  const prescriptions = context.store.collection<StoredPrescription>('medikit')
  applyFaults(app, context.faults, 'medikit', { code: 'INTERNAL' })
  patientPages(app, prescriptions)
  /** Simulator-only: the prescriptions under one of our references, with their status. */
  app.get<{ Params: { reference: string } }>('/of/:reference', async ({ params: { reference } }) =>
    prescriptions.having(reference).map(({ id, status }) => ({ id, status })),
  )
  await app.register(async (api) => {
    api.addHook('onRequest', async ({ headers }, reply) => {
      if (headers.authorization !== `Bearer ${credentials.medikit.apiKey}`) return refuse(reply, 401, 'UNAUTHORIZED')
    })
    api.post('/v1/prescriptions', { config: { serves: 'effect' } }, async ({ headers, body }, reply) => {
      const key = textOf(headers['idempotency-key'])
      if (!key) return refuse(reply, 400, 'KEY_MISSING')
      const requestJson = JSON.stringify(body)
      const [before] = prescriptions.having(key)
      if (before) return before.asked === requestJson ? issued(reply, before) : refuse(reply, 422, 'KEY_REUSED')
      const problem = problemOf(fieldsOf(body))
      if (problem) return refuse(reply, 422, problem)
      const prescription = prescriptionOf(fieldsOf(body), requestJson)
      prescriptions.put(prescription.id, prescription, key)
      return issued(reply, prescription)
    })
    api.get<WithId>('/v1/prescriptions/:id/access', async ({ params: { id } }, reply) => {
      const found = prescriptions.get(id)
      if (!found) return refuse(reply, 404, 'NOT_FOUND')
      const link = `${context.publicUrl}/simulators/medikit/p/${id}`
      return { link, unlockCode: found.unlockCode, documentUrl: `${link}/document` }
    })
    api.post<WithId>('/v1/prescriptions/:id/cancel', { config: { serves: 'effect' } }, async (request, reply) => {
      const found = prescriptions.get(request.params.id)
      if (!found) return refuse(reply, 404, 'NOT_FOUND')
      if (!textOf(fieldsOf(request.body).reason)) return refuse(reply, 422, 'REASON_MISSING')
      if (found.status === 'DISPENSED') return refuse(reply, 409, 'DISPENSED')
      prescriptions.put(found.id, { ...found, status: 'CANCELLED' }, JSON.parse(found.asked).reference)
      return { id: found.id, status: 'CANCELLED' }
    })
  })
}

const refuse = (reply: FastifyReply, status: number, code: string) => reply.code(status).send({ code })
const issued = (reply: FastifyReply, { id, status }: StoredPrescription) => reply.code(201).send({ id, status })

function problemOf({ reference, prescriber, patient, signedOn, validUntil, items }: Fields): string | undefined {
  const licence = textOf(fieldsOf(prescriber).licence)
  if (!licence || licence === UNKNOWN_LICENCE) return 'PRESCRIBER_UNKNOWN'
  if (!textOf(reference) || !textOf(fieldsOf(patient).name) || !textOf(fieldsOf(patient).dateOfBirth))
    return 'PATIENT_MISSING'
  if (!DAY.test(String(signedOn)) || !DAY.test(String(validUntil)) || String(validUntil) < String(signedOn))
    return 'DATES_WRONG'
  const isItem = (item: unknown) => isFields(item) && textOf(item.medicine) && textOf(item.route)
  return Array.isArray(items) && items.length > 0 && items.every(isItem) ? undefined : 'ITEM_WRONG'
}

function prescriptionOf(
  { prescriber, patient, signedOn, validUntil, items }: Fields,
  requestJson: string,
): StoredPrescription {
  const { name, licence } = fieldsOf(prescriber)
  return {
    id: `mk-${randomUUID()}`,
    asked: requestJson,
    unlockCode: String(randomInt(100_000, 1_000_000)),
    status: 'ISSUED',
    prescriber: { name: String(name), licence: String(licence) },
    patient: { name: String(fieldsOf(patient).name) },
    signedOn: String(signedOn),
    validUntil: String(validUntil),
    items: (items as Fields[]).map((item) => ({
      medicine: String(item.medicine),
      text: [item.dose, item.frequency, item.quantity, item.instructions].filter(Boolean).join(' · '),
    })),
  }
}
