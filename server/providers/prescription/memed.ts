import type { PrescriptionItem } from '@cuida/core/care/prescription/prescription.ts'
import * as v from 'valibot'
import { deadlineIn } from '../keep-alive-connection.ts'
import { type Answer, exchange, PROVIDER_TIMEOUT_MS, readAnswer } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import { type Prescriber, PrescriptionRefused, type VendorSignedPrescriptionPort } from './port.ts'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The text of third-party HTML, without characters that could form markup again where it is shown. */
export const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replaceAll(/<\/?(p|br|li|div)\b[^>]*>/gi, ' ')
    .replaceAll(/<[^>]*>?/g, '')
    .replaceAll(/&(#\d+|\w+);/g, (whole, name: string) =>
      name.startsWith('#')
        ? String.fromCodePoint(Math.min(Number(name.slice(1)), 0x10ffff))
        : (ENTITIES[name] ?? whole),
    )
    .replaceAll(/\s+/g, ' ')
    .trim()

export interface MemedSettings {
  /** `https://api.memed.com.br/v1` */
  baseUrl: string
  scriptUrl: string
  apiKey: string
  secretKey: string
  timeoutMs?: number
}

const PROVIDER = 'memed'
const Text = v.pipe(v.string(), v.trim(), v.minLength(1))
const User = v.object({ data: v.object({ attributes: v.object({ token: Text, status: v.string() }) }) })
const Link = v.object({ data: v.object({ attributes: v.object({ link: Text, unlock_code: Text }) }) })
const Paper = v.object({ data: v.object({ attributes: v.object({ link: Text }) }) })
const Numberish = v.union([v.string(), v.number()])
const Medicine = v.object({
  nome: Text,
  descricao: v.nullish(v.string()),
  posologia: v.nullish(v.string()),
  sanitized_posology: v.nullish(v.string()),
  quantidade: v.nullish(Numberish),
  unit: v.nullish(v.string()),
})
const Prescription = v.object({
  data: v.object({
    attributes: v.object({
      paciente: v.object({ external_id: v.nullish(Numberish) }),
      medicamentos: v.pipe(v.array(Medicine), v.minLength(1)),
    }),
  }),
})
/** The register of physicians has no such licence. */
const INACTIVE = 'Inativo'

/**
 * Memed (product 12.21), from its older documentation. A prescription is written and signed in Memed's module in the
 * clinician's browser: no documented call creates one. Both keys are in the URL of every call, so URLs appear in no
 * error and no log. A prescriber's token changes and is fetched each time.
 */
export function memedPrescriptions(settings: MemedSettings): VendorSignedPrescriptionPort {
  const prescriptionPath = (id: string, suffix = '') => `/prescricoes/${encodeURIComponent(id)}${suffix}`
  return {
    provider: PROVIDER,
    // An unknown prescriber is 404 with valid keys.
    check: checkAt(settings.baseUrl, () => callApi(settings, 'GET', '/sinapse-prescricao/usuarios/doctor')),
    signing: 'there',
    scriptUrl: settings.scriptUrl,
    async open(prescriber) {
      return { token: await tokenOf(settings, prescriber) }
    },
    async read(providerId, prescriber) {
      const token = await tokenOf(settings, prescriber)
      const { status, body } = await callApi(settings, 'GET', prescriptionPath(providerId), { token })
      if (status === 404) return undefined
      const { paciente, medicamentos } = readAnswer(PROVIDER, Prescription, body).data.attributes
      return { patientId: paciente.external_id?.toString(), items: medicamentos.map(itemOf) }
    },
    async access(providerId) {
      const [linkAnswer, documentAnswer] = await Promise.all([
        callApi(settings, 'GET', prescriptionPath(providerId, '/get-digital-prescription-link')),
        callApi(settings, 'GET', prescriptionPath(providerId, '/url-document/full')),
      ])
      if (linkAnswer.status === 404) return undefined
      const { link, unlock_code: unlockCode } = readAnswer(PROVIDER, Link, linkAnswer.body).data.attributes
      return { link, unlockCode, documentUrl: readAnswer(PROVIDER, Paper, documentAnswer.body).data.attributes.link }
    },
  }
}

/**
 * Registers an unknown prescriber. Concurrent registrations are harmless: the second one finds the prescriber
 * registered.
 */
async function tokenOf(settings: MemedSettings, prescriber: Prescriber): Promise<string> {
  const path = `/sinapse-prescricao/usuarios/${encodeURIComponent(prescriber.id)}`
  const known = await callApi(settings, 'GET', path)
  const found = known.status === 404 ? await register(settings, prescriber) : known
  const { token, status } = readAnswer(PROVIDER, User, found.body).data.attributes
  if (status === INACTIVE) throw new PrescriptionRefused('PRESCRIBER_UNKNOWN')
  return token
}

async function register(settings: MemedSettings, { id, name, licence, email }: Prescriber): Promise<Answer> {
  const { number, state } = licenceOf(licence)
  // "Dra. Helena Prado": Memed expects the name as in the register, without a title.
  const [first = '', ...last] = name.replace(/^(Dra?|Sra?)\.\s+/, '').split(' ')
  const attributes = {
    external_id: id,
    nome: first,
    sobrenome: last.join(' ') || first,
    email,
    crm: number,
    uf: state,
    board: { board_code: 'CRM', board_number: number, board_state: state },
  }
  const answer = await callApi(settings, 'POST', '/sinapse-prescricao/usuarios', {
    json: { data: { type: 'usuarios', attributes } },
  })
  if (answer.status >= 400) throw new PrescriptionRefused('PRESCRIBER_UNKNOWN')
  return answer
}

/** Parses "CRM-SP 123456", "CRM/SP 123.456" and the like. */
function licenceOf(licence: string): { number: string; state: string } {
  return {
    number: licence.replaceAll(/\D/g, ''),
    state: /\b(?!CRM\b)([A-Z]{2})\b/.exec(licence.replace(/CRM/g, ' '))?.[1] ?? '',
  }
}

function callApi(
  { baseUrl, apiKey, secretKey, timeoutMs = PROVIDER_TIMEOUT_MS }: MemedSettings,
  method: 'GET' | 'POST',
  path: string,
  { token, json }: { token?: string; json?: object } = {},
): Promise<Answer> {
  const keys = new URLSearchParams({ 'api-key': apiKey, 'secret-key': secretKey })
  return exchange({
    provider: PROVIDER,
    method,
    url: `${baseUrl}${path}?${keys}`,
    headers: { accept: 'application/vnd.api+json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(json ? { json } : {}),
    until: deadlineIn(timeoutMs),
  })
}

/** Memed returns the dosage as HTML; only its text is kept. */
function itemOf({ nome, descricao, posologia, sanitized_posology, quantidade, unit }: v.InferOutput<typeof Medicine>) {
  const item: PrescriptionItem = {
    medicine: [nome, descricao].filter(Boolean).join(', '),
    code: null,
    dosage: null,
    dose: '',
    route: 'S/D',
    frequency: '',
    durationDays: null,
    quantity: [quantidade, unit].filter(Boolean).join(' '),
    instructions: textOfHtml(sanitized_posology ?? posologia ?? ''),
  }
  return item
}
