import * as v from 'valibot'
import { deadlineIn } from '../keep-alive-connection.ts'
import { type Answer, exchange, PROVIDER_TIMEOUT_MS, readAnswer } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import { type DeskSignedPrescriptionPort, PrescriptionRefused, type SignedPrescription } from './port.ts'

export interface MedikitSettings {
  /** Without the trailing `/v1`. */
  baseUrl: string
  apiKey: string
  timeoutMs?: number
}

const PROVIDER = 'medikit'
const Id = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)) })
const Web = v.pipe(v.string(), v.url(), v.regex(/^https?:/))
const Access = v.object({ link: Web, unlockCode: v.pipe(v.string(), v.minLength(4)), documentUrl: Web })
const Problem = v.object({ code: v.pipe(v.string(), v.regex(/^[A-Z_]{2,60}$/)) })
const Cancelled = v.object({ status: v.literal('CANCELLED') })

/**
 * Medikit publishes no documentation (product 12.22). **This wire format is our own assumption**: JSON over HTTPS, a
 * bearer key, an `Idempotency-Key` on issuing; problems are `{ code }`. A real Medikit requires a rewrite of this
 * file and of nothing else.
 */
export function medikitPrescriptions({
  baseUrl,
  apiKey,
  timeoutMs = PROVIDER_TIMEOUT_MS,
}: MedikitSettings): DeskSignedPrescriptionPort {
  const callApi = (method: 'GET' | 'POST', path: string, json?: object, headers: Record<string, string> = {}) =>
    exchange({
      provider: PROVIDER,
      method,
      url: `${baseUrl}/v1${path}`,
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
      ...(json ? { json } : {}),
      until: deadlineIn(timeoutMs),
    })
  return {
    provider: PROVIDER,
    check: checkAt(baseUrl, () => callApi('GET', '/prescriptions/doctor/access')),
    signing: 'here',
    async issue(signed) {
      const answer = await callApi('POST', '/prescriptions', bodyOf(signed), { 'idempotency-key': signed.id })
      if (answer.status >= 400) throw new PrescriptionRefused(codeOf(answer))
      return readAnswer(PROVIDER, Id, answer.body).id
    },
    async access(providerId) {
      const { status, body } = await callApi('GET', `/prescriptions/${encodeURIComponent(providerId)}/access`)
      if (status === 404) return undefined
      return readAnswer(PROVIDER, Access, body)
    },
    async cancel(providerId, reason) {
      const answer = await callApi('POST', `/prescriptions/${encodeURIComponent(providerId)}/cancel`, { reason })
      if (answer.status === 409 && codeOf(answer) === 'DISPENSED') return 'dispensed'
      readAnswer(PROVIDER, Cancelled, answer.body)
      return 'cancelled'
    },
  }
}

const codeOf = ({ body }: Answer): string => readAnswer(PROVIDER, Problem, body).code

function bodyOf({ id, prescriber, patient, signedOn, validUntil, items }: SignedPrescription): object {
  return {
    reference: id,
    prescriber: { reference: prescriber.id, name: prescriber.name, licence: prescriber.licence },
    patient: {
      reference: patient.id,
      name: patient.name,
      dateOfBirth: patient.dateOfBirth,
      ...(patient.document ? { document: patient.document } : {}),
    },
    signedOn,
    validUntil,
    items,
  }
}
