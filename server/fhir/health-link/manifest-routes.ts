import type { FastifyInstance, FastifyReply } from 'fastify'
import { CompactEncrypt } from 'jose'
import * as v from 'valibot'
import { isPassword } from '../../access/passwords.ts'
import { findSubject } from '../../care/record/history-store.ts'
import { hashOf } from '../../kit/crypto/secrets.ts'
import { InvalidInput, Refusal } from '../../kit/http/refusal.ts'
import { createTranslator } from '../../kit/i18n/translator.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { organizationOf } from '../calendar-resources.ts'
import { loadEverything } from '../patient-resources.ts'
import { patientSummaryOf, SUMMARY_TYPES } from '../summary.ts'
import { manifestUrl } from './health-link-routes.ts'
import { findOpenLink, giveTryBack, insertOpening, type OpenLink, takeTry } from './health-link-store.ts'

const OPENINGS_OF_LINK = { name: 'health link', most: 60, seconds: 3_600 }
/** A file that is too long to embed can be fetched for this long. */
const FILE_SECONDS = 300
const FHIR = 'application/fhir+json'
const JOSE = 'application/jose'

const ManifestRequest = v.object({
  recipient: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(400)),
  passcode: v.optional(v.pipe(v.string(), v.maxLength(400))),
  embeddedLengthMax: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

/**
 * What whoever has a link asks for, on the wire of SMART Health Links 1.0: so a wrong passcode is 401, and any page may
 * ask. The link's key encrypts the summary, so that neither a proxy nor a log sees it.
 */
export const healthLinkManifestRoutes = (services: Services) => async (app: FastifyInstance) => {
  const { db, secrets } = services
  app.addHook('onRequest', async (_, reply) => void reply.headers(FOR_EVERY_PAGE))
  app.options('/v1/health-links/*', (_, reply) => reply.code(204).send())

  app.post<{ Params: { token: string } }>('/v1/health-links/:token', { bodyLimit: 4_096 }, async (request, reply) => {
    const asked = v.safeParse(ManifestRequest, request.body)
    if (!asked.success) throw new InvalidInput({ recipient: 'REQUIRED' })
    const { recipient, passcode, embeddedLengthMax } = asked.output
    const link = await openLink(services, request.params.token)
    await consumeRateLimit(db, secrets, OPENINGS_OF_LINK, link.id)
    const wrong = link.passcodeHash ? await checkPasscode(services, link, link.passcodeHash, passcode) : undefined
    if (wrong) return reply.code(401).send({ status: 401, code: 'WRONG_PASSCODE', remainingAttempts: wrong.remaining })
    await insertOpening(db, link.id, recipient.slice(0, 80))
    const file = await encryptedSummary(services, link)
    const isLong = embeddedLengthMax !== undefined && file.length > embeddedLengthMax
    const content = isLong ? { location: locationOf(services, link) } : { embedded: file }
    return reply
      .header('cache-control', 'no-store')
      .send({ status: 'can-change', files: [{ contentType: FHIR, ...content }] })
  })

  app.get<{ Params: { token: string; ticket: string } }>(
    '/v1/health-links/:token/files/:ticket',
    async (request, reply) => {
      const { token, ticket } = request.params
      const link = await openLink(services, token)
      if (!isTicket(services, link, ticket)) throw notFound()
      return sendFile(reply, await encryptedSummary(services, link))
    },
  )
}

const FOR_EVERY_PAGE = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '7200',
}

const notFound = () => new Refusal('HEALTH_LINK_NOT_FOUND', 404)

async function openLink({ db }: Services, token: string): Promise<OpenLink> {
  const link = await findOpenLink(db, hashOf(token))
  if (!link) throw notFound()
  return link
}

/** The tries that remain after a wrong passcode; undefined when it is right. */
async function checkPasscode(
  { db }: Services,
  { id }: OpenLink,
  hash: string,
  passcode = '',
): Promise<{ remaining: number } | undefined> {
  const taken = await takeTry(db, id)
  if (!taken) throw notFound()
  if (!(await isPassword(passcode, hash))) return taken
  await giveTryBack(db, id)
  return undefined
}

async function encryptedSummary(services: Services, { patientId, secret, locale }: OpenLink): Promise<string> {
  const { db, now, env } = services
  const known = await findSubject(db, patientId, now())
  if (!known) throw notFound()
  const resources = await loadEverything({ services, patient: { ...known, contact: undefined }, locale }, SUMMARY_TYPES)
  const translate = createTranslator(locale, services.catalogueFor(locale))
  const organization = organizationOf(services)
  const base = `${env.PUBLIC_URL}/v1/fhir`
  const summary = patientSummaryOf(resources, { base, now: now(), locale, translate, organization })
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(summary)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: FHIR })
    .encrypt(Buffer.from(secret.key, 'base64url'))
}

const ticketText = ({ id }: OpenLink, until: number): string => `${id} ${until}`

function locationOf(services: Services, link: OpenLink): string {
  const until = Math.floor(services.now().getTime() / 1_000) + FILE_SECONDS
  const mac = services.secrets.sign('health-link', ticketText(link, until)).toString('base64url')
  return `${manifestUrl(services, link.secret.token)}/files/${until}.${mac}`
}

function isTicket({ secrets, now }: Services, link: OpenLink, ticket: string): boolean {
  const [until, mac = ''] = ticket.split('.')
  const isCurrent = Number(until) * 1_000 > now().getTime()
  return isCurrent && secrets.isSigned('health-link', ticketText(link, Number(until)), Buffer.from(mac, 'base64url'))
}

const sendFile = (reply: FastifyReply, file: string) => reply.header('cache-control', 'no-store').type(JOSE).send(file)
