import {
  type Agreement,
  agreeToDocument,
  type DueAgreement,
  getAgreedText,
  getAgreements,
  getDueAgreements,
  putCookieChoice,
} from '@cuida/core/brand/consent/consent-api.ts'
import type { FastifyInstance } from 'fastify'
import {
  cookieConsents,
  type DueDocument,
  documentConsent,
  dueDocuments,
  storeDocumentTexts,
} from '../../brand/consent/agreements.ts'
import {
  type Consent,
  findAgreedText,
  findConsents,
  insertConsents,
  type Row,
} from '../../brand/consent/consent-store.ts'
import type { Sql } from '../../kit/db/db.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { type Patient, patientsOf } from '../store.ts'

/** Agreements of the account holder to read, and those that are due again. */
export function agreementRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getAgreements, async (_, { db, caller, locale }) => {
    const { accountId } = caller
    await storeDocumentTexts(services, db)
    const family = await familyOf(db, accountId)
    const [due, rows] = await Promise.all([
      dueDocuments(services, db, { accountId, locale }),
      findConsents(db, idsOf(family)),
    ])
    return { due: due.map(shownDue), items: shownRows(rows, family) }
  })

  serve(app, services, getDueAgreements, async (_, { db, caller: { accountId }, locale }) => ({
    due: (await dueDocuments(services, db, { accountId, locale })).map(shownDue),
  }))

  serve(app, services, getAgreedText, async ({ textId }, { db, caller, refuse }) => {
    const ids = idsOf(await familyOf(db, caller.accountId))
    return (await findAgreedText(db, ids, textId)) ?? refuse('TEXT_NOT_FOUND')
  })

  serve(app, services, agreeToDocument, async ({ slug, textId }, { caller, locale, refuse }) => {
    const consent = (await documentConsent(services, { slug, textId, locale })) ?? refuse('TEXT_CHANGED')
    await note(services, caller.accountId, [consent])
    return null
  })

  serve(app, services, putCookieChoice, async ({ groups }, { caller, locale }) => {
    await note(services, caller.accountId, await cookieConsents(services, groups, locale))
    return null
  })
}

async function note({ db }: Services, accountId: string, consents: readonly Consent[]): Promise<void> {
  const [holder] = await familyOf(db, accountId)
  await db.begin((tx) => insertConsents(tx, { accountId, patientId: holder.id }, consents))
}

type Family = readonly [Patient, ...Patient[]]

async function familyOf(sql: Sql, accountId: string): Promise<Family> {
  const [holder, ...others] = await patientsOf(sql, accountId)
  // The account was deleted after the session was checked.
  if (!holder) throw new Unauthorized()
  return [holder, ...others]
}

const idsOf = (family: Family): string[] => family.map(({ id }) => id)

const shownDue = ({ document: { urlSlug: slug, title, updatedOn }, textId }: DueDocument): DueAgreement => ({
  slug,
  title,
  updatedOn,
  textId,
})

function shownRows(rows: readonly Row[], family: Family): Agreement[] {
  const met = new Set<string>()
  return rows.map(({ id, kind, subject, isGiven, at, language, version, patientId, textId, title }) => {
    const matter = `${patientId} ${kind} ${subject}`
    const isLast = !met.has(matter)
    met.add(matter)
    const patient = family.find((one) => one.id === patientId)
    return {
      id,
      kind,
      subject,
      isGiven,
      at: at.toISOString(),
      language,
      version,
      title,
      firstName: patient?.firstName ?? '',
      isOwn: patientId === family[0].id,
      textId: title === null ? null : textId,
      stands: isLast && isGiven,
    }
  })
}
