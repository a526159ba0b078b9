import { healthLinkOf } from '@cuida/core/fhir/health-link.ts'
import { createHealthLink, endHealthLink, type HealthLink, listHealthLinks } from '@cuida/core/fhir/health-link-api.ts'
import type { FastifyInstance } from 'fastify'
import { hashPassword } from '../../access/passwords.ts'
import { hashOf, randomKey } from '../../kit/crypto/secrets.ts'
import { serve } from '../../kit/http/serve.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { endLink, findLinks, insertLink, type StoredLink } from './health-link-store.ts'

/** Links of a patient's health summary (docs/decisions/0203). */
export function healthLinkRoutes(app: FastifyInstance, services: Services): void {
  const shown = (link: StoredLink): HealthLink => {
    const { secret, ...rest } = link
    return { ...rest, url: viewerUrl(services, link, secret) }
  }

  serve(app, services, listHealthLinks, async ({ id }, { db, caller: { accountId }, refuse }) => {
    if (!(await patientOf(db, accountId, id))) refuse('PATIENT_NOT_FOUND')
    return { items: (await findLinks(db, id)).map(shown) }
  })

  serve(app, services, createHealthLink, async (input, { db, caller: { accountId }, refuse }) => {
    const { id: patientId, label = null, days, passcode } = input
    if (!(await patientOf(db, accountId, patientId))) refuse('PATIENT_NOT_FOUND')
    const secret = { token: randomKey(256), key: randomKey(256) }
    const passcodeHash = passcode ? await hashPassword(passcode) : null
    const link = { patientId, tokenHash: hashOf(secret.token), secret, label, passcodeHash, days }
    const id =
      (await db.begin(async (tx) => ({ id: await insertLink(tx, link) }))).id ?? refuse('TOO_MANY_HEALTH_LINKS')
    const [created] = await findLinks(db, patientId, id)
    if (!created) throw new Error('the health link that was just created does not exist')
    return shown(created)
  })

  serve(app, services, endHealthLink, async ({ id, linkId }, { db, caller: { accountId }, refuse }) => {
    if (!(await patientOf(db, accountId, id))) refuse('PATIENT_NOT_FOUND')
    if (!(await endLink(db, id, linkId))) refuse('HEALTH_LINK_NOT_FOUND')
    return null
  })
}

export const manifestUrl = ({ env }: Pick<Services, 'env'>, token: string): string =>
  new URL(`/v1/health-links/${token}`, env.PUBLIC_URL).href

/** The page of the clinic that shows the summary; the link itself is in the fragment, which no server sees. */
function viewerUrl(
  services: Services,
  { label, expiresAt, hasPasscode }: Pick<HealthLink, 'label' | 'expiresAt' | 'hasPasscode'>,
  { token, key }: { token: string; key: string },
): string {
  const link = healthLinkOf({
    url: manifestUrl(services, token),
    flag: hasPasscode ? 'LP' : 'L',
    key,
    exp: Math.floor(Date.parse(expiresAt) / 1_000),
    ...(label ? { label } : {}),
    v: 1,
  })
  return new URL(`/health-summary#${link}`, services.env.PUBLIC_URL).href
}
